package import HealthModel

/// A structure is visited twice: for the columns of its own row, then for the rows of what is in it.
extension RowEncoder: Sample.FieldVisitor {
  package typealias Failure = StoreError

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

  package mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    if isInRow { row.append(value.isEmpty ? .null : .bytes(value)) }
  }

  package mutating func metadata(_ value: inout Metadata) throws(StoreError) {
    if isInRow { row.append(.integer(try shared.number(of: value))) }
  }

  package mutating func numbers(_ name: String, _ value: inout [Number]) throws(StoreError) {
    guard let table = nextTable() else { return }
    for found in value {
      begin()
      row.append(.integer(number))
      add(found)
      endNumbers(table)
      try put(table.table)
    }
  }

  package mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) throws(StoreError) {
    guard let table = nextTable() else { return }
    for index in value.indices { try structure(&value[index], table, inside: number) }
  }

  package mutating func sideFile<S: Sample.FieldStructure>(
    _ name: String, _ value: inout S?
  ) throws(StoreError) {
    guard let table = nextTable(), var found = value else { return }
    try structure(&found, table, inside: number)
  }

  package mutating func samples(
    _ name: String, element: String, _ value: inout [NestedSample]
  ) throws(StoreError) {
    guard let table = nextTable() else { return }
    let parent = number
    try inside(value) { (encoder, change) throws(StoreError) in
      encoder.row.append(.integer(parent))
      encoder.row.append(.integer(change))
      try encoder.put(table.table)
    }
  }

  /// The next table of the row whose inside is visited.
  private mutating func nextTable() -> PartTable? {
    guard !isInRow, let table, child < table.children.count else { return nil }
    child += 1
    return table.children[child - 1]
  }
}
