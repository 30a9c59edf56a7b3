import HealthModel

/// The names of a structure's numbers and texts.
struct FieldNames: FieldVisitor {
  private(set) var names: [String] = []

  mutating func number(_ name: String, _ value: inout Number?) { names.append(name) }
  mutating func text(_ name: String, _ value: inout String?) { names.append(name) }
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
  mutating func metadata(_ value: inout Metadata) {}
  mutating func list<S: FieldStructure>(_ name: String, element: String, _ value: inout [S]) {}
  mutating func numbers(_ name: String, _ value: inout [Number]) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  mutating func sideFile<S: FieldStructure>(_ name: String, _ value: inout S?) {}
  mutating func sideFile(_ name: String, _ value: inout String?) {}
  mutating func samples(_ name: String, element: String, _ value: inout [Sample]) {}
}

/// Puts numbers and texts into the fields of a structure, by their names.
struct FieldAssignment: FieldVisitor {
  var numbers: [String: Number] = [:]
  var texts: [String: String] = [:]

  mutating func number(_ name: String, _ value: inout Number?) { value = numbers[name] ?? value }
  mutating func text(_ name: String, _ value: inout String?) { value = texts[name] ?? value }
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
  mutating func metadata(_ value: inout Metadata) {}
  mutating func list<S: FieldStructure>(_ name: String, element: String, _ value: inout [S]) {}
  mutating func numbers(_ name: String, _ value: inout [Number]) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  mutating func sideFile<S: FieldStructure>(_ name: String, _ value: inout S?) {}
  mutating func sideFile(_ name: String, _ value: inout String?) {}
  mutating func samples(_ name: String, element: String, _ value: inout [Sample]) {}
}
