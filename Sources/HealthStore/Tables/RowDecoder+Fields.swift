package import HealthModel

/// The mirror of the encoder: first the columns of a row, then the rows of what is in it.
extension RowDecoder: Sample.FieldVisitor {
  /// The next column of the row that is visited.
  @inline(__always)
  private mutating func next() -> StoreValue {
    guard isInRow, let cursor, column < cursor.row.count else { return .null }
    column += 1
    return cursor.row[column - 1]
  }

  private var name: String { cursor?.table.table.columns[column - 1].name ?? "" }

  package mutating func number(_ name: String, _ value: inout Number?) {
    guard isInRow, let real = next().real else { return }
    value = exact.number(real, self.name, decimals: decimals)
  }

  package mutating func date(_ name: String, _ value: inout Timestamp?) {
    guard isInRow else { return }
    let instant = next()
    let column = self.name
    if let time = Timestamp(instant, offset: next()) { value = exact.date(time, column) }
  }

  package mutating func text(_ name: String, _ value: inout String?) {
    if isInRow { value = next().text }
  }

  package mutating func sideFile(_ name: String, _ value: inout String?) { text(name, &value) }

  package mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    if isInRow, case .bytes(let bytes) = next() { value = bytes }
  }

  package mutating func metadata(_ value: inout Metadata) {
    guard isInRow, fault == nil else { return }
    do throws(StoreError) { value = try shared.metadata(next().integer) } catch { fault = error }
  }

  package mutating func numbers(_ name: String, _ value: inout [Number]) {
    rows { (decoder, cursor) throws(StoreError) in
      _ = try decoder.readExact(cursor)
      guard let real = cursor.row[3].real else {
        throw decoder.shared.damage(cursor.table.table, "without a value")
      }
      value.append(decoder.exact.number(real, "value", decimals: decoder.decimals))
      try cursor.advance()
    }
  }

  package mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    rows { (decoder, cursor) throws(StoreError) in
      value.append(try decoder.structure(cursor))
    }
  }

  package mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    rows { (decoder, cursor) throws(StoreError) in value = try decoder.structure(cursor) }
  }

  package mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    rows { (decoder, cursor) throws(StoreError) in
      guard let sample = cursor.row[3].integer.flatMap({ decoder.members[$0] }) else {
        throw decoder.shared.damage(cursor.table.table, "without its sample")
      }
      value.append(sample)
      try cursor.advance()
    }
  }

  /// Reads the rows of the next table inside, if they are wanted and all went well so far.
  private mutating func rows(
    _ read: (inout RowDecoder, PartCursor) throws(StoreError) -> Void
  ) {
    guard !isInRow, fault == nil, let table, child < table.children.count else { return }
    let inside = table.children[child]
    child += 1
    guard parts & inside.bit != 0, let cursor = cursors[inside.table.index] else { return }
    let parent = number
    do throws(StoreError) {
      while cursor.isInside(parent) { try read(&self, cursor) }
    } catch { fault = error }
  }
}
