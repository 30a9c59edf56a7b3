import HealthModel

extension Rule {
  static let implausibleDate = Rule(
    "implausible-date", .samples, .warning,
    title: "sample is dated before the person's birth, before 1900 or in January 1970",
    explanation: """
      A sample starts before the date of birth that the export states, before 1900, or in January 1970. \
      Programs write dates such as 0001-01-01 and 1970-01-01 where they have no date; a time in seconds \
      that is read as milliseconds falls into January 1970, too.
      """,
    exceptions: """
      Two days are allowed around the birth, since its time and zone are not known. Dates in metadata may \
      be of any time.
      """,
    examples: Examples(
      bad: .quantity(
        "BodyMass", unit: "kg", value: "70", source: "Scale", start: "1970-01-01 01:00:00 +0100"),
      good: .quantity(
        "BodyMass", unit: "kg", value: "70", source: "Scale", start: "1931-06-01 09:00:00 +0200"))
  ) { ImplausibleDate() }
}

private struct ImplausibleDate: RuleCheck {
  private static let day: Int64 = 86_400
  /// 1900-01-01 00:00:00 UTC, less a day for zones.
  private static let first: Int64 = -2_208_988_800 - day
  /// January 1970, with a day for zones.
  private static let epoch = -day..<31 * day

  private var birth: Int64?

  mutating func begin(_ dataset: DatasetInfo, _ findings: inout Findings) {
    birth = dataset.dateOfBirth?.secondsSince1970
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    guard kind.hasOwnDates else { return .none }
    return .dates(
      CheckScope.OrdinaryDates(earliest: max(Self.epoch.upperBound, birth ?? Self.first)))
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let start = sample.start.secondsSince1970
    if start < Self.first {
      findings.add("the sample starts before 1900", on: sample)
    } else if let birth, start < birth - 2 * Self.day {
      findings.add("the sample starts before the person's birth", on: sample)
    } else if Self.epoch ~= start {
      findings.add(
        "the sample starts in January 1970, which programs write in place of a missing date",
        on: sample)
    }
  }
}
