import HealthModel
import HealthUnits

extension Rule {
  static let durationBeyondSpan = Rule(
    "duration-beyond-span", .structure, .warning,
    title: "nothing takes longer than from its start to its end",
    explanation: """
      The duration of a workout, or of a part of it, is longer than the time from start to end. The \
      unit of the duration may be another than the one that is written.
      """,
    exceptions: """
      A duration without the pauses is shorter than that time. Dates are written in whole seconds, \
      so that two seconds are allowed.
      """,
    examples: Examples(
      bad: """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="1800" \
        durationUnit="min" sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
        endDate="2024-06-01 09:30:00 +0200"/>
        """,
      good: """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="28.5" \
        durationUnit="min" sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
        endDate="2024-06-01 09:30:00 +0200"/>
        """),
    kinds: [.workout]
  ) { DurationBeyondSpan() }
}

private struct DurationBeyondSpan: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    let fields = workout.fields
    if Self.isBeyond(fields.duration, fields.durationUnit, sample.start, sample.end) {
      findings.add("the workout's duration is longer than from its start to its end", on: sample)
    }
    let isBeyond = fields.activities.contains {
      Self.isBeyond($0.duration, $0.durationUnit, $0.startDate, $0.endDate)
    }
    if isBeyond {
      findings.add("an activity's duration is longer than from its start to its end", on: sample)
    }
  }

  private static func isBeyond(
    _ duration: Number?, _ unit: String?, _ start: Timestamp?, _ end: Timestamp?
  ) -> Bool {
    // An end before the start is another rule's.
    guard let start, let end, start <= end,
      let seconds = duration?.value(written: unit, in: .second)
    else { return false }
    return seconds > end.timeInterval(since: start) * 1.00001 + 2
  }
}
