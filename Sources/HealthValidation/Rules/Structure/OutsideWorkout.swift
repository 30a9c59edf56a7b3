import HealthModel

extension Rule {
  static let outsideWorkout = Rule(
    "outside-workout", .structure, .warning,
    title: "part of a workout lies outside the workout's time",
    explanation: """
      An activity, a statistic, an event, a route or a point of a route begins before the workout or ends after \
      it. The part belongs to another workout, or one of the dates is wrong.
      """,
    exceptions: """
      Dates are written in whole seconds, so one second is allowed for activities and statistics. Devices record \
      events and routes from before the start until after the end, so a day is allowed for these. An activity may \
      have no end. Only the first point of a route that is outside is reported.
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
  ) { OutsideWorkout() }
}

private struct OutsideWorkout: RuleCheck {
  private static let day = 86_400.0

  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    let fields = workout.fields
    func isOutside(_ start: Timestamp?, _ end: Timestamp? = nil, by seconds: Double = 1) -> Bool {
      if let start, !sample.holds(start, within: seconds) { return true }
      if let end, !sample.holds(end, within: seconds) { return true }
      return false
    }
    for (index, activity) in fields.activities.enumerated()
    where isOutside(activity.startDate, activity.endDate) {
      findings.add(
        "an activity lies outside the workout's time", on: sample, part: [.activity(index)])
    }
    fields.forEachStatistics { statistics, part in
      guard isOutside(statistics.startDate, statistics.endDate) else { return }
      findings.add("a statistic lies outside the workout's time", on: sample, part: part)
    }
    fields.forEachEvent { event, part in
      guard isOutside(event.date, by: Self.day) else { return }
      findings.add(
        "an event lies more than a day outside the workout's time", on: sample, part: part)
    }
    for (index, route) in fields.routes.enumerated()
    where isOutside(route.startDate, route.endDate, by: Self.day) {
      findings.add(
        "a route lies more than a day outside the workout's time", on: sample,
        part: [.route(index)])
    }
    fields.forEachTrack { points, part in
      guard let index = points.firstIndex(where: { isOutside($0.date, by: Self.day) }) else {
        return
      }
      findings.add(
        "a point of the route lies more than a day outside the workout's time", on: sample,
        part: part(index))
    }
  }
}
