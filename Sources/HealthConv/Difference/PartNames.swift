import HealthStore

/// The names of the parts of samples, by kind.
struct PartNames {
  private var fields: [SampleKind: [String]] = [:]

  /// The names of some parts.
  ///
  /// - Returns: The names, in the order of the parts; `content` where it is not known which they are.
  mutating func names(_ parts: UInt32, _ kind: SampleKind) -> [String] {
    if parts == 0 { return ["content"] }
    let first = SampleDigest.Part.fields.rawValue
    return (0..<SampleDigest.count).filter { parts & 1 &<< UInt32($0) != 0 }.map { index in
      if index < first { return SampleDigest.Part(rawValue: index).map { "\($0)" } ?? "" }
      let names = fields[kind] ?? kind.fields.map { Self.names($0) } ?? []
      fields[kind] = names
      return index - first < names.count ? names[index - first] : "fields"
    }
  }

  private static func names(_ fields: some Sample.FieldList) -> [String] {
    var fields = fields
    var visitor = NameVisitor()
    fields.visit(&visitor)
    return visitor.names
  }
}

/// Collects the names of a structure's fields.
private struct NameVisitor: Sample.FieldVisitor {
  var names: [String] = []

  mutating func number(_ name: String, _ value: inout Number?) { names.append(name) }
  mutating func date(_ name: String, _ value: inout Timestamp?) { names.append(name) }
  mutating func text(_ name: String, _ value: inout String?) { names.append(name) }
  mutating func metadata(_ value: inout Metadata) { names.append("metadata") }
  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    names.append(name)
  }
  mutating func numbers(_ name: String, _ value: inout [Number]) { names.append(name) }
  mutating func bytes(_ name: String, _ value: inout [UInt8]) { names.append(name) }
  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    names.append(name)
  }
  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    names.append(name)
  }
}
