import HealthBytes
import HealthModel

/// Drops samples that a file before theirs in the same input has, too. Which these are, a first reading found (``SharedSampleFinder``).
final class SharedSampleStage: SampleStage {
  /// Whether the next sample is one of them.
  var isShared = false
  private var dropped = 0

  func process(_ sample: Sample) -> Sample? {
    guard isShared else { return sample }
    dropped += 1
    return nil
  }

  func add(to report: inout Conversion.Report) { report.duplicates += dropped }
}

extension SharedSampleFinder {
  /// Finds those of datasets that are read one after another, up to an error.
  static func shared(
    in datasets: [Dataset], _ onProgress: Conversion.Progress.Handler
  ) throws(HealthError) -> PositionList? {
    var finder = SharedSampleFinder()
    var error: HealthError?
    for dataset in datasets where error == nil {
      var samples = try dataset.samples()
      var ticks = ProgressTicks()
      while let sample = samples.next(storingErrorIn: &error) {
        try finder.add(sample, of: samples.place.file)
        if ticks.isDue(after: sample) {
          _ = samples.takeFindings()
          try ticks.report(samples.progress) { try onProgress($0.inPass(1, of: 2)) }
        }
      }
    }
    return try finder.shared()
  }
}
