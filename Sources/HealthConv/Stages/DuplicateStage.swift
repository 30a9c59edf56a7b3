/// Drops duplicates, as overlapping exports have them: see ``DuplicateFinder``.
///
/// Whether a sample is one is known when all were read: until then they wait on the disk, as JSON Lines.
final class DuplicateStage: SampleStage {
  private var finder: DuplicateFinder?
  private var writer: JSONLinesWriter
  private let spool: Spool
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
    let spool = try onDisk { () throws(ByteError) in try Spool() }
    self.spool = spool
    finder = try onDisk { () throws(ByteError) in try DuplicateFinder() }
    writer = JSONLinesWriter(sink: spool)
    do throws(FormatError) { try writer.begin(info) } catch {
      throw ConversionError(temporary: error)
    }
  }

  func take(_ sample: Sample) throws(ConversionError) -> Sample? {
    try onDisk { () throws(ByteError) in try finder?.add(sample) }
    do throws(FormatError) { try writer.write(sample) } catch {
      throw ConversionError(temporary: error)
    }
    return nil
  }

  func release() throws(ConversionError) -> Sample? {
    if let finder = finder.take() { try look(finder) }
    while let sample = try waiting?.nextSample() {
      let isFirst = try onDisk { () throws(ByteError) in try filter?.admitsNext() ?? true }
      if isFirst || !canDrop(sample) { return sample }
      dropped += 1
    }
    return nil
  }

  /// Turns from taking to giving.
  private func look(_ finder: consuming DuplicateFinder) throws(ConversionError) {
    do throws(FormatError) { try writer.finish() } catch {
      throw ConversionError(temporary: error)
    }
    do throws(ByteError) { filter = try finder.filter() } catch {
      throw ConversionError(temporary: error)
    }
    let source = try onDisk { () throws(ByteError) in try spool.source(0..<spool.count) }
    do throws(FormatError) {
      waiting = try Samples(
        JSONLinesReader(source: source, name: "waiting samples", options: ReadOptions()))
    } catch { throw ConversionError(error) }
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
