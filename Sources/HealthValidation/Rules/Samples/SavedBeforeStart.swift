import HealthModel

extension Rule {
  static let savedBeforeStart = Rule(
    "saved-before-start", .samples, .warning,
    title: "sample was saved long before it started",
    explanation: """
      A sample starts more than a day after the date on which it was saved. The clock of a device was wrong, one of the \
      dates was misread, or an app has saved planned events, such as the meals of next week, which sums count.
      """,
    exceptions: """
      A difference of one day is allowed, for clocks and time zones. Samples that start after the export are reported by \
      future-date. Files that do not state when samples were saved are not checked.
      """,
    examples: Examples(
      bad: .quantity(
        "DietaryWater", unit: "mL", value: "250", saved: "2024-05-20 09:00:00 +0200"),
      good: .quantity(
        "DietaryWater", unit: "mL", value: "250", saved: "2024-05-31 21:00:00 +0200"))
  ) { SavedBeforeStart() }
}

private struct SavedBeforeStart: RuleCheck {
  private static let day: Int64 = 86_400
  /// The latest start that is checked. Later ones are reported by `future-date`.
  private var limit = Int64.max

  mutating func begin(_ dataset: DatasetInfo, _ findings: inout Findings) {
    if let date = dataset.exportDate { limit = date.secondsSince1970 + Self.day }
  }

  func scope(for descriptor: SampleDescriptor, kind: SampleKind) -> CheckScope {
    kind.hasOwnDates ? .dates(CheckScope.OrdinaryDates(earlySaving: Self.day)) : .none
  }

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    let start = sample.start.secondsSince1970
    guard let created = sample.created, start - created.secondsSince1970 > Self.day, start <= limit
    else { return }
    findings.add("the sample starts more than a day after it was saved", on: sample)
  }
}
