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
  /// sample that it was made of. A sync identifier, together with type and source, is all of it: HealthKit
  /// takes two samples with equal ones for two versions of one.
  @usableFromInline func identity(of hash: IdentityHash, seed: IdentityHash) -> SampleID {
    var hash = hash
    let keys = Self.identifying
    var hasUUID = false
    for entry in entries {
      // Any other key is usually in the catalog, and identified by its number.
      if entry.key.storage == keys.sync {
        var hash = seed
        hash.combine("sync")
        hash.combine(entry.value)
        return hash.id
      }
      if !hasUUID, entry.key.storage == keys.uuid {
        hasUUID = true
        hash.combine("uuid")
        hash.combine(entry.value)
      } else if entry.key.storage == keys.aggregate {
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
    metadata.isEmpty ? hash.id : metadata.identity(of: hash, seed: descriptor.identitySeed)
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
