import HealthFormats
package import HealthModel

/// Fills the fields of a structure in one visit: from the columns of its row, and from the rows of the tables inside.
extension RowDecoder: Sample.FieldVisitor {
  package typealias Failure = HealthError

  /// The next column of the row that is visited.
  @inline(__always)
  private mutating func next() -> StoreValue {
    guard let cursor, column < cursor.row.count else { return .null }
    column += 1
    return cursor.row[column - 1]
  }

  private var name: String { cursor?.table.table.columns[column - 1].name ?? "" }

  /// What is wrong with a value of the row that is visited.
  private func damaged(_ column: String, _ expected: String) -> HealthError {
    cursor.map { shared.damage($0, column, expected) } ?? shared.damage(.sample, "without a row")
  }

  private func dateError(_ column: String, offset: Int64) -> HealthError {
    guard let cursor else { return shared.damage(.sample, "without a row") }
    return cursor.table.table.dateError(column, offset: offset, row: cursor.key, of: store)
  }

  package mutating func number(_ name: String, _ value: inout Number?) throws(HealthError) {
    let cell = next()
    if cell == .null { return }
    value = cell.real.flatMap { exact.number($0, self.name, decimals: decimals) }
    if value == nil { throw damaged(self.name, "a number") }
  }

  package mutating func date(_ name: String, _ value: inout Timestamp?) throws(HealthError) {
    let instant = next()
    let column = self.name
    let offset = next()
    if instant == .null { return }
    guard case .instant(let seconds, let nanoseconds) = instant else {
      throw damaged(column, "a date")
    }
    let minutes = offset == .null ? 0 : offset.integer ?? .max
    guard
      let time = Timestamp(validating: seconds, nanoseconds: nanoseconds, offsetMinutes: minutes)
    else { throw dateError(column, offset: minutes) }
    value = exact.date(time, column)
  }

  package mutating func text(_ name: String, _ value: inout String?) throws(HealthError) {
    let cell = next()
    if cell == .null { return }
    guard let text = cell.text else { throw damaged(self.name, "a text") }
    value = text
  }

  package mutating func bytes(_ name: String, _ value: inout [UInt8]) throws(HealthError) {
    let cell = next()
    if cell == .null { return }
    guard case .bytes(let bytes) = cell else { throw damaged(self.name, "bytes") }
    value = bytes
  }

  package mutating func metadata(_ value: inout Metadata) throws(HealthError) {
    let cell = next()
    guard cell == .null || cell.integer != nil else {
      throw damaged(name, "the number of a row")
    }
    value = try shared.metadata(cell.integer)
  }

  package mutating func numbers(_ name: String, _ value: inout [Number]) throws(HealthError) {
    guard let (cursor, parent) = nextTable() else { return }
    while cursor.isInside(parent) {
      _ = try readExact(cursor)
      guard
        let number = cursor.row[3].real.flatMap({ exact.number($0, "value", decimals: decimals) })
      else { throw shared.damage(cursor, "value", "a number") }
      value.append(number)
      try cursor.advance()
    }
  }

  package mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) throws(HealthError) {
    guard let (cursor, parent) = nextTable() else { return }
    while cursor.isInside(parent) { value.append(try structure(cursor)) }
  }

  package mutating func sideFile<S: Sample.FieldStructure>(
    _ name: String, _ value: inout S?
  ) throws(HealthError) {
    guard let (cursor, parent) = nextTable() else { return }
    while cursor.isInside(parent) { value = try structure(cursor) }
  }

  package mutating func samples(
    _ name: String, element: String, _ value: inout [NestedSample]
  ) throws(HealthError) {
    guard let (cursor, parent) = nextTable() else { return }
    while cursor.isInside(parent) {
      guard let sample = cursor.row[3].integer.flatMap({ members[$0] }) else {
        throw shared.damage(cursor.table.table, "without its sample")
      }
      value.append(sample)
      try cursor.advance()
    }
  }

  /// The rows of the next table inside, if there are any, and the number of the row that they are in.
  private mutating func nextTable() -> (PartCursor, parent: Int64)? {
    guard let inside = tables.popFirst(), let cursor, parts & inside.bit != 0,
      let rows = cursors[inside.table.index]
    else { return nil }
    return (rows, cursor.number)
  }
}

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
  func begin(inside sample: Int64) throws(HealthError) {
    try source.begin(table.table, inside: sample)
    try advance()
  }

  func advance() throws(HealthError) {
    guard try source.next(table.table, into: &row) else {
      row.removeAll(keepingCapacity: true)
      return
    }
    guard row.count == table.table.columns.count, row[1].integer != nil else {
      throw HealthError(
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

/// The row of a nested sample, and whether the same sample is also at top level.
package typealias NestedRow = (row: SampleRow, isAlsoTopLevel: Bool)

/// Finds rows by their numbers.
package protocol RowLookup: AnyObject {
  /// The row of a dictionary, without its number.
  ///
  /// - Returns: A value for each other column.
  func row(_ number: Int64, of table: StoreTable) throws(HealthError) -> [StoreValue]

  /// The bytes of the store in its database.
  func size() throws(HealthError) -> Int64
}

/// Supplies the rows of samples: the part of reading that each database implements.
package protocol RowSource: RowLookup {
  /// Goes to the rows of a table of parts that are nested in one row. Of each table, the rows of one row are read at a
  /// time, maybe not to their end; rows of several tables are read in turn.
  func begin(_ table: StoreTable, inside owner: Int64) throws(HealthError)

  /// Reads the next of the rows that were gone to, in the order of their second column.
  ///
  /// - Returns: Whether there was one more.
  func next(_ table: StoreTable, into row: inout [StoreValue]) throws(HealthError) -> Bool

  /// The row of a sample, at top level or nested.
  ///
  /// - Returns: The row; `nil` if no row has that change.
  func sample(_ change: Int64) throws(HealthError) -> SampleRow?

  /// The samples that are directly nested in another, in any order.
  ///
  /// - Parameter body: Receives their rows, and whether the same sample is also at top level
  ///   (``StoreContents/isAlsoTopLevel``). It must not use the source.
  func samples(
    inside sample: Int64, _ body: (NestedRow) throws(HealthError) -> Void
  ) throws(HealthError)
}
