import HealthModel

/// The tables of `Schemas/health-auto-export`.
struct HealthAutoExportMetrics: Sendable {
  /// What the items of a metric have.
  enum Form: String {
    case sum, average, percent, range, glucose, insulin, pressure, sleep, minutes, seconds

    /// The metadata `aggregate` that items have when they are read.
    var aggregate: String {
      switch self {
      case .sum: "sum"
      case .average, .percent, .range, .glucose, .pressure: "average"
      case .minutes, .seconds: "total"
      case .insulin, .sleep: "copy"
      }
    }
  }

  struct Metric: Sendable {
    let name: String
    let form: Form
  }

  static let shared = HealthAutoExportMetrics()

  /// The metrics by the identifiers of their types.
  let metrics: [String: Metric]
  /// The activities by the names of workouts.
  private let activities: [String: String]
  /// The names by the activities and the metadata `HKIndoorWorkout`, which is empty for others.
  private let names: [String: [String: String]]

  private init() {
    var metrics: [String: Metric] = [:]
    for cells in TabSeparated.rows(PackageResources.health_auto_export_tsv, count: 3) {
      metrics[cells[0]] = Form(rawValue: cells[2]).map { Metric(name: cells[1], form: $0) }
    }
    var activities: [String: String] = [:]
    var names: [String: [String: String]] = [:]
    for cells in TabSeparated.rows(PackageResources.health_auto_export_activities_tsv, count: 3) {
      activities[cells[0]] = cells[1]
      if names[cells[1]]?[cells[2]] == nil { names[cells[1], default: [:]][cells[2]] = cells[0] }
    }
    (self.metrics, self.activities, self.names) = (metrics, activities, names)
  }

  /// The name of a workout: that of the metadata if it is one of the activity.
  ///
  /// - Returns: The name; `nil` for an activity that has none.
  func name(of workout: Workout, stated: String?) -> String? {
    let activity = workout.activityType.identifier
    if let stated, activities[stated] == activity { return stated }
    let names = names[activity]
    return names?[workout.metadata[.indoorWorkout] ?? ""] ?? names?[""]
  }
}
