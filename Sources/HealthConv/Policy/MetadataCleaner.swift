import HealthModel

/// Counts what one reading of a dataset drops.
final class DropCounts {
  private(set) var counts: [DroppedData: Int] = [:]
  /// Keys of metadata that were dropped, up to a limit.
  private(set) var keys: [String: Int] = [:]

  private static let mostKeys = 1_024

  func add(_ what: DroppedData, _ count: Int = 1) {
    if count > 0 { counts[what, default: 0] += count }
  }

  func add(key: String) {
    add(.metadata)
    if keys[key] != nil || keys.count < Self.mostKeys { keys[key, default: 0] += 1 }
  }
}

/// Leaves of metadata what a policy lists.
final class MetadataCleaner {
  private enum Decision {
    case drop, keep, date
    case values(Set<String>)
    case checked(MetadataKey.ValueType)
  }

  private let policy: Policy
  private let counts: DropCounts
  private var decisions: [MetadataKey: Decision] = [:]

  private static let mostDecisions = 1_024

  init(_ policy: Policy, _ counts: DropCounts) {
    self.policy = policy
    self.counts = counts
  }

  func cleaned(_ metadata: Metadata, _ move: DateMove) -> Metadata {
    if metadata.isEmpty { return metadata }
    return Metadata(
      metadata.entries.compactMap { entry in
        if let cleaned = cleaned(entry, move) { return cleaned }
        counts.add(key: entry.key.identifier)
        return nil
      })
  }

  private func cleaned(_ entry: MetadataEntry, _ move: DateMove) -> MetadataEntry? {
    switch decision(of: entry.key) {
    case .drop: nil
    case .keep: entry
    case .values(let values): values.contains(entry.value) ? entry : nil
    case .checked(let type): Self.isPublic(entry.value, type) ? entry : nil
    case .date:
      Timestamp(entry.value).flatMap { move.moved($0) }.map {
        MetadataEntry(key: entry.key, value: $0.description)
      }
    }
  }

  private func decision(of key: MetadataKey) -> Decision {
    if let known = decisions[key] { return known }
    let found = newDecision(of: key)
    if decisions.count < Self.mostDecisions { decisions[key] = found }
    return found
  }

  private func newDecision(of key: MetadataKey) -> Decision {
    if let values = policy.keptValues[key] { return .values(values) }
    if policy.keptKeys.contains(key) { return .keep }
    guard let kind = FieldClass.metadataKeys[key], let type = key.valueType else { return .drop }
    switch policy.metadataAction(of: kind) {
    case .keep: return .keep
    case .move: return .date
    case .known: return policy.settings.text == .keep ? .keep : .checked(type)
    default: return .drop
    }
  }

  /// Whether a value is what its key has, and no text in its place.
  private static func isPublic(_ value: String, _ type: MetadataKey.ValueType) -> Bool {
    guard value.utf8.count <= 40 else { return false }
    switch type {
    case .boolean: return ["0", "1", "true", "false"].contains(value)
    case .number: return Number(value).map { $0.doubleValue.magnitude < 100_000 } ?? false
    case .enumeration: return PublicWords.isCode(value)
    case .quantity:
      let parts = value.split(separator: " ", maxSplits: 1)
      return parts.count == 2 && Number(String(parts[0])) != nil
        && PublicWords.isUnit(String(parts[1]))
    case .string, .date: return false
    }
  }
}
