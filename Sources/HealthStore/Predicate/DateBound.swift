public import HealthModel

/// A bound in time, as people give one: a day, a time on the clock, or an instant.
///
/// Without an offset it is compared with the clock that a sample was written by, so that `2024-01-01` begins
/// at that sample's midnight; with one it is an instant. A day is compared as an interval: a time within it is
/// equal to it, neither less nor greater. Activity summaries are of a day and of no instant: of an instant, its day and time on
/// its own clock are compared with them.
public struct DateBound: Sendable, Equatable {
  /// The form of a bound.
  package enum Form {
    case instant, clock, day
  }

  /// The time; of a clock and a day as if the clock ran in UTC.
  package let timestamp: Timestamp
  /// The form of the bound.
  package let form: Form

  /// An instant.
  public init(_ instant: Timestamp) {
    self.init(instant, .instant)
  }

  /// A day, whatever clock a sample was written by.
  public init(_ day: CalendarDay) {
    self.init(day.midnight, .day)
  }

  private init(_ timestamp: Timestamp, _ form: Form) {
    self.timestamp = timestamp
    self.form = form
  }

  /// The bound a text spells, or `nil` if it spells none.
  ///
  /// - Parameter text: `2024-01-31`, `2024-01-31T08:00:00` or `2024-01-31T08:00:00+02:00`; a space may stand
  ///   for the `T`.
  public init?(_ text: String) {
    if let instant = Timestamp(text) {
      self.init(instant)
    } else if let clock = Timestamp(text + "Z") {
      self.init(clock, .clock)
    } else if let day = Timestamp(text + "T00:00:00Z") {
      self.init(day, .day)
    } else {
      return nil
    }
  }

  /// The bound for what has a day and no instant, such as activity summaries: an instant is then what its own clock shows.
  var onCalendar: DateBound {
    guard form == .instant else { return self }
    return DateBound(timestamp.shifted(by: Int64(timestamp.offsetMinutes) * 60), .clock)
  }

  /// Whether the bound is at a time or before it.
  package func isReached(by time: Timestamp) -> Bool { order(of: time) >= 0 }

  /// Whether no time can be at this bound or after it, and before another. Bounds of different forms are compared by
  /// their clocks, so that near each other it is not certain: `false`.
  package func excludes(before end: DateBound) -> Bool {
    let slack =
      form == .instant && end.form == .instant || form != .instant && end.form != .instant
      ? 0 : Int64(Self.widestOffset) * 60
    let (first, last) = (timestamp, end.timestamp.shifted(by: slack))
    return last <= first
  }

  func holds(_ time: Timestamp, _ comparison: SamplePredicate.Comparison) -> Bool {
    let order = order(of: time)
    return switch comparison {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }

  /// -1 for a time before it, 0 for one within it, 1 for one after it.
  private func order(of time: Timestamp) -> Int {
    let shift = form == .instant ? 0 : Int64(Self.offset(of: time)) &* 60
    let (second, rest) = (time.secondsSince1970 &+ shift, time.nanoseconds)
    if (second, rest) < (timestamp.secondsSince1970, timestamp.nanoseconds) { return -1 }
    if form == .day { return second < timestamp.secondsSince1970 &+ Self.day ? 0 : 1 }
    return (second, rest) == (timestamp.secondsSince1970, timestamp.nanoseconds) ? 0 : 1
  }

  /// The times of which some, on whatever clock, compare with it so: also those of ``onCalendar``.
  func range(of comparison: SamplePredicate.Comparison) -> TimeRange {
    let minutes =
      form == .instant ? abs(Int64(timestamp.offsetMinutes)) : Int64(Self.widestOffset)
    let slack = minutes &* 60
    let earliest = timestamp.shifted(by: 0 &- slack)
    let latest = timestamp.shifted(by: slack &+ (form == .day ? Self.day : 0))
    return switch comparison {
    case .equal: TimeRange(earliest: earliest, latest: latest)
    case .notEqual: TimeRange()
    case .less, .lessOrEqual: TimeRange(latest: latest)
    case .greater, .greaterOrEqual: TimeRange(earliest: earliest)
    }
  }

  /// The seconds of which each time, on whatever clock, compares with it so; `nil` for none.
  func seconds(of comparison: SamplePredicate.Comparison) -> ClosedRange<Int64>? {
    let slack = form == .instant ? 0 : Int64(Self.widestOffset) &* 60
    let (first, length) = (timestamp.secondsSince1970, form == .day ? Self.day : 1)
    // Of a bound that no calendar reaches, the sums below would be none.
    guard first.magnitude < 1 << 61 else { return nil }
    return switch comparison {
    case .less, .lessOrEqual: .min...first &- slack &- 1
    case .greater, .greaterOrEqual: first &+ slack &+ length ... .max
    case .equal, .notEqual: nil
    }
  }

  /// The UTC offset of a date, limited to what a text can have, so that ranges are valid.
  private static func offset(of time: Timestamp) -> Int16 {
    max(0 &- widestOffset, min(widestOffset, time.offsetMinutes))
  }

  /// No offset read is wider: 18 hours, as `Timestamp` has it.
  private static let widestOffset: Int16 = 1_080
  private static let day: Int64 = 86_400
}

extension DateBound: CustomStringConvertible {
  /// The bound as ``init(_:)-(String)`` reads it.
  public var description: String {
    let text = timestamp.text(.iso8601).description
    return switch form {
    case .instant: text
    case .clock: String(text.dropLast(6))
    case .day: String(text.prefix(10))
    }
  }
}

extension Timestamp {
  package func shifted(by seconds: Int64) -> Timestamp {
    Timestamp(secondsSince1970: secondsSince1970 &+ seconds, nanoseconds: nanoseconds)
  }
}

/// A range of instants, both bounds included.
package struct TimeRange: Sendable, Equatable {
  /// The earliest instant; `nil` where there is no bound.
  public var earliest: Timestamp?
  /// The latest instant; `nil` where there is no bound.
  public var latest: Timestamp?

  /// A range of instants; without bounds, all.
  public init(earliest: Timestamp? = nil, latest: Timestamp? = nil) {
    self.earliest = earliest
    self.latest = latest
  }

  /// Whether every instant is in it. Then samples without dates may be meant as well, else never.
  public var isUnbounded: Bool { earliest == nil && latest == nil }

  /// Whether no instant is in it.
  public var isEmpty: Bool {
    guard let earliest, let latest else { return false }
    return latest < earliest
  }

  /// Whether an instant is in it.
  ///
  /// - Parameter instant: The instant; of a sample without dates, `nil`.
  public func contains(_ instant: Timestamp?) -> Bool {
    guard let instant else { return isUnbounded }
    return earliest.map { $0 <= instant } ?? true && latest.map { instant <= $0 } ?? true
  }

  mutating func formIntersection(_ other: TimeRange) {
    if let bound = other.earliest { earliest = earliest.map { max($0, bound) } ?? bound }
    if let bound = other.latest { latest = latest.map { min($0, bound) } ?? bound }
  }

  /// The smallest range that holds both.
  mutating func formUnion(_ other: TimeRange) {
    if let own = earliest { earliest = other.earliest.map { min($0, own) } }
    if let own = latest { latest = other.latest.map { max($0, own) } }
  }
}
