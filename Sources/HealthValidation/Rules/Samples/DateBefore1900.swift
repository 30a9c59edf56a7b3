import HealthModel

extension Rule {
  static let dateBefore1900 = Rule(
    "date-before-1900", .samples, .warning,
    title: "no sample is older than anybody alive",
    explanation: """
      A sample starts before 1900. The date was not known and something was written in its \
      place, such as the year 1, or it was misread.
      """,
    exceptions: """
      Dates in metadata may be of any time.
      """,
    examples: Examples(
      bad: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="1804-06-01 09:00:00 +0200" endDate="1804-06-01 09:00:00 +0200" \
        value="70"/>
        """,
      good: """
        <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" sourceName="Scale" \
        startDate="1931-06-01 09:00:00 +0200" endDate="1931-06-01 09:00:00 +0200" \
        value="3.5"/>
        """)
  ) { DateBefore1900() }
}

private struct DateBefore1900: RuleCheck {
  /// 1900-01-01 00:00:00 UTC, and a day more for zones.
  private static let limit: Int64 = -2_208_988_800 - 86_400

  func attention(to descriptor: SampleDescriptor, kind: SampleKind) -> Attention {
    kind.hasOwnDates ? .dates(OrdinaryDates(earliest: Self.limit)) : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard sample.start.secondsSince1970 < Self.limit else { return }
    findings.add("the sample starts before 1900", on: sample)
  }
}
