package import HealthModel

/// A structure is visited twice: for the columns of its own row, then for the rows of what is in it.
extension RowEncoder: Sample.FieldVisitor {
  package mutating func number(_ name: String, _ value: inout Number?) {
    guard isInRow else { return }
    if let value { add(value) } else { row.append(.null) }
  }

  package mutating func date(_ name: String, _ value: inout Timestamp?) {
    guard isInRow, let table else { return }
    if let value { exact.note(value, table.table.columns[row.count].name) }
    row.append(.instant(value))
    row.append(.offset(value))
  }

  package mutating func text(_ name: String, _ value: inout String?) {
    if isInRow { row.append(.text(value)) }
  }

  package mutating func sideFile(_ name: String, _ value: inout String?) { text(name, &value) }

  package mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    if isInRow { row.append(value.isEmpty ? .null : .bytes(value)) }
  }

  package mutating func metadata(_ value: inout Metadata) {
    guard isInRow, fault == nil else { return }
    do throws(StoreError) { row.append(.integer(try shared.number(of: value))) } catch {
      fault = error
    }
  }

  package mutating func numbers(_ name: String, _ value: inout [Number]) {
    rows { (encoder, table, parent) throws(StoreError) in
      for number in value {
        encoder.begin()
        encoder.row.append(.integer(parent))
        encoder.add(number)
        encoder.endNumbers(table)
        try encoder.put(table.table)
      }
    }
  }

  package mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {
    rows { (encoder, table, parent) throws(StoreError) in
      for index in value.indices {
        try encoder.structure(&value[index], table, inside: parent)
      }
    }
  }

  package mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    rows { (encoder, table, parent) throws(StoreError) in
      if var found = value { try encoder.structure(&found, table, inside: parent) }
    }
  }

  package mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    rows { (encoder, table, parent) throws(StoreError) in
      try encoder.inside(value) { (encoder, change) throws(StoreError) in
        encoder.row.append(.integer(parent))
        encoder.row.append(.integer(change))
        try encoder.put(table.table)
      }
    }
  }

  /// Writes the rows of the next table inside, if they are wanted and all went well so far.
  private mutating func rows(
    _ write: (inout RowEncoder, PartTable, _ parent: Int64) throws(StoreError) -> Void
  ) {
    guard !isInRow, fault == nil, let table, child < table.children.count else { return }
    child += 1
    do throws(StoreError) { try write(&self, table.children[child - 1], number) } catch {
      fault = error
    }
  }
}
