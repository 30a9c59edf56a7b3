public import HealthModel

extension StructuredSample where Fields == Sample.HeartbeatSeriesFields {
  /// The times from beat to beat in seconds, in runs without a gap: a beat after a gap begins a run, as does a beat without
  /// a time.
  public var beatIntervals: [[Double]] {
    var runs: [[Double]] = []
    var run: [Double] = []
    var last: Double?
    for beat in fields.beats {
      let time = beat.timeSinceStart?.doubleValue
      if beat.precededByGap == "YES" || time == nil || last == nil {
        if !run.isEmpty { runs.append(run) }
        run = []
      } else if let time, let last {
        run.append(time - last)
      }
      last = time
    }
    return run.isEmpty ? runs : runs + [run]
  }

  /// SDNN in seconds: the population standard deviation of the times from beat to beat, gaps excluded; `nil` without any.
  public var sdnn: Double? {
    let intervals = beatIntervals.flatMap(\.self)
    guard !intervals.isEmpty else { return nil }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let squares = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(intervals.count)).squareRoot()
  }

  /// RMSSD in seconds: the root mean square of the differences between times from beat to beat that follow each other
  /// without a gap; `nil` where no two do.
  public var rmssd: Double? {
    let differences = beatIntervals.flatMap { run in zip(run, run.dropFirst()).map { $1 - $0 } }
    guard !differences.isEmpty else { return nil }
    let squares = differences.reduce(0) { $0 + $1 * $1 }
    return (squares / Double(differences.count)).squareRoot()
  }
}
