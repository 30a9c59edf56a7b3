import HealthModel

/// Counts what one reading of a dataset drops.
final class DropCounts {
  private var counted = [Int](repeating: 0, count: DroppedData.allCases.count)
  /// Keys of metadata that were dropped, up to a limit.
  private(set) var keys: [String: Int] = [:]

  private static let mostKeys = 1_024

  var counts: [DroppedData: Int] {
    var counts: [DroppedData: Int] = [:]
    for what in DroppedData.allCases where counted[what.rawValue] > 0 {
      counts[what] = counted[what.rawValue]
    }
    return counts
  }

  func add(_ what: DroppedData, _ count: Int = 1) { counted[what.rawValue] += count }

  func add(key: String) {
    add(.metadata)
    if keys[key] != nil || keys.count < Self.mostKeys { keys[key, default: 0] += 1 }
  }
}

/// Removes the metadata that a policy does not list.
final class MetadataCleaner {
  private enum Decision {
    case drop, keep, date
    case values(Set<String>)
    case checked(MetadataKey.ValueType)
  }

  private struct Recent {
    let entries: [MetadataEntry]
    let cleaned: Metadata
    let dropped: [String]

    /// Whether the entries are the same in memory.
    func isOf(_ metadata: Metadata) -> Bool {
      let (own, other) = (entries.span, metadata.entries.span)
      return own.isIdentical(to: other)
    }
  }

  private let policy: Policy
  private let counts: DropCounts
  private let steps: RoundingSteps?
  private var decisions: [MetadataKey: Decision] = [:]
  /// Units in the form in which they are given.
  private var units: [String: String?] = [:]

  /// The last metadata whose result depends only on themselves: many samples of one reader share their metadata.
  private var recent: [Recent] = []
  /// The index of the cache entry that is replaced next.
  private var oldest = 0

  private static let mostDecisions = 1_024
  private static let mostRecent = 8

  init(_ policy: Policy, _ counts: DropCounts, _ steps: RoundingSteps?) {
    self.policy = policy
    self.counts = counts
    self.steps = steps
  }

  /// The entries that are given.
  ///
  /// - Parameter own: The identifier of the type of the sample or the structure.
  func cleaned(_ metadata: Metadata, _ move: DateMove, own: String?) -> Metadata {
    if metadata.isEmpty { return metadata }
    if let index = recent.firstIndex(where: { $0.isOf(metadata) }) {
      for key in recent[index].dropped { counts.add(key: key) }
      return recent[index].cleaned
    }
    var dropped: [String] = []
    var isShared = steps == nil
    let result = Metadata(
      metadata.entries.compactMap { entry in
        if case .date = decision(of: entry.key) { isShared = false }
        if let cleaned = cleaned(entry, move, own) { return cleaned }
        counts.add(key: entry.key.identifier)
        dropped.append(entry.key.identifier)
        return nil
      })
    if isShared { keep(result, of: metadata, dropped) }
    return result
  }

  private func keep(_ cleaned: Metadata, of metadata: Metadata, _ dropped: [String]) {
    guard metadata.entries.reduce(0, { $0 + $1.value.utf8.count + 64 }) < 1_024 else { return }
    let new = Recent(entries: metadata.entries, cleaned: cleaned, dropped: dropped)
    if recent.count < Self.mostRecent {
      recent.append(new)
    } else {
      recent[oldest] = new
      oldest = (oldest + 1) % Self.mostRecent
    }
  }

  private func cleaned(
    _ entry: MetadataEntry, _ move: DateMove, _ own: String?
  ) -> MetadataEntry? {
    switch decision(of: entry.key) {
    case .drop: nil
    case .keep: steps == nil ? entry : rounded(entry, own)
    case .values(let values): values.contains(entry.value) ? entry : nil
    case .checked(let type): checked(entry, type, own)
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
    switch policy.metadataAction(of: key) {
    case .keep: return .keep
    case .move: return .date
    case .known:
      guard let type = key.valueType else { return .drop }
      return policy.settings.text == .keep ? .keep : .checked(type)
    default: return .drop
    }
  }

  /// The entry if its value has the type that its key requires, and is not free text instead; numbers and units are printed anew.
  private func checked(
    _ entry: MetadataEntry, _ type: MetadataKey.ValueType, _ own: String?
  ) -> MetadataEntry? {
    let value = entry.value
    guard value.utf8.count <= 40 else { return nil }
    switch type {
    case .boolean: return ["0", "1", "true", "false"].contains(value) ? entry : nil
    case .enumeration:
      return entry.key.enumeration.map { PublicWords.isValue(value, of: [$0]) } == true
        ? entry : nil
    case .number:
      guard let number = Number(value), number.doubleValue.magnitude < 100_000 else { return nil }
      return MetadataEntry(
        key: entry.key, value: rounded(number, entry.key, own).plain.description)
    case .quantity:
      let parts = value.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let number = Number(String(parts[0])),
        let unit = unit(String(parts[1]))
      else { return nil }
      return MetadataEntry(
        key: entry.key, value: "\(rounded(number, entry.key, own).plain) \(unit)")
    case .string, .date: return nil
    }
  }

  /// A kept entry, with its number rounded.
  private func rounded(_ entry: MetadataEntry, _ own: String?) -> MetadataEntry {
    guard let type = entry.key.valueType, type == .number || type == .quantity else {
      return entry
    }
    let parts = entry.value.split(separator: " ", maxSplits: 1)
    guard let first = parts.first, let number = Number(String(first)) else { return entry }
    let rest = parts.dropFirst().map { " \($0)" }.joined()
    return MetadataEntry(key: entry.key, value: "\(rounded(number, entry.key, own))\(rest)")
  }

  private func rounded(_ number: Number, _ key: MetadataKey, _ own: String?) -> Number {
    guard let steps, let figure = Figure.metadataKeys[key] else { return number }
    return steps.step(of: figure, own: own).map { number.rounded(to: $0) } ?? number
  }

  private func unit(_ text: String) -> String? {
    if let known = units[text] { return known }
    let unit = PublicWords.unit(text)
    if units.count < Self.mostDecisions { units[text] = .some(unit) }
    return unit
  }
}

extension Policy {
  /// What happens to a key of metadata.
  func metadataAction(of key: MetadataKey) -> Action {
    if keptValues[key] != nil { return .known }
    let kind = FieldClass.metadataKeys[key] ?? .unknown
    // Dates of a key that is named are moved, too.
    if keptKeys.contains(key) { return kind == .date ? .move : .keep }
    return metadataAction(of: kind)
  }
}

/// What a release leaves out.
package enum DroppedData: Int, Sendable, CaseIterable {
  case samples, unlistedTypes, undatable, unknownElements, metadata, text, identifiers, names
  case paths, dates, biometric, documents, routes, origins, findings, unclassified

  /// The name in an audit file.
  package var title: String {
    switch self {
    case .samples: "samples that are not granted"
    case .unlistedTypes: "samples of unlisted types, units or values"
    case .undatable: "samples whose dates cannot be moved"
    case .unknownElements: "unknown elements and attributes"
    case .metadata: "metadata entries"
    case .text: "texts"
    case .identifiers: "identifiers"
    case .names: "names and dates of birth"
    case .paths: "paths and headers of files"
    case .dates: "dates"
    case .biometric: "voltages and heartbeats"
    case .documents: "documents and clinical resources"
    case .routes: "routes"
    case .origins: "sources and devices"
    case .findings: "findings that are not about granted samples"
    case .unclassified: "fields without a class"
    }
  }

  /// Where fields of a class are counted.
  init(_ kind: FieldClass) {
    switch kind {
    case .name, .birth: self = .names
    case .path: self = .paths
    case .identifier, .participant: self = .identifiers
    case .date, .day, .creation, .clock: self = .dates
    case .biometric: self = .biometric
    case .document, .clinical: self = .documents
    case .route: self = .routes
    case .source, .device, .version: self = .origins
    case .metadata, .weather, .locale: self = .metadata
    case .unknown: self = .unknownElements
    case .measure, .unit, .code, .type, .text, .person, .parts: self = .text
    }
  }
}
