import HealthFormats

/// The rows of one table that belong to one sample, read from the first to the last.
final class PartCursor {
  let table: PartTable
  /// The current row; empty after the last.
  private(set) var row: [StoreValue] = []
  private let source: any RowSource
  private let store: String
  private let size: SampleSize

  init(_ table: PartTable, _ source: any RowSource, store: String, _ size: SampleSize) {
    self.table = table
    self.size = size
    self.source = source
    self.store = store
  }

  /// Goes to the first row of a sample.
  func begin(inside sample: Int64) throws(StoreError) {
    try source.begin(table.table, inside: sample)
    try advance()
  }

  func advance() throws(StoreError) {
    guard try source.next(table.table, into: &row) else {
      row.removeAll(keepingCapacity: true)
      return
    }
    guard row.count == table.table.columns.count, row[1].integer != nil else {
      throw StoreError(
        .damaged, store, "found a row of the table '\(table.table.name)' with other columns")
    }
    try size.add(row, of: store)
  }

  var number: Int64 { row.count > 1 ? row[1].integer ?? 0 : 0 }

  /// The key of the current row: its sample and its number.
  var key: [Int64] { row.prefix(2).map { $0.integer ?? 0 } }

  /// Whether the current row is nested in the row of a number.
  func isInside(_ parent: Int64) -> Bool { row.count > 2 && row[2].integer == parent }
}
