import HealthModel
import HealthStore

/// Puts the rows of samples into a database.
@safe
final class RowWriter: RowSink {
  private let connection: Connection
  /// Whether nothing but this writes, from an empty table on: then SQLite numbers the samples as we do, and is
  /// spared to look where one belongs.
  private let isFirst: Bool
  private var lastChange: Int64 = 0
  /// Statements for samples, by their shape.
  private var samples: [UInt32: SampleStatement] = [:]
  private var recent: SampleStatement?
  private var inserts: [Statement?]
  private var selects: [Statement?]

  /// Where the statements for samples find the identity: they look at it when they run.
  private let identity = UnsafeMutablePointer<(UInt64, UInt64)>.allocate(capacity: 1)

  /// A statement that inserts samples of a shape.
  private final class SampleStatement {
    let shape: UInt32
    let statement: Statement
    /// What is bound to the offset of the start, of the end and of the creation: seldom another.
    var offsets: (Int16, Int16, Int16)?

    init(_ shape: UInt32, _ statement: Statement) {
      self.shape = shape
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
    unsafe identity.initialize(to: (0, 0))
  }

  deinit { unsafe identity.deallocate() }

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
  /// What not every sample has, a bit for each, in the order in which it is bound. The highest bits of a shape are
  /// the kind: what is the same in all samples of a shape, stands in the statement.
  private enum Column: UInt32, CaseIterable {
    case change, parent, ordinal, digest, start, end, created, deviceAddress, value, category
    case metadata, parts, exact, extras

    static let kindShift: UInt32 = 24

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

  func insert(_ sample: borrowing SampleRow) throws(StoreError) {
    var shape = UInt32(truncatingIfNeeded: sample.kind.code) &<< Column.kindShift
    let isNext = isFirst && sample.change == lastChange &+ 1
    lastChange = sample.change
    if !isNext { shape |= Column.change.bit }
    if sample.parent != nil { shape |= Column.parent.bit }
    if sample.ordinal != 0 { shape |= Column.ordinal.bit }
    if sample.digest != nil { shape |= Column.digest.bit }
    if sample.start != nil { shape |= Column.start.bit }
    if sample.end != nil { shape |= Column.end.bit }
    if sample.created != nil { shape |= Column.created.bit }
    if sample.deviceAddress != nil { shape |= Column.deviceAddress.bit }
    if sample.value != nil { shape |= Column.value.bit }
    if sample.category != nil { shape |= Column.category.bit }
    if sample.metadata != nil { shape |= Column.metadata.bit }
    if sample.parts != 0 { shape |= Column.parts.bit }
    if sample.exact != nil { shape |= Column.exact.bit }
    if sample.extras != nil { shape |= Column.extras.bit }
    let prepared = try statement(shape)
    let statement = prepared.statement
    unsafe identity.pointee = (sample.id.high.bigEndian, sample.id.low.bigEndian)
    statement.bind(2, sample.series)
    var place = 3
    @inline(__always) func bind(_ value: Int64) {
      statement.bind(place, value)
      place &+= 1
    }
    let offsets = (
      sample.start?.offsetMinutes ?? 0, sample.end?.offsetMinutes ?? 0,
      sample.created?.offsetMinutes ?? 0
    )
    let isOffset = prepared.offsets.map { $0 == offsets } ?? false
    @inline(__always) func bind(_ time: Timestamp) {
      statement.bind(place, time)
      if !isOffset { statement.bind(place &+ 1, Int64(time.offsetMinutes)) }
      place &+= 2
    }
    if !isNext { bind(sample.change) }
    if let parent = sample.parent { bind(parent) }
    if sample.ordinal != 0 { bind(Int64(sample.ordinal)) }
    if let digest = sample.digest { bind(digest) }
    if let start = sample.start { bind(start) }
    if let end = sample.end { bind(end) }
    if let created = sample.created { bind(created) }
    if !isOffset { prepared.offsets = offsets }
    if let address = sample.deviceAddress { bind(address) }
    if let value = sample.value {
      statement.bind(place, value)
      place &+= 1
    }
    if let category = sample.category { bind(category) }
    if let metadata = sample.metadata { bind(metadata) }
    if sample.parts != 0 { bind(sample.parts) }
    if let exact = sample.exact {
      statement.bind(place, exact)
      place &+= 1
    }
    if let extras = sample.extras { statement.bind(place, extras) }
    try statement.run()
  }

  /// Most samples in a row have the same shape.
  @inline(__always)
  private func statement(_ shape: UInt32) throws(StoreError) -> SampleStatement {
    if let recent, recent.shape == shape { return recent }
    return try newStatement(shape)
  }

  @inline(never)
  private func newStatement(_ shape: UInt32) throws(StoreError) -> SampleStatement {
    if let known = samples[shape] {
      recent = known
      return known
    }
    var names = ["id", "series"]
    names += Column.allCases.filter { $0.bit & shape != 0 }.flatMap(\.names)
    var values = names.map { _ in "?" }
    names.append("kind")
    values.append("\(shape &>> Column.kindShift)")
    for column in [Column.ordinal, .parts] where column.bit & shape == 0 {
      names.append("\(column)")
      values.append("0")
    }
    let statement = try connection.statement(
      "INSERT INTO sample (\(names.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    )
    unsafe statement.bind(1, identity, count: 16)
    let new = SampleStatement(shape, statement)
    samples[shape] = new
    recent = new
    return new
  }
}
