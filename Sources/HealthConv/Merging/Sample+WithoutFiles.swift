extension Sample {
  /// The sample without the content of files next to an export, and whether it had none; `nil` for a sample that refers
  /// to no such file.
  var withoutFiles: (sample: Sample, isBare: Bool)? {
    var stripper = FileStripper()
    let stripped: Sample
    switch self {
    case .workout(let workout):
      var fields = workout.fields
      if fields.routes.isEmpty { return nil }
      fields.visit(&stripper)
      stripped = .workout(Workout(header: workout.header, fields: fields))
    case .clinicalRecord(let record):
      var fields = record.fields
      fields.visit(&stripper)
      stripped = .clinicalRecord(ClinicalRecord(header: record.header, fields: fields))
    default: return nil
    }
    return stripper.hasPath ? (stripped, !stripper.hasContent) : nil
  }
}

/// Takes out what is in files whose path is known.
private struct FileStripper: Sample.FieldVisitor {
  var hasPath = false
  var hasContent = false
  /// Whether the structure that is visited has named a file.
  private var isNamed = false

  init() {}

  mutating func text(_ name: String, _ value: inout String?) {
    if name == "path" || name == "resourceFilePath" {
      isNamed = value != nil
      if isNamed { hasPath = true }
    }
  }

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    // Points come by the thousand, and refer to nothing.
    guard S.self != RouteLocation.self else { return }
    for index in value.indices { value[index].visit(&self) }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    if isNamed, value != nil { (value, hasContent) = (nil, true) }
  }

  mutating func sideFile(_ name: String, _ value: inout String?) {
    if isNamed, value != nil { (value, hasContent) = (nil, true) }
  }

  mutating func number(_ name: String, _ value: inout Number?) {}
  mutating func date(_ name: String, _ value: inout Timestamp?) {}
  mutating func metadata(_ value: inout Metadata) {}
  mutating func numbers(_ name: String, _ value: inout [Number]) {}
  mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}
}
