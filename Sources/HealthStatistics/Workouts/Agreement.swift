import HealthModel

/// The totals that an export states, and those that its records add up to, by day: a check in everybody's own file.
package struct Agreement: Sendable {
  /// A total that is compared.
  package enum Figure: String, Sendable, CaseIterable, Comparable {
    /// A total of activity summaries.
    case activeEnergy = "active_energy"
    case exercise
    case standHours = "stand_hours"
    /// A total of the workouts that begin on a day.
    case workoutEnergy = "workout_energy"
    case workoutDistance = "workout_distance"

    package static func < (a: Figure, b: Figure) -> Bool { a.place < b.place }

    private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The words of the name.
    package var words: String { String(rawValue.map { $0 == "_" ? " " : $0 }) }
  }

  /// A total of a day.
  package struct Total: Sendable, Equatable {
    package let date: String
    package let figure: Figure
    /// As the export states it.
    package let stated: Double
    /// The sum of the records.
    package let records: Double

    package var difference: Double { records - stated }

    /// The difference as a part of the stated total; `nil` where that is 0.
    package var share: Double? { stated == 0 ? nil : difference / stated }

    /// Whether both differ by 1 % of the stated total at most.
    package var isClose: Bool { difference.magnitude <= stated.magnitude / 100 * (1 + 1e-9) }
  }

  /// How well the days of one figure agree.
  package struct Summary: Sendable {
    package let figure: Figure
    package let days: Int
    package let close: Int
    /// The totals that differ by more than 1 %, the largest difference first.
    package let worst: [Total]
  }

  private var stated: [Key: Double] = [:]
  private var records: [Key: Double] = [:]
  /// The figures that have records on any day, whether or not a total is stated for it.
  private var recorded: Set<Figure> = []

  private struct Key: Hashable {
    let date: String
    let figure: Figure
  }

  package init() {}

  /// Adds a total that the export states for a day.
  package mutating func add(stated value: Double?, _ figure: Figure, on date: String) {
    guard let value, value.isFinite else { return }
    stated[Key(date: date, figure: figure), default: 0] += value
  }

  /// Adds what records of a day add up to.
  package mutating func add(records value: Double?, _ figure: Figure, on date: String) {
    guard let value, value.isFinite else { return }
    noteRecords(of: figure)
    records[Key(date: date, figure: figure), default: 0] += value
  }

  /// Adds what records of a day add up to, unless no total is stated for it. Call it after all totals.
  package mutating func add(recordsOf figure: Figure, _ value: Double?, on date: String) {
    if stated[Key(date: date, figure: figure)] != nil {
      add(records: value, figure, on: date)
    } else if value != nil {
      noteRecords(of: figure)
    }
  }

  /// Records that a figure has records on some day.
  package mutating func noteRecords(of figure: Figure) { recorded.insert(figure) }

  /// The figures of which totals are stated, and no day has records: the export, or the selection, is without them.
  package var figuresWithoutRecords: [Figure] {
    Set(stated.keys.map(\.figure)).subtracting(recorded).sorted()
  }

  /// The days and figures of which a total is stated, in the order of time, of figures with records. On a day without records,
  /// their sum is 0.
  package var totals: [Total] {
    stated.filter { recorded.contains($0.key.figure) }.map { key, value in
      Total(date: key.date, figure: key.figure, stated: value, records: records[key] ?? 0)
    }.sorted { ($0.date, $0.figure) < ($1.date, $1.figure) }
  }

  /// How well the days of each figure agree.
  package static func summaries(of totals: [Total]) -> [Summary] {
    Dictionary(grouping: totals, by: \.figure).sorted { $0.key < $1.key }.map { figure, totals in
      Summary(
        figure: figure, days: totals.count, close: totals.count { $0.isClose },
        worst: totals.filter { !$0.isClose }.sorted {
          ($1.difference.magnitude, $0.date) < ($0.difference.magnitude, $1.date)
        })
    }
  }
}

extension WorkoutFigures {
  /// The workout without the figures that records in its time can have, so that these state them.
  package var unmeasured: WorkoutFigures {
    var figures = self
    figures.distance = nil
    (figures.energy, figures.averageHeartRate, figures.maximumHeartRate) = (nil, nil, nil)
    return figures
  }

  /// The distance without that of the route.
  package var statedDistance: Double? { measuredDistance }
}
