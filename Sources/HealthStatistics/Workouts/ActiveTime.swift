/// The time of a workout without its pauses. Times are in microseconds.
struct ActiveTime {
  let start: Int64
  let end: Int64
  /// The pauses in order, and the time active before each.
  private let pauses: [(range: Range<Int64>, activeBefore: Int64)]

  /// The time of a workout.
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

  /// The time active from the start to an instant of the workout, and whether the instant is in a pause.
  func active(at time: Int64) -> (time: Int64, isPaused: Bool) {
    // The number of pauses that begin at the instant or before it.
    var (low, high) = (0, pauses.count)
    while low < high {
      let middle = (low + high) / 2
      if pauses[middle].range.lowerBound <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return (time - start, false) }
    let (pause, before) = pauses[low - 1]
    let isPaused = time < pause.upperBound
    return (before + max(0, time - pause.upperBound), isPaused)
  }
}
