package import HealthModel

/// Fills the fields of a structure in one visit: from the columns of its row, and from the rows of the tables inside.
extension RowDecoder: Sample.FieldVisitor {
  package typealias Failure = StoreError

  /// The next column of the row that is visited.
  @inline(__always)
  private mutating func next() -> StoreValue {
    guard let cursor, column < cursor.row.count else { return .null }
    column += 1
    return cursor.row[column - 1]
  }

  private var name: String { cursor?.table.table.columns[column - 1].name ?? "" }

  package mutating func number(_ name: String, _ value: inout Number?) {
    guard let real = next().real else { return }
    value = exact.number(real, self.name, decimals: decimals)
  }

  package mutating func date(_ name: String, _ value: inout Timestamp?) {
    let instant = next()
    let column = self.name
    if let time = Timestamp(instant, offset: next()) { value = exact.date(time, column) }
  }

  package mutating func text(_ name: String, _ value: inout String?) {
    value = next().text
  }

  package mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    if case .bytes(let bytes) = next() { value = bytes }
  }

  package mutating func metadata(_ value: inout Metadata) throws(StoreError) {
    value = try shared.metadata(next().integer)
  }

  package mutating func numbers(_ name: String, _ value: inout [Number]) throws(StoreError) {
    guard let (cursor, parent) = nextTable() else { return }
    while cursor.isInside(parent) {
      _ = try readExact(cursor)
      guard let real = cursor.row[3].real else {
        throw shared.damage(cursor.table.table, "without a value")
      }
      value.append(exact.number(real, "value", decimals: decimals))
      try cursor.advance()
    }
  }

  package mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) throws(StoreError) {
    guard let (cursor, parent) = nextTable() else { return }
    while cursor.isInside(parent) { value.append(try structure(cursor)) }
  }

  package mutating func sideFile<S: Sample.FieldStructure>(
    _ name: String, _ value: inout S?
  ) throws(StoreError) {
    guard let (cursor, parent) = nextTable() else { return }
    while cursor.isInside(parent) { value = try structure(cursor) }
  }

  package mutating func samples(
    _ name: String, element: String, _ value: inout [NestedSample]
  ) throws(StoreError) {
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
