import HealthModel

/// Remembers the records that can also be nested in a correlation or a workout, so that they are not counted twice.
///
/// Only the types that exports nest are remembered (``HealthModel/QuantityType/canBeNested``), by 64 bits of the identity, up
/// to a limit.
struct NestedMembers {
  /// How many records are remembered: about 16 MiB if none has a sync identifier, at most about 36 MiB if some have.
  static let limit = 1_000_000
  /// The most nested records that are remembered because no equal record was at top level yet.
  static let nestedLimit = 100_000

  private var topLevel: Set<UInt64> = []
  /// The remembered records with a sync identifier, with the highest version of each. A nested record of a higher version is
  /// another value.
  private var versions: [UInt64: SyncVersion] = [:]
  /// The records that were reported as nested only, with the lowest version of each.
  private var nestedOnly: [UInt64: SyncVersion?] = [:]
  /// Whether records were not remembered because the limit was reached.
  private(set) var isFull = false

  /// Remembers a record at top level.
  ///
  /// - Returns: Whether an equal nested record was read before and reported as nested only.
  mutating func note(_ id: SampleID, _ version: SyncVersion?) -> Bool {
    guard topLevel.count + versions.count < Self.limit else {
      isFull = true
      return false
    }
    if let version {
      versions[id.low] = max(version, versions[id.low] ?? version)
    } else {
      topLevel.insert(id.low)
    }
    guard !nestedOnly.isEmpty, let nested = nestedOnly[id.low], has(id, nested) else {
      return false
    }
    nestedOnly[id.low] = nil
    return true
  }

  /// Whether a nested sample is also stored separately.
  mutating func membership(of sample: Sample) -> NestedSample.Membership {
    let (id, version) = (sample.id, sample.syncVersion)
    if has(id, version) { return .alsoTopLevel }
    if let known = nestedOnly[id.low] {
      if let known, let version, version < known { nestedOnly.updateValue(version, forKey: id.low) }
    } else if nestedOnly.count < Self.nestedLimit {
      nestedOnly.updateValue(version, forKey: id.low)
    } else {
      isFull = true
    }
    return .nestedOnly
  }

  /// Whether the sample, or a higher version of it, was read at top level.
  private func has(_ id: SampleID, _ version: SyncVersion?) -> Bool {
    guard let version else { return topLevel.contains(id.low) }
    return versions[id.low].map { version <= $0 } ?? false
  }
}
