import HealthModel

/// The days of the week, or the hours of the day, and what statistics are on them: an average over days with data.
///
/// Rows of days make a pattern by weekday, rows of hours one by hour. Of a cumulative type, the average of a weekday is that of the
/// sums of such days with data; the average of an hour is its sum divided by the days on which the type has data in any hour, since
/// no steps in an hour are 0 steps. So do the minutes of a category. Of a discrete type, the averages of days or hours with data count
/// alike.
package struct ClockPattern: Sendable {
  /// A repeating period.
  package enum Period: Sendable {
    /// Monday to Sunday.
    case weekday
    /// 0 to 23, on the clock.
    case hourOfDay

    var count: Int { self == .weekday ? 7 : 24 }
  }

  /// A weekday or an hour.
  package struct Slot: Sendable, Equatable {
    /// How many days or hours have data.
    package internal(set) var rows = 0
    /// How many samples they have.
    package internal(set) var count = 0
    /// The sum of their sums or averages.
    package internal(set) var total = 0.0
    package internal(set) var minimum: Double?
    package internal(set) var maximum: Double?
  }

  package let period: Period
  /// From Monday on, or from midnight on.
  package private(set) var slots: [Slot]
  /// How many days have data.
  package private(set) var days = 0
  private var isCumulative = false
  private var lastDay: Substring?

  package init(_ period: Period) {
    self.period = period
    slots = Array(repeating: Slot(), count: period.count)
  }

  /// Adds statistics of one type in a day or an hour. Rows of a type come in the order of time.
  package mutating func add(_ row: StatisticsRow) {
    let minutes = row.type.isQuantity ? nil : row.duration.map { $0 / 60 }
    guard let value = row.sum?.doubleValue ?? row.average ?? minutes, let slot = slot(of: row)
    else { return }
    isCumulative = row.average == nil
    slots[slot].count += row.count
    add(value, to: slot, on: row.interval?.prefix(10))
    if let minimum = row.minimum?.doubleValue {
      slots[slot].minimum = min(minimum, slots[slot].minimum ?? minimum)
    }
    if let maximum = row.maximum?.doubleValue {
      slots[slot].maximum = max(maximum, slots[slot].maximum ?? maximum)
    }
  }

  /// Adds a value of a day, such as the sleep of the night that ends on it.
  package mutating func add(_ value: Double, ofDay date: String) {
    guard period == .weekday, let day = CalendarAnchor(date)?.day else { return }
    add(value, to: Self.weekday(day), on: date[...])
  }

  private mutating func add(_ value: Double, to slot: Int, on day: Substring?) {
    if day != lastDay {
      days += 1
      lastDay = day
    }
    slots[slot].rows += 1
    slots[slot].total += value
  }

  private func slot(of row: StatisticsRow) -> Int? {
    guard let label = row.interval else { return nil }
    switch period {
    case .weekday: return CalendarAnchor(label).map { Self.weekday($0.day) }
    case .hourOfDay:
      let hour = label.dropFirst(11).prefix(2)
      return Int(hour).flatMap { 0..<24 ~= $0 ? $0 : nil }
    }
  }

  /// 0 for a Monday: 1970-01-01 was a Thursday.
  private static func weekday(_ day: Int64) -> Int {
    Int((day + 3) - (day + 3).floorDivided(by: 7) * 7)
  }

  /// The average of each slot; `nil` without data.
  package var averages: [Double?] {
    slots.indices.map { slot in
      let count = days(of: slot)
      return count > 0 ? slots[slot].total / Double(count) : nil
    }
  }

  /// How many days the average of a slot is over.
  package func days(of slot: Int) -> Int {
    isCumulative && period == .hourOfDay ? days : slots[slot].rows
  }

  /// The name of each slot: `Monday`, `07:00`.
  package var names: [String] {
    period == .weekday ? Self.weekdays : (0..<24).map { "\($0.twoDigits):00" }
  }

  package static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}
