import HealthModel
import HealthStore

/// Inserts the rows of samples into a database.
final class RowWriter: RowSink {
  private let connection: Connection
  var name: String { connection.name }
  private var inserts: [Statement?]
  private var selects: [Statement?]
  private var checks: [Statement?]

  init(_ connection: Connection) {
    self.connection = connection
    inserts = Array(repeating: nil, count: StoreTable.all.count)
    selects = inserts
    checks = inserts
  }

  func number(
    of row: [StoreValue], in table: StoreTable
  ) throws(HealthError) -> (number: Int64, isNew: Bool) {
    if let known = try knownNumber(of: row, in: table) { return (known, false) }
    return (try add(row, to: table), true)
  }

  /// Adds a row without its number.
  ///
  /// - Returns: The number it got.
  func add(_ row: [StoreValue], to table: StoreTable) throws(HealthError) -> Int64 {
    let insert = try insert(table)
    defer { insert.clear() }
    insert.bindNull(1)
    for (index, value) in row.enumerated() { insert.bind(index + 2, value) }
    try insert.run()
    return connection.lastRow
  }

  func isRow(
    _ number: Int64, of table: StoreTable, equalTo row: [StoreValue]
  ) throws(HealthError) -> Bool {
    let check = try check(table)
    defer { check.clear() }
    check.bind(1, number)
    for (index, value) in row.enumerated() { check.bind(index + 2, value) }
    return try check.step()
  }

  /// The number of an existing row. Parameters are cleared afterwards, because the texts may have megabytes.
  private func knownNumber(
    of row: [StoreValue], in table: StoreTable
  ) throws(HealthError) -> Int64? {
    let select = try select(table)
    defer { select.clear() }
    for (index, value) in row.enumerated() { select.bind(index + 1, value) }
    return try select.step() ? select.integer(0) : nil
  }

  func insert(_ row: [StoreValue], into table: StoreTable) throws(HealthError) {
    let statement = try insert(table)
    for (index, value) in row.enumerated() { statement.bind(index + 1, value) }
    try statement.run()
  }

  func insert(_ sample: inout SampleRow) throws(HealthError) {
    let statement = try insert(.sample)
    for (index, value) in sample.values.enumerated() { statement.bind(index + 1, value) }
    try statement.run()
  }

  private func insert(_ table: StoreTable) throws(HealthError) -> Statement {
    if let statement = inserts[table.index] { return statement }
    let places = table.columns.map { _ in "?" }.joined(separator: ", ")
    let statement = try connection.statement("INSERT INTO \"\(table.name)\" VALUES (\(places))")
    inserts[table.index] = statement
    return statement
  }

  private func select(_ table: StoreTable) throws(HealthError) -> Statement {
    if let statement = selects[table.index] { return statement }
    let statement = try select(table, where: table.columns.dropFirst())
    selects[table.index] = statement
    return statement
  }

  private func check(_ table: StoreTable) throws(HealthError) -> Statement {
    if let statement = checks[table.index] { return statement }
    let statement = try select(table, where: table.columns[...])
    checks[table.index] = statement
    return statement
  }

  private func select(
    _ table: StoreTable, where columns: ArraySlice<StoreTable.Column>
  ) throws(HealthError) -> Statement {
    let number = table.columns.first?.name ?? ""
    let terms = columns.map { "\"\($0.name)\" IS ?" }.joined(separator: " AND ")
    return try connection.statement(
      "SELECT \"\(number)\" FROM \"\(table.name)\" WHERE \(terms)")
  }
}
