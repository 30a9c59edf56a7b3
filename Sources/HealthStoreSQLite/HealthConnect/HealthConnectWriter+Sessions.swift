import HealthFormats
import HealthModel
import HealthStore

/// What depends on several samples: it waits in temporary tables, which SQLite sorts on the disk.
extension HealthConnectWriter {
  func prepareSessions() throws(HealthError) {
    let common =
      "app INTEGER, device INTEGER, start INTEGER, start_offset INTEGER, stop INTEGER, stop_offset INTEGER, "
      + "modified INTEGER, method INTEGER, uuid BLOB, other BLOB"
    try database.connection.run(
      "CREATE TEMP TABLE sleep (\(common), stage INTEGER, client TEXT, title TEXT, notes TEXT)")
    try database.connection.run(
      "CREATE TEMP TABLE measured (\(common), id BLOB, type TEXT, place INTEGER, value REAL)")
    try database.connection.run(
      "CREATE TEMP TABLE members (id BLOB PRIMARY KEY) WITHOUT ROWID")
  }

  /// Binds what all waiting samples have.
  private func bind(_ record: HealthConnectRecord, to statement: Statement) {
    let time = record.time
    let numbers = [
      record.app, record.device, time.start, time.startOffset, time.end, time.endOffset,
      record.modified, record.method,
    ]
    for (index, number) in numbers.enumerated() { statement.bind(index + 1, number) }
    statement.bind(9, record.uuids[0].bits)
    if let other = record.uuids.dropFirst().first {
      statement.bind(10, other.bits)
    } else {
      statement.bindNull(10)
    }
  }

  /// The record of the row of a waiting sample.
  private func record(_ row: Statement) -> HealthConnectRecord {
    let time = HealthConnectTime(
      start: row.integer(2), startOffset: row.integer(3), end: row.integer(4),
      endOffset: row.integer(5))
    return HealthConnectRecord(
      uuids: [row.id(8), row.id(9)].compactMap { $0.map { SampleUUID($0) } }, app: row.integer(0),
      device: row.integer(1), time: time, modified: row.integer(6), method: row.integer(7))
  }

  // MARK: Sleep

  /// The longest time between stages of one session, in milliseconds: as between those of a night in statistics.
  private static let gap: Int64 = 3_600_000

  /// Lets a sample of sleep wait.
  func hold(sleep sample: CategorySample) throws(HealthError) {
    let header = sample.header
    let origin = try origin(of: header.descriptor)
    guard let number = sample.value?.number, number == 0 || plan.stages[number] != nil else {
      return counts.add(.samples)
    }
    let stage = number == 0 ? nil : plan.stages[number]
    if sample.value != sample.type.value(numbered: number) { counts.add(.textForms) }
    guard let time = time(of: header) else { return counts.add(.values) }
    var (record, stated) = record(of: header, sample.uuid, time, origin)
    let insert = try database.connection.statement(
      "INSERT INTO temp.sleep VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    bind(record, to: insert)
    if let stage { insert.bind(11, stage) } else { insert.bindNull(11) }
    let texts = [
      record.clientID, header.metadata[HealthConnectPlan.titleKey],
      header.metadata[HealthConnectPlan.notesKey],
    ]
    for (index, text) in texts.enumerated() {
      if stage == nil, let text {
        insert.bind(12 + index, text)
      } else {
        insert.bindNull(12 + index)
      }
    }
    if stage == nil {
      stated += texts.dropFirst().count { $0 != nil }
    } else if record.clientID != nil {
      (record.clientID, stated) = (nil, stated - 1)
    }
    try insert.run()
    countDetails(header, origin, stated: stated)
  }

  /// A session while it is written.
  private struct Session {
    let row: Int64
    var record: HealthConnectRecord
    let isInBed: Bool
    /// The end of its last stage.
    var stageEnd = Int64.min
    /// Whether its end in the table is another one.
    var isExtended = false
  }

  /// Writes the sessions: time in bed with the stages that begin in it, and stages without time in bed that follow each
  /// other. Stages must not overlap, and have to be in their session.
  func writeSleep() throws(HealthError) {
    let rows = try Statement(
      "SELECT * FROM temp.sleep ORDER BY app, device, start, stage IS NOT NULL, stop DESC, rowid",
      database.connection)
    var session: Session?
    while try rows.step() {
      var record = record(rows)
      let isInBed = rows.isNull(10)
      if let open = session, open.record.app == record.app, open.record.device == record.device {
        let limit = open.record.time.end + (open.isInBed || isInBed ? 0 : Self.gap)
        let isPart =
          isInBed || open.isInBed ? record.time.start < limit : record.time.start <= limit
        if isPart {
          if isInBed { counts.add(.nights) }
          try add(record.time, isInBed ? nil : rows.integer(10), to: &session)
          continue
        }
      }
      try close(session)
      session = nil
      var cells = try database.blank(Self.sessions)
      if isInBed {
        record.clientID = try rows.optionalText(11)
        for (index, column) in ["title", "notes"].enumerated() {
          guard let place = Self.sessions.column(named: column),
            let text = try rows.optionalText(12 + index)
          else { continue }
          cells[place] = .text(text)
        }
      } else {
        counts.add(.nights)
      }
      guard let row = try database.insert(record, cells, into: Self.sessions) else {
        counts.add(.duplicates)
        continue
      }
      session = Session(row: row, record: record, isInBed: isInBed)
      if !isInBed { try add(record.time, rows.integer(10), to: &session) }
    }
    try close(session)
  }

  private static let sessions = HealthConnectTable.required("sleep_session_record_table")
  private static let stages = HealthConnectTable.required("sleep_stages_table")

  /// Adds a stage to a session, or extends it.
  private func add(
    _ time: HealthConnectTime, _ stage: Int64?, to session: inout Session?
  ) throws(HealthError) {
    guard var open = session else { return }
    if let stage {
      guard time.start >= open.stageEnd else { return counts.add(.nights) }
      let cells: [HealthConnectCell] = [
        .integer(time.start), .integer(time.end), .integer(stage),
      ]
      try database.insert(part: cells, of: open.row, into: Self.stages)
      open.stageEnd = time.end
    }
    if time.end > open.record.time.end {
      if open.isInBed, stage != nil { counts.add(.nights) }
      (open.record.time.end, open.record.time.endOffset) = (time.end, time.endOffset)
      open.isExtended = true
    }
    session = open
  }

  /// Corrects the end of a session that became longer.
  private func close(_ session: Session?) throws(HealthError) {
    guard let session, session.isExtended else { return }
    let update = try database.connection.statement(
      "UPDATE sleep_session_record_table SET end_time = ?1, end_zone_offset = ?2, "
        + "dedupe_hash = CASE WHEN dedupe_hash IS NULL THEN NULL ELSE ?3 END WHERE row_id = ?4")
    update.bind(1, session.record.time.end)
    update.bind(2, session.record.time.endOffset)
    update.bind(3, HealthConnectDatabase.hash(session.record, isInterval: true))
    update.bind(4, session.row)
    try update.run()
  }

  // MARK: Members

  /// Lets a sample wait that may be a member of a correlation.
  func hold(
    _ sample: QuantitySample, _ cell: HealthConnectCell, of type: String, column: Int,
    _ origin: Origin
  ) throws(HealthError) {
    guard case .real(let real) = cell, let place = origin.assembly?.place,
      let time = time(of: sample.header, in: place)
    else { return counts.add(.values) }
    let (record, stated) = record(of: sample.header, sample.uuid, time, origin)
    let insert = try database.connection.statement(
      "INSERT INTO temp.measured VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    bind(record, to: insert)
    insert.bind(11, sample.id)
    insert.bind(12, type)
    insert.bind(13, Int64(column))
    insert.bind(14, real)
    try insert.run()
    countDetails(
      sample.header, origin, stated: record.clientID == nil ? stated : stated - 1)
  }

  /// Notes that a correlation has a sample that is also at top level.
  func note(member id: SampleID) throws(HealthError) {
    let insert = try database.connection.statement("INSERT OR IGNORE INTO temp.members VALUES (?)")
    insert.bind(1, id)
    try insert.run()
  }

  /// Writes records of values that no correlation has: those of the same time and origin in one.
  func writeAssemblies() throws(HealthError) {
    let rows = try Statement(
      "SELECT * FROM temp.measured WHERE id NOT IN (SELECT id FROM temp.members) "
        + "ORDER BY type, app, device, start, stop, rowid", database.connection)
    var open: (type: String, record: HealthConnectRecord, cells: [Int: Double])?
    while try rows.step() {
      let record = record(rows)
      let (type, column) = (try rows.text(11), Int(rows.integer(12)))
      if let last = open,
        last.type != type || last.record.app != record.app || last.record.device != record.device
          || last.record.time != record.time || last.cells[column] != nil
      {
        try write(last)
        open = nil
      }
      if open == nil { open = (type, record, [:]) }
      open?.cells[column] = rows.real(13)
    }
    if let open { try write(open) }
  }

  private func write(
    _ open: (type: String, record: HealthConnectRecord, cells: [Int: Double])
  ) throws(HealthError) {
    guard let place = plan.places[open.type],
      place.isPartial || open.cells.count == place.values.count
    else { return counts.add(.samples, open.cells.count) }
    var cells = try database.blank(place.table)
    for (column, value) in open.cells { cells[column] = .real(value) }
    let isNew = try database.insert(
      open.record, cells, into: place.table, hasHash: place.table.name != Self.nutrition)
    counts.add(isNew == nil ? .duplicates : .types, open.cells.count)
  }
}

extension HealthConnectTable {
  /// A table that the schema has; empty for another name.
  static func required(_ name: String) -> HealthConnectTable {
    byName[name] ?? HealthConnectTable(name: name, kind: .instant, recordType: 0, columns: [])
  }
}
