/// The activity of a workout, such as running.
public struct WorkoutActivityType: TabulatedIdentifier {
  static let table = CatalogTable(valueRows, range: Enumeration.workoutActivityType.row.values)
  static let prefixes = ["HKWorkoutActivityType"]
  let storage: CatalogStorage

  init(storage: CatalogStorage) {
    self.storage = storage
  }

  /// Takes the activity with a number, as metadata gives it; `nil` if the catalog has none.
  public init?(rawValue: Int) {
    guard let value = Enumeration.workoutActivityType.value(numbered: rawValue) else { return nil }
    self.init(storage: value.storage)
  }

  /// HealthKit's number, such as 37 for running.
  public var rawValue: Int? { row?.number }

  /// The version of iOS that deprecated it.
  public var deprecated: SystemVersion? { row?.deprecated }

  /// The replacement of a deprecated activity.
  public var replacements: [WorkoutActivityType] {
    row?.replacedBy.map { WorkoutActivityType(storage: $0.storage) } ?? []
  }
}

/// The type of an event of a workout, such as a pause.
public struct WorkoutEventType: TabulatedIdentifier {
  static let table = CatalogTable(valueRows, range: Enumeration.workoutEventType.row.values)
  static let prefixes = ["HKWorkoutEventType"]
  let storage: CatalogStorage

  /// HealthKit's number, such as 1 for a pause.
  public var rawValue: Int? { row?.number }

  /// Whether it may last: laps and segments do, all others are moments.
  public var canHaveDuration: Bool { self == .lap || self == .segment }
}
