package import HealthErrors
import HealthModel
package import HealthStore

/// A database of rows in memory: what an encoder hands over, a decoder gets back.
///
/// It is as strict as a database: texts are compared byte by byte, a row refers to rows that are there, and types of
/// values are those of the columns.
package final class RowStore: RowSink, RowSource {
  /// Its name in errors.
  package let name = "rows"
  private var dictionaries: [[[StoreValue]]]
  private var numbers: [[[[UInt8]]: Int64]]
  private var parts: [[Int64: [[StoreValue]]]]
  private var cursors: [(rows: [[StoreValue]], next: Int)]
  /// The rows of the samples, by their changes.
  package private(set) var samples: [Int64: SampleRow] = [:]
  private var members: [Int64: [Int64]] = [:]
  /// How often a row of a dictionary was looked up.
  package private(set) var lookUps = 0
  /// Changes rows that are read back, to simulate damage.
  package var damage: ((inout [StoreValue], StoreTable) -> Void)?

  /// More than texts are compared with.
  package func size() -> Int64 { 1 << 40 }

  /// An empty one.
  package init() {
    let count = StoreTable.all.count
    dictionaries = Array(repeating: [], count: count)
    numbers = Array(repeating: [:], count: count)
    parts = Array(repeating: [:], count: count)
    cursors = Array(repeating: ([], 0), count: count)
  }

  /// The nested rows of a row in a table of parts.
  package func rows(of table: StoreTable, inside owner: Int64) -> [[StoreValue]] {
    parts[table.index][owner] ?? []
  }

  // MARK: Sink

  package func number(
    of row: [StoreValue], in table: StoreTable
  ) throws(HealthError) -> (number: Int64, isNew: Bool) {
    lookUps += 1
    try check(row, table.columns.dropFirst(), table)
    let key = row.map { Array("\($0)".utf8) }
    if let number = numbers[table.index][key] { return (number, false) }
    dictionaries[table.index].append(row)
    let number = Int64(dictionaries[table.index].count)
    numbers[table.index][key] = number
    return (number, true)
  }

  package func insert(_ row: inout SampleRow) throws(HealthError) {
    try check(row.values, StoreTable.sample.columns[...], .sample)
    guard let again = SampleRow(row.values), samples[row.change] == nil else {
      throw error("a sample that is there already, or that values do not give back")
    }
    samples[row.change] = again
    if let parent = row.parent { members[parent, default: []].append(row.change) }
  }

  package func insert(_ row: [StoreValue], into table: StoreTable) throws(HealthError) {
    try check(row, table.columns[...], table)
    guard table.role == .parts, let owner = row[0].integer, let n = row[1].integer else {
      throw error("a row of \(table.name) without its first columns")
    }
    if let last = parts[table.index][owner]?.last?[1].integer, last >= n {
      throw error("rows of \(table.name) out of order")
    }
    parts[table.index][owner, default: []].append(row)
  }

  private func check(
    _ row: [StoreValue], _ columns: ArraySlice<StoreTable.Column>, _ table: StoreTable
  ) throws(HealthError) {
    guard row.count == columns.count else {
      throw error("another count of columns of \(table.name)")
    }
    for (value, column) in zip(row, columns) {
      let fits =
        switch (value, column.type) {
        case (.null, _): column.isOptional
        case (.integer, .integer), (.real, .real), (.text, .text), (.bytes, .bytes), (.id, .id),
          (.instant, .instant):
          true
        case (.integer(let number), .reference(let name)): isThere(number, in: name)
        default: false
        }
      if !fits { throw error("\(value) in the column \(column.name) of \(table.name)") }
    }
  }

  private func isThere(_ number: Int64, in name: String) -> Bool {
    guard let table = StoreTable.all.first(where: { $0.name == name }) else { return false }
    if table.role == .samples { return samples[number] != nil }
    return number > 0 && number <= dictionaries[table.index].count
  }

  private func error(_ message: String) -> HealthError { HealthError(.failed, "rows", message) }

  // MARK: Source

  package func row(_ number: Int64, of table: StoreTable) throws(HealthError) -> [StoreValue] {
    lookUps += 1
    guard number > 0, number <= dictionaries[table.index].count else {
      throw error("no row \(number) of \(table.name)")
    }
    var row = dictionaries[table.index][Int(number) - 1]
    damage?(&row, table)
    return row
  }

  package func begin(_ table: StoreTable, inside owner: Int64) throws(HealthError) {
    cursors[table.index] = (rows(of: table, inside: owner), 0)
  }

  package func next(
    _ table: StoreTable, into row: inout [StoreValue]
  ) throws(HealthError) -> Bool {
    let (rows, next) = cursors[table.index]
    guard next < rows.count else { return false }
    row.removeAll(keepingCapacity: true)
    row.append(contentsOf: rows[next])
    damage?(&row, table)
    cursors[table.index].next += 1
    return true
  }

  package func sample(_ change: Int64) throws(HealthError) -> SampleRow? { samples[change] }

  package func samples(
    inside sample: Int64, _ body: (NestedRow) throws(HealthError) -> Void
  ) throws(HealthError) {
    for row in (members[sample] ?? []).compactMap({ samples[$0] }) {
      let isAlsoTopLevel = samples.values.contains {
        $0.parent == nil && $0.id == row.id && $0.series == row.series
      }
      try body((row, isAlsoTopLevel))
    }
  }
}
