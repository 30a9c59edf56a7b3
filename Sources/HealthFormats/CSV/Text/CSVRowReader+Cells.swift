package import HealthBytes
import HealthModel

/// Cells as what they stand for, with errors that name the column.
extension CSVRowReader {
  /// An error about a cell.
  ///
  /// - Parameter cell: The cell, from 0; one that is not there is at the end of the row.
  func error(_ rule: String, cell: Int, _ message: String) -> HealthError {
    HealthError(.malformed, rule: rule, place: place(ofCell: max(0, cell)), message)
  }

  /// The date in a cell.
  ///
  /// - Parameters:
  ///   - cell: The cell, from 0.
  ///   - bytes: The bytes of the row.
  /// - Returns: The date, `nil` where the cell is empty or absent.
  @inline(__always)
  mutating func date(
    _ cell: Int, _ column: @autoclosure () -> String, _ bytes: Span<UInt8>
  ) throws(HealthError) -> Timestamp? {
    guard cell >= 0, cell < cells.count else { return nil }
    let found = cells[cell]
    guard !found.isAbsent else { return nil }
    if let date = dates.date(bytes, found.range) { return date }
    switch found.withText(in: bytes, { Timestamp.parse($0, form: .iso8601) }) {
    case .success(let date): return date
    case .failure(let fault):
      let expected = fault == .shape ? ", expected 2024-06-01T08:00:00+02:00" : ""
      throw error("malformed-date", cell: cell, "\(column()) \(fault.wording)\(expected)")
    }
  }

  /// The number in a cell.
  ///
  /// - Parameters:
  ///   - cell: The cell, from 0.
  ///   - bytes: The bytes of the row.
  /// - Returns: The number, `nil` where the cell is empty or absent.
  @inline(__always)
  func number(
    _ cell: Int, _ column: @autoclosure () -> String, _ bytes: Span<UInt8>
  ) throws(HealthError) -> Number? {
    guard cell >= 0, cell < cells.count else { return nil }
    let found = cells[cell]
    guard !found.isAbsent else { return nil }
    if let number = found.withText(in: bytes, { Number(parsing: $0) }) { return number }
    throw numberFault(cell, column(), bytes)
  }

  @inline(never)
  private func numberFault(_ cell: Int, _ column: String, _ bytes: Span<UInt8>) -> HealthError {
    let hasComma = cells[cell].withText(in: bytes) { Number.hasDecimalComma($0) }
    return error(
      "malformed-number", cell: cell,
      hasComma
        ? "found a decimal comma in the column \(column), expected a decimal point"
        : "found no number in the column \(column)")
  }

  /// The integer in a cell.
  ///
  /// - Parameters:
  ///   - cell: The cell, from 0.
  ///   - bytes: The bytes of the row.
  /// - Returns: The number, `nil` where the cell is empty or absent.
  @inline(__always)
  func count(
    _ cell: Int, _ column: @autoclosure () -> String, _ bytes: Span<UInt8>
  ) throws(HealthError) -> Int64? {
    guard cell >= 0, cell < cells.count, !cells[cell].isAbsent else { return nil }
    let range = cells[cell].range
    var value: Int64 = 0
    var isNumber = !range.isEmpty && range.count <= 18
    for index in range where isNumber {
      let digit = bytes[index] &- 48
      isNumber = digit < 10
      value = value &* 10 &+ Int64(digit)
    }
    guard isNumber else {
      throw error(
        "malformed-number", cell: cell, "found no whole number in the column \(column())")
    }
    return value
  }

  /// Looks whether an identity is the one that a cell has.
  ///
  /// - Returns: `true`, too, where the cell is empty.
  @inline(__always)
  func isIdentity(_ id: SampleID, _ cell: Int, _ bytes: Span<UInt8>) -> Bool {
    guard cell >= 0, cell < cells.count, !cells[cell].isAbsent else { return true }
    let start = cells[cell].start
    guard cells[cell].end &- start == 32 else { return false }
    return Self.isHexadecimal(id.high, at: start, bytes)
      && Self.isHexadecimal(id.low, at: start &+ 16, bytes)
  }

  /// Whether sixteen bytes are the hexadecimal digits of a word.
  @inline(__always)
  private static func isHexadecimal(_ word: UInt64, at start: Int, _ bytes: Span<UInt8>) -> Bool {
    ByteScan.word(bytes, at: start)
      == ByteBuffer.hexadecimal(UInt32(truncatingIfNeeded: word &>> 32))
      && ByteScan.word(bytes, at: start &+ 8)
        == ByteBuffer.hexadecimal(UInt32(truncatingIfNeeded: word))
  }

  /// The address in a cell: `0x` and up to sixteen hexadecimal digits.
  ///
  /// - Returns: The address, `nil` where the cell is empty or absent.
  @inline(__always)
  func address(_ cell: Int, _ bytes: Span<UInt8>) throws(HealthError) -> UInt64? {
    guard cell >= 0, cell < cells.count, !cells[cell].isAbsent else { return nil }
    guard let address = DeviceAddress.parse(bytes, cells[cell].range) else {
      throw error(
        "malformed-value", cell: cell,
        "found no address, expected '0x' and up to 16 hexadecimal digits")
    }
    return address
  }
}

/// A cell of a row: the range of its text, without quotes.
struct CSVCell {
  /// The first byte; in quotes, the one after the opening quote.
  let start: Int
  /// The byte after the last; in quotes, the closing quote.
  let end: Int
  /// Whether it is quoted: `""` is an empty text, an unquoted empty cell is absent. Where all cells are quoted, an empty one
  /// counts as unquoted.
  let isQuoted: Bool
  /// The byte that precedes each quote inside; `nil` if the bytes are the text.
  var escape: UInt8?

  var hasQuotes: Bool { escape != nil }

  /// The bytes as they stand.
  var range: Range<Int> { start..<max(start, end) }

  var isAbsent: Bool { start == end && !isQuoted }

  /// The text. The row was checked to be UTF-8.
  func text(in bytes: Span<UInt8>) -> String {
    if hasQuotes { return String(decoding: unquoted(bytes), as: UTF8.self) }
    guard let text = try? UTF8Span(validating: bytes.extracting(range)) else { return "" }
    return String(copying: text)
  }

  /// The text, or `nil` where the cell is absent.
  func optionalText(in bytes: Span<UInt8>) -> String? {
    isAbsent ? nil : text(in: bytes)
  }

  /// Whether the text is one known when compiling.
  @inline(__always)
  func equals(_ text: StaticString, in bytes: Span<UInt8>) -> Bool {
    if hasQuotes { return self.text(in: bytes) == "\(text)" }
    return end &- start == text.utf8CodeUnitCount && ByteScan.equal(bytes, at: start, to: text)
  }

  @inline(__always)
  func withText<Result, Failure: Error>(
    in bytes: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if hasQuotes { return try body(unquoted(bytes).span) }
    return try body(bytes.extracting(range))
  }

  private func unquoted(_ bytes: Span<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var at = start
    while at < end {
      if bytes[at] == escape, at &+ 1 < end { at &+= 1 }
      text.append(bytes[at])
      at &+= 1
    }
    return text
  }
}

/// The columns of a file, found by name in any order.
struct CSVHeader {
  /// The cell of each known column, -1 where the file has none.
  let cells: [Int]
  /// How many cells a row has.
  let width: Int
  /// Columns that are not known, by their cell.
  let unknown: [(cell: Int, name: String)]

  /// Reads the first row of a file.
  ///
  /// - Parameters:
  ///   - rows: The file; its first row is read.
  ///   - required: How many of them, from the first on, must be there.
  init(
    _ rows: inout CSVRowReader, columns: [String], required: Set<String>
  ) throws(HealthError) {
    guard try rows.next() else {
      throw HealthError(
        .malformed, rule: "missing-header", place: Place(file: rows.file, line: 1, column: 1),
        "found no row, expected the names of the columns first")
    }
    rows.tokenizer.quotesAbsentCells = rows.cells.allSatisfy(\.isQuoted)
    var cells = [Int](repeating: -1, count: columns.count)
    var unknown: [(cell: Int, name: String)] = []
    width = rows.cells.count
    for cell in 0..<width {
      let name = rows.text(cell) ?? ""
      guard let column = columns.firstIndex(of: name) else {
        unknown.append((cell, name))
        continue
      }
      guard cells[column] < 0 else {
        throw HealthError(
          .malformed, rule: "duplicate-column", place: rows.place(ofCell: cell),
          "found the column '\(name.printableName)' twice")
      }
      cells[column] = cell
    }
    for (column, name) in columns.enumerated() where required.contains(name) && cells[column] < 0 {
      throw HealthError(
        .malformed, rule: "missing-column", place: rows.place(ofCell: 0),
        "found no column '\(name)' in the header")
    }
    self.cells = cells
    self.unknown = unknown
  }

  /// Looks whether a row has as many cells as the header.
  @inline(__always)
  func check(_ rows: borrowing CSVRowReader) throws(HealthError) {
    let found = rows.cells.count
    guard found != width else { return }
    if let zero = rows.zeroByte {
      throw HealthError(
        .malformed, rule: "zero-byte", place: rows.place(ofByte: zero), zeroByteMessage)
    }
    if let message = rows.truncation(columns: width) {
      throw rows.error("truncated-row", cell: found, message)
    }
    throw HealthError(
      .malformed, rule: "row-length", place: rows.place(ofCell: min(found, width)),
      "found \(found) cells in the row, expected \(width) as in the header")
  }
}

extension CSVRowReader {
  /// What is wrong with the row read last if the end of the file cuts it off; its last cell may be a part of a value.
  func truncation(columns: Int) -> String? {
    guard lacksEnd, cells.count < columns else { return nil }
    return "the file ends within its last row: found \(cells.count) of the "
      + "\(columns) cells of the header"
  }
}

let zeroByteMessage =
  "found zero bytes in a row, as where a disk lost data; rows may be missing. Copy or export the file again"

/// Rows of a small CSV file as texts, such as a map that a user made.
package struct CSVTexts: ~Copyable {
  private var rows: CSVRowReader
  private let header: CSVHeader

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - columns: The columns that are read; others are an error.
  ///   - required: The columns that the file must have.
  package init(
    _ source: any ByteSource, file: String, columns: [String], required: Set<String>
  ) throws(HealthError) {
    var rows = CSVRowReader(source: source, file: file)
    let header = try CSVHeader(&rows, columns: columns, required: required)
    if let unknown = header.unknown.first {
      throw HealthError(
        .malformed, rule: "unknown-column", place: Place(file: file, line: 1, column: 1),
        "found the column '\(unknown.name.printableName)', expected one of \(columns.joined(separator: ", "))"
      )
    }
    self.header = header
    self.rows = rows
  }

  /// The texts of the next row, by the columns; `nil` at the end.
  package mutating func next() throws(HealthError) -> (texts: [String?], place: Place)? {
    guard try rows.next() else { return nil }
    try header.check(rows)
    let texts = header.cells.map { $0 < 0 ? nil : rows.text($0) }
    return (texts, rows.place(ofCell: 0))
  }
}
