import HealthModel

extension Rule {
  static let unknownType = Rule(
    "unknown-type", .samples, .info,
    title: "the type is one of HealthKit's",
    explanation: """
      The identifier begins as those of HealthKit do, but the catalogue does not have it: a \
      typing error, or a type newer than the catalogue. Nothing is known of its unit and \
      values, so no other rule looks at them.
      """,
    exceptions: """
      A type that does not begin with HK is somebody's own and says nothing by being unknown.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierHartRate" unit="count/min" sourceName="Phone" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="72"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" sourceName="Phone" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="72"/>
        """)
  ) { UnknownType() }
}

private struct UnknownType: RuleCheck {
  /// Types of one kind are at times written as another: `HKDataTypeSleepDurationGoal` is a record.
  private static let known = Set(Catalogue.allTypes.flatMap { [$0.identifier] + $0.otherNames })

  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention {
    let isKnown =
      switch descriptor.type {
      case .quantity(let type): type.isKnown
      case .category(let type): type.isKnown
      case .correlation(let type): type.isKnown
      case .workout(let type): type.isKnown
      case .clinicalRecord, .other: true
      }
    let identifier = descriptor.type.identifier
    guard !isKnown, identifier.hasPrefix("HK"), !Self.known.contains(identifier) else {
      return .none
    }
    let near = Catalogue.suggestions(for: identifier).first { $0.kind == kind.rawValue }
    let hint = near.map { "; '\($0.identifier)' is near to it" } ?? ""
    return .found("'\(identifier)' is not a type that is known\(hint)")
  }
}
