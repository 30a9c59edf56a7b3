import CHealthSQLite
import HealthBytes
import HealthModel
import HealthStore

/// The pages of a tree that have the same distance from the leaves, each written when it is full.
///
/// An inner page must have at least two children, so the last two cells are held back until more cells follow
/// or the tree ends.
struct TreeLevel: ~Copyable {
  private let kind: PageKind
  private let file: PageFile
  private var cells = Cells()
  /// How many of the first cells go into one page.
  private var fitting = 0
  private var above: Box?
  private var page: [UInt8]

  /// A reference to the level above, since a struct cannot contain itself.
  private final class Box {
    var level: TreeLevel
    init(_ level: consuming TreeLevel) { self.level = level }
  }

  init(_ kind: PageKind, _ file: PageFile) {
    self.kind = kind
    self.file = file
    page = Array(repeating: 0, count: file.pageSize)
  }

  /// Adds a cell.
  ///
  /// - Parameter key: In the leaves of a table, the preceding key: the divider if the page ends there.
  @inline(__always)
  mutating func add(after key: Int64 = 0, _ write: (inout ByteBuffer) -> Void) throws(HealthError) {
    write(&cells.bytes)
    cells.end()
    let count = cells.count
    if fitting == count &- 1,
      kind.fits(count, size: cells.size(ofFirst: count), in: file.pageSize)
    {
      fitting = count
    } else if kind == .tableLeaf {
      try writePage(endingAt: key)
    } else if count > fitting &+ 1 {
      try writePage(fitting)
    }
  }

  /// Writes a page of all cells but the last.
  private mutating func writePage(endingAt key: Int64) throws(HealthError) {
    let number = try append(fitting, last: nil)
    try upper().level.add { cell in
      cell.append(pageNumber: number)
      cell.append(varint: UInt64(bitPattern: key))
    }
    cells.removeFirst(fitting)
    fitting = 1
  }

  /// Writes a page of the first cells. The next cell moves to the level above as the divider.
  private mutating func writePage(_ count: Int) throws(HealthError) {
    var divider = ByteBuffer(capacity: 1 << 10)
    cells.withCell(count) { divider.append($0) }
    var last: UInt32?
    if !kind.isLeaf {
      last = divider.withBytes { $0.pageNumber }
      divider.removeFirst(4)
    }
    let number = try append(count, last: last)
    try upper().level.add { cell in
      cell.append(pageNumber: number)
      divider.withBytes { cell.append($0) }
    }
    cells.removeFirst(count + 1)
    fitting = cells.count
  }

  /// The level above, which exists from the first page on.
  private mutating func upper() -> Box {
    if let above { return above }
    let box = Box(TreeLevel(kind.above, file))
    above = box
    return box
  }

  /// Writes the remaining cells of this level and of all levels above.
  mutating func finish(root: UInt32, last: UInt32? = nil) throws(HealthError) {
    if cells.count > fitting { try writePage(cells.count - 2) }
    if let above {
      try above.level.finish(root: root, last: try append(cells.count, last: last))
    } else {
      cells.fill(&page, first: cells.count, kind, last: last)
      let page = page
      try file.replace(root, page.span)
    }
  }

  private mutating func append(_ count: Int, last: UInt32?) throws(HealthError) -> UInt32 {
    cells.fill(&page, first: count, kind, last: last)
    let page = page
    return try file.append(page.span)
  }
}

extension Span<UInt8> {
  fileprivate var pageNumber: UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(self[$1]) }
  }
}

/// Writes the rows of samples into a new database, page by page, without SQLite: see ``TreeWriter``.
///
/// Rows that samples share are looked up, so they are written to a second database and copied from there at the end. So
/// are rows that arrive out of order, such as those of a workout nested in a workout.
///
/// The second database finds a row by its hash. An index of the columns themselves would hold texts of megabytes once
/// more, and SQLite would need two further copies in memory for each.
final class TreeRows: RowSink {
  private let file: NewDatabase
  var name: String { file.name }
  /// A database of its own, in a file without a name.
  private let second: Connection
  private let findHash: Statement
  private let addHash: Statement
  private let shared: RowWriter
  private var trees: SampleTrees
  /// The tables of the second database.
  private var tables: [StoreTable]

  init(_ path: String, name: String) throws(HealthError) {
    // Large pages: fewer of them for the same rows.
    file = try NewDatabase(path, name: name, pageSize: 8_192) { connection throws(HealthError) in
      try Schema.create(connection)
      try Schema.indexForReading(connection)
    }
    trees = try SampleTrees(file)
    second = try Connection("", name: name, isOwn: true)
    try second.run("PRAGMA journal_mode = OFF")
    try second.run("BEGIN")
    tables = StoreTable.all.filter { $0.role == .dictionary }
    for table in tables { try Schema.create(table, second, isIndexed: false) }
    try second.run(
      "CREATE TABLE hash (hash INTEGER, number INTEGER, PRIMARY KEY (hash, number)) WITHOUT ROWID")
    findHash = try second.statement("SELECT number FROM hash WHERE hash = ?")
    addHash = try second.statement("INSERT INTO hash VALUES (?, ?)")
    shared = RowWriter(second)
  }

  func number(
    of row: [StoreValue], in table: StoreTable
  ) throws(HealthError) -> (number: Int64, isNew: Bool) {
    var hasher = Hasher()
    hasher.combine(table.index)
    hasher.combine(row)
    let hash = Int64(hasher.finalize())
    findHash.bind(1, hash)
    while try findHash.step() {
      let number = findHash.integer(0)
      if try shared.isRow(number, of: table, equalTo: row) {
        findHash.reset()
        return (number, false)
      }
    }
    findHash.reset()
    let number = try shared.add(row, to: table)
    addHash.bind(1, hash)
    addHash.bind(2, number)
    try addHash.run()
    return (number, true)
  }

  func insert(_ sample: inout SampleRow) throws(HealthError) { try trees.insert(&sample) }

  func insert(_ row: [StoreValue], into table: StoreTable) throws(HealthError) {
    if try trees.insert(row, into: table) { return }
    if !tables.contains(where: { $0.index == table.index }) {
      try Schema.create(table, second, isIndexed: false)
      tables.append(table)
    }
    try shared.insert(row, into: table)
  }

  /// Writes the rest. The file is then as SQLite would have written it, except for the facts of the store.
  func finish() throws(HealthError) {
    try trees.finish()
    try second.run("COMMIT")
    let attach = try second.statement("ATTACH ? AS store")
    attach.bind(1, StoreFile.location(of: file.path))
    try attach.run()
    try second.run("PRAGMA store.journal_mode = OFF")
    // The file is synchronised when it gets its name.
    try second.run("PRAGMA store.synchronous = OFF")
    try second.run("BEGIN")
    for table in tables {
      try second.run("INSERT INTO store.\"\(table.name)\" SELECT * FROM main.\"\(table.name)\"")
    }
    try second.run("COMMIT")
    try second.close()
  }
}

/// Writes a tree of a database, a table or an index, from rows in the order of their keys: each page once, and full.
/// SQLite would search the page of each row, and split full pages.
///
/// Memory: some pages for each level of the tree; a tree of a million rows has three levels.
struct TreeWriter: ~Copyable {
  private let file: PageFile
  /// The root page, which SQLite has allocated for the tree.
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
  mutating func add(_ record: borrowing Record, number: Int64 = 0) throws(HealthError) {
    let count = record.count
    let localCount = kind.local(of: count, in: file.pageSize)
    if localCount < count { try writeOverflow(of: record, from: localCount) }
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

  /// Writes the end of a long row into overflow pages, each of which begins with the number of the next one.
  @inline(never)
  private mutating func writeOverflow(
    of record: borrowing Record, from start: Int
  ) throws(HealthError) {
    // SQLite would refuse to read such a row.
    if record.count > Int(Connection.longestRow) {
      throw HealthError(sqlite: SQLITE_TOOBIG, file.name, "")
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

  /// Writes the rest. Nothing can be added afterwards.
  mutating func finish() throws(HealthError) {
    if !isEmpty { try leaves.finish(root: root) }
  }
}
