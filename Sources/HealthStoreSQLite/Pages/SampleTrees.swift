import HealthBytes
import HealthModel
import HealthStore

/// The tables of samples and their parts, and the indexes of the former, as growing trees.
struct SampleTrees: ~Copyable {
  private let file: NewDatabase
  private var samples: TreeWriter
  /// The tables of parts of samples, by their index among all tables.
  private var parts: [Part?]
  private var bySeries: IndexEntries
  private var byParent: IndexEntries?
  private var byUUID: IndexEntries?
  private var record = Record()

  /// A table of parts of samples.
  private final class Part {
    var tree: TreeWriter
    /// The key of the last row.
    var last: (owner: Int64, number: Int64)

    init(_ tree: consuming TreeWriter, _ last: (Int64, Int64)) {
      self.tree = tree
      self.last = last
    }
  }

  init(_ file: NewDatabase) throws(HealthError) {
    let bySeries = try IndexEntries(file.name)
    let samples = try file.tree(StoreTable.sample.name, isNumbered: true)
    self.file = file
    self.samples = samples
    self.bySeries = bySeries
    parts = Array(repeating: nil, count: StoreTable.all.count)
  }

  /// Adds a sample. Its number is higher than that of the one before.
  mutating func insert(_ sample: inout SampleRow) throws(HealthError) {
    record.set(&sample)
    try samples.add(record, number: sample.change)
    try bySeries.add(sample.series, sample.startColumns, change: sample.change)
    if let uuid = sample.uuid {
      if byUUID == nil { byUUID = try IndexEntries(file.name) }
      try byUUID?.add(uuid.bits, change: sample.change)
    }
    guard let parent = sample.parent else { return }
    if byParent == nil { byParent = try IndexEntries(file.name) }
    try byParent?.add(parent, secondNumber: sample.series, change: sample.change)
  }

  /// Adds a row of a part of a sample, if it follows the preceding one in order.
  mutating func insert(_ row: [StoreValue], into table: StoreTable) throws(HealthError) -> Bool {
    guard row.count > 1, let owner = row[0].integer, let number = row[1].integer else {
      return false
    }
    let part: Part
    if let known = parts[table.index] {
      if (owner, number) <= known.last { return false }
      known.last = (owner, number)
      part = known
    } else {
      part = Part(try file.tree(table.name), (owner, number))
      parts[table.index] = part
    }
    record.removeAll()
    for index in row.indices { record.add(row[index]) }
    try part.tree.add(record)
    return true
  }

  /// Writes the rest, and the indexes.
  mutating func finish() throws(HealthError) {
    try samples.finish()
    for part in parts { try part?.tree.finish() }
    try bySeries.write(try file.tree("sample_by_series")) { record, entry in
      record.add(entry.number)
      if let start = entry.start { record.add(start) } else { record.addNull() }
      record.add(entry.change)
    }
    try byParent?.write(try file.tree("sample_by_parent")) { record, entry in
      record.add(entry.number)
      record.add(entry.secondNumber)
      record.add(entry.change)
    }
    try byUUID?.write(try file.tree("sample_by_uuid")) { record, entry in
      record.add(entry.id)
      record.add(entry.change)
    }
    try file.finish()
  }
}

/// A database that SQLite has made, with tables and no rows, whose trees are then written page by page.
final class NewDatabase {
  let path: String
  /// The name of the database in errors.
  let name: String
  private let pages: PageFile
  /// The pages that SQLite gave to tables and indexes, by their names.
  private var roots: [String: UInt32] = [:]

  /// Makes a database.
  ///
  /// - Parameter pageSize: Bytes of a page.
  init(
    _ path: String, name: String, pageSize: Int,
    _ define: (Connection) throws(HealthError) -> Void
  ) throws(HealthError) {
    self.path = path
    self.name = name
    let connection = try Connection(path, name: name, isOwn: true)
    try connection.run("PRAGMA page_size = \(pageSize)")
    try connection.run("PRAGMA journal_mode = OFF")
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("BEGIN")
    try define(connection)
    try connection.run("COMMIT")
    let statement = try connection.statement("SELECT name, rootpage FROM sqlite_master")
    while try statement.step() {
      roots[try statement.text(0)] = UInt32(truncatingIfNeeded: statement.integer(1))
    }
    let count = try connection.integer("PRAGMA page_count") ?? 0
    try connection.close()
    pages = try PageFile(path, name: name, pageSize: pageSize, pageCount: Int(count))
  }

  /// A tree, to be filled.
  ///
  /// - Returns: The tree, which is empty.
  func tree(_ name: String, isNumbered: Bool = false) throws(HealthError) -> TreeWriter {
    guard let root = roots[name] else {
      throw HealthError(.failed, self.name, "the database has no '\(name)'")
    }
    return TreeWriter(root: root, isNumbered: isNumbered, pages)
  }

  /// Ends the file, when all trees are written. From then on SQLite can open it.
  func finish() throws(HealthError) { try pages.finish() }
}
