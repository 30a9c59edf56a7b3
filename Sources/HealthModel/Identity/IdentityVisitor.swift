/// Feeds the fields that identify a sample to a hash: numbers by value, dates by instant, texts byte by byte.
struct IdentityVisitor: Sample.FieldVisitor {
  private(set) var hash: IdentityHash
  private let fields: Sample.IdentifyingFields

  init(_ fields: Sample.IdentifyingFields, _ hash: IdentityHash) {
    self.fields = fields
    self.hash = hash
  }

  /// Takes in whether there is a value, and the value, of a field that identifies.
  private mutating func combine<Value>(
    _ name: String, _ value: Value?, _ add: (inout IdentityHash, Value) -> Void
  ) {
    guard fields.contains(name) else { return }
    hash.combine(value == nil ? 0 : 1)
    if let value { add(&hash, value) }
  }

  mutating func number(_ name: String, _ value: inout Number?) {
    combine(name, value) { $0.combine($1) }
  }

  mutating func date(_ name: String, _ value: inout Timestamp?) {
    combine(name, value) { $0.combine($1) }
  }

  mutating func text(_ name: String, _ value: inout String?) {
    combine(name, value) { $0.combine($1) }
  }

  /// Metadata do not identify, but for the keys that do so in samples of every kind.
  mutating func metadata(_ value: inout Metadata) {}

  mutating func list<S: Sample.FieldStructure>(_ name: String, element: String, _ value: inout [S])
  {
    combine(name, value) { hash, structures in
      hash.combine(UInt64(structures.count))
      for structure in structures {
        var inner = IdentityVisitor(.all, hash)
        var structure = structure
        structure.visit(&inner)
        hash = inner.hash
      }
    }
  }

  mutating func numbers(_ name: String, _ value: inout [Number]) {
    combine(name, value) { hash, numbers in
      hash.combine(UInt64(numbers.count))
      for number in numbers { hash.combine(number) }
    }
  }

  mutating func bytes(_ name: String, _ value: inout [UInt8]) {
    combine(name, value) { $0.combine($1) }
  }

  mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
    guard fields.contains(name) else { return }
    var list = value.map { [$0] } ?? []
    self.list(name, element: name, &list)
  }

  mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {
    combine(name, value) { hash, samples in
      hash.combine(UInt64(samples.count))
      for member in samples { hash.combine(member.sample.id) }
    }
  }
}
