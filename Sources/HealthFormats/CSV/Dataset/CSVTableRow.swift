import HealthBytes
import HealthModel

/// A row of a table's file, by the columns of the table.
struct CSVTableRow: ChunkRow, ~Copyable {
  var rows: CSVRowReader
  private let header: CSVHeader
  private let table: DatasetTable
  private(set) var origin: CSVOriginReader
  /// How many columns hold the origin of a sample.
  let originCount: Int

  init(_ table: DatasetTable, _ rows: consuming CSVRowReader) throws(HealthError) {
    self.table = table
    originCount = table.origin.count
    var rows = rows
    let columns = table.columns.map(\.name)
    header = try CSVHeader(
      &rows, columns: columns, required: DatasetVocabulary.requiredColumns)
    origin = Self.origin(table, header)
    self.rows = rows
  }

  init(like row: borrowing CSVTableRow, _ memory: CSVRowReader.WindowGrowth) {
    table = row.table
    originCount = row.originCount
    header = row.header
    origin = Self.origin(row.table, row.header)
    rows = row.rows.makeChunkReader(growth: memory)
  }

  static var bytesAhead: Int { CSVRowReader.WindowGrowth().limit }
  static func makeMemory(jobs: Int?) -> CSVRowReader.WindowGrowth { CSVRowReader.WindowGrowth() }

  mutating func begin(_ chunk: inout CSVTableLines.Chunk) {
    if let rest = chunk.rest.take() {
      rows.begin(rest, capacity: 1 << 16, line: chunk.line, origin: chunk.origin)
    } else {
      rows.begin(&chunk.bytes, end: chunk.end, line: chunk.line, origin: chunk.origin)
      rows.isFinalChunk = chunk.lacksEnd
    }
  }

  mutating func end(_ chunk: inout CSVTableLines.Chunk) { rows.end(&chunk.bytes) }

  private static func origin(_ table: DatasetTable, _ header: CSVHeader) -> CSVOriginReader {
    CSVOriginReader(
      table.origin.map { column in
        let index = table.columns.firstIndex { $0.name == column.rawValue }
        return (column, index.map { header.cells[$0] } ?? -1)
      })
  }

  /// Where the cells of a column are in the rows of the file; -1 if the file does not have the column.
  func cell(_ column: Int) -> Int { header.cells[column] }

  /// The columns of the file that are not known.
  var unknownColumns: [(cell: Int, name: String)] { header.unknown }

  /// Goes to the next row.
  ///
  /// - Returns: The number, `nil` after the last row.
  mutating func next(_ column: Int) throws(HealthError) -> Int64? {
    try next() ? count(column) : nil
  }

  /// Goes to the next row of a table without numbers.
  mutating func next() throws(HealthError) -> Bool {
    guard try rows.next() else { return false }
    try header.check(rows)
    return true
  }

  var length: Int { rows.length }

  func place(column: Int) -> Place { rows.place(ofCell: max(0, header.cells[column])) }

  var identity: String? { text(SampleColumn.id) }

  func isIdentity(_ id: SampleID) -> Bool {
    let bytes = rows.bytes
    return rows.isIdentity(id, header.cells[SampleColumn.id], bytes.span)
  }

  func hasValue(_ column: Int) -> Bool {
    let cell = header.cells[column]
    return cell >= 0 && !rows.cells[cell].isAbsent
  }

  func bytes(_ column: Int) throws(HealthError) -> [UInt8]? {
    guard let text = text(column) else { return nil }
    guard let bytes = Base64.decode(text.utf8Span.span) else {
      throw error("malformed-value", column: column, "found another text, expected bytes in Base64")
    }
    return bytes
  }

  func value<Value>(
    _ column: Int, _ cache: inout TextCache<Value>, _ make: (String) -> Value
  ) -> Value? {
    let cell = rows.cells[header.cells[column]]
    if cell.isAbsent { return nil }
    let bytes = rows.bytes
    guard !cell.hasQuotes, cell.range.isEmpty || bytes[cell.start] != UInt8(ascii: "'") else {
      return text(column).map(make)
    }
    return cache.value(cell.range, in: bytes.span) { make(cell.text(in: bytes.span)) }
  }

  func error(_ rule: String, column: Int, _ message: String) -> HealthError {
    rows.error(rule, cell: header.cells[column], message)
  }

  func text(_ column: Int) -> String? {
    let cell = header.cells[column]
    guard cell >= 0 else { return nil }
    let bytes = rows.bytes
    return rows.cells[cell].unguardedText(in: bytes.span)
  }

  /// The text of a column that must have one. Programs that write tables drop the quotes of an empty one.
  func requiredText(_ column: Int) -> String { text(column) ?? "" }

  private func name(_ column: Int) -> String { table.columns[column].name }

  /// The whole number of a column that must have one.
  func count(_ column: Int) throws(HealthError) -> Int64 {
    let bytes = rows.bytes
    guard let count = try rows.count(header.cells[column], name(column), bytes.span) else {
      throw error(
        "missing-value", column: column, "found an empty cell in the column \(name(column))")
    }
    return count
  }

  func number(_ column: Int) throws(HealthError) -> Number? {
    let bytes = rows.bytes
    return try rows.number(header.cells[column], name(column), bytes.span)
  }

  /// The date of a column, as the export spelled it if the spelling says the same.
  mutating func date(
    _ column: Int, _ field: String, _ rest: ExtrasText
  ) throws(HealthError) -> Timestamp? {
    let (bytes, table) = (rows.bytes, table)
    return try Self.date(
      header.cells[column], table.columns[column].name, field, rest, &rows, bytes.span)
  }

  /// What has no column of its own, from the last column.
  mutating func rest(
    _ reader: ExtrasReader, ofSample isSample: Bool
  ) throws(HealthError) -> ExtrasText {
    let column = table.columns.count - 1
    let cell = header.cells[column]
    guard cell >= 0, !rows.cells[cell].isAbsent else { return ExtrasText() }
    return try json(column) { (text) throws(JSONFault) in
      try reader.extras(text, ofSample: isSample)
    }
  }

  /// What the JSON text of a column says.
  func json<Result>(
    _ column: Int, _ read: (Span<UInt8>) throws(JSONFault) -> Result
  ) throws(HealthError) -> Result {
    let bytes = rows.bytes
    let cell = header.cells[column]
    guard cell >= 0 else {
      throw error("missing-value", column: column, "found no column of JSON text")
    }
    do throws(JSONFault) {
      return try rows.cells[cell].withText(in: bytes.span) { (text) throws(JSONFault) in
        try read(text)
      }
    } catch {
      throw self.error(error.rule, column: column, error.message)
    }
  }

  /// The header of the sample that the row is, without the metadata, which are in another table.
  mutating func header(
    _ kind: SampleKind, originColumn: Int, _ rest: ExtrasText, hasOwnDates: Bool
  ) throws(HealthError) -> SampleHeader {
    try Self.header(
      kind, header.cells, addressColumn: originColumn + originCount, rest,
      hasOwnDates: hasOwnDates, &rows, &origin)
  }

  private static func header(
    _ kind: SampleKind, _ columns: [Int], addressColumn: Int, _ rest: ExtrasText,
    hasOwnDates: Bool, _ rows: inout CSVRowReader, _ origin: inout CSVOriginReader
  ) throws(HealthError) -> SampleHeader {
    let storage = rows.bytes
    let bytes = storage.span
    let cells = rows.cells
    let address = try rows.address(columns[addressColumn], bytes)
    let ordinal = try rows.count(columns[addressColumn + 1], "ordinal", bytes)
    let start = try date(columns[SampleColumn.start], "start", "startDate", rest, &rows, bytes)
    let end = try date(columns[SampleColumn.end], "end", "endDate", rest, &rows, bytes)
    if hasOwnDates, start == nil || end == nil {
      throw rows.error(
        "missing-value", cell: columns[start == nil ? SampleColumn.start : SampleColumn.end],
        "found an empty cell in the column \(start == nil ? "start" : "end")")
    }
    let type = cells[columns[SampleColumn.type]]
    guard !type.isAbsent else {
      throw rows.error(
        "missing-value", cell: columns[SampleColumn.type], "found an empty cell in the column type")
    }
    let created = try date(
      columns[SampleColumn.created], "created", "creationDate", rest, &rows, bytes)
    let none = Timestamp(secondsSince1970: 0)
    return SampleHeader(
      descriptor: origin.descriptor(
        kind, type: type, cells, bytes, hasAddress: address != nil, hasDevice: rest.hasDevice),
      start: start ?? none, end: end ?? none, created: created, deviceAddress: address,
      extras: rest.extras, ordinal: UInt32(truncatingIfNeeded: ordinal ?? 0), uuid: rest.uuid)
  }

  /// The date in a cell, as the export spelled it if the spelling says the same.
  @inline(__always)
  private static func date(
    _ cell: Int, _ column: @autoclosure () -> String, _ field: String, _ rest: ExtrasText,
    _ rows: inout CSVRowReader, _ bytes: Span<UInt8>
  ) throws(HealthError) -> Timestamp? {
    guard let date = try rows.date(cell, column(), bytes)
    else { return nil }
    guard !rest.spelled.isEmpty, let spelling = rest.spelling(of: field),
      let spelled = Timestamp(spelling), spelled == date,
      spelled.offsetMinutes == date.offsetMinutes
    else { return date }
    return Timestamp(
      secondsSince1970: date.secondsSince1970, nanoseconds: date.nanoseconds,
      offsetMinutes: date.offsetMinutes, spelling: Spelling(spelling))
  }
}
