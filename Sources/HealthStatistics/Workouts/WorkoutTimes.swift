import HealthModel

/// Finds the workouts that an instant or an interval is in. Times are in microseconds.
struct WorkoutTimes {
  /// The instants at which a workout starts or ends.
  private var edges: [Int64] = []
  /// The workouts from each edge to the next one, in a row, and where those of each edge begin.
  private var open: [Int32] = []
  private var first: [Int] = []
  private let starts: [Int64]
  /// The workouts that are not found, because too many are at the same time.
  private(set) var skipped: Set<Int> = []

  /// How many workouts are found at one time.
  static let mostOpen = 16
  /// How many edges of workouts a single interval is compared with.
  private static let mostEdges = 1_024

  /// The intervals of workouts, none of them empty.
  ///
  /// - Parameter after: How long after its end a workout is found.
  init(_ times: [ActiveTime], after: Int64 = 0) {
    starts = times.map(\.start)
    var order = times.indices.flatMap {
      [($0, times[$0].start, true), ($0, times[$0].end + after, false)]
    }
    order.sort { ($0.1, $0.0) < ($1.1, $1.0) }
    var current: [Int32] = []
    for (index, (workout, time, isStart)) in order.enumerated() {
      if !isStart {
        current.removeAll { $0 == Int32(workout) }
      } else if current.count < Self.mostOpen {
        current.append(Int32(workout))
      } else {
        skipped.insert(workout)
      }
      if index + 1 < order.count, order[index + 1].1 == time { continue }
      edges.append(time)
      first.append(open.count)
      open += current
    }
    first.append(open.count)
  }

  /// The number of the first edge after a time.
  private func firstEdge(after time: Int64) -> Int {
    var (low, high) = (0, edges.count)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether an instant or an interval is in no workout.
  func isEmpty(from start: Int64, to end: Int64) -> Bool {
    let edge = firstEdge(after: start)
    return (edge == 0 || first[edge - 1] == first[edge])
      && (edge == edges.count || edges[edge] >= end)
  }

  /// Calls a function with each workout that an instant or an interval is in.
  func forEach(
    from start: Int64, to end: Int64, _ body: (Int) throws(HealthError) -> Void
  ) throws(HealthError) {
    let low = firstEdge(after: start)
    if low > 0 {
      for place in first[low - 1]..<first[low] { try body(Int(open[place])) }
    }
    var edge = low
    while edge < edges.count, edges[edge] < end, edge < low + Self.mostEdges {
      for place in first[edge]..<first[edge + 1] where starts[Int(open[place])] == edges[edge] {
        try body(Int(open[place]))
      }
      edge += 1
    }
  }
}

/// The time of a workout without its pauses. Times are in microseconds.
struct ActiveTime {
  let start: Int64
  let end: Int64
  /// The pauses in order, and the time active before each.
  private let pauses: [(range: Range<Int64>, activeBefore: Int64)]

  init(_ figures: WorkoutFigures) {
    start = figures.start.microseconds
    // Dates of data may be in the wrong order.
    end = max(start, figures.end.microseconds)
    var time = start
    var active: Int64 = 0
    pauses = figures.pauses.intersection(start..<end).intervals.map { pause in
      active += pause.lowerBound - time
      time = pause.upperBound
      return (pause, active)
    }
  }

  /// The time active from the start to an instant of the workout, and whether the instant is in a pause or begins one.
  func active(at time: Int64) -> (time: Int64, isPaused: Bool, beginsPause: Bool) {
    // The number of pauses that begin at the instant or before it.
    var (low, high) = (0, pauses.count)
    while low < high {
      let middle = (low + high) / 2
      if pauses[middle].range.lowerBound <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return (time - start, false, false) }
    let (pause, before) = pauses[low - 1]
    let isPaused = time < pause.upperBound
    return (
      before + max(0, time - pause.upperBound), isPaused, isPaused && time == pause.lowerBound
    )
  }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// The pauses: from each pause to the resumption after it, or to the end, in the order of time.
  var pauses: [(start: Timestamp, end: Timestamp)] {
    var pauses: [(start: Timestamp, end: Timestamp)] = []
    var since: Timestamp?
    let events = fields.events.filter { $0.date != nil }
      .sorted { ($0.date ?? .unknown) < ($1.date ?? .unknown) }
    for event in events {
      switch event.type {
      case "HKWorkoutEventTypePause", "HKWorkoutEventTypeMotionPaused": since = since ?? event.date
      case "HKWorkoutEventTypeResume", "HKWorkoutEventTypeMotionResumed":
        if let since, let date = event.date { pauses.append((since, date)) }
        since = nil
      default: continue
      }
    }
    if let since, since < end { pauses.append((since, end)) }
    return pauses
  }

  /// The length of the pauses in seconds.
  var pauseLength: Double { pauses.reduce(0) { $0 + $1.end.timeInterval(since: $1.start) } }
}
