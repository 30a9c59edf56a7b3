/// A menstrual cycle: from the start of a menstruation to the start of the next one.
package struct MenstrualCycle: Sendable, Equatable {
  /// The first day, such as `2024-06-01`.
  package let start: String
  /// The first day, in days since 1970-01-01.
  package let day: Int64
  /// The days from this start to the next one; `nil` for the latest cycle, which has no end yet.
  package internal(set) var length: Int?
  /// The days with menstrual flow, until the next start.
  package internal(set) var flowDays = 1
}

/// Finds the cycles among days of menstrual flow.
///
/// A cycle starts on a day that its samples mark as a start (`HKMenstrualCycleStart`). Where they state nothing about it, as those of
/// other programs do not, it starts on a day of flow after at least ten days without flow. Flow before the first start belongs to no
/// cycle.
package struct MenstrualCycleFinder {
  private var current: MenstrualCycle?
  private var lastFlow: Int64?

  /// The days without flow after which unmarked flow starts a cycle.
  private static let pause: Int64 = 10

  package init() {}

  /// Adds a day. Days come in the order of time; those without flow are skipped.
  ///
  /// - Returns: The cycle that ended before the day, if one did.
  package mutating func add(_ day: CategoryDay) -> MenstrualCycle? {
    guard day.hasFlow else { return nil }
    let isAfterPause = lastFlow.map { day.day - $0 > Self.pause } ?? true
    lastFlow = day.day
    guard day.startsCycle ?? isAfterPause else {
      current?.flowDays += 1
      return nil
    }
    defer { current = MenstrualCycle(start: day.date, day: day.day) }
    guard var ended = current else { return nil }
    ended.length = Int(day.day - ended.day)
    return ended
  }

  /// The latest cycle, which has no length; `nil` without any.
  package func finish() -> MenstrualCycle? { current }
}
