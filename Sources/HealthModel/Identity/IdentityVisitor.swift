/// Feeds the fields that identify a sample to a hash: numbers by value, dates by instant, texts byte by byte.
struct IdentityVisitor: Sample.FieldVisitor {
  private(set) var hash: IdentityHash
  private let fields: Sample.IdentifyingFields

  init(_ fields: Sample.IdentifyingFields, _ hash: IdentityHash) {
    self.fields = fields
    self.hash = hash
  }

  /// Adds to the hash whether an identifying field has a value, and the value.
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

extension Sample {
  /// Which fields of a structured sample are part of its identity, in addition to type, dates and source.
  ///
  /// A sample is identified by what was measured; fields that may be added later, such as the statistics of a workout or
  /// the picture of a prescription, does not.
  public struct IdentifyingFields: Sendable {
    enum Names: Sendable {
      case all
      case only([String])
    }

    let names: Names
    /// Whether start and end are part of the identity. They are not where they only repeat a field.
    let hasDates: Bool

    /// No field.
    public static let none = Sample.IdentifyingFields(names: .only([]), hasDates: true)
    /// Every field.
    public static let all = Sample.IdentifyingFields(names: .all, hasDates: true)

    /// Some fields.
    ///
    /// - Parameters:
    ///   - names: Their names, as ``Sample/FieldList/visit(_:)`` states them.
    ///   - hasDates: Whether start and end are part of the identity.
    public static func only(_ names: String..., hasDates: Bool = true) -> Sample.IdentifyingFields {
      Sample.IdentifyingFields(names: .only(names), hasDates: hasDates)
    }

    func contains(_ name: String) -> Bool {
      switch names {
      case .all: true
      case .only(let names): names.contains(name)
      }
    }

    var isEmpty: Bool {
      if case .only(let names) = names { names.isEmpty } else { false }
    }
  }
}

extension Element {
  /// The identity of an unknown element: a hash of its content.
  ///
  /// - Complexity: Linear in the content.
  public var id: SampleID {
    var hash = IdentityHash()
    combine(into: &hash)
    if let participant { hash.combine(participant: participant) }
    return hash.id
  }

  private func combine(into hash: inout IdentityHash) {
    hash.combine(name)
    hash.combine(UInt64(attributes.count))
    for attribute in attributes {
      hash.combine(attribute.name)
      hash.combine(attribute.value)
    }
    hash.combine(UInt64(children.count))
    for child in children {
      switch child {
      case .element(let element): element.combine(into: &hash)
      case .text(let text): hash.combine(text)
      }
    }
  }
}
