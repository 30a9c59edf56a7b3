import HealthModel

extension Rule {
  static let unknownTimeZone = Rule(
    "unknown-time-zone", .metadata, .warning,
    title: "the time zone has a name that is known",
    explanation: """
      The metadata name the zone in which the sample was taken, but no zone has that name. \
      The civil day of the sample cannot be told.
      """,
    exceptions: """
      Old names are known as well, and names of a fixed offset such as GMT+0200.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" sourceName="Watch" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="72"><MetadataEntry key="HKTimeZone" value="Europe/Pariss"/></Record>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" sourceName="Watch" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200" \
        value="72"><MetadataEntry key="HKTimeZone" value="Europe/Paris"/></Record>
        """)
  ) { UnknownTimeZone() }
}

private struct UnknownTimeZone: RuleCheck {
  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention { .metadata }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    sample.forEachMetadata { metadata in
      for entry in metadata.entries
      where entry.key == .timeZone && !TimeZoneName.isKnown(entry.value) {
        findings.add("the time zone has no name that is known", on: sample, detail: entry.value)
      }
    }
  }
}
