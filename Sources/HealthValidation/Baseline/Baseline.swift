import HealthBytes
public import HealthModel

/// Findings that are known and do not count: how many there were of each cause.
public struct Baseline: Sendable, Equatable {
  /// The findings of one cause.
  public struct Entry: Sendable, Equatable {
    /// The rule's stable name.
    public let rule: String
    /// The type's identifier, if the findings are about samples of one.
    public let type: String?
    /// How many there are.
    public var count: Int
  }

  /// Fewer findings than in the baseline.
  public struct Change: Sendable, Equatable, CustomStringConvertible {
    /// The rule's stable name.
    public let rule: String
    /// The type's identifier, if the findings were about samples of one.
    public let type: String?
    /// The number in the baseline.
    public let known: Int
    /// How many are left.
    public let found: Int

    /// `2 of 5 unit-fits-type (HKQuantityTypeIdentifierBodyMass)`
    public var description: String {
      "\(known - found) of \(known) \(rule)\(type.map { " (\($0.printable))" } ?? "")"
    }
  }

  /// The entries by the fingerprint of their findings.
  public internal(set) var entries: [SampleID: Entry] = [:]

  /// Nothing is known.
  public init() {}

  /// Everything that was found is known from now on, but for what could not be read or checked.
  public init(_ groups: FindingGroups) {
    for group in groups.list where !group.hasFailures {
      add(group.fingerprint, Entry(rule: group.rule, type: group.type, count: group.count))
    }
  }

  private mutating func add(_ fingerprint: SampleID, _ entry: Entry) {
    entries[fingerprint, default: Entry(rule: entry.rule, type: entry.type, count: 0)].count +=
      entry.count
  }

  /// The entries by rule, type and fingerprint.
  var sorted: [(fingerprint: SampleID, entry: Entry)] {
    entries.map { ($0.key, $0.value) }.sorted {
      ($0.1.rule, $0.1.type ?? "", $0.0) < ($1.1.rule, $1.1.type ?? "", $1.0)
    }
  }
}
