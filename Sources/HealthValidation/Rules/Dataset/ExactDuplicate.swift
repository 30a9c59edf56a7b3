import HealthModel

extension Rule {
  static let exactDuplicate = Rule(
    "exact-duplicate", .dataset, .warning,
    title: "no sample is there twice",
    explanation: """
      A sample says all that one before it says: dates, value, source, device, metadata. Every \
      sum counts it twice. Two exports that overlap were put together, or an app has saved the \
      same measurement again; `--merge` drops the second.
      """,
    exceptions: """
      The address of a device and the spelling of numbers and dates say nothing. Members of a \
      correlation that also stand on their own are one sample. Of more than 4096 different \
      samples with one type, source and start, the later ones are not compared.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="App" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="70"/>
        """)
  ) { ExactDuplicate() }
}

private struct ExactDuplicate: RuleCheck {
  private var last: TimelineEntry?
  /// The contents met at the series and the start of the last entry.
  private var contents: Set<UInt64> = []

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
    contents.insert(last.content)
    if contents.contains(entry.content) {
      findings.add("the same sample was there before", on: entry)
    } else if contents.count >= Self.limit {
      contents.removeAll(keepingCapacity: true)
    }
  }
}
