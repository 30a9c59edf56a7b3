// `CalendarGrid` finds the interval of an instant in one time zone. If each record has its own time zone there are
// several grids, with the same numbers for the same dates. Limits of rows are part of a grid: cells end at them, and
// all beyond is one cell whose row is left out, so samples beyond the limits have the same effect on the rows as
// without limits. `Tests/Definitions/definitions.py` calculates sleep and sums independently, and a test compares both
// on random exports.
//
// Hours and minutes are numbered in two ways. If all samples are on one clock, they are counted from the beginning of
// the day, so that an hour that the clock shows twice has two rows, each with its UTC offset. Intervals of up to an hour end
// where the clock is changed, and those after it begin at their usual times on the new clock: where a clock is changed by half
// an hour, one hour of the day is shorter. If samples of several
// clocks share rows, a row is a time that the clock of each sample shows: an hour that is shown twice is in one row,
// and no sample is in the row of an hour that its clock skips.

import HealthBytes
import HealthModel

/// The intervals of a collection in one time zone. Times are microseconds since the beginning of 1970.
///
/// A day begins when the clock of the zone shows the anchor's time of day: where that is skipped, when the clock is put
/// forward; where it is shown twice, the first time. So days of 23 and 25 hours are what they are.
struct CalendarGrid {
  struct Cell: Equatable {
    /// Rises with time, and is alike on all clocks.
    var index: Int64
    var start: Int64
    /// The first instant after it.
    var end: Int64
  }

  let zone: Zone
  let interval: CalendarInterval?
  let anchor: CalendarAnchor
  /// Whether all samples are on this clock, so that an interval has bounds, and labels of hours have the offset from UTC.
  let isOnly: Bool
  /// The first instant that is wanted, and the first after the last one.
  private(set) var times: (first: Int64, end: Int64) = (.min, .max)
  /// The first day that is wanted, and the first after the last one, if there are limits.
  private(set) var days: (first: Int64?, end: Int64?) = (nil, nil)

  /// More than the minutes of a day, which a change of the clock can make longer.
  fileprivate static let partsPerDay: Int64 = 2_048
  private static let second: Int64 = 1_000_000
  /// The index of the one cell that holds all instants beyond the limits.
  static let outside: Int64 = 1 << 39 - 1

  /// The intervals of a clock.
  ///
  /// - Parameters:
  ///   - limits: What is wanted. Cells end at the limits; all beyond them is one cell, ``outside``.
  ///   - isNamedByEnd: Whether the name of a day is that of the next one, on which it ends.
  init(
    zone: Zone, interval: CalendarInterval?, anchor: CalendarAnchor, isOnly: Bool,
    limits: RowLimits = RowLimits(), isNamedByEnd: Bool = false
  ) {
    (self.zone, self.interval, self.anchor, self.isOnly) = (zone, interval, anchor, isOnly)
    let shift: Int64 = isNamedByEnd ? 1 : 0
    func place(_ limit: RowLimits.Limit, isEnd: Bool) -> (day: Int64, time: Int64) {
      var instant: Int64
      switch limit {
      case .day(let day): return (day, start(ofDay: day - shift) * Self.second)
      case .clock(let clock):
        let second = (isEnd ? clock - 1 : clock).floorDivided(by: Self.second)
        if hasClockParts, let change = change(thatSkips: second) {
          return (self.day(at: change) + (isEnd ? 1 : 0) + shift, change * Self.second)
        }
        instant = zone.reading(atClock: second).instant * Self.second
      case .instant(let time): instant = isEnd ? time - 1 : time
      }
      // The interval that the limit is in is whole.
      let day = self.day(at: instant.floorDivided(by: Self.second)) + (isEnd ? 1 : 0)
      guard interval?.isWithinDay == true else {
        return (day + shift, start(ofDay: day) * Self.second)
      }
      instant = isEnd ? wholeCell(at: instant).end : wholeCell(at: instant).start
      return (day, instant)
    }
    let (first, end) = (
      limits.since.map { place($0, isEnd: false) }, limits.until.map { place($0, isEnd: true) }
    )
    times = (first?.time ?? .min, end?.time ?? .max)
    times.end = max(times.first, times.end)
    days = (first?.day, end?.day)
  }

  /// The interval of an instant, cut off at the limits.
  func cell(at time: Int64) -> Cell {
    if time < times.first { return Cell(index: Self.outside, start: .min, end: times.first) }
    if time >= times.end { return Cell(index: Self.outside, start: times.end, end: .max) }
    var cell = wholeCell(at: time)
    cell.start = max(cell.start, times.first)
    cell.end = min(cell.end, times.end)
    return cell
  }

  /// An instant with the UTC offset of the clock; one beyond the limits as the limit.
  func timestamp(_ time: Int64) -> Timestamp {
    let time = max(times.first, min(time, times.end - 1))
    let instant = time.floorDivided(by: Self.second)
    let offset = Int16(clamping: zone.offset(at: instant) / 60)
    return Timestamp(
      secondsSince1970: instant,
      nanoseconds: Int32(time - instant * Self.second) * 1_000, offsetMinutes: offset)
  }

  /// Whether some interval is wanted only in part.
  var hasPartialIntervals: Bool {
    [days.first, days.end.map { $0 - 1 }].contains { $0.map { isPartial(block(of: $0)) } ?? false }
  }

  /// Whether some days of an interval are not wanted.
  func isPartial(_ index: Int64) -> Bool {
    guard let interval, !interval.isWithinDay else { return false }
    if let first = days.first, firstDay(ofBlock: index) < first { return true }
    return days.end.map { firstDay(ofBlock: index + 1) > $0 } ?? false
  }

  /// The interval in which an instant is.
  private func wholeCell(at time: Int64) -> Cell {
    guard let interval else { return Cell(index: 0, start: .min, end: .max) }
    let instant = time.floorDivided(by: Self.second)
    let day = day(at: instant)
    if hasClockParts { return clockPart(of: day, at: instant, interval.seconds) }
    if interval.isWithinDay { return part(of: day, at: instant, interval.seconds) }
    let index = block(of: day)
    return Cell(
      index: index, start: start(ofDay: firstDay(ofBlock: index)) * Self.second,
      end: start(ofDay: firstDay(ofBlock: index + 1)) * Self.second)
  }

  /// The day that an instant is in.
  private func day(at instant: Int64) -> Int64 {
    let clock = instant + Int64(zone.offset(at: instant))
    let day = (clock - anchor.secondOfDay).floorDivided(by: 86_400)
    // A clock that is put back over the beginning of a day shows the day before a second time.
    if instant >= start(ofDay: day + 1) { return day + 1 }
    return instant < start(ofDay: day) ? day - 1 : day
  }

  /// The intervals of minutes or hours of a day, counted from its beginning.
  private struct DayParts {
    let length: Int64
    let first: Int64
    let next: Int64
    /// When the clock is changed; `next` if it is not.
    var change: Int64
    /// How many intervals begin before that.
    var count: Int64 = 0
    /// When the interval with the change would have begun on the new clock.
    var aligned: Int64 = 0

    func start(of number: Int64) -> Int64 {
      if change == next || number < count { return first + number * length }
      return number == count ? change : aligned + (number - count) * length
    }

    func number(at instant: Int64) -> Int64 {
      instant < change || change == next
        ? (instant - first) / length : count + (instant - aligned) / length
    }
  }

  private func parts(of day: Int64, _ length: Int64) -> DayParts {
    let (first, next) = (start(ofDay: day), start(ofDay: day + 1))
    var parts = DayParts(length: length, first: first, next: next, change: next)
    let offset = Int64(zone.offset(at: next - 1))
    guard isOnly, length <= 3_600, first < next - 1, Int64(zone.offset(at: first)) != offset
    else { return parts }
    parts.change = change(after: first, until: next - 1)
    parts.count = (parts.change - first + length - 1) / length
    let midnight = day * 86_400 + anchor.secondOfDay - offset
    parts.aligned = midnight + (parts.change - midnight).floorDivided(by: length) * length
    return parts
  }

  /// The interval of minutes or hours that an instant is in, counted from the beginning of the day.
  private func part(of day: Int64, at instant: Int64, _ length: Int64) -> Cell {
    let parts = parts(of: day, length)
    let number = parts.number(at: instant)
    var end = min(parts.start(of: number + 1), parts.next)
    if instant < parts.change { end = min(end, parts.change) }
    return Cell(
      index: (day - anchor.day) * Self.partsPerDay + number,
      start: parts.start(of: number) * Self.second, end: end * Self.second)
  }

  /// Whether rows are hours or minutes that samples of several clocks share.
  private var hasClockParts: Bool { !isOnly && interval?.isWithinDay == true }

  /// The interval of minutes or hours, by the time that the clock shows. Parts of the same time before and after a
  /// change of the clock have the same index; they are one cell if they follow each other.
  ///
  /// A clock that is put back over the beginning of a day shows a time of the day before: this counts as the first
  /// interval of the day, so that the intervals of a day have the samples of the day.
  private func clockPart(of day: Int64, at instant: Int64, _ length: Int64) -> Cell {
    let (first, next) = (start(ofDay: day), start(ofDay: day + 1))
    guard first <= instant, instant < next else { return part(of: day, at: instant, length) }
    let midnight = day * 86_400 + anchor.secondOfDay
    let offset = Int64(zone.offset(at: instant))
    let second = min(max(0, instant + offset - midnight), 86_399)
    let number = second / length
    /// The interval in a part of the day in which the offset is the same.
    func cell(_ offset: Int64, in part: Range<Int64>) -> Range<Int64>? {
      let begin = midnight - offset + number * length
      let start = number == 0 ? part.lowerBound : max(part.lowerBound, begin)
      let isLast = number == 86_399 / length
      let end = isLast ? part.upperBound : min(part.upperBound, begin + length)
      return start < end ? start..<end : nil
    }
    let offsets = (Int64(zone.offset(at: first)), Int64(zone.offset(at: next - 1)))
    var found: Range<Int64>?
    if offsets.0 == offsets.1 {
      found = cell(offset, in: first..<next)
    } else {
      let change = change(after: first, until: next - 1)
      let parts = (cell(offsets.0, in: first..<change), cell(offsets.1, in: change..<next))
      found = instant < change ? parts.0 : parts.1
      if let before = parts.0, let after = parts.1, before.upperBound == after.lowerBound {
        found = before.lowerBound..<after.upperBound
      }
    }
    // Of a zone whose clock changes twice in a day, each second is a cell of its own.
    let single = instant..<(instant + 1)
    let range = found.flatMap { $0.contains(instant) ? $0 : nil } ?? single
    return Cell(
      index: (day - anchor.day) * Self.partsPerDay + number,
      start: range.lowerBound * Self.second, end: range.upperBound * Self.second)
  }

  /// When the clock is changed: the first instant with the offset of the later of two instants, whose offsets differ.
  private func change(after early: Int64, until late: Int64) -> Int64 {
    let offset = zone.offset(at: late)
    var (before, after) = (early, late)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if zone.offset(at: middle) == offset { after = middle } else { before = middle }
    }
    return after
  }

  /// When the clock is put forward over a time; `nil` if it shows the time.
  private func change(thatSkips clock: Int64) -> Int64? {
    let reading = zone.reading(atClock: clock)
    guard reading.isUncertain, zone.secondReading(atClock: clock) == nil else { return nil }
    let after = Int64(zone.offset(at: reading.instant))
    return change(after: clock - after, until: reading.instant)
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
    case .minute, .hour: (1, 0)
    case .day: (count, 0)
    case .week: (7 * count, 0)
    case .month: (0, count)
    case .quarter: (0, 3 * count)
    case .year: (0, 12 * count)
    }
  }

  private var anchorMonth: Int64 { Int64(anchor.date.year) * 12 + Int64(anchor.date.month) - 1 }

  /// The index of the interval that a day is in, of intervals of a day or longer.
  func index(ofDay day: Int64) -> Int64 { block(of: day) }

  private func block(of day: Int64) -> Int64 {
    let length = length
    if length.days > 0 { return (day - anchor.day).floorDivided(by: length.days) }
    let civil = Civil(secondsSince1970: day * 86_400)
    let month = Int64(civil.year) * 12 + Int64(civil.month) - 1
    let block = (month - anchorMonth).floorDivided(by: length.months)
    return day < firstDay(ofBlock: block) ? block - 1 : block
  }

  /// The days of the interval that a day is in; not of hours.
  func days(ofIntervalWith day: Int64) -> Range<Int64> {
    let block = block(of: day)
    return firstDay(ofBlock: block)..<firstDay(ofBlock: block + 1)
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
    if interval.isWithinDay { return label(ofPart: index, interval.seconds) }
    let day = firstDay(ofBlock: index)
    let date = Timestamp(secondsSince1970: day * 86_400).dayText
    let isAligned = anchor.date.day == 1
    switch interval.component {
    case .month where isAligned: return String(date.dropLast(3))
    case .quarter where isAligned && anchor.date.month % 3 == 1 && interval.count == 1:
      let month = Int(date.suffix(5).prefix(2)) ?? 1
      return date.dropLast(6) + "-Q\((month + 2) / 3)"
    case .year where isAligned && anchor.date.month == 1: return String(date.dropLast(6))
    default: return date
    }
  }

  /// The interval of an index; `nil` without intervals, and where each sample has a clock of its own.
  func bounds(of index: Int64) -> Cell? {
    guard let interval, isOnly else { return nil }
    let start =
      interval.isWithinDay
      ? self.start(ofPart: index, interval.seconds) : self.start(ofDay: firstDay(ofBlock: index))
    return wholeCell(at: (start + 1) * Self.second)
  }

  /// When an interval of minutes or hours begins, in seconds since 1970.
  private func start(ofPart index: Int64, _ length: Int64) -> Int64 {
    let day = index.floorDivided(by: Self.partsPerDay)
    return parts(of: anchor.day + day, length).start(of: index - day * Self.partsPerDay)
  }

  private func label(ofPart index: Int64, _ length: Int64) -> String {
    let day = index.floorDivided(by: Self.partsPerDay)
    let seconds = (index - day * Self.partsPerDay) * length
    guard isOnly else {
      let clock = (anchor.day + day) * 86_400 + anchor.secondOfDay + seconds
      return String(Timestamp(secondsSince1970: clock).text(.iso8601).description.dropLast(9))
    }
    let instant = start(ofPart: index, length)
    let time = Timestamp(
      secondsSince1970: instant, offsetMinutes: Int16(zone.offset(at: instant) / 60))
    let text = time.text(.iso8601).description
    return String(text.dropLast(9) + text.suffix(6))
  }

  /// The longest time that is shared out over intervals: some 20,000 of them.
  static func longestShared(_ interval: CalendarInterval?) -> Int64 {
    guard let interval else { return .max }
    return 20_000 * (interval.isWithinDay ? interval.seconds : 86_400) * second
  }

  /// The length of the shortest interval; the largest number without intervals.
  static func shortest(_ interval: CalendarInterval?) -> Int64 {
    guard let interval else { return .max }
    if interval.isWithinDay { return interval.seconds * second }
    let days: Int64 =
      switch interval.component {
      case .minute, .hour: 0
      case .day: 1
      case .week: 7
      case .month: 28
      case .quarter: 90
      case .year: 365
      }
    return Int64(interval.count) * (days * 24 - 1) * 3_600 * second
  }
}

extension StatisticsRow {
  /// The index of the row of the same day in a collection by day, if this row is of an interval of minutes or hours.
  package var indexOfDay: Int64 { index.floorDivided(by: CalendarGrid.partsPerDay) }
}

extension Int64 {
  /// The quotient, rounded down.
  func floorDivided(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
