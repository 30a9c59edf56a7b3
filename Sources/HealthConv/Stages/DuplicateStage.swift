import HealthBytes

/// Drops duplicates, as overlapping exports have them, and links nested samples to those at top level: see
/// ``DuplicateFinder``.
///
/// Whether a sample is a duplicate is known when all were read: until then they wait on the disk, as JSON Lines. A sample in
/// which a nested one was linked comes last, as in an export.
final class DuplicateStage: SampleStage {
  private var finder: DuplicateFinder?
  private var spooled: SpooledSamples?
  private var decision: MergeDecision?
  private var waiting: Samples?
  private var position: UInt64 = 0
  private var last: LastSamples
  private var dropped = 0
  private var relinked = 0
  private let canDrop: (Sample) -> Bool

  /// Holds nothing back yet.
  ///
  /// - Parameters:
  ///   - canDrop: Which samples may be dropped; by default all.
  ///   - isLinking: Whether nested samples are linked.
  init(
    _ info: DatasetInfo, of canDrop: @escaping (Sample) -> Bool = { _ in true },
    isLinking: Bool = true
  ) throws(HealthError) {
    self.canDrop = canDrop
    finder = try DuplicateFinder(isLinking: isLinking)
    last = LastSamples(info)
    spooled = try SpooledSamples(info)
  }

  func process(_ sample: Sample) throws(HealthError) -> Sample? {
    try finder?.add(sample)
    try spooled?.write(sample)
    return nil
  }

  func release() throws(HealthError) -> Sample? {
    if let spooled = spooled.take() {
      decision = try finder.take()?.decision()
      waiting = try spooled.read()
    }
    while let sample = try waiting?.next() {
      let place = SortKey(high: 0, low: position)
      position += 1
      let written = try decision?.written(sample, at: place)
      if let written, written.isLast {
        if written.sample.members != sample.members { relinked += 1 }
        try last.add(written.sample)
      } else if written != nil || !canDrop(sample) {
        return sample
      } else {
        dropped += 1
      }
    }
    waiting = nil
    return try last.next()
  }

  func add(to report: inout Conversion.Report) {
    report.duplicates = dropped
    report.correlationsRelinked = relinked
  }
}

extension Sample {
  /// Whether the rule `exact-duplicate` compares it with others.
  var isComparedByRules: Bool {
    switch self {
    case .document, .unknown: false
    default: true
    }
  }
}
