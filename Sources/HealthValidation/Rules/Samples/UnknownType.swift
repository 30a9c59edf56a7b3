import HealthBytes
import HealthModel

extension Rule {
  static let unknownType = Rule(
    "unknown-type", .samples, .info,
    title: "type is not in the catalog",
    explanation: """
      The identifier of a sample's type, or of the type of a workout's statistic, begins like those of HealthKit, but \
      the catalog does not have it: a typing error, or a type newer than the catalog. Its unit and its values \
      are not known, so that no other rule checks them.
      """,
    exceptions: """
      A type that does not begin with HK belongs to another program. For the first 256 unknown types of a dataset a \
      similar known one is suggested.
      """,
    examples: Examples(
      bad: .quantity("HartRate", unit: "count/min", value: "72"),
      good: .quantity("HeartRate", unit: "count/min", value: "72"))
  ) { UnknownType() }
}

private struct UnknownType: RuleCheck {
  /// Types of one kind are at times written as another: `HKDataTypeSleepDurationGoal` is a record.
  private static let known = Set(Catalog.allTypes.flatMap { [$0.identifier] + $0.otherNames })

  /// The messages about identifiers met before: to find a similar name takes long.
  private var messages: [String: String] = [:]
  /// Of further identifiers, no similar name is looked for.
  private static let limit = 256
  /// Nor of longer ones, in bytes.
  private static let longest = 256

  mutating func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    // Check every workout: its statistics have types, too.
    if kind == .workout { return .every }
    return descriptor.type.isKnown
      ? .none : fault(of: descriptor.type.identifier, kind).map { .found($0) } ?? .none
  }

  mutating func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    let activity = workout.activityType
    if !activity.isKnown, let fault = fault(of: activity.identifier, .workout) {
      findings.add(fault, on: sample)
    }
    var types: [(String, [Place.Part])] = []
    workout.fields.forEachStatistics { statistics, part in
      if let type = statistics.type { types.append((type, part)) }
    }
    for (index, group) in workout.fields.zoneGroups.enumerated() {
      if let type = group.type { types.append((type, [.zoneGroup(index)])) }
    }
    for (type, part) in types where !QuantityType(type).isKnown {
      guard let fault = fault(of: type, .quantity) else { continue }
      findings.add(fault, on: sample, part: part)
    }
  }

  private mutating func fault(of identifier: String, _ kind: SampleKind) -> String? {
    guard identifier.hasPrefix("HK"), !Self.known.contains(identifier) else { return nil }
    if let known = messages[identifier] { return known }
    let message = "'\(identifier.printableName)' is not a known type"
    guard messages.count < Self.limit, identifier.utf8.count <= Self.longest else {
      return message
    }
    let near = Catalog.suggestions(for: identifier).first { $0.kind == kind.rawValue }
    let hint = near.map { "; did you mean '\($0.identifier)'?" } ?? ""
    messages[identifier] = message + hint
    return message + hint
  }
}

extension SampleType {
  /// Whether the catalog has it; kinds that are not told apart by their type are known.
  var isKnown: Bool {
    switch self {
    case .quantity(let type): type.isKnown
    case .category(let type): type.isKnown
    case .correlation(let type): type.isKnown
    case .workout, .clinicalRecord, .other: true
    }
  }
}
