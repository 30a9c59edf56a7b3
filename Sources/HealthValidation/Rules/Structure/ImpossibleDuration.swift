import HealthModel
import HealthUnits

extension Rule {
  static let impossibleDuration = Rule(
    "impossible-duration", .structure, .warning,
    title: "duration is negative, has no unit or exceeds the time from start to end",
    explanation: """
      The duration of a workout, or of one of its activities, events or zones, is negative, has no unit or one \
      that does not measure time, or is longer than the time from start to end. Most often the unit is \
      wrong.
      """,
    exceptions: """
      A duration does not count pauses and may be shorter than the time from start to end. Dates are written in \
      whole seconds, so that two seconds are allowed.
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
  ) { ImpossibleDuration() }
}

private struct ImpossibleDuration: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    let fields = workout.fields
    func add(_ owner: String, _ fault: String?, _ part: [Place.Part] = []) {
      guard let fault else { return }
      findings.add("the duration of \(owner) \(fault)", on: sample, part: part)
    }
    add(
      "the workout", Self.fault(fields.duration, fields.durationUnit, sample.start, sample.end))
    for (index, activity) in fields.activities.enumerated() {
      add(
        "an activity",
        Self.fault(
          activity.duration, activity.durationUnit, activity.startDate, activity.endDate),
        [.activity(index)])
    }
    fields.forEachEvent { event, part in
      add("an event", Self.fault(event.duration, event.durationUnit), part)
    }
    for (number, group) in fields.zoneGroups.enumerated() {
      for (index, zone) in group.zones.enumerated() {
        add(
          "a zone", Self.fault(zone.duration, zone.durationUnit),
          [.zoneGroup(number), .zone(index)])
      }
    }
  }

  private static func fault(
    _ duration: Number?, _ unit: String?, _ start: Timestamp? = nil, _ end: Timestamp? = nil
  ) -> String? {
    guard let duration else { return nil }
    if duration.doubleValue < 0 { return "is negative" }
    guard let unit, !unit.isEmpty else { return "has no unit; expected one such as 'min'" }
    guard let seconds = duration.value(written: unit, in: .second) else {
      return "has a unit that does not measure time; expected one such as 'min'"
    }
    // An end before the start is reported by another rule.
    guard let start, let end, start <= end,
      seconds > end.timeInterval(since: start) * 1.00001 + 2
    else { return nil }
    return "is longer than the time from start to end"
  }
}
