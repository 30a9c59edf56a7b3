import HealthModel

/// A field of the model with its class: for `policy explain`, and for the test that requires a class of each.
package struct ClassifiedField: Sendable {
  /// The structure, such as `workout.events`.
  package let structure: String
  package let name: String
  /// `nil` if the field has none, which is a defect.
  package let kind: FieldClass?
  /// Whether it holds numbers, and what these are figures of; `nil` for a number is a defect.
  package var isNumber = false
  package var figure: Figure?
}

extension ClassifiedField {
  /// All fields, structure by structure.
  package static var all: [ClassifiedField] {
    var found: [ClassifiedField] = []
    for (structure, fields) in FieldClass.properties.sorted(by: { $0.key < $1.key }) {
      found += fields.sorted { $0.key < $1.key }.map {
        ClassifiedField(structure: structure, name: $0.key, kind: $0.value)
      }
    }
    for kind in SampleKind.allCases {
      if let fields = kind.fields { found += list(fields, kind.rawValue) }
    }
    return found
  }

  /// The keys of metadata of the catalog.
  package static var metadata: [ClassifiedField] {
    MetadataKey.all.map {
      ClassifiedField(
        structure: "metadata", name: $0.identifier, kind: FieldClass.metadataKeys[$0],
        isNumber: $0.valueType == .number || $0.valueType == .quantity,
        figure: Figure.metadataKeys[$0])
    }
  }

  private static func list<S: Sample.FieldList>(_ structure: S, _ path: String) -> [ClassifiedField]
  {
    var structure = structure
    var visitor = Visitor(
      path: path, classes: FieldClass.fields(of: S.self), figures: Figure.fields(of: S.self))
    structure.visit(&visitor)
    return visitor.found
  }

  private struct Visitor: Sample.FieldVisitor {
    let path: String
    let classes: [String: FieldClass]
    let figures: [String: Figure]
    var found: [ClassifiedField] = []

    mutating func add(_ name: String, isNumber: Bool = false) {
      found.append(
        ClassifiedField(
          structure: path, name: name, kind: classes[name], isNumber: isNumber,
          figure: figures[name]))
    }

    mutating func number(_ name: String, _ value: inout Number?) { add(name, isNumber: true) }
    mutating func date(_ name: String, _ value: inout Timestamp?) { add(name) }
    mutating func text(_ name: String, _ value: inout String?) { add(name) }
    mutating func metadata(_ value: inout Metadata) { add("metadata") }
    mutating func numbers(_ name: String, _ value: inout [Number]) { add(name, isNumber: true) }
    mutating func bytes(_ name: String, _ value: inout [UInt8]) { add(name) }
    mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
      add(name)
    }

    mutating func list<S: Sample.FieldStructure>(
      _ name: String, element: String, _ value: inout [S]
    ) {
      add(name)
      found += ClassifiedField.list(S(), "\(path).\(name)")
    }

    mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
      add(name)
      found += ClassifiedField.list(S(), "\(path).\(name)")
    }
  }
}

extension Policy {
  /// What happens to a field or a key of metadata.
  package func action(of field: ClassifiedField) -> Action {
    let action = unroundedAction(of: field)
    let isRounded =
      field.structure == "quantity" && field.name == "number"
      ? !roundings.isEmpty : field.isNumber && rounds(field.figure)
    return isRounded && [.keep, .known].contains(action) ? .round : action
  }

  private func unroundedAction(of field: ClassifiedField) -> Action {
    guard let kind = field.kind else { return .drop }
    let isHeartbeat =
      field.figure == .heartbeat || field.structure == "beat"
      || (field.structure == "quantity" && field.name == "beats")
    if isHeartbeat, roundsHeartbeats { return .drop }
    if field.structure == "metadata" {
      let key = MetadataKey(field.name)
      if keptKeys.contains(key) { return .keep }
      if keptValues[key] != nil { return .known }
      return metadataAction(of: kind)
    }
    // The text of a route's device has identifiers, and points have no name.
    if field.structure.hasSuffix("routes"), field.name == "device" { return .drop }
    return action(of: kind)
  }
}
