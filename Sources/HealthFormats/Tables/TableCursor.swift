import HealthBytes
import HealthModel

/// The rows of one table on their way in, one of them at hand.
final class TableCursor<Row: TableRow & ~Copyable> {
  let table: DatasetTable
  let children: [TableCursor]
  /// The file, if there is one and it has not ended.
  private(set) var file: TableFile<Row>?
  /// The number by which the current row is found: a sample's own, else that of the row it is nested in; after
  /// the last row, the largest number.
  private(set) var key = Int64.max
  /// Where the number is.
  let keyColumn: Int
  /// The file, also when it has ended.
  let opened: TableFile<Row>?
  /// Counts the rows of the sample at hand in all tables.
  let size: SampleSize
  /// The fault of an earlier chunk's row, which is the current one.
  private var fault: FormatError?

  /// A reader of a table and of those inside, as far as there are files.
  init(
    _ table: DatasetTable, _ size: SampleSize,
    _ open: (DatasetTable) throws(FormatError) -> TableFile<Row>?
  ) throws(FormatError) {
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

  /// Begins to read again, since the file has the rows of another chunk now.
  ///
  /// - Parameter orphan: A row of an earlier chunk, which is still the current one.
  func begin(at orphan: OrphanRow?) throws(FormatError) {
    file = opened
    (key, fault) = (orphan?.number ?? .max, orphan?.fault)
    if orphan == nil { try advance() }
  }

  /// This table and all tables nested in it.
  var all: [TableCursor] { [self] + children.flatMap(\.all) }

  /// Goes to the next row.
  func advance() throws(FormatError) {
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
        throw FormatError(RatioGuard.excess(place.file), place: place)
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
  func isInside(_ number: Int64) throws(FormatError) -> Bool {
    if key == number { return true }
    if key < number { throw orphan() }
    return false
  }

  /// Checks that no nested rows are left.
  func checkEnd() throws(FormatError) {
    for child in children {
      if child.key < .max { throw child.orphan() }
      try child.checkEnd()
    }
  }

  /// The fault of the current row, whose parent is missing.
  func orphan() -> FormatError {
    if let fault { return fault }
    let message = "found a row whose parent is missing or out of order"
    guard let file else {
      return FormatError(
        .malformed, rule: "unknown-parent", place: Place(file: table.name), message)
    }
    return file.row.error("unknown-parent", column: keyColumn, message)
  }
}

extension TableCursor where Row: ChunkRow & ~Copyable {
  /// Readers of the same tables, for another thread, that have not begun.
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

/// The file of a table, with one row of it at hand.
///
/// All of it is one property: each access to one of an object's is checked to be the only one.
final class TableFile<Row: TableRow & ~Copyable> {
  var row: Row

  init(_ row: consuming Row) { self.row = row }
}
