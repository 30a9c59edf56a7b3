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

/// The entries of an index of samples, by a number and an instant or a second number, or by 16 bytes, which are sorted on the disk.
struct IndexEntries: ~Copyable {
  private var sorter: ExternalSorter?
  private let name: String

  struct Entry {
    let number: Int64
    /// Bits in the order of the second column.
    fileprivate let second: UInt64
    let change: Int64

    /// The instant, in seconds since 1970.
    var start: Double? { IndexEntries.seconds(second) }
    var secondNumber: Int64 { Int64(bitPattern: second) }
    var id: SampleID { SampleID(high: UInt64(bitPattern: number), low: second) }
  }

  init(_ name: String) throws(HealthError) {
    self.name = name
    sorter = try ExternalSorter(memory: 1 << 22)
  }

  /// Adds an entry. Of those that are equal but for the change, the change before comes first.
  @inline(__always)
  mutating func add(
    _ number: Int64, _ start: DateColumns?, change: Int64
  ) throws(HealthError) {
    try add(number, start.map { Self.ordered($0.timeIntervalSince1970) } ?? 0, change: change)
  }

  /// Adds an entry with a second number; neither is negative.
  mutating func add(
    _ number: Int64, secondNumber: Int64, change: Int64
  ) throws(HealthError) {
    try add(number, UInt64(bitPattern: secondNumber), change: change)
  }

  /// Adds an entry of 16 bytes instead of two numbers.
  mutating func add(_ id: SampleID, change: Int64) throws(HealthError) {
    try add(Int64(bitPattern: id.high), id.low, change: change)
  }

  @inline(__always)
  private mutating func add(
    _ number: Int64, _ second: UInt64, change: Int64
  ) throws(HealthError) {
    let key = SortKey(high: UInt64(bitPattern: number), low: second)
    let bytes = unsafe unsafeBitCast(change.littleEndian, to: [8 of UInt8].self)
    try sorter?.add(key, bytes.span)
  }

  /// Bits in the order of the numbers and above 0, which represents NULL and comes first.
  private static func ordered(_ seconds: Double) -> UInt64 {
    let bits = seconds.bitPattern
    return bits &>> 63 == 1 ? ~bits : bits | 1 &<< 63
  }

  fileprivate static func seconds(_ ordered: UInt64) -> Double? {
    if ordered == 0 { return nil }
    return Double(bitPattern: ordered &>> 63 == 1 ? ordered ^ 1 &<< 63 : ~ordered)
  }

  /// Writes the index; nothing can be added afterwards.
  mutating func write(
    _ tree: consuming TreeWriter, _ write: (inout Record, Entry) -> Void
  ) throws(HealthError) {
    guard let sorter = sorter.take() else { return }
    var record = Record()
    var sorted = try sorter.sorted()
    while true {
      guard try sorted.next() else { break }
      let key = sorted.key
      let change = sorted.withBytes { Int64(bitPattern: $0.word(at: 0)) }
      record.removeAll()
      write(
        &record,
        Entry(number: Int64(bitPattern: key.high), second: key.low, change: change))
      try tree.add(record)
    }
    try tree.finish()
  }
}
