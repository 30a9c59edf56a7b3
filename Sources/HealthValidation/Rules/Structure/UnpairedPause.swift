import HealthModel

extension Rule {
  static let unpairedPause = Rule(
    "unpaired-pause", .structure, .info,
    title: "pause and resume take turns",
    explanation: """
      A workout is resumed that was not paused, or paused twice without being resumed. How long \
      it took without pauses cannot be told from its events.
      """,
    exceptions: """
      A workout may end while it is paused. An event that is there twice counts once.
      """,
    examples: .workout(
      bad: """
        <WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-06-01 09:10:00 +0200"/>
        """,
      good: """
        <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-06-01 09:10:00 +0200"/>
        <WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-06-01 09:15:00 +0200"/>
        """),
    kinds: [.workout]
  ) { UnpairedPause() }
}

private struct UnpairedPause: RuleCheck {
  func check(_ sample: CheckedSample, _ findings: inout Findings) {
    guard case .workout(let workout) = sample.sample else { return }
    let events = workout.fields.events
    if Self.isUnpaired(events, .pause, .resume)
      || Self.isUnpaired(events, .motionPaused, .motionResumed)
    {
      findings.add("pauses of the workout and their ends do not take turns", on: sample)
    }
  }

  /// Whether the events of two types do not take turns, beginning with the first type.
  private static func isUnpaired(
    _ events: [WorkoutEvent], _ first: WorkoutEventType, _ second: WorkoutEventType
  ) -> Bool {
    var turns: [(date: Timestamp, isFirst: Bool)] = []
    for event in events {
      guard let name = event.type, let date = event.date else { continue }
      let type = WorkoutEventType(name)
      if type == first || type == second { turns.append((date, type == first)) }
    }
    // In the same second a pause may end and the next begin: the order written decides.
    let order = turns.indices.sorted {
      turns[$0].date != turns[$1].date ? turns[$0].date < turns[$1].date : $0 < $1
    }
    var isPaused = false
    var last: Timestamp?
    for index in order {
      let turn = turns[index]
      if turn.isFirst == isPaused {
        guard last == turn.date else { return true }
        continue
      }
      isPaused = turn.isFirst
      last = turn.date
    }
    return false
  }
}
