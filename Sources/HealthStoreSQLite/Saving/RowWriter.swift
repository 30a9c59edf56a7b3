import HealthModel
import HealthStore

/// Puts the rows of samples into a database.
final class RowWriter: RowSink {
  private let connection: Connection
  /// Whether nothing but this writes, from an empty table on: then SQLite numbers the samples as we do, and is
  /// spared to look where one belongs.
  private let isFirst: Bool
  private var lastChange: Int64 = 0
  /// Samples of one shape that are inserted together.
  private var waiting: [SampleRow] = []
  private var waitingShape: UInt32 = 0
  private let samples: SampleInserts
  private var inserts: [Statement?]
  private var selects: [Statement?]

  /// Rows for a database.
  ///
  /// - Parameters:
  ///   - connection: The database, in a transaction.
  ///   - isFirst: Whether it is empty, and nobody else writes to it.
  init(_ connection: Connection, isFirst: Bool) {
    self.connection = connection
    self.isFirst = isFirst
    inserts = Array(repeating: nil, count: StoreTable.all.count)
    selects = inserts
    samples = SampleInserts(connection)
  }

  func number(
    of row: [StoreValue], in table: StoreTable
  ) throws(StoreError) -> (number: Int64, isNew: Bool) {
    let select = try select(table)
    defer { select.reset() }
    for (index, value) in row.enumerated() { select.bind(index + 1, value) }
    if try select.step() { return (select.integer(0), false) }
    let insert = try insert(table)
    insert.bindNull(1)
    for (index, value) in row.enumerated() { insert.bind(index + 2, value) }
    try insert.run()
    return (connection.lastRow, true)
  }

  func insert(_ row: [StoreValue], into table: StoreTable) throws(StoreError) {
    let statement = try insert(table)
    for (index, value) in row.enumerated() { statement.bind(index + 1, value) }
    try statement.run()
  }

  private func insert(_ table: StoreTable) throws(StoreError) -> Statement {
    if let statement = inserts[table.index] { return statement }
    let places = table.columns.map { _ in "?" }.joined(separator: ", ")
    let statement = try connection.statement("INSERT INTO \"\(table.name)\" VALUES (\(places))")
    inserts[table.index] = statement
    return statement
  }

  private func select(_ table: StoreTable) throws(StoreError) -> Statement {
    if let statement = selects[table.index] { return statement }
    let number = table.columns.first?.name ?? ""
    let terms = table.columns.dropFirst().map { "\"\($0.name)\" IS ?" }.joined(separator: " AND ")
    let statement = try connection.statement(
      "SELECT \"\(number)\" FROM \"\(table.name)\" WHERE \(terms)")
    selects[table.index] = statement
    return statement
  }
}

// MARK: Samples

extension RowWriter {
  func insert(_ sample: borrowing SampleRow) throws(StoreError) {
    let isNext = isFirst && sample.change == lastChange &+ 1
    lastChange = sample.change
    let shape = SampleInserts.shape(of: sample, isNumbered: isNext)
    // Elsewhere what is inside of a sample must not come before it.
    guard isFirst else { return try samples.insert(sample, shape) }
    if shape != waitingShape || waiting.count == SampleInserts.rowsAtOnce { try flush() }
    waitingShape = shape
    waiting.append(copy sample)
  }

  /// Inserts what waits: before anything is looked up among the samples.
  func flush() throws(StoreError) {
    if waiting.count == SampleInserts.rowsAtOnce {
      try samples.insert(waiting, waitingShape)
    } else {
      for sample in waiting { try samples.insert(sample, waitingShape) }
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
