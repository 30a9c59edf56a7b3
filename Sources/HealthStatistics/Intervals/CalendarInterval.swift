/// The length of the intervals of a statistics collection, in components of the calendar (`DateComponents` in HealthKit).
public struct CalendarInterval: Sendable, Hashable, CustomStringConvertible {
  /// The components.
  public enum Component: String, Sendable, CaseIterable {
    /// 60 seconds, counted from the beginning of each day.
    case minute
    /// 60 minutes, counted from the beginning of each day, so that a day has 23 to 25 of them.
    case hour
    /// From midnight to midnight on the clock: 23 to 25 hours.
    case day
    /// Seven days, by default from Monday on.
    case week
    case month
    case quarter
    case year
  }

  /// The component.
  public let component: Component
  /// How many of them make an interval, 1 at least; of minutes 1,440 and of hours 24 at most.
  public let count: Int

  /// So many of a component. A count out of its range becomes the nearest.
  public init(_ component: Component, count: Int = 1) {
    self.component = component
    self.count = min(max(1, count), component.mostCounted)
  }

  /// One minute.
  public static let minute = CalendarInterval(.minute)
  /// One hour.
  public static let hour = CalendarInterval(.hour)
  /// One day.
  public static let day = CalendarInterval(.day)
  /// One week.
  public static let week = CalendarInterval(.week)
  /// One month.
  public static let month = CalendarInterval(.month)
  /// Three months.
  public static let quarter = CalendarInterval(.quarter)
  /// One year.
  public static let year = CalendarInterval(.year)

  /// The interval a text states, such as `day`, `2 weeks` or `6hours`; `nil` if it states none.
  public init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    var name = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    if name.hasSuffix("s") { name.removeLast() }
    guard let component = Component(rawValue: name) else { return nil }
    let count = digits.isEmpty ? 1 : Int(digits) ?? 0
    guard count >= 1, count <= component.mostCounted else { return nil }
    self.init(component, count: count)
  }

  /// The text that reads back as the interval: `day`, `2 weeks`.
  public var description: String {
    count == 1 ? component.rawValue : "\(count) \(component.rawValue)s"
  }

  /// Whether there are several in a day: they are parts of the day that they begin in.
  package var isWithinDay: Bool { component == .minute || component == .hour }

  /// The length of intervals of minutes and hours; the last of a day may be shorter.
  var seconds: Int64 { Int64(count) * (component == .minute ? 60 : 3_600) }
}

extension CalendarInterval.Component {
  /// The largest count in an interval.
  fileprivate var mostCounted: Int {
    switch self {
    case .minute: 1_440
    case .hour: 24
    default: 10_000
    }
  }
}
