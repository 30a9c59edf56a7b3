import HealthModel
import HealthStore

/// Reads the rows of samples from a database.
final class RowReader: RowSource {
  private let connection: Connection
  /// The SQL query for nested samples; empty until it is needed.
  private var nestedQuery = ""
  /// Statements for the nested rows of a row, by the index of their table.
  private var parts: [Statement?]

  /// A reader of the rows of a database.
  ///
  /// - Parameter connection: The database, in a transaction, so that all rows are of one state.
  init(_ connection: Connection) {
    self.connection = connection
    parts = Array(repeating: nil, count: StoreTable.all.count)
  }

  func row(_ number: Int64, of table: StoreTable) throws(HealthError) -> [StoreValue] {
    try connection.row(number, of: table)
  }

  func size() throws(HealthError) -> Int64 { try connection.size() }

  func begin(_ table: StoreTable, inside owner: Int64) throws(HealthError) {
    let statement: Statement
    if let known = parts[table.index] {
      statement = known
      statement.reset()
    } else {
      let (key, number) = (table.columns[0].name, table.columns[1].name)
      statement = try connection.statement(
        "SELECT * FROM \"\(table.name)\" WHERE \"\(key)\" = ? ORDER BY \"\(number)\"")
      parts[table.index] = statement
    }
    statement.bind(1, owner)
  }

  func next(_ table: StoreTable, into row: inout [StoreValue]) throws(HealthError) -> Bool {
    guard let statement = parts[table.index], try statement.step() else { return false }
    row.removeAll(keepingCapacity: true)
    for (index, column) in table.columns.enumerated() {
      row.append(try statement.value(index, as: column.type))
    }
    return true
  }

  func sample(_ change: Int64) throws(HealthError) -> SampleRow? {
    let statement = try connection.statement("SELECT \(Self.columns) FROM sample WHERE change = ?")
    defer { statement.reset() }
    statement.bind(1, change)
    return try statement.step() ? try self.sample(statement) : nil
  }

  func samples(
    inside sample: Int64, _ body: (NestedRow) throws(HealthError) -> Void
  ) throws(HealthError) {
    if nestedQuery.isEmpty {
      let isAlsoTopLevel = try Schema.isAlsoTopLevel(connection)
      nestedQuery = "SELECT \(Self.columns), \(isAlsoTopLevel) FROM sample WHERE parent = ?"
    }
    let statement = try connection.statement(nestedQuery)
    defer { statement.reset() }
    statement.bind(1, sample)
    while try statement.step() {
      try body(
        (try self.sample(statement), statement.integer(StoreTable.sample.columns.count) != 0))
    }
  }

  /// The columns that a sample is read from, in the order that ``read(_:_:)`` expects.
  static let ownColumns = list(
    StoreTable.sample.columns.map(\.name).filter { $0 != "parent" && $0 != "digest" })

  /// ``ownColumns``, and the row that holds the sample.
  static let nestedColumns = ownColumns + ", " + list(["parent"])

  static let columns = nestedColumns + ", " + list(["digest"])

  /// Reads the row that holds the sample from a statement of ``nestedColumns``.
  func readParent(_ row: inout SampleRow, _ statement: Statement) {
    row.parent = statement.optionalInteger(19)
  }

  private static func list(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  func sample(_ statement: Statement) throws(HealthError) -> SampleRow {
    var row = Self.none
    try read(&row, statement)
    row.parent = statement.optionalInteger(19)
    row.digest = statement.optionalInteger(20)
    return row
  }

  /// An empty row, which ``read(_:_:)`` fills.
  static let none = SampleRow(
    change: 0, id: SampleID(high: 0, low: 0), kind: .quantity, series: 0)

  /// Reads the columns of a sample into an existing row, which saves a copy.
  func read(_ row: inout SampleRow, _ statement: Statement) throws(HealthError) {
    guard let id = statement.id(1), let ordinal = UInt32(exactly: statement.integer(2)),
      let kind = SampleKind(code: statement.integer(3))
    else {
      throw HealthError(.damaged, connection.name, "a row of the table 'sample' is malformed")
    }
    row.change = statement.integer(0)
    row.id = id
    row.ordinal = ordinal
    row.kind = kind
    row.series = statement.integer(4)
    row.startColumns = try date(statement, 5)
    row.endColumns = try date(statement, 7)
    row.createdColumns = try date(statement, 9)
    row.deviceAddress = statement.optionalInteger(11)
    row.value = statement.optionalReal(12)
    row.category = statement.optionalInteger(13)
    row.metadata = statement.optionalInteger(14)
    row.parts = statement.integer(15)
    row.removeTexts()
    if !statement.isNull(16) { row.exact = try statement.text(16) }
    if !statement.isNull(17) { row.extras = try statement.text(17) }
    if !statement.isNull(18) {
      guard let bits = statement.id(18) else {
        throw HealthError(.damaged, connection.name, "a UUID in the table 'sample' is malformed")
      }
      row.uuid = SampleUUID(bits)
    }
  }

  @inline(__always)
  private func date(_ statement: Statement, _ column: Int) throws(HealthError) -> DateColumns? {
    guard let seconds = statement.wholeNumber(column) else { return nil }
    let offset = statement.wholeNumber(column &+ 1) ?? 0
    guard let date = DateColumns(validating: seconds, offsetMinutes: offset) else {
      throw StoreTable.sample.dateError(
        statement.name(column), offset: offset, row: [statement.integer(0)], of: connection.name)
    }
    return date
  }
}

/// The results of a query, read in one transaction, so that all of them are of one state. When the cursor is
/// released, its connection is used for the next query.
final class SQLiteCursor: SampleCursor {
  private let store: SQLiteStore
  private var connection: Connection?
  private var scan: SampleScan?
  private var left: Int
  private(set) var key: SampleKey?

  init(_ store: SQLiteStore, _ query: SampleQuery) throws(HealthError) {
    self.store = store
    left = query.most
    guard let connection = try store.connect() else { return }
    self.connection = connection
    do throws(HealthError) {
      // The order of saving reads pages in sequence, for which a small cache is sufficient.
      if query.order.key == .saved {
        try connection.run("PRAGMA cache_size = -\(Connection.scanCache)")
      }
      try connection.run("BEGIN")
      // A transaction begins with the first read.
      try connection.limitSteps()
      if query.most == .max { try store.checkWhole(connection) }
      scan = try SampleScan(
        query.predicate, scope: query.scope, by: query.order, isBrief: query.most != .max,
        connection)
    } catch {
      end()
      throw error
    }
  }

  deinit { end() }

  func next() throws(HealthError) -> Sample? {
    key = nil
    if left == 0 { end() }
    guard let sample = try scan?.next() else {
      end()
      return nil
    }
    left -= 1
    key = scan?.key
    return sample
  }

  private func end() {
    scan = nil
    if let connection {
      try? connection.run("PRAGMA cache_size = -\(Connection.pageCache)")
      store.release(connection)
    }
    connection = nil
  }
}
