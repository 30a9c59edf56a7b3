import HealthModel
import HealthStatistics

/// A month of the calendar.
package struct MonthKey: Hashable, Comparable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int

  package init(year: Int, month: Int) { (self.year, self.month) = (year, month) }

  /// The month and the day of a date such as `2024-06-01`.
  static func reading(_ date: String) -> (month: MonthKey, day: Int)? {
    let parts = date.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, 1...12 ~= parts[1], 1...31 ~= parts[2] else { return nil }
    return (MonthKey(year: parts[0], month: parts[1]), parts[2])
  }

  package static func < (a: MonthKey, b: MonthKey) -> Bool {
    (a.year, a.month) < (b.year, b.month)
  }

  /// `June`
  var name: String { Self.names[month - 1] }
  /// `June 2024`
  var title: String { "\(name) \(year)" }
  /// `2024-06`
  var label: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

  /// The number of days.
  var length: Int { Civil.days(inMonth: month, of: year) }

  /// The days from 1970-01-01 to a day of the month.
  func number(ofDay day: Int) -> Int {
    let midnight = Civil(year: year, month: month, day: day, secondOfDay: 0)
    return Int(midnight.secondsSince1970 / 86_400)
  }

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

/// A number that the report shows of each day.
enum DayFigure: Int, CaseIterable {
  case steps, distance, energy, exercise, heartAverage, heartMinimum, heartMaximum, restingHeartRate
  case mass, sleep
}

/// What the report shows of a day.
struct ReportDay {
  /// By ``DayFigure``.
  var values = [Double?](repeating: nil, count: DayFigure.allCases.count)
  /// The night that ends on the day.
  var night: SleepNight?
  /// The menstrual flow, as HealthKit's number: 1 unspecified, 2 light, 3 medium, 4 heavy.
  var flow: Int?

  subscript(figure: DayFigure) -> Double? {
    get { values[figure.rawValue] }
    set { values[figure.rawValue] = newValue }
  }
}

/// What the report shows of a month.
struct ReportMonth {
  /// The values of the days that have one.
  struct Total {
    var sum = 0.0
    var count = 0
    var minimum = Double.infinity
    var maximum = -Double.infinity
    var average: Double? { count > 0 ? sum / Double(count) : nil }

    mutating func add(_ value: Double) {
      sum += value
      count += 1
      minimum = min(minimum, value)
      maximum = max(maximum, value)
    }
  }

  let key: MonthKey
  var totals = [Total](repeating: Total(), count: DayFigure.allCases.count)
  /// By day; empty in months that are not shown by day.
  var days: [ReportDay]

  init(_ key: MonthKey, hasDays: Bool = true) {
    self.key = key
    days = Array(repeating: ReportDay(), count: hasDays ? key.length : 0)
  }

  subscript(figure: DayFigure) -> Total { totals[figure.rawValue] }

  mutating func set(_ figure: DayFigure, _ value: Double, day: Int) {
    totals[figure.rawValue].add(value)
    if 1...days.count ~= day { days[day - 1][figure] = value }
  }
}
