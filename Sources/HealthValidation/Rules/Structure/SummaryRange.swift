import HealthModel

extension Rule {
  static let summaryRange = Rule(
    "summary-range", .structure, .error,
    title: "activity summary exceeds a day",
    explanation: """
      An activity summary has more than 25 stand hours or more than 1500 minutes of exercise \
      or movement, or a negative value.
      """,
    exceptions: """
      A day on which clocks are set back has 25 hours. The sums of a day's samples are not compared \
      with its summary: an export states neither which device the phone counted at a time nor the time zone of the day.
      """,
    examples: Examples(
      bad: """
        <ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="400" \
        activeEnergyBurnedUnit="kcal" appleStandHours="31"/>
        """,
      good: """
        <ActivitySummary dateComponents="2024-06-01" activeEnergyBurned="400" \
        activeEnergyBurnedUnit="kcal" appleStandHours="13"/>
        """),
    kinds: [.activitySummary]
  ) { SummaryRange() }
}

private struct SummaryRange: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .activitySummary(let summary) = sample.sample else { return }
    let fields = summary.fields
    if let hours = fields.appleStandHours?.doubleValue, !(0...25 ~= hours) {
      findings.add("the stand hours are not between 0 and 25", on: sample)
    }
    let minutes = [fields.appleExerciseTime, fields.appleMoveTime, fields.appleMoveMinutes]
    if minutes.contains(where: { $0.map { !(0...1_500 ~= $0.doubleValue) } ?? false }) {
      findings.add("the move minutes are not between 0 and 1500", on: sample)
    }
    if let energy = fields.activeEnergyBurned?.doubleValue, energy < 0 {
      findings.add("the energy burned is negative", on: sample)
    }
  }
}
