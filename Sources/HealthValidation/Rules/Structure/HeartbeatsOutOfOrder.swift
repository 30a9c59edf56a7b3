import HealthModel

extension Rule {
  static let heartbeatsOutOfOrder = Rule(
    "heartbeats-out-of-order", .structure, .warning,
    title: "heartbeats are not in order of time",
    explanation: """
      A beat of a heart rate variability or of a heartbeat series is earlier than the beat that \
      precedes it. The time between beats, from which variability is computed, is wrong.
      """,
    exceptions: """
      Beats whose time is not known are not checked.
      """,
    examples: .heartbeats(
      bad: """
        <InstantaneousBeatsPerMinute bpm="61" time="9:00:06.10 AM"/>
        <InstantaneousBeatsPerMinute bpm="62" time="9:00:05.10 AM"/>
        """,
      good: """
        <InstantaneousBeatsPerMinute bpm="61" time="9:00:05.10 AM"/>
        <InstantaneousBeatsPerMinute bpm="62" time="9:00:06.10 AM"/>
        """),
    kinds: [.quantity, .heartbeatSeries]
  ) {
    HeartbeatCheck("a heartbeat is earlier than the one before it") { quantity, _ in
      goesBack(quantity.beatDates.compactMap(\.self))
    } series: { series, _ in
      goesBack(series.fields.beats.compactMap { $0.timeSinceStart?.doubleValue })
    }
  }
}

private func goesBack(_ times: [some Comparable]) -> Bool {
  zip(times, times.dropFirst()).contains { $0 > $1 }
}

extension Rule {
  static let heartbeatOutsideSample = Rule(
    "heartbeat-outside-sample", .structure, .warning,
    title: "heartbeat lies outside the sample's time",
    explanation: """
      A beat of a heart rate variability or of a heartbeat series lies before the sample's start or \
      after its end. The dates belong to another sample, or the beats were counted from another \
      moment.
      """,
    exceptions: """
      Of the time of a beat, only minutes and seconds are certain, and a minute is allowed; samples \
      of nearly an hour are not checked.
      """,
    examples: .heartbeats(
      bad: """
        <InstantaneousBeatsPerMinute bpm="61" time="9:30:05.10 AM"/>
        """,
      good: """
        <InstantaneousBeatsPerMinute bpm="61" time="10:00:05.10 AM"/>
        """),
    kinds: [.quantity, .heartbeatSeries]
  ) {
    HeartbeatCheck("a heartbeat lies outside of the sample's time") { quantity, span in
      0..<3_480 ~= span && quantity.beatDates.contains { $0 == nil }
    } series: { series, span in
      series.fields.beats.contains { beat in
        beat.timeSinceStart.map { !(-1...max(0, span) + 1 ~= $0.doubleValue) } ?? false
      }
    }
  }
}
