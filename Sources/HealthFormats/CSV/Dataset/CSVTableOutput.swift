import HealthBytes

/// The rows of one table on their way out. Its file is made with its first row.
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
    rowsOf other: CSVTableOutput, open: () throws(ByteError) -> Void
  ) throws(ByteError) {
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
  func open(in output: OutputContainer) throws(ByteError) {
    if sink == nil { sink = try output.open("\(table.name).csv") }
  }

  /// Hands the rows on.
  func flush() throws(ByteError) {
    if let sink { try buffer.flush(to: sink) }
    isFull = false
  }

  /// Hands all rows on, and ends the file.
  func finish() throws(ByteError) {
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
