/// Drops samples that equal one before them in every letter but the address of the device, as overlapping
/// exports have them.
///
/// Whether a sample is one is known when all were read: till then they wait on the disk, as JSON Lines.
final class DuplicateStage: SampleStage {
  private var finder: DuplicateFinder?
  private var writer: JSONLinesWriter
  private let spool: Spool
  private var filter: DuplicateFilter?
  private var waiting: JSONLinesReader?
  private var dropped = 0

  /// Holds nothing back yet.
  ///
  /// - Parameter info: What is known of the dataset.
  /// - Throws: `WriteError` when no temporary file can be made.
  init(_ info: DatasetInfo) throws(WriteError) {
    do throws(ByteError) {
      spool = try Spool()
      finder = try DuplicateFinder()
    } catch { throw WriteError(error) }
    writer = JSONLinesWriter(sink: spool)
    try writer.begin(info)
  }

  func take(_ sample: Sample) throws(WriteError) -> Sample? {
    do throws(ByteError) { try finder?.add(sample) } catch { throw WriteError(error) }
    try writer.write(sample)
    return nil
  }

  func release() throws(WriteError) -> Sample? {
    try look()
    while let sample = try next() {
      do throws(ByteError) {
        if try keeps(sample) { return sample }
      } catch { throw WriteError(error) }
      dropped += 1
    }
    return nil
  }

  private func next() throws(WriteError) -> Sample? {
    do throws(ReadError) { return try waiting?.next() } catch { throw WriteError(error) }
  }

  /// Turns from taking to giving, once.
  private func look() throws(WriteError) {
    guard let finder = finder.take() else { return }
    try writer.finish()
    do throws(ByteError) {
      filter = try finder.filter()
      waiting = JSONLinesReader(
        source: try spool.source(0..<spool.count), name: "waiting samples", options: ReadOptions())
    } catch { throw WriteError(error) }
  }

  /// Whether a sample is the first of its content. A part of a document always counts as that: of two
  /// documents that begin alike both must stay whole.
  private func keeps(_ sample: Sample) throws(ByteError) -> Bool {
    let isFirst = try filter?.admitsNext() ?? true
    if case .document(let document) = sample, document.fields.isPart { return true }
    return isFirst
  }

  func report(to report: inout ConversionReport) { report.duplicates = dropped }
}

extension HealthDocumentFields {
  /// Whether the bytes are not all there are.
  fileprivate var isPart: Bool {
    offset != nil || (size.map { $0 != Number(data.count) } ?? (data.count >= Self.longestData))
  }
}

extension WriteError {
  /// A reason that came from reading what was put aside.
  init(_ error: ReadError) {
    self.init(ByteError(.io, error.place.file, error.message))
  }
}
