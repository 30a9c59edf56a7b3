import HealthBytes
import HealthModel

/// Reads the rows of one table; holds the current row.
final class TableCursor<Row: TableRow & ~Copyable> {
  let table: DatasetTable
  let children: [TableCursor]
  /// The file; `nil` if it is missing, or all its rows were read.
  private(set) var file: TableFile<Row>?
  /// The key of the current row: the number of its sample, or of the row in which it is nested;
  /// `Int64.max` after the last row.
  private(set) var key = Int64.max
  /// The column of `key`.
  let keyColumn: Int
  /// The file, also after its last row was read; `nil` if it is missing.
  let opened: TableFile<Row>?
  /// Counts the rows of the current sample in all tables.
  let size: SampleSize
  /// The error to throw for the current row, if it comes from an earlier chunk (`OrphanRow`).
  private var fault: HealthError?

  /// Opens a table and its nested tables, as far as there are files.
  init(
    _ table: DatasetTable, _ size: SampleSize,
    _ open: (DatasetTable) throws(HealthError) -> TableFile<Row>?
  ) throws(HealthError) {
    self.table = table
    self.size = size
    keyColumn = table.hasNumber && table.parent != nil ? 1 : 0
    var children: [TableCursor] = []
    for child in table.children { children.append(try TableCursor(child, size, open)) }
    self.children = children
    opened = try open(table)
    file = opened
    try advance()
  }

  private init(like cursor: TableCursor, _ size: SampleSize, _ copy: (borrowing Row) -> Row) {
    table = cursor.table
    self.size = size
    keyColumn = cursor.keyColumn
    children = cursor.children.map { TableCursor(like: $0, size, copy) }
    opened = cursor.opened.map { TableFile(copy($0.row)) }
  }

  /// Restarts reading after the file has received the rows of another chunk.
  ///
  /// - Parameter orphan: A row of an earlier chunk, which is still the current one.
  func begin(at orphan: OrphanRow?) throws(HealthError) {
    file = opened
    (key, fault) = (orphan?.number ?? .max, orphan?.fault)
    if orphan == nil { try advance() }
  }

  /// This table and all tables nested in it.
  var all: [TableCursor] { [self] + children.flatMap(\.all) }

  /// Advances to the next row.
  func advance() throws(HealthError) {
    guard let file else { return }
    let before = key
    guard let next = try file.row.next(keyColumn) else {
      self.file = nil
      key = .max
      return
    }
    key = next
    guard size.add(file.row.length) else {
      let place = file.row.place(column: keyColumn)
      if size.hasExcessiveText {
        throw RatioGuard.excess(place.file).reading(at: place)
      }
      throw file.row.error("limit", column: keyColumn, "found \(Limits.rowsBytes.excess)")
    }
    guard before == .max || (keyColumn == 0 && table.hasNumber ? before < key : before <= key)
    else {
      throw file.row.error(
        "row-order", column: keyColumn,
        "found a number less than that of the preceding row, expected ascending numbers")
    }
  }

  /// Whether the current row is nested in the row of a number.
  @inline(__always)
  func isChild(ofRow number: Int64) throws(HealthError) -> Bool {
    if key == number { return true }
    if key < number { throw orphan() }
    return false
  }

  /// Checks that no nested rows are left.
  func checkEnd() throws(HealthError) {
    for child in children {
      if child.key < .max { throw child.orphan() }
      try child.checkEnd()
    }
  }

  /// The fault of the current row, whose parent is missing.
  func orphan() -> HealthError {
    if let fault { return fault }
    let message = "found a row whose parent is missing or out of order"
    guard let file else {
      return HealthError(
        .malformed, rule: "unknown-parent", place: Place(file: table.name), message)
    }
    return file.row.error("unknown-parent", column: keyColumn, message)
  }
}

extension TableCursor where Row: ChunkRow & ~Copyable {
  /// New cursors of the same tables, for another thread.
  fileprivate static func copies(of tables: [TableCursor], jobs: Int?) -> [TableCursor] {
    let size = SampleSize(ahead: Row.bytesAhead)
    let memory = Row.makeMemory(jobs: jobs)
    return tables.map { TableCursor(like: $0, size) { Row(like: $0, memory) } }
  }
}

extension TableDecoder where Row: ChunkRow & ~Copyable {
  /// A decoder of chunks of the same tables.
  ///
  /// - Parameter jobs: How many decoders divide the memory of one; `nil` if this one may take as much.
  init(like other: borrowing TableDecoder, jobs: Int?) {
    self.init(
      TableCursor.copies(of: other.tables, jobs: jobs), file: other.name,
      isStrict: other.isStrict, recordsPlaces: other.recordsPlaces)
  }
}

/// The file of a table, with its current row.
///
/// One stored property, because Swift checks exclusive access at each access to a property of a class.
final class TableFile<Row: TableRow & ~Copyable> {
  var row: Row

  init(_ row: consuming Row) { self.row = row }
}

/// A source of rows. It holds one row of a table at a time, with cells by the columns of the
/// ``DatasetTable``.
protocol TableRow: ~Copyable {
  /// Goes to the next row. Returns the number in a column of it, `nil` after the last row.
  mutating func next(_ column: Int) throws(HealthError) -> Int64?

  /// Bytes that the row takes in memory.
  var length: Int { get }
  /// How many columns hold the origin of a sample.
  var originCount: Int { get }
  /// Where a cell of the row is.
  func place(column: Int) -> Place
  func error(_ rule: String, column: Int, _ message: String) -> HealthError

  func hasValue(_ column: Int) -> Bool
  func text(_ column: Int) throws(HealthError) -> String?
  /// The text of a column that must have one.
  func requiredText(_ column: Int) throws(HealthError) -> String
  /// The whole number of a column that must have one.
  func count(_ column: Int) throws(HealthError) -> Int64
  func number(_ column: Int) throws(HealthError) -> Number?
  func bytes(_ column: Int) throws(HealthError) -> [UInt8]?
  /// The date of a column, with the text form of the field in `rest` if that text means the same date.
  mutating func date(
    _ column: Int, _ field: String, _ rest: ExtrasText
  ) throws(HealthError) -> Timestamp?
  /// A value made of the text of a column, cached for texts that repeat; `nil` for an empty cell.
  func value<Value>(
    _ column: Int, _ cache: inout TextCache<Value>, _ make: (String) -> Value
  ) throws(HealthError) -> Value?
  /// The parts of a sample that have no column, from the last column.
  mutating func rest(
    _ reader: ExtrasReader, ofSample isSample: Bool
  ) throws(HealthError) -> ExtrasText
  func json<Result>(
    _ column: Int, _ read: (Span<UInt8>) throws(JSONFault) -> Result
  ) throws(HealthError) -> Result

  /// The text of the identity that the row states.
  var identity: String? { get }
  /// Whether the row states this identity, or none.
  func isIdentity(_ id: SampleID) -> Bool
  /// The header of the sample that the row is, without the metadata, which are in another table. `originColumn` is the
  /// first column of the origin; start and end have to be there if the sample has dates of its own.
  mutating func header(
    _ kind: SampleKind, originColumn: Int, _ rest: ExtrasText, hasOwnDates: Bool
  ) throws(HealthError) -> SampleHeader
}
