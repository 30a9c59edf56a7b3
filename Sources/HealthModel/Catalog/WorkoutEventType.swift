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
