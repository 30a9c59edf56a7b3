import HealthBytes
import HealthModel

/// The rows of a table that are parts of workouts, sorted by the keys of the workouts' rows. They are read next to these rows, which
/// have ascending keys, so that only the parts of one workout are in memory at a time.
final class MapParts {
  /// The key of the workout's row.
  let key: String
  private let rows: any MapRows
  private let place: Place
  private let form: MapRow.Form
  private let reference: MapCell
  private let content: MapPartTable.Content
  private let isStrict: Bool
  private var tally = FindingTally()
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>?] = []
  /// The number of the row that is read next.
  private var number: Int64?

  /// The most events of a workout that are read.
  private static let mostEvents = 10_000

  /// Begins to read the parts.
  ///
  /// - Parameters:
  ///   - file: The name of the database.
  ///   - table: The table of the map that the workouts are of.
  /// - Returns: `nil` if the database lacks the table of the parts.
  init?(
    _ part: MapPartTable, of database: any MapDatabase, file: String, _ table: CSVMap.Table,
    _ options: ReadOptions
  ) throws(HealthError) {
    guard let names = try database.tables()[part.table]?.columns else { return nil }
    let place = Place(file: "\(file)/\(part.table.printableName)")
    let header = MapHeader(names, place, zone: options.zone, isDatabase: true)
    let reference: MapCell = try header.require(part.reference)
    let order: MapCell = try header.require(part.order)
    content = try part.content.found(in: header)
    rows = try database.rows(
      of: MapQuery(
        table: part.table, joins: [], columns: names.map { MapQuery.Column(own: $0) },
        order: (reference.columns + order.columns).map { MapQuery.Column(own: names[$0]) }))
    form = MapRow.Form(table.settings)
    key = part.key
    (self.place, self.reference, isStrict) = (place, reference, options.isStrict)
    let ignored = table.settings.ignored
    guard try database.count(of: part.table) > 0 else { return }
    for (index, name) in names.enumerated()
    where !header.used.contains(index) && !ignored.contains(name) {
      let message = "the column '\(name.printableName)' is not in the map; it is left out"
      try note(CellFault(cell: index, rule: "unmapped-column", message: message), message)
    }
  }

  /// Adds the parts of a workout to its fields.
  ///
  /// - Parameters:
  ///   - key: The key of the workout's row, which is greater than that of the row before.
  ///   - row: The workout's row.
  func append(
    to fields: inout Sample.WorkoutFields, of key: Int64, _ row: MapRow, _ times: MapTimes
  ) throws(HealthError) {
    var points: [RouteLocation] = []
    while try load() {
      let part = MapRow(
        bytes,
        ranges.map { range in
          CSVCell(start: range?.lowerBound ?? 0, end: range?.upperBound ?? 0, isQuoted: false)
        }, form)
      guard let own = owner(of: part), own >= key else {
        try leaveOut()
        continue
      }
      if own > key { break }
      do throws(CellFault) {
        switch content {
        case .point(let members):
          guard points.count < Limits.routePoints.value else {
            throw reference.fault("part-left-out", "found \(Limits.routePoints.excess)")
          }
          points.append(try Self.point(members, part, of: row, times))
        case .event(let event):
          guard fields.events.count < Self.mostEvents else {
            throw reference.fault(
              "part-left-out", "found more than \(Self.mostEvents) events in a workout")
          }
          fields.events += try event.events(part, of: row, times)
        }
      } catch {
        try note(error, "\(error.message); the row is left out", .error)
      }
      number = nil
    }
    if !points.isEmpty { fields.routes.append(WorkoutRoute(points: points)) }
  }

  /// Counts the rows that are left: no workout was read for them.
  func finish() throws(HealthError) {
    while try load() { try leaveOut() }
  }

  func takeFindings() -> [Finding] { tally.takeAll() }

  // MARK: Rows

  /// Reads the next row, unless there is one already.
  ///
  /// - Returns: Whether there is one.
  private func load() throws(HealthError) -> Bool {
    if number != nil { return true }
    bytes.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    number = try rows.next(&bytes, &ranges)
    return number != nil
  }

  private func owner(of part: MapRow) -> Int64? {
    reference.columns.first.flatMap { part.text($0) }.flatMap { Int64($0) }
  }

  private func leaveOut() throws(HealthError) {
    let message = "no workout was read that the row is a part of; the row is left out"
    try note(reference.fault("part-left-out", message), message)
    number = nil
  }

  private static func point(
    _ members: [String: MapCell], _ part: MapRow, of row: MapRow, _ times: MapTimes
  ) throws(CellFault) -> RouteLocation {
    var reader = PointReader(members: members, row: part)
    var point = RouteLocation()
    try point.visit(&reader)
    point.date = try times.date(members["date"], of: part, in: row)
    guard point.date != nil, point.latitude != nil, point.longitude != nil else {
      throw CellFault(
        cell: 0, rule: "malformed-part", message: "found a point without its time or its place")
    }
    return point
  }

  private func note(
    _ fault: CellFault, _ message: String, _ severity: Finding.Severity = .warning
  ) throws(HealthError) {
    var place = place
    if let number { place.line = Int(clamping: max(1, number)) }
    if fault.isFatal || isStrict {
      throw HealthError(
        .malformed, rule: fault.rule, place: place, fault.message, remedy: fault.remedy)
    }
    if tally.counts(fault.rule, message) { return }
    tally.add(fault.rule, message, at: place, severity: severity)
  }
}
