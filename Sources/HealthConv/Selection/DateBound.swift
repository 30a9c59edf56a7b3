/// A bound in time, as people give one: a day, a time on the clock, or an instant.
///
/// Without an offset it is compared with the clock that a sample was written by, so that `2024-01-01` begins
/// at that sample's midnight; with one it is an instant.
public struct DateBound: Sendable, Equatable {
  private let timestamp: Timestamp
  private let isInstant: Bool

  /// The bound a text spells, or `nil` if it spells none.
  ///
  /// - Parameter text: `2024-01-31`, `2024-01-31T08:00:00` or `2024-01-31T08:00:00+02:00`; a space may stand
  ///   for the `T`.
  public init?(_ text: String) {
    if let instant = Timestamp(text) {
      timestamp = instant
      isInstant = true
    } else if let clock = Timestamp(text + "Z") ?? Timestamp(text + "T00:00:00Z") {
      timestamp = clock
      isInstant = false
    } else {
      return nil
    }
  }

  /// Whether the bound is at a time or before it.
  func isReached(by time: Timestamp) -> Bool {
    let shift = isInstant ? 0 : Int64(time.offsetMinutes) &* 60
    return (timestamp.secondsSince1970, timestamp.nanoseconds)
      <= (time.secondsSince1970 &+ shift, time.nanoseconds)
  }
}
