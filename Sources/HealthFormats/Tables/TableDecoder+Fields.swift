import HealthBytes
import HealthModel

/// Fills the fields of a structure: from the cells of its own row, then from the rows of what is in it.
extension TableDecoder: Sample.FieldVisitor where Row: ~Copyable {
  typealias Failure = FormatError

  mutating func number(_ name: String, _ value: inout Number?) throws(FormatError) {
    if let (file, column) = nextCell() { value = try file.row.number(column) }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) throws(FormatError) {
    if let (file, column) = nextCell() { value = try file.row.date(column, name, rest) }
  }

  mutating func text(_ name: String, _ value: inout String?) throws(FormatError) {
    if let (file, column) = nextCell() { value = try file.row.text(column) }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) throws(FormatError) {
    if let (file, column) = nextCell(), let bytes = try file.row.bytes(column) { value = bytes }
  }

  mutating func metadata(_ value: inout Metadata) throws(FormatError) {
    if let table = nextTable() { value = try metadata(table, of: number) }
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) throws(FormatError) {
    guard let table = nextTable() else { return }
    while try table.isInside(number), let file = table.file {
      guard let found = try file.row.number(1) else {
        throw file.row.error("missing-value", column: 1, "found an empty cell in the column number")
      }
      value.append(found)
      try table.advance()
    }
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) throws(FormatError) {
    guard let table = nextTable() else { return }
    while try table.isInside(number), let file = table.file {
      nesting += 1
      note(element, file)
      value.append(try structure(table, file))
      nesting -= 1
    }
  }

  mutating func sideFile<S: Sample.FieldStructure>(
    _ name: String, _ value: inout S?
  ) throws(FormatError) {
    guard let table = nextTable(), try table.isInside(number), let file = table.file else { return }
    value = try structure(table, file)
  }

  mutating func samples(
    _ name: String, element: String, _ value: inout [NestedSample]
  ) throws(FormatError) {
    guard let list = nextTable() else { return }
    while try list.isInside(number), let file = list.file {
      let outer = (table, number, child)
      value.append(try member(file))
      (table, number, child) = outer
      try list.advance()
    }
  }

  /// The next column of the row that is visited; `nil` while the rows inside are.
  private mutating func nextCell() -> (TableFile<Row>, Int)? {
    guard isInRow, let file else { return nil }
    column += 1
    return (file, column - 1)
  }

  /// The next table of the row whose inside is visited.
  private mutating func nextTable() -> TableCursor<Row>? {
    guard !isInRow, table.children.indices.contains(child) else { return nil }
    child += 1
    return table.children[child - 1]
  }

  private mutating func structure<S: Sample.FieldStructure>(
    _ own: TableCursor<Row>, _ file: TableFile<Row>
  ) throws(FormatError) -> S {
    let outer = (table, number, child)
    var structure = S()
    rest = try file.row.rest(json)
    structure.extras = rest.extras
    let number = try file.row.count(0)
    (self.file, column) = (file, 2)
    isInRow = true
    try structure.visit(&self)
    isInRow = false
    try own.advance()
    (table, self.number, child) = (own, number, 0)
    try structure.visit(&self)
    (table, self.number, child) = outer
    return structure
  }
}
