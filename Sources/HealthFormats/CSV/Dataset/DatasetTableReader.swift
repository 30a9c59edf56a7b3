import HealthBytes
import HealthModel

/// The rows of one table on their way in, one of them at hand.
final class DatasetTableReader {
  let table: DatasetTable
  let children: [DatasetTableReader]
  /// The file, if there is one and it has not ended.
  private(set) var file: DatasetFile?
  /// The number by which the row at hand is asked for: a sample's own, else that of the row it is inside
  /// of; the largest there is at the end.
  private(set) var key = Int64.max
  /// Where the number is.
  private let keyColumn: Int

  /// A reader of a table and of those inside, as far as there are files.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - open: Gives the file of a table.
  /// - Throws: If a file or its header cannot be read.
  init(
    _ table: DatasetTable, _ open: (DatasetTable) throws(ReadError) -> DatasetFile?
  ) throws(ReadError) {
    self.table = table
    keyColumn = table.hasNumber && table.parent != nil ? 1 : 0
    var children: [DatasetTableReader] = []
    for child in table.children { children.append(try DatasetTableReader(child, open)) }
    self.children = children
    file = try open(table)
    try advance()
  }

  /// Goes to the next row.
  func advance() throws(ReadError) {
    guard let file else { return }
    guard try file.next() else {
      self.file = nil
      key = .max
      return
    }
    let before = key
    key = try file.count(keyColumn)
    guard before == .max || (keyColumn == 0 && table.hasNumber ? before < key : before <= key)
    else {
      throw file.error(
        "row-order", column: keyColumn,
        "found a number that is less than that of the row before, expected them to rise")
    }
  }

  /// Whether the row at hand is inside of a row.
  ///
  /// - Parameter number: The number of that row.
  /// - Returns: Whether it is; if not, it is inside of a later one.
  /// - Throws: If it is inside of one that has gone by, or never was.
  @inline(__always)
  func isInside(_ number: Int64) throws(ReadError) -> Bool {
    if key == number { return true }
    if key < number { throw orphan() }
    return false
  }

  /// Looks whether rows inside of others are left.
  func checkEnd() throws(ReadError) {
    for child in children {
      if child.key < .max { throw child.orphan() }
      try child.checkEnd()
    }
  }

  private func orphan() -> ReadError {
    let message = "found a row inside of another that is not there, or not at its place"
    guard let file else {
      return ReadError(
        .malformed, rule: "unknown-parent", place: Place(file: table.name), message)
    }
    return file.error("unknown-parent", column: keyColumn, message)
  }
}

/// The file of a table, by the columns of the table.
final class DatasetFile {
  var rows: CSVRowReader
  private let header: CSVHeader
  private let table: DatasetTable
  private(set) var origin: CSVOriginReader
  /// How many columns tell the origin of a sample.
  let originCount: Int

  init(_ table: DatasetTable, _ rows: consuming CSVRowReader) throws(ReadError) {
    self.table = table
    originCount = table.origin.count
    var rows = rows
    let columns = table.columns.map(\.name)
    header = try CSVHeader(
      &rows, columns: columns, required: ["n", "parent", "type", "element", "key", "value"])
    let header = header
    origin = CSVOriginReader(
      table.origin.map { column in
        (column, columns.firstIndex(of: column.rawValue).map { header.cells[$0] } ?? -1)
      })
    self.rows = rows
  }

  /// The columns of the file that are not known.
  var unknownColumns: [(cell: Int, name: String)] { header.unknown }

  func next() throws(ReadError) -> Bool {
    guard try rows.next() else { return false }
    try header.check(rows)
    return true
  }

  /// The cell of a column, or one that is not there.
  @inline(__always)
  func index(_ column: Int) -> Int { header.cells[column] }

  func error(_ rule: String, column: Int, _ message: String) -> ReadError {
    rows.error(rule, cell: header.cells[column], message)
  }

  /// The text of a column.
  func text(_ column: Int) -> String? {
    let cell = header.cells[column]
    guard cell >= 0 else { return nil }
    let bytes = rows.bytes
    return rows.cells[cell].unguardedText(in: bytes.span)
  }

  private func name(_ column: Int) -> String { table.columns[column].name }

  /// The whole number of a column that must have one.
  func count(_ column: Int) throws(ReadError) -> Int64 {
    let bytes = rows.bytes
    guard let count = try rows.count(header.cells[column], name(column), bytes.span) else {
      throw error("missing-value", column: column, "found nothing in the column \(name(column))")
    }
    return count
  }

  /// The number of a column.
  func number(_ column: Int) throws(ReadError) -> Number? {
    let bytes = rows.bytes
    return try rows.number(header.cells[column], name(column), bytes.span)
  }

  /// The date of a column, as the export spelled it if the spelling says the same.
  func date(
    _ column: Int, _ field: String, _ rest: ExtrasText
  ) throws(ReadError) -> Timestamp? {
    let bytes = rows.bytes
    return try Self.date(header.cells[column], name(column), field, rest, &rows, bytes.span)
  }

  /// What the last column says of what has no other.
  func rest(_ reader: inout ExtrasReader) throws(ReadError) -> ExtrasText {
    let column = table.columns.count - 1
    let cell = header.cells[column]
    guard cell >= 0, !rows.cells[cell].isAbsent else { return ExtrasText() }
    return try json(column) { (text) throws(JSONFault) in try reader.extras(text) }
  }

  /// What the JSON text of a column says.
  func json<Result>(
    _ column: Int, _ read: (Span<UInt8>) throws(JSONFault) -> Result
  ) throws(ReadError) -> Result {
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
  ///
  /// - Parameters:
  ///   - kind: The sample's kind.
  ///   - originColumn: The first column of the origin.
  ///   - rest: What the last column says.
  ///   - hasOwnDates: Whether start and end must be there.
  /// - Returns: The header.
  /// - Throws: If a cell cannot be read.
  func header(
    _ kind: SampleKind, originColumn: Int, _ rest: ExtrasText, hasOwnDates: Bool
  ) throws(ReadError) -> SampleHeader {
    // One access to the rows and the origin each, and not one for every cell.
    try Self.header(
      kind, header.cells, addressColumn: originColumn + originCount, rest,
      hasOwnDates: hasOwnDates, &rows, &origin)
  }

  private static func header(
    _ kind: SampleKind, _ columns: [Int], addressColumn: Int, _ rest: ExtrasText,
    hasOwnDates: Bool, _ rows: inout CSVRowReader, _ origin: inout CSVOriginReader
  ) throws(ReadError) -> SampleHeader {
    let storage = rows.bytes
    let bytes = storage.span
    let cells = rows.cells
    let address = try rows.address(columns[addressColumn], bytes)
    let ordinal = try rows.count(columns[addressColumn + 1], "ordinal", bytes)
    let start = try date(columns[3], "start", "startDate", rest, &rows, bytes)
    let end = try date(columns[4], "end", "endDate", rest, &rows, bytes)
    if hasOwnDates, start == nil || end == nil {
      throw rows.error(
        "missing-value", cell: columns[start == nil ? 3 : 4],
        "found nothing in the column \(start == nil ? "start" : "end")")
    }
    let type = cells[columns[2]]
    guard !type.isAbsent else {
      throw rows.error("missing-value", cell: columns[2], "found nothing in the column type")
    }
    let created = try date(columns[5], "created", "creationDate", rest, &rows, bytes)
    let none = Timestamp(secondsSince1970: 0)
    return SampleHeader(
      descriptor: origin.descriptor(
        kind, type: type, cells, bytes, hasAddress: address != nil, hasDevice: rest.hasDevice),
      start: start ?? none, end: end ?? none, created: created, deviceAddress: address,
      extras: rest.extras, ordinal: UInt32(truncatingIfNeeded: ordinal ?? 0))
  }

  /// The date in a cell, as the export spelled it if the spelling says the same.
  @inline(__always)
  private static func date(
    _ cell: Int, _ column: @autoclosure () -> String, _ field: String, _ rest: ExtrasText,
    _ rows: inout CSVRowReader, _ bytes: Span<UInt8>
  ) throws(ReadError) -> Timestamp? {
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
