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

  /// Empty trees.
  init(_ file: NewDatabase) throws(StoreError) {
    let bySeries = try IndexEntries(file.name)
    let samples = try file.tree(StoreTable.sample.name, isNumbered: true)
    self.file = file
    self.samples = samples
    self.bySeries = bySeries
    parts = Array(repeating: nil, count: StoreTable.all.count)
  }

  /// Adds a sample. Its number is higher than that of the one before.
  mutating func insert(_ sample: inout SampleRow) throws(StoreError) {
    record.set(&sample)
    try samples.add(record, number: sample.change)
    try bySeries.add(sample.series, sample.startColumns, change: sample.change)
    guard let parent = sample.parent else { return }
    if byParent == nil { byParent = try IndexEntries(file.name) }
    try byParent?.add(parent, secondNumber: sample.series, change: sample.change)
  }

  /// Adds a row of a part of a sample, if it follows the preceding one in order.
  mutating func insert(_ row: [StoreValue], into table: StoreTable) throws(StoreError) -> Bool {
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
  mutating func finish() throws(StoreError) {
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
    try file.finish()
  }
}
