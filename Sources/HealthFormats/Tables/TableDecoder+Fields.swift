import HealthBytes
import HealthModel

/// Fills the fields of a structure in one visit: scalar fields from its row, which remains current until the visit ends;
/// lists from the nested tables.
extension TableDecoder: Sample.FieldVisitor where Row: ~Copyable {
  typealias Failure = HealthError

  mutating func number(_ name: String, _ value: inout Number?) throws(HealthError) {
    if let (file, column) = nextCell() { value = try file.row.number(column) }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) throws(HealthError) {
    if let (file, column) = nextCell() { value = try file.row.date(column, name, rest) }
  }

  mutating func text(_ name: String, _ value: inout String?) throws(HealthError) {
    if let (file, column) = nextCell() { value = try file.row.text(column) }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) throws(HealthError) {
    if let (file, column) = nextCell(), let bytes = try file.row.bytes(column) { value = bytes }
  }

  mutating func metadata(_ value: inout Metadata) throws(HealthError) {
    value = try metadata(nextTable(), of: number)
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) throws(HealthError) {
    let table = nextTable()
    while try table.isChild(ofRow: number), let file = table.file {
      guard let found = try file.row.number(1) else {
        throw file.row.error("missing-value", column: 1, "found an empty cell in the column number")
      }
      value.append(found)
      try table.advance()
    }
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) throws(HealthError) {
    let table = nextTable()
    while try table.isChild(ofRow: number), let file = table.file {
      nesting += 1
      note(element, file)
      value.append(try structure(table, file))
      nesting -= 1
    }
  }

  mutating func sideFile<S: Sample.FieldStructure>(
    _ name: String, _ value: inout S?
  ) throws(HealthError) {
    let table = nextTable()
    guard try table.isChild(ofRow: number), let file = table.file else { return }
    value = try structure(table, file)
  }

  mutating func samples(
    _ name: String, element: String, _ value: inout [NestedSample]
  ) throws(HealthError) {
    let list = nextTable()
    while try list.isChild(ofRow: number), let file = list.file {
      let outer = (table, number, child)
      value.append(try member(file))
      (table, number, child) = outer
      try list.advance()
    }
  }

  private mutating func nextCell() -> (TableFile<Row>, Int)? {
    guard let file else { return nil }
    column += 1
    return (file, column - 1)
  }

  private mutating func nextTable() -> TableCursor<Row> {
    child += 1
    return table.children[child - 1]
  }

  /// Fills the fields from the current row of a table. `rest` must already be that of this row.
  mutating func visit<Fields: Sample.FieldList>(
    _ fields: inout Fields, _ file: TableFile<Row>, _ table: TableCursor<Row>, _ number: Int64,
    column: Int, child: Int
  ) throws(HealthError) {
    (self.file, self.column) = (file, column)
    (self.table, self.number, self.child) = (table, number, child)
    try fields.visit(&self)
  }

  private mutating func structure<S: Sample.FieldStructure>(
    _ own: TableCursor<Row>, _ file: TableFile<Row>
  ) throws(HealthError) -> S {
    let outer = (table, number, child)
    var structure = S()
    rest = try file.row.rest(json, ofSample: false)
    structure.extras = rest.extras
    try visit(&structure, file, own, try file.row.count(0), column: 2, child: 0)
    try own.advance()
    (table, number, child) = outer
    return structure
  }
}
