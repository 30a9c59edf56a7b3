import HealthModel

extension Rule {
  static let unknownTimeZone = Rule(
    "unknown-time-zone", .metadata, .warning,
    title: "time zone is not known",
    explanation: """
      The metadata name the time zone in which the sample was taken, but no zone has that name. The \
      local day of the sample cannot be computed.
      """,
    exceptions: """
      Old names are accepted, and so are names of fixed offsets such as GMT+0200.
      """,
    examples: Examples(
      bad: .quantity(
        "HeartRate", unit: "count/min", value: "72", source: "Watch",
        metadata: ["HKTimeZone": "Europe/Pariss"]),
      good: .quantity(
        "HeartRate", unit: "count/min", value: "72", source: "Watch",
        metadata: ["HKTimeZone": "Europe/Paris"]))
  ) { UnknownTimeZone() }
}

private struct UnknownTimeZone: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope { .metadata }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    sample.forEachMetadata { metadata in
      for entry in metadata.entries
      where entry.key == .timeZone && !TimeZoneName.isKnown(entry.value) {
        findings.add("the name of the time zone is not known", on: sample, detail: entry.value)
      }
    }
  }
}
