import HealthBytes

/// Drops selected samples that are nested only in one that is not selected, where the same sample is also at top level: it
/// would be written twice.
///
/// Readers cannot state it in every order of the samples (see ``MemberLinks``). From the first such sample on, all selected
/// ones wait on the disk until the last one was read, so that their order and a limit of them are as in other orders.
final class NestedCopies: SampleStage {
  /// Receives all samples at top level whose types it compares.
  let search = CopySearch(CopySearch.nestable)
  private let datasets: [Dataset]
  private let info: DatasetInfo
  private var held: SpooledSamples?
  private var isComplete = true
  private var waiting: Samples?
  private var copies: CopyPlaces.Reader?
  private var position: UInt64 = 0
  private var left = 0
  private var totals = TypeTotals<Conversion.Report.TypeCount>()

  init(_ datasets: [Dataset], _ info: DatasetInfo) { (self.datasets, self.info) = (datasets, info) }

  /// Whether samples wait.
  var isHolding: Bool { held != nil }

  /// How many samples of each type were counted as selected and then dropped.
  var dropped: [Conversion.Report.TypeCount] { totals.values }

  /// Adds a selected sample that is nested only; ``take(_:)`` receives it next.
  ///
  /// - Parameter left: How many samples are to be written at most from this one on.
  /// - Returns: Whether its type was not compared until now.
  func add(nested sample: Sample, left: Int) throws(HealthError) -> Bool {
    if held == nil {
      held = try SpooledSamples(info)
      self.left = left
    }
    let isNew = search.add(nested: sample, at: SortKey(high: position, low: 0))
    if isNew { isComplete = false }
    return isNew
  }

  func process(_ sample: Sample) throws(HealthError) -> Sample? {
    guard held != nil else { return sample }
    try held?.write(sample)
    position += 1
    return nil
  }

  func release() throws(HealthError) -> Sample? {
    if let held = held.take() {
      try completeSearch()
      copies = try search.found()?.makeReader()
      waiting = try held.read()
      position = 0
    }
    while let sample = try waiting?.next() {
      let isCopy = try copies?.places(in: position).isEmpty == false
      position += 1
      if !isCopy, left > 0 {
        left -= 1
        return sample
      }
      drop(sample)
    }
    return nil
  }

  /// Reads the datasets again for samples at top level that came before the first nested one of their type. Exports have
  /// none; a stream cannot be read again.
  private func completeSearch() throws(HealthError) {
    if isComplete { return }
    for dataset in datasets where !dataset.isStream {
      var samples = try dataset.samples()
      while let sample = try samples.next() { search.add(sample) }
    }
  }

  private func drop(_ sample: Sample) {
    totals.update(sample.kind, sample.descriptor?.type.identifier ?? "") {
      Conversion.Report.TypeCount(kind: $0, identifier: $1, read: 0, written: 0)
    } change: {
      $0.read += 1
    }
  }
}
