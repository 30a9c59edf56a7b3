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
  public var sdnn: Double? { intervals.sdnn }

  /// RMSSD in seconds: the root mean square of the differences between times from beat to beat that follow each other
  /// without a gap; `nil` where no two do.
  public var rmssd: Double? { intervals.rmssd }

  package var intervals: BeatIntervals { BeatIntervals(runs: beatIntervals) }
}
