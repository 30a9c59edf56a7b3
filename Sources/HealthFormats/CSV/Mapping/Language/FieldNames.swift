import HealthModel

/// The names of a structure's numbers and texts.
struct FieldNames: AttributeVisitor {
  private(set) var names: [String] = []

  mutating func number(_ name: String, _ value: inout Number?) { names.append(name) }
  mutating func text(_ name: String, _ value: inout String?) { names.append(name) }
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
}

/// Puts numbers and texts into the fields of a structure, by their names.
struct FieldAssignment: AttributeVisitor {
  var numbers: [String: Number] = [:]
  var texts: [String: String] = [:]

  mutating func number(_ name: String, _ value: inout Number?) { value = numbers[name] ?? value }
  mutating func text(_ name: String, _ value: inout String?) { value = texts[name] ?? value }
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
}
