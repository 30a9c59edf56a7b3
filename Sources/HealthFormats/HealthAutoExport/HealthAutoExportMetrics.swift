import HealthBytes
import HealthModel
import HealthUnits

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
    // The map reads an underscore as a space.
    if let stated,
      activities[stated] == activity
        || activities[String(stated.map { $0 == "_" ? " " : $0 })] == activity
    {
      return stated
    }
    let names = names[activity]
    return names?[workout.metadata[.indoorWorkout] ?? ""] ?? names?[""]
  }
}

/// The parts that all items of a descriptor have in common.
struct HealthAutoExportFragments {
  /// The metric of the type; `nil` if the app has none.
  let metric: HealthAutoExportMetrics.Metric?
  /// The unit in which values are written.
  let units: String
  /// The source, as a member with a comma before it.
  let source: [UInt8]
  /// Whether the origin has more than the name of a source, or one that is read differently.
  let hasDetails: Bool
  /// Whether values are converted, because exports do not have their unit.
  let isConverted: Bool
  private let conversion: HealthUnit.Conversion?

  init(_ descriptor: SampleDescriptor) {
    let type = descriptor.type.identifier
    metric = HealthAutoExportMetrics.shared.metrics[type]
    let name = descriptor.sourceName
    // Readers ignore spaces around a text.
    let isRead = name.map { !$0.isEmpty && !$0.hasPrefix(" ") && !$0.hasSuffix(" ") } ?? false
    source =
      isRead ? Array((name.map { ",\"source\":" + ByteBuffer.json($0) } ?? "").utf8) : []
    hasDetails =
      !isRead || descriptor.device != nil || descriptor.participant != nil
      || descriptor.source != Source(name: descriptor.source.name)
    var (conversion, isConverted): (HealthUnit.Conversion?, Bool) = (nil, false)
    switch metric?.form {
    case .sleep: units = "hr"
    case .minutes: units = "min"
    case .seconds: units = "s"
    case .pressure: units = "mmHg"
    case nil: units = ""
    default:
      let quantity = QuantityType(type)
      let canonical = quantity.canonicalUnit ?? ""
      // Only units that exports have are written: other units have any number of text forms, and each would become a metric.
      let known = ([canonical] + quantity.otherUnits).first { $0 == descriptor.unitText }
      isConverted = known == nil
      units = known == Self.oxygen.own ? Self.oxygen.written : known ?? canonical
      if let own = descriptor.unit, let target = try? HealthUnit(known ?? canonical, of: quantity) {
        conversion = try? own.conversion(to: target)
      }
    }
    (self.conversion, self.isConverted) = (conversion, isConverted)
  }

  /// The unit of the maximal oxygen uptake, as the app writes it.
  private static let oxygen = (own: "mL/min·kg", written: "mL/(kg·min)")

  /// A number in the unit that is written, percentages in hundredths; `nil` if the unit of the sample is not one of the type.
  func converted(_ number: Number) -> Number? {
    guard let metric, let conversion, let number = number.converted(by: conversion) else {
      return nil
    }
    return metric.form == .percent ? number.percentage : number
  }
}
