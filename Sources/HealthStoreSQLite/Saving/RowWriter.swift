import HealthModel
import HealthStore

/// Puts the rows of samples into a database.
final class RowWriter: RowSink {
  private let connection: Connection
  /// Whether nothing but this writes, from an empty table on: then SQLite numbers the samples as we do, and is
  /// spared to look where one belongs.
  private let isFirst: Bool
  private var lastChange: Int64 = 0
  /// Statements for samples, by which of the optional columns they have.
  private var samples: [UInt32: SampleStatement] = [:]
  private var recent: SampleStatement?
  private var inserts: [Statement?]
  private var selects: [Statement?]

  /// A statement that inserts samples with certain columns.
  private final class SampleStatement {
    let columns: UInt32
    let statement: Statement

    init(_ columns: UInt32, _ statement: Statement) {
      self.columns = columns
      self.statement = statement
    }
  }

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
  /// The columns that may be empty, a bit for each, in the order in which they are bound after those that
  /// never are.
  private enum Column: UInt32, CaseIterable {
    case change, parent, digest, start, end, created, deviceAddress, value, category, metadata
    case exact, extras

    var bit: UInt32 { 1 &<< rawValue }

    /// Its names; a date has two columns.
    var names: [String] {
      switch self {
      case .start: ["start_date", "start_offset"]
      case .end: ["end_date", "end_offset"]
      case .created: ["creation_date", "creation_offset"]
      case .deviceAddress: ["device_address"]
      case .category: ["category_value"]
      default: ["\(self)"]
      }
    }
  }

  private static let always = ["id", "ordinal", "kind", "series", "parts"]

  func insert(_ sample: borrowing SampleRow) throws(StoreError) {
    var columns: UInt32 = 0
    let isNext = isFirst && sample.change == lastChange &+ 1
    lastChange = sample.change
    if !isNext { columns |= Column.change.bit }
    if sample.parent != nil { columns |= Column.parent.bit }
    if sample.digest != nil { columns |= Column.digest.bit }
    if sample.start != nil { columns |= Column.start.bit }
    if sample.end != nil { columns |= Column.end.bit }
    if sample.created != nil { columns |= Column.created.bit }
    if sample.deviceAddress != nil { columns |= Column.deviceAddress.bit }
    if sample.value != nil { columns |= Column.value.bit }
    if sample.category != nil { columns |= Column.category.bit }
    if sample.metadata != nil { columns |= Column.metadata.bit }
    if sample.exact != nil { columns |= Column.exact.bit }
    if sample.extras != nil { columns |= Column.extras.bit }
    let statement = try statement(columns)
    statement.bind(1, sample.id)
    statement.bind(2, Int64(sample.ordinal))
    statement.bind(3, sample.kind.code)
    statement.bind(4, sample.series)
    statement.bind(5, sample.parts)
    var place = 6
    @inline(__always) func bind(_ value: Int64) {
      statement.bind(place, value)
      place &+= 1
    }
    if !isNext { bind(sample.change) }
    if let parent = sample.parent { bind(parent) }
    if let digest = sample.digest { bind(digest) }
    if let start = sample.start {
      statement.bind(place, start)
      place &+= 1
      bind(Int64(start.offsetMinutes))
    }
    if let end = sample.end {
      statement.bind(place, end)
      place &+= 1
      bind(Int64(end.offsetMinutes))
    }
    if let created = sample.created {
      statement.bind(place, created)
      place &+= 1
      bind(Int64(created.offsetMinutes))
    }
    if let address = sample.deviceAddress { bind(address) }
    if let value = sample.value {
      statement.bind(place, value)
      place &+= 1
    }
    if let category = sample.category { bind(category) }
    if let metadata = sample.metadata { bind(metadata) }
    if let exact = sample.exact {
      statement.bind(place, exact)
      place &+= 1
    }
    if let extras = sample.extras { statement.bind(place, extras) }
    try statement.run()
  }

  /// Most samples in a row have the same columns.
  @inline(__always)
  private func statement(_ columns: UInt32) throws(StoreError) -> Statement {
    if let recent, recent.columns == columns { return recent.statement }
    return try newStatement(columns)
  }

  @inline(never)
  private func newStatement(_ columns: UInt32) throws(StoreError) -> Statement {
    if let known = samples[columns] {
      recent = known
      return known.statement
    }
    let names = Self.always + Column.allCases.filter { $0.bit & columns != 0 }.flatMap(\.names)
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let places = names.map { _ in "?" }.joined(separator: ", ")
    let statement = try connection.statement("INSERT INTO sample (\(list)) VALUES (\(places))")
    let new = SampleStatement(columns, statement)
    samples[columns] = new
    recent = new
    return statement
  }
}
