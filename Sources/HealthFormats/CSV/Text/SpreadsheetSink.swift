package import HealthBytes

/// Rewrites a table of CSV for spreadsheet programs, at its end: a byte order mark, the columns with a value, times as the clock
/// shows them with the offset in the next column, and decimals with a comma if the program expects it.
///
/// Until then the table is on the disk, since only the last row shows which columns have a value.
package final class SpreadsheetSink: ByteSink {
  /// What the cells of a column are.
  package enum Kind: Sendable {
    case text, number
    /// A time in ISO 8601.
    case time
  }

  private let sink: any ByteSink
  private let name: String
  private let kind: (String) -> Kind
  private let delimiter: UInt8
  private let hasDecimalComma: Bool
  private let spool: Spool
  private var buffer = ByteBuffer(capacity: 1 << 16)

  /// A sink of a table of CSV with commas.
  ///
  /// - Parameters:
  ///   - sink: Takes the table, and is finished with it.
  ///   - name: The name of the file in messages.
  ///   - delimiter: The delimiter to write; by default a semicolon if decimals have a comma.
  ///   - kind: What the cells of a column are, by its name.
  package init(
    _ sink: any ByteSink, name: String, delimiter: UInt8? = nil, hasDecimalComma: Bool,
    _ kind: @escaping (String) -> Kind
  ) throws(HealthError) {
    (self.sink, self.name, self.hasDecimalComma, self.kind) = (sink, name, hasDecimalComma, kind)
    self.delimiter = delimiter ?? UInt8(ascii: hasDecimalComma ? ";" : ",")
    spool = try Spool()
  }

  package func write(_ bytes: Span<UInt8>) throws(HealthError) { try spool.write(bytes) }

  package func finish() throws(HealthError) {
    try end()
    try sink.finish()
  }

  /// Writes the table, and does not finish the other sink.
  package func end() throws(HealthError) {
    var columns: [Column] = []
    try read { (cells, row) throws(HealthError) in
      if row == 0 { columns = cells.map { Column($0, kind($0)) } }
      if row == 0 { return }
      for (place, text) in zip(columns.indices, cells) { columns[place].note(text) }
    }
    try read { (cells, row) throws(HealthError) in
      try self.row(row == 0 ? nil : cells, columns)
    }
    try buffer.flush(to: sink)
  }

  private struct Column {
    let name: String
    let kind: Kind
    var isUsed = false
    var hasOffset = false

    init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

    mutating func note(_ text: String) {
      if !text.isEmpty { isUsed = true }
      if kind == .time, !hasOffset {
        hasOffset = SpreadsheetSink.parts(ofTime: text)?.offset != nil
      }
    }
  }

  /// Reads all rows from the disk, the header among them.
  private func read(
    _ body: ([String], Int) throws(HealthError) -> Void
  ) throws(HealthError) {
    let source = try spool.source()
    var rows = CSVRowReader(source: source, file: name, delimiter: UInt8(ascii: ","))
    var count = 0
    while try rows.next() {
      let cells = rows.cells.indices.map { rows.text($0) ?? "" }
      try body(cells, count)
      count += 1
    }
  }

  /// Writes a row; without cells, the header.
  private func row(_ cells: [String]?, _ columns: [Column]) throws(HealthError) {
    let dialect = CSVDialect(delimiter: delimiter)
    if cells == nil { buffer.append([0xEF, 0xBB, 0xBF]) }
    var isFirst = true
    func append(_ text: String) {
      if !isFirst { buffer.append(delimiter) }
      isFirst = false
      if !text.isEmpty { buffer.append(cell: text, dialect) }
    }
    // A table without rows has its whole header.
    let isEmpty = !columns.contains { $0.isUsed }
    for (place, column) in columns.enumerated() where column.isUsed || isEmpty {
      guard let cells else {
        append(column.name)
        if column.hasOffset { append(column.name + "_offset") }
        continue
      }
      let text = place < cells.count ? cells[place] : ""
      switch column.kind {
      case .number where Double(text) != nil: append(number(text))
      case .time:
        let parts = Self.parts(ofTime: text)
        append(parts.map { number($0.clock) } ?? guarded(text))
        if column.hasOffset { append(parts?.offset ?? "") }
      case .text, .number: append(guarded(text))
      }
    }
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > 1 << 15 { try buffer.flush(to: sink) }
  }

  private func number(_ text: String) -> String {
    hasDecimalComma ? String(text.map { $0 == "." ? "," : $0 }) : text
  }

  /// A text that is no formula.
  private func guarded(_ text: String) -> String {
    guard let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) else { return text }
    return "'" + text
  }

  /// What the clock shows at a time in ISO 8601, and its offset, such as `UTC+02:00`: `+02:00` alone is a number for spreadsheets.
  private static func parts(ofTime text: String) -> (clock: String, offset: String?)? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T") else { return nil }
    let sign = bytes[bytes.count - 6]
    let hasOffset = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    let clock = hasOffset ? text.dropLast(6) : text[...]
    return (
      "\(clock.prefix(10)) \(clock.dropFirst(11))", hasOffset ? "UTC" + text.suffix(6) : nil
    )
  }
}

/// The files that rows go to: one, or one for each type.
final class CSVFiles {
  private let output: OutputContainer
  private var only: CSVFile?
  /// By path: types whose names make the same path share a file.
  private var byPath: [String: CSVFile] = [:]
  private var recent: (name: String, file: CSVFile)?
  private var order: [CSVFile] = []

  /// The most files that are open at once; rows of further types go to a file that they share. Real data
  /// have some two hundred types.
  private static let limit = 400

  /// Makes of a file that of a table for spreadsheet programs.
  private let form: ((any ByteSink) throws(HealthError) -> SpreadsheetSink)?

  init(
    _ output: OutputContainer, form: ((any ByteSink) throws(HealthError) -> SpreadsheetSink)? = nil
  ) {
    (self.output, self.form) = (output, form)
  }

  /// The file of a type, made with its header if it is not there; without a name, the one file.
  func file(
    named name: String?, header: (inout ByteBuffer) -> Void
  ) throws(HealthError) -> CSVFile {
    guard let name else {
      if let only { return only }
      let file = try make("", header)
      only = file
      return file
    }
    if let recent, recent.name == name { return recent.file }
    var path = Self.path(name)
    if byPath.count >= Self.limit, byPath[path] == nil { path = Self.path("Other") }
    let file: CSVFile
    if let known = byPath[path] {
      file = known
    } else {
      file = try make(path, header)
      byPath[path] = file
    }
    recent = (name, file)
    return file
  }

  /// Ends all files.
  func finish() throws(HealthError) {
    for file in order { try file.finish() }
  }

  private func make(
    _ path: String, _ header: (inout ByteBuffer) -> Void
  ) throws(HealthError) -> CSVFile {
    let sink = try output.open(path)
    let file = CSVFile(try form?(sink) ?? sink)
    file.begin(header)
    order.append(file)
    return file
  }

  /// A path made of a type's name, which may be any text.
  private static func path(_ name: String) -> String {
    var path = ""
    for scalar in name.unicodeScalars.prefix(60) {
      let isPlain = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-"
      path.unicodeScalars.append(isPlain ? scalar : "_")
    }
    return "\(path.isEmpty ? "_" : path).csv"
  }
}

/// One file of rows.
final class CSVFile {
  private let sink: any ByteSink
  private var buffer = ByteBuffer(capacity: 1 << 10)
  private static let flushSize = 1 << 16

  init(_ sink: any ByteSink) {
    self.sink = sink
  }

  func begin(_ header: (inout ByteBuffer) -> Void) {
    header(&buffer)
  }

  /// Takes a row with its line end over, and empties it.
  @inline(__always)
  func append(_ row: inout ByteBuffer) throws(HealthError) {
    guard row.count < Limits.rowBytes.value else { throw HealthError(beyond: Limits.rowBytes) }
    row.withBytes { buffer.append($0) }
    row.removeAll()
    if buffer.count >= Self.flushSize { try flush() }
  }

  /// Writes rows that were collected elsewhere, and empties them.
  func append(rows: inout ByteBuffer) throws(HealthError) {
    try flush()
    try rows.flush(to: sink)
  }

  private func flush() throws(HealthError) {
    try buffer.flush(to: sink)
  }

  /// Writes the rest of the buffer, and ends the file.
  func finish() throws(HealthError) {
    try flush()
    try sink.finish()
  }
}
