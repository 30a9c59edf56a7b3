import CHealthSQLite
import HealthBytes
import HealthStore

/// Writes a tree of a database, a table or an index, from rows in the order of their keys: each page once, and full.
/// SQLite looks for the place of each row, and splits pages on the way.
///
/// Memory is that of some pages for each level of the tree, of which there are three for a million rows.
struct TreeWriter: ~Copyable {
  private let file: PageFile
  /// The page at the top, which SQLite has given to the tree.
  private let root: UInt32
  private let kind: PageKind
  private var leaves: TreeLevel
  private var isEmpty = true
  private var lastNumber: Int64 = 0
  /// The part of a long row that is stored in its cell.
  private var local = ByteBuffer(capacity: 16)

  /// An empty tree.
  ///
  /// - Parameters:
  ///   - root: The page at its top, which is empty.
  ///   - isNumbered: Whether its rows have numbers. Else their first columns are the key, as in an index and in a
  ///     table without numbers.
  init(root: UInt32, isNumbered: Bool, _ file: PageFile) {
    self.file = file
    self.root = root
    kind = isNumbered ? .tableLeaf : .indexLeaf
    leaves = TreeLevel(kind, file)
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - record: The row. Its key is higher than that of the row before.
  ///   - number: Its number, where rows have one: higher than that of the row before.
  @inline(__always)
  mutating func add(_ record: borrowing Record, number: Int64 = 0) throws(StoreError) {
    let count = record.count
    let localCount = kind.local(of: count, in: file.pageSize)
    if localCount < count { try putAside(record, from: localCount) }
    let key = lastNumber
    let isNumbered = kind == .tableLeaf
    try leaves.add(after: key) { cell in
      cell.append(varint: UInt64(count))
      if isNumbered { cell.append(varint: UInt64(bitPattern: number)) }
      if localCount == count {
        record.append(to: &cell)
      } else {
        local.withBytes { cell.append($0) }
      }
    }
    lastNumber = number
    isEmpty = false
  }

  /// Writes the end of a long row into pages of their own, each of which begins with the number of the next.
  @inline(never)
  private mutating func putAside(_ record: borrowing Record, from start: Int) throws(StoreError) {
    // SQLite would refuse to read it.
    if record.count > Int(Connection.longestRow) {
      throw StoreError(sqlite: SQLITE_TOOBIG, file.name, "")
    }
    local.removeAll()
    record.append(to: &local)
    let end = local.count
    let first = file.next
    var position = start
    var page = [UInt8](repeating: 0, count: file.pageSize)
    while position < end {
      let range = position..<min(end, position + file.pageSize - 4)
      position = range.upperBound
      var next = ByteBuffer(capacity: 16)
      next.append(pageNumber: position < end ? file.afterNext : 0)
      next.withBytes { page.overwrite(at: 0, with: $0) }
      local.withBytes { page.overwrite(at: 4, with: $0.extracting(range)) }
      _ = try file.append(page.span)
    }
    local.truncate(to: start)
    local.append(pageNumber: first)
  }

  /// Writes what is left. Nothing can be added then.
  mutating func finish() throws(StoreError) {
    if !isEmpty { try leaves.finish(root: root) }
  }
}
