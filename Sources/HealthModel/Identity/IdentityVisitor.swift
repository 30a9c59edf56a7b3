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

extension Metadata {
  /// A hash of all keys and values, byte for byte and in order.
  ///
  /// - Complexity: Linear in the bytes.
  package var id: SampleID {
    var hash = IdentityHash()
    for entry in entries {
      hash.combine(entry.key.identifier)
      hash.combine(entry.value)
    }
    return hash.id
  }

  /// The keys that are part of identities, by their rows in the catalog.
  private static let identifying = (
    sync: MetadataKey.syncIdentifier.storage, uuid: MetadataKey.externalUUID.storage,
    aggregate: MetadataKey("aggregate").storage
  )

  /// The identity of a sample with metadata.
  ///
  /// An external UUID is a part of it. So is whether an app made the sample of others (`aggregate`): a copy must not replace the
  /// sample that it was made of, to which the value `part` belongs. A sync identifier, together with type and source, is all of
  /// it: HealthKit takes two samples with equal ones for two versions of one.
  @usableFromInline func identity(
    of hash: IdentityHash, _ descriptor: SampleDescriptor
  ) -> SampleID {
    var hash = hash
    let keys = Self.identifying
    var hasUUID = false
    for entry in entries {
      // Any other key is usually in the catalog, and identified by its number.
      if entry.key.storage == keys.sync {
        var hash = descriptor.syncSeed
        hash.combine("sync")
        hash.combine(entry.value)
        return hash.id
      }
      if !hasUUID, entry.key.storage == keys.uuid {
        hasUUID = true
        hash.combine("uuid")
        hash.combine(entry.value)
      } else if entry.key.storage == keys.aggregate, entry.value != "part" {
        hash.combine("aggregate")
      }
    }
    return hash.id
  }
}

extension Metadata {
  /// The version of the sample, if there is a sync identifier.
  fileprivate var syncVersion: SyncVersion? {
    guard !isEmpty, entries.contains(where: { $0.key.storage == Self.identifying.sync }) else {
      return nil
    }
    return SyncVersion(self[.syncVersion])
  }
}

extension SampleHeader {
  /// The beginning of the sample's identity: type, source and, unless these only repeat a field, the dates.
  @inlinable func identityHash(hasDates: Bool = true) -> IdentityHash {
    var hash = descriptor.identitySeed
    if hasDates {
      hash.combine(start)
      hash.combine(end)
    }
    return hash
  }

  /// The identity of the sample.
  ///
  /// - Parameter hash: ``identityHash(hasDates:)``, with what identifies a sample of its kind.
  @inlinable func identity(of hash: IdentityHash) -> SampleID {
    metadata.isEmpty ? hash.id : metadata.identity(of: hash, descriptor)
  }
}

extension Sample {
  /// The version of a sample that has a sync identifier: of two versions of one sample, the higher replaces the
  /// lower. `nil` for samples without such an identifier.
  ///
  /// - Complexity: Linear in the number of metadata entries.
  package var syncVersion: SyncVersion? {
    // Copying the header would cost more than reading its metadata.
    switch self {
    case .quantity(let sample): sample.storage.header.metadata.syncVersion
    case .category(let sample): sample.storage.header.metadata.syncVersion
    default: header?.metadata.syncVersion
    }
  }
}

/// The version of a sample that has a sync identifier (`HKMetadataKeySyncVersion`).
package struct SyncVersion: Hashable, Sendable, Comparable {
  /// The version as a whole number, ``Int64/min`` where none is stated.
  public let number: Int64

  /// A version.
  public init(_ number: Int64) { self.number = number }

  /// A version as metadata state it. Without its fraction, and at most as large as 64 bits hold.
  ///
  /// - Parameter text: The value; a text that is not a number, and none, are the lowest of all versions.
  public init(_ text: String?) {
    guard let text, let value = Number(text) else {
      self.init(.min)
      return
    }
    if let whole = Int64(text) {
      self.init(whole)
      return
    }
    let (digits, exponent) = value.normalized
    var number = digits
    for _ in 0..<min(abs(exponent), 40) {
      if exponent < 0 {
        number /= 10
      } else {
        let (product, isOverflow) = number.multipliedReportingOverflow(by: 10)
        number = isOverflow ? (digits < 0 ? .min + 1 : .max) : product
        if isOverflow { break }
      }
    }
    self.init(number)
  }

  /// Orders by the number.
  public static func < (a: SyncVersion, b: SyncVersion) -> Bool { a.number < b.number }
}
