// The time of a stage is its end: the stage began at the end of the one before it. The first one began when event 74 states
// that the sleep started. DISCOnect compared this with Garmin's own totals of each night, Gadgetbridge reads stages so, too.
// No expected file of the public fixtures contradicts: they state neither the beginnings nor the events of their stages.

import HealthModel

/// The stages of sleep of a file, and the events that state when a sleep started and stopped.
struct FITSleep {
  /// In the order of marks with the same time: a sleep ends with its last stage.
  enum Kind: Int { case stage, stop, start }

  struct Mark {
    let time: Int64
    let kind: Kind
    /// Of a stage.
    var level: Int64 = 0
  }

  private var marks: [Mark] = []
  private(set) var hasStages = false

  /// The event that states the start (type 0) and the stop (type 1) of a sleep.
  static let event: Int64 = 74
  /// The most stages and events of a file: a night has some hundreds.
  static let limit = 20_000
  /// Seconds that no stage lasts: marks that are further apart belong to two sleeps.
  static let longest: Int64 = 12 * 3600

  var count: Int { marks.count }

  /// Adds a mark.
  ///
  /// - Returns: Whether there was room for it.
  mutating func add(_ mark: Mark) -> Bool {
    guard marks.count < Self.limit else { return false }
    marks.append(mark)
    if mark.kind == .stage { hasStages = true }
    return true
  }

  /// The marks by their times. The file may have the events after the stages.
  var ordered: [Mark] {
    marks.enumerated().sorted {
      ($0.element.time, $0.element.kind.rawValue, $0.offset)
        < ($1.element.time, $1.element.kind.rawValue, $1.offset)
    }.map(\.element)
  }
}

/// Handles sleep.
extension FITReader {
  mutating func useSleepLevel(_ message: borrowing FITMessage) {
    guard let time = message.time else { return drop("stages of sleep without a time") }
    addSleep(FITSleep.Mark(time: time, kind: .stage, level: message[0] ?? 0))
  }

  /// Takes the start or the stop of a sleep.
  mutating func useSleepEvent(_ message: borrowing FITMessage) {
    guard let time = message.time else { return drop("starts and stops of sleep without a time") }
    addSleep(FITSleep.Mark(time: time, kind: message[1] == 0 ? .start : .stop))
  }

  private mutating func addSleep(_ mark: FITSleep.Mark) {
    if !sleep.add(mark) {
      drop("stages of sleep without room (a file has at most \(FITSleep.limit))")
    }
  }

  /// Returns the stages of the file. A stage lasts from the end of the one before it, or from the start of the sleep.
  mutating func endSleep() {
    defer { sleep = FITSleep() }
    guard sleep.hasStages else {
      if sleep.count > 0 { drop("events", sleep.count) }
      return
    }
    var start: Int64?
    // When the sleep stopped, if that was in its last stage.
    var stop: Int64?
    for mark in sleep.ordered {
      switch mark.kind {
      case .start: (start, stop) = (mark.time, nil)
      case .stop:
        if let begun = start, begun < mark.time { stop = mark.time } else { start = nil }
      case .stage:
        let end = stop ?? mark.time
        if let begun = start, end - begun <= FITSleep.longest {
          emitStage(mark.level, begun, end)
        } else {
          drop("first stages of sleep without a start")
        }
        (start, stop) = (stop == nil ? mark.time : nil, nil)
      }
    }
  }

  private mutating func emitStage(_ level: Int64, _ start: Int64, _ end: Int64) {
    guard end > start else { return drop("stages of sleep without a duration") }
    guard let value = Self.stages[level] else {
      return drop("stages of sleep that were not measured")
    }
    deliverSleep(
      value, FITTime(start).timestamp(activity.offset), FITTime(end).timestamp(activity.offset))
  }

  private static let stages: [Int64: CategoryValue] = [
    1: .sleepAnalysisAwake, 2: .sleepAnalysisAsleepCore, 3: .sleepAnalysisAsleepDeep,
    4: .sleepAnalysisAsleepREM,
  ]

  mutating func deliverSleep(_ value: CategoryValue, _ start: Timestamp, _ end: Timestamp) {
    let descriptor = SampleDescriptor(
      type: .category(.sleepAnalysis), source: origin.source, device: origin.device)
    deliver(
      .category(
        CategorySample(
          header: SampleHeader(descriptor: descriptor, start: start, end: end), value: value)))
  }
}
