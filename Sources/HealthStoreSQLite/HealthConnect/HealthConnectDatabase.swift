import HealthBytes
import HealthFormats
import HealthModel
import HealthStore

/// A record before its own columns: what all tables of records have.
struct HealthConnectRecord {
  /// The UUID, and others to use if it is taken.
  var uuids: [SampleUUID]
  var app: Int64
  var device: Int64
  var time: HealthConnectTime
  /// Milliseconds since 1970; the phone overwrites it.
  var modified: Int64
  /// 0 unknown, 3 entered by the user.
  var method: Int64
  var clientID: String?
}

/// A period in milliseconds since 1970, with the offsets of its ends from UTC in seconds.
struct HealthConnectTime: Equatable {
  var start: Int64
  var startOffset: Int64
  var end: Int64
  var endOffset: Int64

  /// The day of the start on its clock, counted from 1970.
  var day: Int64 {
    let milliseconds = start + startOffset * 1_000
    let day = milliseconds / 86_400_000
    return milliseconds % 86_400_000 < 0 ? day - 1 : day
  }
}

/// The database while it is written: a temporary file, one connection, one transaction, as with `DogsheepDatabase`.
final class HealthConnectDatabase {
  let connection: Connection
  private let file: NamedSpool
  private var tables: [String: (statement: Statement, blank: [HealthConnectCell])] = [:]

  /// The name of the database in an archive, by which the phone finds it.
  static let name = "health_connect_export.db"

  init() throws(HealthError) {
    file = try NamedSpool(copying: BytesSource([]))
    connection = try Connection(file.path, name: Self.name, isOwn: true)
    connection.temporaryFolder = Environment.temporaryFolder
    try connection.run("PRAGMA journal_mode = OFF")
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("PRAGMA locking_mode = EXCLUSIVE")
    // In KiB. UUIDs are in no order, so each record changes any page of an index.
    try connection.run("PRAGMA cache_size = -32768")
    try connection.run("PRAGMA user_version = \(HealthConnectTable.version)")
    try connection.run("BEGIN")
    for definition in HealthConnectTable.others {
      try connection.run("CREATE TABLE \(definition)")
    }
    for table in HealthConnectTable.all {
      try connection.run(table.definition)
      // Without an index the phone would search all parts for each record that it deletes from its copy.
      if case .part = table.kind {
        try connection.run("CREATE INDEX idx_\(table.name)_parent ON \(table.name) (parent_key)")
      }
    }
    try connection.run("CREATE INDEX idx_device ON device_info_table (manufacturer, model)")
    try connection.run("INSERT INTO android_metadata VALUES ('en_US')")
    // The first device is the one of records without a device.
    try connection.run("INSERT INTO device_info_table VALUES (1, NULL, NULL, 0)")
  }

  /// Completes the database and writes its bytes.
  func finish(to sink: any ByteSink) throws(HealthError) {
    for table in HealthConnectTable.all where table.recordType > 0 {
      try connection.run(
        "INSERT INTO activity_date_table (epoch_days, record_type_id) "
          + "SELECT DISTINCT local_date, \(table.recordType) FROM \(table.name)")
      try connection.run(
        "UPDATE application_info_table SET record_types_used = ifnull(record_types_used || ',', '') "
          + "|| '\(table.recordType)' WHERE row_id IN (SELECT app_info_id FROM \(table.name))")
    }
    for (category, types) in HealthConnectTable.prioritized { try addPriorities(category, types) }
    tables = [:]
    try connection.run("COMMIT")
    try connection.close()
    let source = try FileSource(file.path)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try source.read(into: &buffer, at: 0)
      if count == 0 { break }
      try sink.write(buffer.span.extracting(0..<count))
    }
    try sink.finish()
    file.remove()
  }

  /// Lists the apps of a category: the phone adds up only data of apps that are listed, at each time those of the first one that
  /// has some. Sources with data of a watch go first.
  private func addPriorities(_ category: Int, _ types: Set<Int64>) throws(HealthError) {
    let records = HealthConnectTable.all.filter { types.contains($0.recordType) }.map {
      "SELECT app_info_id, device_info_id FROM \($0.name)"
    }
    try connection.run(
      "INSERT INTO health_data_category_priority_table (health_data_category, app_id_priority_order) "
        + "SELECT \(category), apps FROM (SELECT group_concat(app_info_id) AS apps FROM ("
        + "SELECT app_info_id FROM (\(records.joined(separator: " UNION "))) JOIN device_info_table "
        + "ON row_id = device_info_id GROUP BY app_info_id "
        + "ORDER BY max(device_type = 1) DESC, app_info_id)) WHERE apps IS NOT NULL")
  }

  // MARK: Rows

  private func prepared(
    _ table: HealthConnectTable
  ) throws(HealthError) -> (statement: Statement, blank: [HealthConnectCell]) {
    if let known = tables[table.name] { return known }
    let made = (try Statement(table.insertion, connection), table.columns.map(\.absent))
    tables[table.name] = made
    return made
  }

  /// The columns of a table without values.
  func blank(_ table: HealthConnectTable) throws(HealthError) -> [HealthConnectCell] {
    try prepared(table).blank
  }

  /// Inserts a record.
  ///
  /// - Parameter hasHash: Whether another record of the same time, app and device is the same one.
  /// - Returns: The number of its row; `nil` if there is such a record.
  func insert(
    _ record: HealthConnectRecord, _ cells: [HealthConnectCell], into table: HealthConnectTable,
    hasHash: Bool = true
  ) throws(HealthError) -> Int64? {
    let statement = try prepared(table).statement
    for uuid in record.uuids {
      statement.bind(1, uuid.bits)
      statement.bind(2, record.modified)
      if let id = record.clientID { statement.bind(3, id) } else { statement.bindNull(3) }
      statement.bind(4, "0")
      statement.bind(5, record.device)
      statement.bind(6, record.app)
      statement.bind(7, record.method)
      if hasHash, record.clientID == nil {
        statement.bind(8, Self.hash(record, isInterval: table.kind == .interval))
      } else {
        statement.bindNull(8)
      }
      let time = record.time
      let times =
        table.kind == .interval
        ? [time.start, time.startOffset, time.end, time.endOffset, time.day]
        : [time.start, time.startOffset, time.day]
      for (index, value) in times.enumerated() { statement.bind(9 + index, value) }
      Self.bind(cells, to: statement, from: 9 + times.count)
      try statement.run()
      if connection.changedRows > 0 { return connection.lastRow }
    }
    return nil
  }

  /// Inserts a part of a record.
  func insert(
    part cells: [HealthConnectCell], of parent: Int64, into table: HealthConnectTable
  ) throws(HealthError) {
    let statement = try prepared(table).statement
    statement.bind(1, parent)
    Self.bind(cells, to: statement, from: 2)
    try statement.run()
  }

  private static func bind(_ cells: [HealthConnectCell], to statement: Statement, from first: Int) {
    for (index, cell) in cells.enumerated() {
      switch cell {
      case .null: statement.bindNull(first + index)
      case .integer(let value): statement.bind(first + index, value)
      case .real(let value): statement.bind(first + index, value)
      case .text(let text): statement.bind(first + index, text)
      }
    }
  }

  /// What the phone compares to find duplicates (`dedupe_hash`): app, device and time, each as 8 bytes.
  static func hash(_ record: HealthConnectRecord, isInterval: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    var words = [record.app, record.device, record.time.start]
    if isInterval { words.append(record.time.end) }
    for word in words {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> Int64(shift)))
      }
    }
    return bytes
  }

  // MARK: Origins

  /// The row of an app.
  func app(package: String, name: String?) throws(HealthError) -> Int64 {
    let find = try connection.statement(
      "SELECT row_id FROM application_info_table WHERE package_name = ?")
    find.bind(1, package)
    defer { find.reset() }
    if try find.step() { return find.integer(0) }
    let insert = try connection.statement(
      "INSERT INTO application_info_table (package_name, app_name) VALUES (?, ?)")
    insert.bind(1, package)
    if let name { insert.bind(2, name) } else { insert.bindNull(2) }
    try insert.run()
    return connection.lastRow
  }

  /// The row of a device.
  func device(
    manufacturer: String?, model: String?, type: Int64
  ) throws(HealthError) -> Int64 {
    let find = try connection.statement(
      "SELECT row_id FROM device_info_table WHERE manufacturer IS ? AND model IS ? AND device_type = ?"
    )
    let insert = try connection.statement(
      "INSERT INTO device_info_table (manufacturer, model, device_type) VALUES (?, ?, ?)")
    for statement in [find, insert] {
      for (index, text) in [manufacturer, model].enumerated() {
        if let text { statement.bind(index + 1, text) } else { statement.bindNull(index + 1) }
      }
      statement.bind(3, type)
    }
    defer { find.reset() }
    if try find.step() { return find.integer(0) }
    try insert.run()
    return connection.lastRow
  }
}
