import HealthBytes
import HealthModel

/// How the dates of a sample are read from a row.
struct PlannedTimes {
  let start: PlannedCell?
  let end: PlannedCell?
  let lasts: PlannedCell?
  let length: MapLength.Form?
  let created: PlannedCell?
  private let patterns: [DatePattern]
  /// The zone that the map names, or the file.
  private let named: PlannedCell?
  /// The zone for dates that have none, if the caller gave one.
  private let given: Zone?
  /// Zones by their names, those met last.
  private var zones: [String: Zone] = [:]
  private static let zoneLimit = 64

  init(
    _ settings: MapSettings, given: Zone?, cell: (MapCell) throws(FormatError) -> PlannedCell
  ) throws(FormatError) {
    func planned(_ stated: MapCell?) throws(FormatError) -> PlannedCell? {
      guard let stated else { return nil }
      return try cell(stated)
    }
    start = try planned(settings.start)
    end = try planned(settings.end)
    lasts = try planned(settings.lasts?.cell)
    length = settings.lasts?.form
    created = try planned(settings.created)
    named = try planned(settings.zone)
    patterns = settings.dates
    self.given = given
  }

  /// A date, and whether a clock may have meant another.
  struct Reading {
    var date: Timestamp
    var isUncertain = false
  }

  /// Reads a date; `nil` where the cell is empty.
  mutating func date(
    _ cell: PlannedCell, in row: MapRow
  ) throws(CellFault) -> Reading? {
    let patterns = patterns
    let found: DatePattern.Reading? = cell.withBytes(in: row) { bytes in
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
    switch found {
    case nil: return nil
    case .instant(let date): return Reading(date: date)
    case .epoch(let date):
      guard let zone = try zone(in: row) else { return Reading(date: date) }
      let offset = zone.offset(at: date.secondsSince1970)
      return Reading(
        date: try date.moved(to: date.secondsSince1970, offset: offset, cell))
    case .fault(let fault):
      throw CellFault(
        cell: cell.column, rule: "malformed-date", message: "the date \(fault.wording)")
    case .clock(let fields):
      let zone = try requireZone(cell, in: row)
      let reading = zone.reading(atClock: fields.clock)
      let second = Timestamp(secondsSince1970: 0, nanoseconds: Int32(fields.nanoseconds))
      return Reading(
        date: try second.moved(to: reading.instant, offset: reading.offset, cell),
        isUncertain: reading.isUncertain)
    }
  }

  /// The date so much after another; days are those of the calendar.
  mutating func date(
    _ count: Number, after date: Timestamp, _ cell: PlannedCell, in row: MapRow
  ) throws(CellFault) -> Timestamp {
    if case .days = length, let days = Int64(exactly: count.doubleValue), days.magnitude < 10_000 {
      let clock = date.secondsSince1970 + Int64(date.offsetMinutes) * 60 + days * 86_400
      let offset = Int64(date.offsetMinutes) * 60
      var zone = try self.zone(in: row)
      // A date with an offset of its own is of another clock.
      if let known = zone, Int64(known.offset(at: date.secondsSince1970)) != offset { zone = nil }
      let reading =
        zone?.reading(atClock: clock)
        ?? Zone.Reading(instant: clock - offset, offset: Int(offset))
      return try date.moved(to: reading.instant, offset: reading.offset, cell)
    }
    let unit = if case .unit(let nanoseconds) = length { nanoseconds } else { 86_400e9 }
    let nanoseconds = (count.doubleValue * unit).rounded()
    guard nanoseconds.magnitude < 1e18 else {
      throw CellFault(
        cell: cell.column, rule: "malformed-number", message: "found a length of more than 30 years"
      )
    }
    return try self.date(nanoseconds: Int64(nanoseconds), after: date, cell)
  }

  /// The date some nanoseconds after another.
  func date(
    nanoseconds: Int64, after date: Timestamp, _ cell: PlannedCell
  ) throws(CellFault) -> Timestamp {
    let date = date.advanced(byNanoseconds: nanoseconds)
    return try date.moved(
      to: date.secondsSince1970, offset: Int(date.offsetMinutes) * 60, cell)
  }

  private mutating func zone(in row: MapRow) throws(CellFault) -> Zone? {
    guard let named else { return given }
    if given != nil, named.fixedText != nil { return given }
    guard let name = try named.text(in: row) else { return given }
    if let known = zones[name] { return known }
    do throws(Zone.Fault) {
      let zone = try Zone(name)
      if zones.count >= Self.zoneLimit { zones.removeAll() }
      zones[name] = zone
      return zone
    } catch {
      throw CellFault(
        cell: named.column, rule: "unknown-zone", message: "found an unknown time zone")
    }
  }

  private mutating func requireZone(
    _ cell: PlannedCell, in row: MapRow
  ) throws(CellFault) -> Zone {
    if let zone = try zone(in: row) { return zone }
    throw CellFault(
      cell: cell.column, rule: "missing-zone",
      message: "the date has no time zone, and neither the file nor the map states one",
      isFatal: true, remedy: .nameZone)
  }
}

extension Timestamp {
  /// The same fraction of another second.
  fileprivate func moved(
    to second: Int64, offset: Int, _ cell: PlannedCell
  ) throws(CellFault) -> Timestamp {
    guard
      let date = Timestamp(
        validating: second, nanoseconds: nanoseconds, offsetMinutes: Int64(offset / 60))
    else {
      throw CellFault(
        cell: cell.column, rule: "malformed-date",
        message: "the date is not of the years 1 to 9999")
    }
    return date
  }
}
