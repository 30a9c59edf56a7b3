/// The way that was covered since the start of an activity, as records of FIT and points of TCX count it: the distances are the
/// differences between them. One definition for both formats.
struct RouteCounter<Instant, Meters: Comparable> {
  typealias Value = (time: Instant, meters: Meters)

  /// The value that was added last, also if the count fell.
  private(set) var last: Value?
  /// The value before the count fell, until it grows.
  private var fallen: Value?

  /// The value before a next one: the last one, unless the count only fell for moments and is back where it was. A count that
  /// begins anew grows again from where it fell to.
  func before(_ meters: Meters) -> Value? {
    if let last, let fallen, last.meters < fallen.meters, meters >= fallen.meters { return fallen }
    return last
  }

  /// Adds a value.
  ///
  /// - Parameter before: The value from which its distance counts.
  mutating func add(_ value: Value, after before: Value?) {
    if let before, value.meters < before.meters {
      fallen = before
    } else if let before, value.meters > before.meters {
      fallen = nil
    }
    last = value
  }
}

/// Which gaps in a recording no distance spans.
enum RouteGap {
  private static let (mostSeconds, mostSecondsInside): (Int64, Int64) = (3 * 3600, 24 * 3600)

  /// Whether a clock was set between two points, or another activity began: they are hours apart.
  ///
  /// - Parameter isInside: Whether both are in the time that one session or lap states.
  static func isJump(seconds: Int64, isInside: Bool) -> Bool {
    seconds > (isInside ? mostSecondsInside : mostSeconds)
  }
}
