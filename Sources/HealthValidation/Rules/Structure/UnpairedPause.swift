import HealthModel

extension Rule {
  static let unpairedPause = Rule(
    "unpaired-pause", .structure, .info,
    title: "pause and resume do not alternate",
    explanation: """
      A workout is resumed although it was not paused, or is paused twice without being resumed. Its \
      duration without pauses cannot be computed from its events.
      """,
    exceptions: """
      A workout may end while it is paused. An automatic pause may begin before the workout, so the first motion \
      event may be a resumption, and so may a first event at the start of the workout. An event that occurs twice \
      counts once.
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
    let unpaired = [
      Self.firstUnpaired(events, .pause, .resume) { sample.holds($0) && $0 <= sample.start },
      Self.firstUnpaired(events, .motionPaused, .motionResumed) { _ in true },
    ]
    for index in unpaired.compactMap(\.self) {
      findings.add(
        "pauses and resumptions of the workout do not alternate", on: sample,
        part: [.event(index)])
    }
  }

  /// The first event that does not alternate with the other type. Whether the first of all may be of the second type,
  /// `canResumeFirst` decides by its date.
  private static func firstUnpaired(
    _ events: [WorkoutEvent], _ first: WorkoutEventType, _ second: WorkoutEventType,
    canResumeFirst: (Timestamp) -> Bool
  ) -> Int? {
    var turns: [(date: Timestamp, isFirst: Bool, index: Int)] = []
    for (index, event) in events.enumerated() {
      guard let name = event.type, let date = event.date else { continue }
      let type = WorkoutEventType(name)
      if type == first || type == second { turns.append((date, type == first, index)) }
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
        let isFirstEvent = last == nil
        if isFirstEvent, canResumeFirst(turn.date) {
          last = turn.date
        } else if last != turn.date {
          return turn.index
        }
        continue
      }
      isPaused = turn.isFirst
      last = turn.date
    }
    return nil
  }
}
