/// The second pass over datasets that are merged: the samples that are to be written.
struct MergePass: ~Copyable {
  /// The error that ended reading; `nil` at a regular end.
  var error: ConversionError?

  private let datasets: [Dataset]
  private let selection: Selection
  private let onProgress: Conversion.Progress.Handler
  private var decision: MergeDecision
  /// Samples in which nested ones were linked, if these come last.
  private var last: LastSamples?
  private var samples: Samples?
  private var counter: SampleCounter
  private var input = 0
  private var position: UInt64 = 0
  private var ticks = ProgressTicks()

  /// - Parameter info: Facts about the dataset, if samples in which nested ones were linked come last: a reader of an
  ///   export finds a link only after the sample at top level.
  init(
    _ datasets: [Dataset], _ selection: Selection, _ decision: consuming MergeDecision,
    linkedLast info: DatasetInfo? = nil, _ onProgress: @escaping Conversion.Progress.Handler
  ) {
    last = info.map { LastSamples($0) }
    self.datasets = datasets
    self.selection = selection
    self.decision = decision
    self.onProgress = onProgress
    counter = SampleCounter(selection)
  }

  /// The next sample to write; `nil` at the end or at an error, which is noted.
  mutating func next() -> Sample? {
    while let (sample, isWanted) = nextDecided() { if isWanted { return sample } }
    return nil
  }

  /// The next sample, and whether it is to be written; `nil` at the end or at an error, which is noted.
  mutating func nextDecided() -> (sample: Sample, isWanted: Bool)? {
    if error != nil { return nil }
    do throws(ConversionError) {
      while input < datasets.count {
        if samples == nil { samples = try datasets[input].openSamples() }
        while true {
          let nested = counter.takeNested()
          guard let sample = try nested == nil ? samples?.nextSample() : nested else { break }
          let place = SortKey(high: UInt64(input), low: position)
          position += 1
          if ticks.isDue(after: sample) { try report() }
          counter.settle()
          guard nested != nil || counter.admit(sample) else { continue }
          let linked = counter.relinked(sample)
          let written = try onDisk { () throws(ByteError) in
            try decision.written(linked, at: place)
          }
          guard let written else { return (linked, false) }
          if !written.isLast || last == nil { return (written.sample, true) }
          try last?.add(written.sample)
        }
        samples = nil
        position = 0
        ticks = ProgressTicks()
        input += 1
      }
      return try last?.next().map { ($0, true) }
    } catch { self.error = error }
    return nil
  }

  private mutating func report() throws(ConversionError) {
    guard let bytes = samples?.progress else { return }
    // They were reported in the first pass.
    _ = samples?.takeFindings()
    let progress = Conversion.Progress(bytes: bytes, samples: ticks.samples)
    try progress.inPass(datasets.count + input + 1, of: 2 * datasets.count).report(to: onProgress)
  }
}
