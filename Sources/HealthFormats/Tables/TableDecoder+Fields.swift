import HealthBytes
import HealthModel

/// Fills the fields of a structure: from the cells of its own row, then from the rows of what is in it.
extension TableDecoder: Sample.FieldVisitor where Row: ~Copyable {
  mutating func number(_ name: String, _ value: inout Number?) {
    cell { (file, column, _) throws(ReadError) in value = try file.row.number(column) }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    cell { (file, column, rest) throws(ReadError) in
      value = try file.row.date(column, name, rest)
    }
  }

  mutating func text(_ name: String, _ value: inout String?) {
    cell { (file, column, _) throws(ReadError) in value = try file.row.text(column) }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    cell { (file, column, _) throws(ReadError) in
      if let bytes = try file.row.bytes(column) { value = bytes }
    }
  }

  mutating func sideFile(_ name: String, _ value: inout String?) {
    text(name, &value)
  }

  mutating func metadata(_ value: inout Metadata) {
    rows { (reader, table, number) throws(ReadError) in
      value = try reader.metadata(table, of: number)
    }
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    rows { (reader, table, number) throws(ReadError) in
      while try table.isInside(number), let file = table.file {
        guard let found = try file.row.number(1) else {
          throw file.row.error(
            "missing-value", column: 1, "found an empty cell in the column number")
        }
        value.append(found)
        try table.advance()
      }
    }
  }

  mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    rows { (reader, table, number) throws(ReadError) in
      while try table.isInside(number), let file = table.file {
        reader.nesting += 1
        reader.note(element, file)
        value.append(try reader.structure(table, file))
        reader.nesting -= 1
      }
    }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    rows { (reader, table, number) throws(ReadError) in
      guard try table.isInside(number), let file = table.file else { return }
      value = try reader.structure(table, file)
    }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    rows { (reader, table, number) throws(ReadError) in
      while try table.isInside(number), let file = table.file {
        let outer = (reader.table, reader.number, reader.child)
        value.append(try reader.member(file))
        (reader.table, reader.number, reader.child) = outer
        try table.advance()
      }
    }
  }

  /// Reads the next column of a row, if that is wanted and all went well so far.
  private mutating func cell(
    _ read: (TableFile<Row>, Int, ExtrasText) throws(ReadError) -> Void
  ) {
    guard isInRow, fault == nil, let file else { return }
    column += 1
    do throws(ReadError) { try read(file, column - 1, rest) } catch { fault = error }
  }

  /// Reads the rows of the next table inside, if that is wanted and all went well so far.
  private mutating func rows(
    _ read: (inout TableDecoder, TableCursor<Row>, Int64) throws(ReadError) -> Void
  ) {
    guard !isInRow, fault == nil, table.children.indices.contains(child) else { return }
    child += 1
    do throws(ReadError) { try read(&self, table.children[child - 1], number) } catch {
      fault = error
    }
  }

  private mutating func structure<S: Sample.FieldStructure>(
    _ own: TableCursor<Row>, _ file: TableFile<Row>
  ) throws(ReadError) -> S {
    let outer = (table, number, child)
    var structure = S()
    rest = try file.row.rest(&json)
    structure.extras = rest.extras
    let number = try file.row.count(0)
    (self.file, column) = (file, 2)
    isInRow = true
    structure.visit(&self)
    isInRow = false
    if let fault { throw fault }
    try own.advance()
    (table, self.number, child) = (own, number, 0)
    structure.visit(&self)
    (table, self.number, child) = outer
    if let fault { throw fault }
    return structure
  }
}
