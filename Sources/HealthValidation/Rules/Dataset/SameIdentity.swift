import HealthModel

extension Rule {
  static let sameIdentity = Rule(
    "same-identity", .dataset, .info,
    title: "samples that differ have different identities",
    explanation: """
      Two samples are of one type, source, start, end and value, and so have one identity, but \
      differ in something else: when they were saved, the device, the metadata. Most often one \
      measurement was saved twice, and a sum counts it twice.
      """,
    exceptions: """
      Samples that do not differ at all are an exact-duplicate. Two moments in the same second \
      may both be right.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        creationDate="2024-06-01 09:00:10 +0200" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        creationDate="2024-06-01 09:30:00 +0200" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70.2"/>
        """)
  ) { SameIdentity() }
}

private struct SameIdentity: RuleCheck {
  private var last: TimelineEntry?
  /// The contents that were first met with each identity at the series and the start of the last entry.
  private var contents: [UInt64: UInt64] = [:]

  private static let limit = 1 << 12

  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention { .none }

  var comparesSamples: Bool { true }

  mutating func compare(_ entry: TimelineEntry, _ findings: inout Findings) {
    guard entry.role == .sample else { return }
    defer { last = entry }
    guard let last, last.isBeside(entry) else {
      contents.removeAll(keepingCapacity: true)
      return
    }
    if contents[last.identity] == nil { contents[last.identity] = last.content }
    if let content = contents[entry.identity], content != entry.content {
      findings.add("a sample of the same identity but other content was there before", on: entry)
    } else if contents.count >= Self.limit {
      contents.removeAll(keepingCapacity: true)
    }
  }
}
