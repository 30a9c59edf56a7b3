import HealthModel

extension Rule {
  static let activityOutsideWorkout = Rule(
    "activity-outside-workout", .structure, .warning,
    title: "the parts of a workout lie inside it",
    explanation: """
      An activity of a workout or one of its statistics begins before the workout or ends \
      after it.
      """,
    exceptions: """
      Dates are written in whole seconds, so that one second is allowed. An activity may have no \
      end.
      """,
    examples: .workout(
      bad: """
        <WorkoutActivity uuid="A0000000-0000-4000-8000-000000000000" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 10:30:00 +0200"/>
        """,
      good: """
        <WorkoutActivity uuid="A0000000-0000-4000-8000-000000000000" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:01 +0200"/>
        """),
    kinds: [.workout]
  ) { ActivityOutsideWorkout() }
}

private struct ActivityOutsideWorkout: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    let fields = workout.fields
    let isOutside = { (start: Timestamp?, end: Timestamp?) in
      !(start.map(sample.holds) ?? true) || !(end.map(sample.holds) ?? true)
    }
    if fields.activities.contains(where: { isOutside($0.startDate, $0.endDate) }) {
      findings.add("an activity lies outside of the workout's time", on: sample)
    }
    if fields.statistics.contains(where: { isOutside($0.startDate, $0.endDate) }) {
      findings.add("a statistic lies outside of the workout's time", on: sample)
    }
  }
}
