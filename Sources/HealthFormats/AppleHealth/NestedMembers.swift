import HealthModel

/// Remembers the records that can also be nested in a correlation or a workout, so that they are not counted twice.
///
/// Only the types that exports nest are remembered (``HealthModel/QuantityType/canBeNested``), 64 bits each, up to a limit.
struct NestedMembers {
  /// How many records are remembered: 16 MiB at the most.
  static let limit = 1_000_000
  /// How many nested records are remembered that were met before a record of their own.
  static let nestedLimit = 100_000

  private var membership: Set<UInt64> = []
  private var nestedOnly: Set<UInt64> = []
  /// Whether records had to be left out for want of room.
  private(set) var isFull = false

  /// Remembers a record at top level.
  ///
  /// - Returns: Whether it was met before as a nested one, and reported to be only there.
  mutating func note(_ id: SampleID) -> Bool {
    guard membership.count < Self.limit else {
      isFull = true
      return false
    }
    membership.insert(id.low)
    return !nestedOnly.isEmpty && nestedOnly.remove(id.low) != nil
  }

  /// Whether a nested sample is also stored separately.
  mutating func membership(of id: SampleID) -> NestedSample.Membership {
    if membership.contains(id.low) { return .alsoTopLevel }
    if nestedOnly.count < Self.nestedLimit { nestedOnly.insert(id.low) } else { isFull = true }
    return .nestedOnly
  }
}
