import HealthBytes
import HealthModel

/// Prints rows as comma-separated values: a delimiter after each cell, the last of which becomes the line feed.
struct CSVTableSink: TableSink, ~Copyable {
  static var name: String { "CSV dataset" }

  let tables: [CSVTableOutput]
  /// The tables by their numbers.
  private let all: [CSVTableOutput]
  /// The tables that have rows, in the order of their first rows, and how many of them have begun files. Files begin in
  /// this order, on which the order in an archive depends.
  private var used: [CSVTableOutput] = []
  private var openCount = 0
  private let hasHeaders: Bool
  let hasParticipants: Bool
  private let dialect: CSVDialect
  private var origins: [CSVOriginCache]
  private var dates = DatePrinter()
  /// The row being written.
  private var row = ByteBuffer(capacity: 1 << 10)
  /// The JSON text being written.
  private var scratch = ByteBuffer(capacity: 1 << 8)
  var isDiscarding = false
  /// Whether some table has enough rows to hand on.
  private(set) var isFull = false

  /// - Parameter hasHeaders: Whether files begin with a header; `false` if another sink gets the rows.
  init(_ dialect: CSVDialect, hasHeaders: Bool = true, hasParticipants: Bool) {
    self.dialect = dialect
    self.hasHeaders = hasHeaders
    self.hasParticipants = hasParticipants
    var number = 0
    tables = DatasetTable.kinds(hasParticipants: hasParticipants).map {
      CSVTableOutput($0, &number)
    }
    (row.most, scratch.most) = (Limits.rowBytes.value, Limits.rowBytes.value)
    all = tables.flatMap(\.all)
    // Kinds with a unit of their own have one column fewer.
    origins = [SampleKind.quantity, .electrocardiogram].map {
      CSVOriginCache(
        columns: DatasetVocabulary.origin(of: $0, hasParticipants: hasParticipants),
        hasKind: false, dialect)
    }
  }

  /// Hands rows on.
  mutating func flush(to output: OutputContainer) throws(HealthError) {
    isFull = false
    for (index, table) in used.enumerated() where table.isFull {
      try open(through: index, in: output)
      try table.flush()
    }
  }

  /// Takes the rows that another sink has collected.
  mutating func append(
    _ other: inout CSVTableSink, to output: OutputContainer
  ) throws(HealthError) {
    for table in other.used {
      let own = all[table.number]
      if !own.isUsed { begin(own) }
      try own.append(rowsOf: table) { () throws(HealthError) in
        let index = used.firstIndex { $0 === own } ?? 0
        try open(through: index, in: output)
      }
      table.isUsed = false
    }
    other.used.removeAll(keepingCapacity: true)
    other.isFull = false
  }

  /// Hands all rows on, and ends the files.
  mutating func finish(_ output: OutputContainer) throws(HealthError) {
    for (index, table) in used.enumerated() {
      try open(through: index, in: output)
      try table.finish()
    }
  }

  /// Begins the files of the tables up to one of them.
  private mutating func open(through index: Int, in output: OutputContainer) throws(HealthError) {
    while openCount <= index {
      try used[openCount].open(in: output)
      openCount += 1
    }
  }

  @inline(never)
  private mutating func begin(_ table: CSVTableOutput) {
    table.isUsed = true
    used.append(table)
    if hasHeaders { table.appendHeader(dialect) }
  }

  @inline(__always)
  private mutating func delimit() {
    row.append(dialect.delimiter)
  }

  mutating func shared(
    _ descriptor: SampleDescriptor, _ kind: SampleKind
  ) -> CSVOriginFragments {
    origins[kind.hasOwnUnit ? 1 : 0].fragments(of: descriptor, kind: kind)
  }

  mutating func appendType(_ shared: CSVOriginFragments) {
    row.append(shared.type)
    delimit()
  }

  mutating func appendOrigin(_ shared: CSVOriginFragments) {
    // Each of these cells has its delimiter in front.
    row.truncate(to: row.count &- 1)
    row.append(shared.origin)
    delimit()
  }

  mutating func append(_ count: Int64) {
    row.append(decimal: count)
    delimit()
  }

  mutating func append(_ id: SampleID) {
    row.append(id)
    delimit()
  }

  mutating func append(_ text: String) {
    row.append(cell: text, dialect)
    delimit()
  }

  mutating func append(_ bytes: [UInt8]) {
    scratch.append(base64: bytes.span)
    appendScratch()
  }

  mutating func append(address: UInt64?) {
    if let address {
      row.append("0x")
      row.append(hexadecimal: address)
    }
    delimit()
  }

  mutating func appendJSON(_ write: (inout ByteBuffer) -> Void) {
    write(&scratch)
    appendScratch()
  }

  mutating func appendNone() { delimit() }

  mutating func append(_ number: Number, field: String, _ rest: inout ExtrasText) {
    row.append(number)
    delimit()
  }

  mutating func append(_ date: Timestamp?, field: String, _ rest: inout ExtrasText) {
    if let date {
      dates.append(date, to: &row)
      if let spelling = date.spelling { rest.spelled.append((field, spelling.text)) }
    }
    delimit()
  }

  mutating func append(_ rest: inout ExtrasText) {
    guard !rest.isEmpty else { return delimit() }
    rest.append(to: &scratch)
    appendScratch()
  }

  mutating func endPlain(_ rest: inout ExtrasText) {}

  mutating func endRow(_ table: CSVTableOutput) -> Int {
    row.truncate(to: row.count &- 1)
    let count = row.count
    if !table.isUsed { begin(table) }
    if !isDiscarding, count < Limits.rowBytes.value { table.append(row) }
    row.removeAll()
    if table.isFull { isFull = true }
    return count
  }

  mutating func endSample() {}

  private mutating func appendScratch() {
    row.append(cell: &scratch, dialect)
    delimit()
  }
}

/// Writes the rows of one table. Its file is made with its first row.
final class CSVTableOutput: TableOutput {
  let table: DatasetTable
  let children: [CSVTableOutput]
  private var buffer = ByteBuffer(capacity: 16)
  private var sink: (any ByteSink)?

  /// How many bytes are kept before they are handed on.
  static let flushSize = 1 << 16
  /// The largest storage that is kept for later rows.
  private static let mostStorage = 1 << 20

  /// - Parameter number: The number of the table; then that of the next table after those nested in it.
  init(_ table: DatasetTable, _ number: inout Int) {
    self.table = table
    self.number = number
    number += 1
    var children: [CSVTableOutput] = []
    for child in table.children { children.append(CSVTableOutput(child, &number)) }
    self.children = children
  }

  /// Its number among all tables, from 0.
  let number: Int
  /// Whether there are rows that should be handed on.
  private(set) var isFull = false
  /// Whether it has a row, and therefore a file.
  var isUsed = false
  /// Whether the samples of a list with rows in this table are being written.
  var isOpen = false

  func appendHeader(_ dialect: CSVDialect) {
    buffer.append(header: table.columns.map(\.name), dialect)
  }

  /// Appends a row and ends its line.
  @inline(__always)
  func append(_ row: borrowing ByteBuffer) {
    row.withBytes { buffer.append($0) }
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.flushSize { isFull = true }
  }

  /// Takes the rows of another table.
  ///
  /// - Parameter open: Begins the file, before rows are written to it.
  func append(
    rowsOf other: CSVTableOutput, open: () throws(HealthError) -> Void
  ) throws(HealthError) {
    let count = other.buffer.count
    if buffer.count + count < Self.flushSize {
      other.buffer.withBytes { buffer.append($0) }
    } else {
      try open()
      try flush()
      if let sink { try other.buffer.flush(to: sink) }
    }
    other.buffer.removeAll(keepingCapacity: count < Self.mostStorage)
    other.isFull = false
  }

  /// Begins the file, if it has not begun.
  func open(in output: OutputContainer) throws(HealthError) {
    if sink == nil { sink = try output.open("\(table.name).csv") }
  }

  /// Hands the rows on.
  func flush() throws(HealthError) {
    if let sink { try buffer.flush(to: sink) }
    isFull = false
  }

  /// Hands all rows on, and ends the file.
  func finish() throws(HealthError) {
    try flush()
    try sink?.finish()
  }

  /// The tables that have a file, this one first.
  var used: [DatasetTable] {
    (isUsed ? [table] : []) + children.flatMap(\.used)
  }
  /// This table and all tables nested in it, in the order of their numbers.
  var all: [CSVTableOutput] { [self] + children.flatMap(\.all) }
}
