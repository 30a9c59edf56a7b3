import HealthBytes
import HealthModel

/// Drops samples that another file or dataset has, too, and holds back those in which nested ones were linked, until all others are
/// written. Which these are, a first reading decided.
final class SharedSampleStage: SampleStage {
  /// What is done with the next sample.
  var isShared = false
  var isLast = false
  private var last: LastSamples
  private var dropped = 0
  private var relinked = 0

  init(_ info: DatasetInfo) { last = LastSamples(info) }

  func process(_ sample: Sample) throws(HealthError) -> Sample? {
    if isShared {
      dropped += 1
    } else if isLast {
      relinked += 1
      try last.add(sample)
    } else {
      return sample
    }
    return nil
  }

  func release() throws(HealthError) -> Sample? { try last.next() }

  func add(to report: inout Conversion.Report) {
    report.duplicates += dropped
    report.correlationsRelinked += relinked
  }
}

extension SharedSampleFinder {
  /// Finds those of datasets that are read one after another, up to an error.
  ///
  /// - Returns: Their positions: the number of the dataset, and that of the sample in it.
  static func shared(
    in datasets: [Dataset], _ onProgress: Conversion.Progress.Handler
  ) throws(HealthError) -> PositionList? {
    var finder = SharedSampleFinder()
    var error: HealthError?
    for (index, dataset) in datasets.enumerated() where error == nil {
      finder.begin(index)
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
