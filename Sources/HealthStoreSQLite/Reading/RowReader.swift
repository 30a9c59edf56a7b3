import HealthModel
import HealthStore

/// Gives the rows of samples from a database.
final class RowReader: RowSource {
  private let connection: Connection
  /// Statements that give the rows of a table inside of a row, by the index of the table.
  private var parts: [Statement?]

  /// Rows of a database.
  ///
  /// - Parameter connection: The database, in a transaction, so that all rows are of one state.
  init(_ connection: Connection) {
    self.connection = connection
    parts = Array(repeating: nil, count: StoreTable.all.count)
  }

  func row(_ number: Int64, of table: StoreTable) throws(StoreError) -> [StoreValue] {
    let key = table.columns.first?.name ?? ""
    let statement = try connection.statement(
      "SELECT * FROM \"\(table.name)\" WHERE \"\(key)\" = ?")
    defer { statement.reset() }
    statement.bind(1, number)
    guard try statement.step() else {
      throw StoreError(.damaged, connection.name, "a row of the table '\(table.name)' is missing")
    }
    return table.columns.enumerated().dropFirst().map {
      statement.value($0.offset, as: $0.element.type)
    }
  }

  func begin(_ table: StoreTable, inside owner: Int64) throws(StoreError) {
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

  func next(_ table: StoreTable, into row: inout [StoreValue]) throws(StoreError) -> Bool {
    guard let statement = parts[table.index], try statement.step() else { return false }
    row.removeAll(keepingCapacity: true)
    for (index, column) in table.columns.enumerated() {
      row.append(statement.value(index, as: column.type))
    }
    return true
  }

  func samples(inside sample: Int64) throws(StoreError) -> [SampleRow] {
    let statement = try connection.statement(
      "SELECT \(Self.columns) FROM sample WHERE parent = ? ORDER BY change")
    defer { statement.reset() }
    statement.bind(1, sample)
    var rows: [SampleRow] = []
    while try statement.step() { rows.append(try self.sample(statement)) }
    return rows
  }

  /// The columns of samples, in the order that ``sample(_:)`` expects.
  static let columns = StoreTable.sample.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")

  /// The row of a sample that a statement stands at.
  func sample(_ statement: Statement) throws(StoreError) -> SampleRow {
    guard let id = statement.id(2), let ordinal = UInt32(exactly: statement.integer(3)),
      let kind = SampleKind(code: statement.integer(5))
    else {
      throw StoreError(.damaged, connection.name, "a row of the table 'sample' is none of ours")
    }
    var row = SampleRow(
      change: statement.integer(0), parent: statement.optionalInteger(1), id: id,
      ordinal: ordinal, digest: statement.optionalInteger(4), kind: kind,
      series: statement.integer(6))
    row.start = date(statement, 7)
    row.end = date(statement, 9)
    row.created = date(statement, 11)
    row.deviceAddress = statement.optionalInteger(13)
    row.value = statement.optionalReal(14)
    row.category = statement.optionalInteger(15)
    row.metadata = statement.optionalInteger(16)
    row.parts = statement.integer(17)
    if !statement.isNull(18) { row.exact = statement.text(18) }
    if !statement.isNull(19) { row.extras = statement.text(19) }
    return row
  }

  @inline(__always)
  private func date(_ statement: Statement, _ column: Int) -> Timestamp? {
    guard let seconds = statement.optionalSeconds(column) else { return nil }
    return Timestamp(
      secondsSince1970: seconds,
      offsetMinutes: Int16(truncatingIfNeeded: statement.integer(column &+ 1)))
  }
}
