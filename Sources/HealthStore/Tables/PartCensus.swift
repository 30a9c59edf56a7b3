import HealthModel

/// Finds out in which tables a structure has rows, before any is written.
struct PartCensus: Sample.FieldVisitor {
  private var table: PartTable
  private var child = 0
  private var parts: Int64 = 0

  private init(_ table: PartTable) { self.table = table }

  /// The bits of the tables in which a structure has rows.
  ///
  /// - Parameter structure: The structure; it stays as it is.
  static func parts<S: Sample.FieldList>(of structure: inout S, in table: PartTable) -> Int64 {
    var census = PartCensus(table)
    census.structure(&structure, table)
    return census.parts
  }

  private mutating func structure<S: Sample.FieldList>(_ structure: inout S, _ own: PartTable) {
    parts |= own.bit
    guard !own.children.isEmpty else { return }
    let outer = (table, child)
    (table, child) = (own, 0)
    structure.visit(&self)
    (table, child) = outer
  }

  private mutating func next() -> PartTable? {
    guard child < table.children.count else { return nil }
    child += 1
    return table.children[child - 1]
  }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    guard let table = next(), !value.isEmpty else { return }
    parts |= table.bit
    guard !table.children.isEmpty else { return }
    for index in value.indices { structure(&value[index], table) }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    guard let table = next(), var found = value else { return }
    structure(&found, table)
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    if let table = next(), !value.isEmpty { parts |= table.bit }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    if let table = next(), !value.isEmpty { parts |= table.bit }
  }

  mutating func number(_ name: String, _ value: inout Number?) {}
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
  mutating func text(_ name: String, _ value: inout String?) {}
  mutating func sideFile(_ name: String, _ value: inout String?) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  mutating func metadata(_ value: inout Metadata) {}
}
