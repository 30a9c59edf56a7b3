public import HealthModel

/// The times from beat to beat in seconds, in runs without a gap, and the variability of the heart rate by the Task Force of the
/// European Society of Cardiology (1996).
package struct BeatIntervals: Sendable, Equatable {
  /// Intervals that follow each other.
  package let runs: [[Double]]

  init(runs: [[Double]]) { self.runs = runs }

  /// The intervals of a record of the heart rate variability, as exports have them.
  ///
  /// Each beat of a record has a rate, which is that of the interval that it ends: 60 seconds divided by it. The beat follows the one
  /// before it if the time between them is that interval, with a tolerance of a tenth, since rates are whole numbers and times have
  /// two decimals. Otherwise, or where a time cannot be read, a run begins.
  package init(_ sample: QuantitySample) {
    var runs: [[Double]] = []
    var last: Timestamp?
    for (beat, date) in zip(sample.beats, sample.beatDates) {
      let rate = beat.bpm.doubleValue
      guard rate > 0, rate.isFinite else {
        last = nil
        continue
      }
      let interval = 60 / rate
      let isNext =
        last.flatMap { last in date.map { abs($0.timeInterval(since: last) - interval) } }
        .map { $0 <= interval / 10 } ?? false
      if isNext, !runs.isEmpty {
        runs[runs.count - 1].append(interval)
      } else {
        runs.append([interval])
      }
      last = date
    }
    self.runs = runs
  }

  /// How many intervals there are.
  package var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// The mean of the intervals; `nil` without any.
  package var mean: Double? {
    count > 0 ? runs.reduce(0) { $0 + $1.reduce(0, +) } / Double(count) : nil
  }

  /// SDNN in seconds: the population standard deviation of the intervals; `nil` without any.
  package var sdnn: Double? {
    guard let mean else { return nil }
    let squares = runs.joined().reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(count)).squareRoot()
  }

  /// RMSSD in seconds: the root mean square of the differences between intervals that follow each other without a gap; `nil`
  /// where no two do.
  package var rmssd: Double? {
    let differences = runs.flatMap { run in zip(run, run.dropFirst()).map { $1 - $0 } }
    guard !differences.isEmpty else { return nil }
    let squares = differences.reduce(0) { $0 + $1 * $1 }
    return (squares / Double(differences.count)).squareRoot()
  }
}

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

extension StructuredSample where Fields == Sample.AudiogramFields {
  /// An ear.
  public enum Ear: String, Sendable, CaseIterable {
    case left, right
  }

  /// The pure-tone average of an ear in dBHL, over 500, 1000, 2000 and 4000 Hz; `nil` where one of the four was not tested.
  public func pureToneAverage(_ ear: Ear) -> Double? {
    var sum = 0.0
    for frequency in [500.0, 1_000, 2_000, 4_000] {
      let point = fields.sensitivityPoints.first { point in
        point.frequency == frequency && point.threshold(ear) != nil
      }
      guard let threshold = point?.threshold(ear) else { return nil }
      sum += threshold
    }
    return sum / 4
  }
}

extension SensitivityPoint {
  /// The frequency in Hz.
  fileprivate var frequency: Double? {
    guard let value = frequencyValue?.doubleValue else { return nil }
    return frequencyUnit == "kHz" ? value * 1_000 : value
  }

  fileprivate func threshold(_ ear: Audiogram.Ear) -> Double? {
    switch ear {
    case .left: leftEarValue?.doubleValue
    case .right: rightEarValue?.doubleValue
    }
  }
}
