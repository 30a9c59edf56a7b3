import HealthModel

extension Rule {
  static let futureDate = Rule(
    "future-date", .samples, .warning,
    title: "sample is later than the export",
    explanation: """
      A sample starts or ends more than a day after the data were exported. The clock of a device \
      was wrong, a date was misread, or an app has saved planned events, such as the meals of \
      next week, which sums count. An input that does not state its date of export is not checked.
      """,
    exceptions: """
      A difference of one day is allowed, for clocks and time zones. A state such as a pregnancy ends in the year \
      4001 as long as its end is not known.
      """,
    examples: Examples(
      bad: .quantity(
        "StepCount", unit: "count", value: "12", start: "2031-06-01 09:00:00 +0200",
        end: "2031-06-01 09:05:00 +0200"),
      good: .category(
        "Lactation", value: "HKCategoryValueNotApplicable", end: "4001-01-01 01:00:00 +0100"))
  ) { FutureDate() }
}

struct FutureDate: RuleCheck {
  /// The last second that is not the future.
  private var limit = Int64.max
  /// `4000-01-01`: the end of what has none is `Date.distantFuture`, early in 4001.
  static let openEnd: Int64 = 64_060_588_800

  mutating func begin(_ dataset: DatasetInfo, _ findings: inout Findings) {
    if let date = dataset.exportDate { limit = date.secondsSince1970 &+ 86_400 }
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    kind.hasOwnDates && limit != .max ? .dates(CheckScope.OrdinaryDates(latest: limit)) : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let end = sample.end.secondsSince1970
    guard sample.start.secondsSince1970 > limit || end > limit else { return }
    if sample.start.secondsSince1970 > limit {
      findings.add("the sample starts after the data were exported", on: sample)
    } else if sample.kind != .category || end < Self.openEnd {
      findings.add("the sample ends after the data were exported", on: sample)
    }
  }
}
