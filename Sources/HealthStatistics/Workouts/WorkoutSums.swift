import HealthModel

/// Totals and records of workouts by activity and, if wanted, by month or year, in memory that is bounded by the number of groups.
package struct WorkoutSums: Sendable {
  /// The periods that workouts are divided by.
  package enum Period: Sendable { case month, year }

  /// The properties that the workouts of a group share.
  package struct Group: Sendable, Hashable {
    /// Such as `2024-06` or `2024`, by the clock of the workouts; `nil` if time does not matter.
    package let period: String?
    /// Such as `Running`.
    package let activity: String
  }

  /// A record, and the day on which it was set first.
  package struct Best: Sendable, Equatable {
    package let value: Double
    package let date: String
  }

  /// The workouts of a group.
  package struct Sum: Sendable, Equatable {
    package internal(set) var count = 0
    /// Without pauses.
    package internal(set) var minutes = 0.0
    /// In kilometers; `nil` if no workout has one.
    package internal(set) var distance: Double?
    /// In kilocalories; `nil` if no workout has one.
    package internal(set) var energy: Double?
    /// In minutes without pauses.
    package internal(set) var longest: Best?
    /// In kilometers.
    package internal(set) var farthest: Best?
    /// In minutes per kilometer, of workouts of at least one kilometer.
    package internal(set) var fastest: Best?
  }

  private var groups: [Group: Sum] = [:]
  private let period: Period?
  /// How many workouts were not counted, because there are more groups than are kept.
  package private(set) var skipped = 0

  private static let most = 1 << 14

  package init(by period: Period? = nil) { self.period = period }

  /// Adds a workout, in any order.
  package mutating func add(_ workout: WorkoutFigures) {
    let date = workout.start.dayText
    let isListed = workout.activity.utf8.count <= 256
    let group = Group(
      period: period.map { String(date.prefix($0 == .month ? 7 : 4)) },
      activity: isListed ? workout.activity : "…")
    guard groups[group] != nil || groups.count < Self.most else {
      skipped += 1
      return
    }
    groups[group, default: Sum()].add(workout, on: date)
  }

  /// The groups by period and activity.
  package var sorted: [(group: Group, sum: Sum)] {
    groups.map { ($0.key, $0.value) }.sorted {
      ($0.0.period ?? "", $0.0.activity) < ($1.0.period ?? "", $1.0.activity)
    }
  }
}

extension WorkoutSums.Sum {
  fileprivate mutating func add(_ workout: WorkoutFigures, on date: String) {
    count += 1
    minutes += workout.minutes
    func sum(_ a: Double?, _ b: Double?) -> Double? { a.map { $0 + (b ?? 0) } ?? b }
    distance = sum(distance, workout.distance)
    energy = sum(energy, workout.energy)
    func record(
      _ value: Double?, in best: inout WorkoutSums.Best?, isBetter: (Double, Double) -> Bool
    ) {
      guard let value, value > 0 else { return }
      guard let known = best else {
        best = .init(value: value, date: date)
        return
      }
      if isBetter(value, known.value) || (value == known.value && date < known.date) {
        best = .init(value: value, date: date)
      }
    }
    record(workout.minutes, in: &longest, isBetter: >)
    record(workout.distance, in: &farthest, isBetter: >)
    if let kilometers = workout.distance, kilometers >= 1 {
      record(workout.pace, in: &fastest, isBetter: <)
    }
  }
}
