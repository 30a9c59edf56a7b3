import HealthModel

extension Rule {
  static let implausibleOffset = Rule(
    "implausible-offset", .samples, .warning,
    title: "UTC offset of a date does not exist",
    explanation: """
      The UTC offset of a date does not exist in any time zone. All instants of the file may be \
      wrong by the difference.
      """,
    exceptions: """
      Offsets are multiples of a quarter of an hour from -1200 to +1400. The offset is that of the \
      phone during the export, not of the location where the sample was taken.
      """,
    examples: Examples(
      bad: .quantity(
        "StepCount", unit: "count", value: "12", start: "2024-06-01 09:00:00 +0217",
        end: "2024-06-01 09:05:00 +0217"),
      good: .quantity(
        "StepCount", unit: "count", value: "12", start: "2024-06-01 09:00:00 +0545",
        end: "2024-06-01 09:05:00 +0545"))
  ) { ImplausibleOffset() }
}

private struct ImplausibleOffset: RuleCheck {
  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    kind.hasOwnDates ? .dates(CheckScope.OrdinaryDates()) : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let dates = [sample.start, sample.end, sample.created ?? sample.start]
    guard !dates.allSatisfy({ CheckScope.OrdinaryDates.isOffset($0.offsetMinutes) }) else { return }
    findings.add(
      "the UTC offset of a date does not exist; expected a multiple of 15 minutes from -1200 to +1400",
      on: sample)
  }
}
