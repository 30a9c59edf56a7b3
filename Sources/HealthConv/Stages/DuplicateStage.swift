/// Drops duplicates, as overlapping exports have them: see ``DuplicateFinder``.
///
/// Whether a sample is one is known when all were read: until then they wait on the disk, as JSON Lines.
final class DuplicateStage: SampleStage {
  private var finder: DuplicateFinder?
  private var spooled: SpooledSamples?
  private var filter: DuplicateFilter?
  private var waiting: Samples?
  private var dropped = 0
  private let canDrop: (Sample) -> Bool

  /// Holds nothing back yet.
  ///
  /// - Parameter canDrop: Which samples may be dropped; by default all.
  init(
    _ info: DatasetInfo, of canDrop: @escaping (Sample) -> Bool = { _ in true }
  ) throws(ConversionError) {
    self.canDrop = canDrop
    finder = try onDisk { () throws(ByteError) in try DuplicateFinder() }
    spooled = try SpooledSamples(info)
  }

  func take(_ sample: Sample) throws(ConversionError) -> Sample? {
    try onDisk { () throws(ByteError) in try finder?.add(sample) }
    try spooled?.write(sample)
    return nil
  }

  func release() throws(ConversionError) -> Sample? {
    if let spooled = spooled.take() {
      filter = try onDisk { () throws(ByteError) in try finder.take()?.filter() }
      waiting = try spooled.read()
    }
    while let sample = try waiting?.nextSample() {
      let isFirst = try onDisk { () throws(ByteError) in try filter?.admitsNext() ?? true }
      if isFirst || !canDrop(sample) { return sample }
      dropped += 1
    }
    return nil
  }

  func report(to report: inout Conversion.Report) { report.duplicates = dropped }
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
