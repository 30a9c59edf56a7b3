import HealthBytes

/// The rows of one table on their way out. Its file is made with its first row.
final class CSVTableOutput: TableOutput {
  let table: DatasetTable
  let children: [CSVTableOutput]
  private var buffer = ByteBuffer(capacity: 16)
  private var sink: (any ByteSink)?
  private let dialect: CSVDialect

  /// How many bytes are kept before they are handed on.
  static let flushSize = 1 << 16

  init(_ table: DatasetTable, _ dialect: CSVDialect) {
    self.table = table
    self.dialect = dialect
    children = table.children.map { CSVTableOutput($0, dialect) }
  }

  /// Whether there are rows that should be handed on.
  private(set) var isFull = false
  /// Whether there is a file of it.
  private(set) var isUsed = false
  /// Whether the samples of a list with rows in this table are being written.
  var isOpen = false

  /// Appends a row and ends its line.
  @inline(__always)
  func append(_ row: borrowing ByteBuffer) {
    if !isUsed {
      isUsed = true
      buffer.append(header: table.columns.map(\.name), dialect)
    }
    row.withBytes { buffer.append($0) }
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.flushSize { isFull = true }
  }

  /// Hands the rows on, if there are enough of them.
  func flushIfFull(to output: OutputContainer) throws(ByteError) {
    if isFull { try flush(to: output) }
    for child in children { try child.flushIfFull(to: output) }
  }

  /// Hands all rows on, and ends the file.
  func finish(_ output: OutputContainer) throws(ByteError) {
    if isUsed {
      try flush(to: output)
      try sink?.finish()
    }
    for child in children { try child.finish(output) }
  }

  private func flush(to output: OutputContainer) throws(ByteError) {
    if sink == nil { sink = try output.open("\(table.name).csv") }
    if let sink { try buffer.flush(to: sink) }
    isFull = false
  }

  /// The tables that have a file, this one first.
  var used: [DatasetTable] {
    (isUsed ? [table] : []) + children.flatMap(\.used)
  }
}
