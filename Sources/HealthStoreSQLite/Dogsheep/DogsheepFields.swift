import HealthFormats
import HealthModel

/// The columns of a structure, one for each field, with lists as JSON: made with the table, and filled for each row.
struct DogsheepFields: Sample.FieldVisitor {
  /// The columns, if these are made.
  private(set) var columns: [DogsheepTable.Column] = []
  private let omitting: [String]
  /// The row that is filled, and the place of its next column.
  private let row: DogsheepRow?
  private var place = 0

  /// Makes the columns of a structure.
  init<S: Sample.FieldList>(of structure: S, omitting: [String] = []) {
    self.omitting = omitting
    row = nil
    var structure = structure
    structure.visit(&self)
  }

  /// Fills columns, which are those of the structure that is visited.
  init(_ row: DogsheepRow, from place: Int, omitting: [String] = []) {
    self.row = row
    self.place = place
    self.omitting = omitting
  }

  private mutating func add(
    _ column: DogsheepTable.Column, _ fill: (DogsheepRow, Int) -> Void
  ) {
    if omitting.contains(column.name) { return }
    guard let row else { return columns.append(column) }
    fill(row, place)
    place += 1
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    add(.number(name)) { $0.add($1, value) }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    add(.text(name)) { if let value { $0.add($1, value) } }
  }

  mutating func text(_ name: String, _ value: inout String?) {
    add(.text(name)) { $0.add($1, value) }
  }

  mutating func metadata(_ value: inout Metadata) {
    add(.text("metadata")) { row, place in
      if !value.isEmpty { row.add(place) { $0.object(value.entries) } }
    }
  }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    add(.text(name)) { row, place in if !value.isEmpty { row.add(place) { $0.list(value) } } }
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    add(.text(name)) { row, place in if !value.isEmpty { row.add(place) { $0.list(value) } } }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    add(DogsheepTable.Column(name: name, declaration: "BLOB")) {
      if !value.isEmpty { $0.add($1, bytes: value) }
    }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    add(.text(name)) { row, place in
      if var structure = value { row.add(place) { $0.object(&structure) } }
    }
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}
}
