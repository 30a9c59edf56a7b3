import HealthBytes
import HealthFormats
import HealthModel

/// Makes the columns of a structure: one for each field, lists as JSON.
struct DogsheepColumns: Sample.FieldVisitor {
  private(set) var columns: [DogsheepTable.Column] = []
  private let omitting: [String]

  /// The columns of a structure.
  init<S: Sample.FieldList>(of structure: S, omitting: [String]) {
    self.omitting = omitting
    var structure = structure
    structure.visit(&self)
  }

  private mutating func add(_ column: DogsheepTable.Column) {
    if !omitting.contains(column.name) { columns.append(column) }
  }

  mutating func number(_ name: String, _ value: inout Number?) { add(.number(name)) }
  mutating func date(_ name: String, _ value: inout Timestamp?) { add(.text(name)) }
  mutating func text(_ name: String, _ value: inout String?) { add(.text(name)) }
  mutating func metadata(_ value: inout Metadata) { add(.text("metadata")) }
  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    add(.text(name))
  }
  mutating func numbers(_ name: String, _ value: inout [Number]) { add(.text(name)) }
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    add(DogsheepTable.Column(name: name, declaration: "BLOB"))
  }
  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    add(.text(name))
  }
  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}
}

/// Fills the columns that ``DogsheepColumns`` made.
struct DogsheepCells: Sample.FieldVisitor {
  private let row: DogsheepRow
  private let omitting: [String]
  private var place: Int

  /// Fills columns.
  init(_ row: DogsheepRow, from place: Int, omitting: [String]) {
    self.row = row
    self.place = place
    self.omitting = omitting
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    if let value { row.add(place, value) }
    place += 1
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    if let value { row.add(place, value) }
    place += 1
  }

  mutating func text(_ name: String, _ value: inout String?) {
    row.add(place, value)
    place += 1
  }

  mutating func metadata(_ value: inout Metadata) {
    if !value.isEmpty { row.add(place) { $0.object(value.entries) } }
    place += 1
  }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    guard !omitting.contains(name) else { return }
    if !value.isEmpty { row.add(place) { $0.list(value) } }
    place += 1
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    if !value.isEmpty { row.add(place) { $0.list(value) } }
    place += 1
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    if !value.isEmpty { row.add(place, bytes: value) }
    place += 1
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    if var structure = value { row.add(place) { $0.object(&structure) } }
    place += 1
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}
}
