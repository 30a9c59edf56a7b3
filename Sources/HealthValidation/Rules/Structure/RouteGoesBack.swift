import HealthModel

extension Rule {
  static let routeGoesBack = Rule(
    "route-goes-back", .structure, .warning,
    title: "the points of a route follow one another in time",
    explanation: """
      A point of a route was passed before the point in front of it. Speed and length of the route \
      come out wrong.
      """,
    exceptions: "Several points may be of the same second. Told once for each workout.",
    examples: Examples(
      bad: """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200">
        <WorkoutRoute sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
        endDate="2024-06-01 09:30:00 +0200">
        <Location date="2024-06-01 09:05:00 +0200" latitude="48.1" longitude="2.1"/>
        <Location date="2024-06-01 09:04:00 +0200" latitude="48.1" longitude="2.1"/>
        </WorkoutRoute></Workout>
        """,
      good: """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
        startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200">
        <WorkoutRoute sourceName="Watch" startDate="2024-06-01 09:00:00 +0200" \
        endDate="2024-06-01 09:30:00 +0200">
        <Location date="2024-06-01 09:04:00 +0200" latitude="48.1" longitude="2.1"/>
        <Location date="2024-06-01 09:05:00 +0200" latitude="48.1" longitude="2.1"/>
        </WorkoutRoute></Workout>
        """),
    kinds: [.workout]
  ) { RouteGoesBack() }
}

private struct RouteGoesBack: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    for track in workout.tracks {
      var last: Timestamp?
      for location in track {
        guard let date = location.date else { continue }
        if let last, date < last {
          findings.add("a point of the route is earlier than the one before it", on: sample)
          return
        }
        last = date
      }
    }
  }
}
