import HealthBytes
import HealthModel

/// The intervals of a collection on one clock. Times are microseconds since 1970 began.
///
/// A day begins when the clock of the zone shows the anchor's time of day: where that is skipped, when the clock is put
/// forward; where it is shown twice, the first time. So days of 23 and 25 hours are what they are.
struct CalendarGrid {
  /// One interval.
  struct Cell: Equatable {
    /// Rises with time, and is alike on all clocks.
    var index: Int64
    /// The first instant.
    var start: Int64
    /// The first instant after it.
    var end: Int64
  }

  let zone: Zone
  let interval: CalendarInterval?
  let anchor: CalendarAnchor
  /// Whether all samples are on this clock, so that an interval has bounds, and labels of hours have the offset from UTC.
  let isOnly: Bool

  /// How many blocks of hours a day may have.
  fileprivate static let hoursPerDay: Int64 = 32
  private static let second: Int64 = 1_000_000

  /// The interval in which an instant is.
  func cell(at time: Int64) -> Cell {
    guard let interval else { return Cell(index: 0, start: .min, end: .max) }
    let instant = time.floorDivided(by: Self.second)
    let clock = instant + Int64(zone.offset(at: instant))
    var day = (clock - anchor.secondOfDay).floorDivided(by: 86_400)
    // A clock that is put back over the beginning of a day shows the day before a second time.
    if instant >= start(ofDay: day + 1) {
      day += 1
    } else if instant < start(ofDay: day) {
      day -= 1
    }
    if interval.component == .hour { return hour(at: instant, day, Int64(interval.count)) }
    let index = block(of: day)
    return Cell(
      index: index, start: start(ofDay: firstDay(ofBlock: index)) * Self.second,
      end: start(ofDay: firstDay(ofBlock: index + 1)) * Self.second)
  }

  private func hour(at instant: Int64, _ day: Int64, _ count: Int64) -> Cell {
    let (first, next) = (start(ofDay: day), start(ofDay: day + 1))
    let number = (instant - first) / (count * 3_600)
    let start = first + number * count * 3_600
    return Cell(
      index: (day - anchor.day) * Self.hoursPerDay + number, start: start * Self.second,
      end: min(start + count * 3_600, next) * Self.second)
  }

  /// When a day begins, in seconds since 1970.
  private func start(ofDay day: Int64) -> Int64 {
    zone.reading(atClock: day * 86_400 + anchor.secondOfDay).instant
  }

  /// How many days or months make a block.
  private var length: (days: Int64, months: Int64) {
    guard let interval else { return (1, 0) }
    let count = Int64(interval.count)
    return switch interval.component {
    case .hour: (1, 0)
    case .day: (count, 0)
    case .week: (7 * count, 0)
    case .month: (0, count)
    case .quarter: (0, 3 * count)
    case .year: (0, 12 * count)
    }
  }

  private var anchorMonth: Int64 { Int64(anchor.date.year) * 12 + Int64(anchor.date.month) - 1 }

  private func block(of day: Int64) -> Int64 {
    let length = length
    if length.days > 0 { return (day - anchor.day).floorDivided(by: length.days) }
    let civil = Civil(secondsSince1970: day * 86_400)
    let month = Int64(civil.year) * 12 + Int64(civil.month) - 1
    let block = (month - anchorMonth).floorDivided(by: length.months)
    return day < firstDay(ofBlock: block) ? block - 1 : block
  }

  private func firstDay(ofBlock block: Int64) -> Int64 {
    let length = length
    if length.days > 0 { return anchor.day + block * length.days }
    let month = anchorMonth + block * length.months
    let year = Int(month.floorDivided(by: 12))
    let number = Int(month - Int64(year) * 12) + 1
    // Anchored at the 31st, an interval begins at the last day of a shorter month.
    let day = min(anchor.date.day, Civil.days(inMonth: number, of: year))
    return Civil(year: year, month: number, day: day, secondOfDay: 0).secondsSince1970 / 86_400
  }

  /// The name of an interval: its first day, shortened to the month or the year where the interval begins with one; of
  /// hours the first minute.
  func label(of index: Int64) -> String? {
    guard let interval else { return nil }
    if interval.component == .hour { return hourLabel(of: index, Int64(interval.count)) }
    let day = firstDay(ofBlock: index)
    let date = String(
      Timestamp(secondsSince1970: day * 86_400).text(.iso8601).description.prefix(10))
    let isAligned = anchor.date.day == 1
    switch interval.component {
    case .month where isAligned: return String(date.prefix(7))
    case .quarter where isAligned && anchor.date.month % 3 == 1 && interval.count == 1:
      let month = Int(date.dropFirst(5).prefix(2)) ?? 1
      return date.prefix(4) + "-Q\((month + 2) / 3)"
    case .year where isAligned && anchor.date.month == 1: return String(date.prefix(4))
    default: return date
    }
  }

  /// The interval of an index; `nil` without intervals, and where each sample has a clock of its own.
  func bounds(of index: Int64) -> Cell? {
    guard let interval, isOnly else { return nil }
    var day = index
    var seconds: Int64 = 1
    if interval.component == .hour {
      day = index.floorDivided(by: Self.hoursPerDay)
      seconds += (index - day * Self.hoursPerDay) * Int64(interval.count) * 3_600
      day += anchor.day
    } else {
      day = firstDay(ofBlock: index)
    }
    return cell(at: (start(ofDay: day) + seconds) * Self.second)
  }

  private func hourLabel(of index: Int64, _ count: Int64) -> String {
    let day = index.floorDivided(by: Self.hoursPerDay)
    let seconds = (index - day * Self.hoursPerDay) * count * 3_600
    guard isOnly else {
      let clock = (anchor.day + day) * 86_400 + anchor.secondOfDay + seconds
      return String(Timestamp(secondsSince1970: clock).text(.iso8601).description.prefix(16))
    }
    let instant = start(ofDay: anchor.day + day) + seconds
    let time = Timestamp(
      secondsSince1970: instant, offsetMinutes: Int16(zone.offset(at: instant) / 60))
    let text = time.text(.iso8601).description
    return String(text.prefix(16)) + text.suffix(6)
  }

  /// The longest time that is shared out over intervals: some 20,000 of them.
  var longestShared: Int64 {
    guard let interval else { return .max }
    let hours: Int64 = interval.component == .hour ? Int64(interval.count) : 24
    return 20_000 * hours * 3_600 * Self.second
  }
}

extension StatisticsRow {
  /// The index of the row of the same day in a collection by day, if this row is of an interval of hours.
  package var indexOfDay: Int64 { index.floorDivided(by: CalendarGrid.hoursPerDay) }
}

extension Int64 {
  /// The quotient, rounded down.
  func floorDivided(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
