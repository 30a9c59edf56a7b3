import HealthBytes
import HealthModel

/// How the dates of a sample are read from the rows of a file.
final class MapTimes {
  let start: MapCell?
  private let end: MapCell?
  let lasts: MapLength?
  private let until: MapCell?
  private let created: MapCell?
  private let patterns: [DatePattern]
  /// Whether dates without an offset are in UTC.
  private let isUTC: Bool
  /// What tells the two times apart that a clock shows twice.
  private let counter: MapCounter?
  private let turns: MapSurvey.Turns
  private let isSuccessive: Bool
  /// When the sample of the row before ended.
  private var lastEnd: Int64?
  /// The zone that the map names, or the file; and that of the end.
  private let named: MapZone?
  private let endNamed: MapZone?
  /// The zone for dates that have none, if the caller gave one.
  private let given: Zone?
  /// The latest zones by their names.
  private var zones: [String: Zone] = [:]
  private static let zoneLimit = 64

  init(_ settings: MapSettings, _ header: MapHeader) throws(HealthError) {
    start = try header.require(settings.start)
    end = try header.require(settings.end)
    var lasts = settings.lasts
    if let cell = try header.require(lasts?.cell) { lasts?.cell = cell }
    self.lasts = lasts
    until = try header.require(settings.until)
    created = try header.require(settings.created)
    named = try settings.zone?.found(in: header)
    endNamed = try settings.endZone?.found(in: header) ?? named
    patterns =
      settings.dateChoice.flatMap { choice in
        header.survey.dateForm.map { [choice.patterns[$0]] }
      } ?? settings.dates
    isUTC = settings.isUTC
    counter = settings.counter?.found(in: header)
    turns = header.survey.turns
    isSuccessive = settings.isSuccessive
    given = header.zone
  }

  /// A date, and whether a clock may have meant another.
  struct Reading {
    var date: Timestamp
    var isUncertain = false
  }

  /// When the sample of a row began; `nil` where the cell is empty.
  func start(of row: MapRow) throws(CellFault) -> Reading? { try read(start, row, named) }

  /// When a sample was saved.
  func created(in row: MapRow) throws(CellFault) -> Timestamp? {
    try read(created, row, named)?.date
  }

  /// When a sample ended.
  ///
  /// - Parameter isList: Whether it is a list, whose items state how long each took.
  func end(
    after start: Reading, isList: Bool, in row: MapRow
  ) throws(CellFault) -> Reading {
    var end = start
    if let found = try read(self.end, row, endNamed) {
      end = Reading(date: found.date, isUncertain: start.isUncertain || found.isUncertain)
    } else if !isList, let date = try self.end(lastingFrom: start.date, in: row) {
      end.date = date
    }
    lastEnd = end.date.secondsSince1970
    return end
  }

  /// The end of something that lasts as long as a row states, but not longer than until the date that the row states as the
  /// latest; `nil` if it states no length.
  func end(lastingFrom start: Timestamp, in row: MapRow) throws(CellFault) -> Timestamp? {
    guard let lasts, let end = try date(lasting: lasts, from: start, of: row) else { return nil }
    guard let limit = try self.limit(of: row) else { return end }
    return max(start, min(end, limit))
  }

  /// The latest end of what lasts as long as a row states; `nil` if the row states none after its start.
  func limit(of row: MapRow) throws(CellFault) -> Timestamp? {
    guard let limit = try read(until, row, endNamed)?.date else { return nil }
    if let start = try self.start(of: row)?.date, limit <= start { return nil }
    return limit
  }

  /// The date that is as long after another one as a row states; `nil` if it does not.
  func date(
    lasting lasts: MapLength, from start: Timestamp, of row: MapRow
  ) throws(CellFault) -> Timestamp? {
    switch lasts.form {
    case .clock, .iso8601:
      return try lasts.cell.seconds(in: row, lasts.form).map { (seconds) throws(CellFault) in
        let nanoseconds = (seconds.doubleValue * 1e9).rounded()
        guard nanoseconds.magnitude < 1e18 else {
          throw lasts.cell.fault("malformed-number", "found a length of more than 30 years")
        }
        return try date(nanoseconds: Int64(nanoseconds), after: start, lasts.cell)
      }
    case .unit, .days: break
    }
    return try lasts.cell.number(in: row).map { (count) throws(CellFault) in
      try date(count, after: start, lasts, in: row)
    }
  }

  /// The date of a part of a sample, such as a point of a route, whose members are a row of their own.
  func date(
    _ cell: MapCell?, of part: MapRow, in row: MapRow
  ) throws(CellFault) -> Timestamp? { try read(cell, row, named, part)?.date }

  /// - Parameter part: The row of the cell if it is another one.
  private func read(
    _ cell: MapCell?, _ row: MapRow, _ named: MapZone?, _ part: MapRow? = nil
  ) throws(CellFault) -> Reading? {
    guard let cell else { return nil }
    switch text(cell, part ?? row) {
    case nil: return nil
    case .instant(let date) where isUTC && date.offsetMinutes == 0:
      return try shown(date, row, named, cell)
    case .instant(let date): return Reading(date: date)
    case .epoch(let date): return try shown(date, row, named, cell)
    case .clock(let fields) where isUTC:
      let second = Timestamp(secondsSince1970: 0, nanoseconds: Int32(fields.nanoseconds))
      return try shown(try second.moved(to: fields.clock, offset: 0, cell), row, named, cell)
    case .fault(let fault): throw cell.fault("malformed-date", "the date \(fault.wording)")
    case .clock(let fields):
      guard let zone = try zone(named, in: row) else {
        throw CellFault(
          cell: cell.column, rule: "missing-zone",
          message: "the date has no time zone, and neither the file nor the map states one",
          isFatal: true, remedy: .nameZone)
      }
      let reading =
        isSuccessive && cell === self.start
        ? successor(atClock: fields.clock, zone, row)
        : self.reading(atClock: fields.clock, zone, row)
      let second = Timestamp(secondsSince1970: 0, nanoseconds: Int32(fields.nanoseconds))
      return Reading(
        date: try second.moved(to: reading.instant, offset: reading.offset, cell),
        isUncertain: reading.isUncertain)
    }
  }

  /// What a cell contains, in the first form that it has; `nil` where it is empty.
  private func text(_ cell: MapCell, _ row: MapRow) -> DatePattern.Reading? {
    cell.withBytes(in: row) { bytes in
      var fault = Timestamp.Fault.shape
      for pattern in patterns {
        switch pattern.read(bytes) {
        case .fault(.shape): continue
        case .fault(let found): fault = found
        case let found: return found
        }
      }
      return .fault(fault)
    }
  }

  /// An instant with the offset of the zone.
  private func shown(
    _ date: Timestamp, _ row: MapRow, _ named: MapZone?, _ cell: MapCell
  ) throws(CellFault) -> Reading {
    guard let zone = try zone(named, in: row) else { return Reading(date: date) }
    let offset = zone.offset(at: date.secondsSince1970)
    return Reading(date: try date.moved(to: date.secondsSince1970, offset: offset, cell))
  }

  /// The instant of a local time. Of two, the counter of the row decides.
  private func reading(atClock clock: Int64, _ zone: Zone, _ row: MapRow) -> Zone.Reading {
    let first = zone.reading(atClock: clock)
    guard first.isUncertain, let key = counter?.key(in: row), let isSecond = turns[key],
      let second = zone.secondReading(atClock: clock)
    else { return first }
    return isSecond ? second : Zone.Reading(instant: first.instant, offset: first.offset)
  }

  /// The instant of a local time that is not before the end of the sample before.
  private func successor(atClock clock: Int64, _ zone: Zone, _ row: MapRow) -> Zone.Reading {
    let first = reading(atClock: clock, zone, row)
    guard first.isUncertain, let lastEnd, let second = zone.secondReading(atClock: clock),
      first.instant <= lastEnd, lastEnd <= second.instant
    else { return first }
    return first.instant < lastEnd
      ? second : Zone.Reading(instant: first.instant, offset: first.offset)
  }

  /// The milliseconds from 1970 that a cell shows, whatever the zone; `nil` if it has no date.
  func milliseconds(_ cell: MapCell, in row: MapRow) -> Int64? {
    switch text(cell, row) {
    case .clock(let fields): fields.clock &* 1_000 &+ Int64(fields.nanoseconds) / 1_000_000
    case .instant(let date), .epoch(let date):
      date.secondsSince1970 &* 1_000 &+ Int64(date.nanoseconds) / 1_000_000
    case .fault, nil: nil
    }
  }

  /// The seconds from 1970 that a cell shows, whatever the zone.
  private func seconds(_ cell: MapCell?, _ row: MapRow) -> Int64? {
    switch cell.flatMap({ text($0, row) }) {
    case .clock(let fields): fields.clock
    case .instant(let date), .epoch(let date): date.secondsSince1970
    case .fault, nil: nil
    }
  }

  /// The date so much after another; days are those of the calendar.
  private func date(
    _ count: Number, after date: Timestamp, _ length: MapLength, in row: MapRow
  ) throws(CellFault) -> Timestamp {
    if case .days = length.form, let days = Int64(exactly: count.doubleValue),
      days.magnitude < 10_000
    {
      let offset = Int64(date.offsetMinutes) * 60
      let clock = date.secondsSince1970 + offset + days * 86_400
      var zone = try self.zone(named, in: row)
      // A date with an offset of its own is of another clock.
      if let known = zone, Int64(known.offset(at: date.secondsSince1970)) != offset { zone = nil }
      let reading =
        zone?.reading(atClock: clock)
        ?? Zone.Reading(instant: clock - offset, offset: Int(offset))
      return try date.moved(to: reading.instant, offset: reading.offset, length.cell)
    }
    let unit = if case .unit(let nanoseconds) = length.form { nanoseconds } else { 86_400e9 }
    let nanoseconds = (count.doubleValue * unit).rounded()
    guard nanoseconds.magnitude < 1e18 else {
      throw length.cell.fault("malformed-number", "found a length of more than 30 years")
    }
    return try self.date(nanoseconds: Int64(nanoseconds), after: date, length.cell)
  }

  private func date(
    nanoseconds: Int64, after date: Timestamp, _ cell: MapCell
  ) throws(CellFault) -> Timestamp {
    let date = date.advanced(byNanoseconds: nanoseconds)
    return try date.moved(to: date.secondsSince1970, offset: Int(date.offsetMinutes) * 60, cell)
  }

  private func zone(_ named: MapZone?, in row: MapRow) throws(CellFault) -> Zone? {
    guard let named else { return given }
    if named.isLocalTime {
      guard let local = seconds(named.cell, row), let start = seconds(start, row) else {
        return given
      }
      let offset = Int(local - start)
      // An offset does not tell when the clock is changed; the zone does.
      if let given, given.offset(at: start) == offset { return given }
      return MapZone.zone(secondsFromUTC: offset) ?? given
    }
    if given != nil, named.cell.fixedText != nil { return given }
    guard let name = try named.cell.text(in: row), !named.empty.contains(name) else {
      return given
    }
    if let known = zones[name] { return known }
    guard let zone = named.zone(name) else {
      throw named.cell.fault("unknown-zone", "found an unknown time zone")
    }
    if zones.count >= Self.zoneLimit { zones.removeAll() }
    zones[name] = zone
    return zone
  }
}

extension Timestamp {
  /// The same fraction of another second.
  fileprivate func moved(
    to second: Int64, offset: Int, _ cell: MapCell
  ) throws(CellFault) -> Timestamp {
    if let date = Timestamp(
      validating: second, nanoseconds: nanoseconds, offsetMinutes: Int64(offset / 60))
    {
      return date
    }
    throw cell.fault("malformed-date", "the date is not of the years 1 to 9999")
  }
}
