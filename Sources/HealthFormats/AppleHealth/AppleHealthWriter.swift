package import HealthBytes
package import HealthModel

/// Writes samples as an Apple Health export in the shape that iOS writes today: an archive or a folder with
/// `export.xml` and the files next to it, or that file alone. Samples are written in the order given, one element per
/// line, indented by one space per level.
///
/// Numbers and dates keep their text form, and content without a field in the model is written where it was read, so
/// that a copied export has the same content. The same samples give the same bytes.
package struct AppleHealthWriter: SampleWriter, ~Copyable {
  private enum Target {
    /// The main file alone.
    case file(any ByteSink)
    /// An archive or a folder.
    case container(OutputContainer)
  }

  private let target: Target
  /// The output of the main file.
  private var sink: (any ByteSink)?
  var fields = XMLFieldWriter(capacity: Self.flushSize + 1 << 14)
  /// Writes the side files; `nil` if the output is a single file.
  var files: SideFileWriter?

  private static let flushSize = 1 << 16

  /// A writer of only the main file into a sink, which the caller finishes.
  public init(sink: any ByteSink) {
    target = .file(sink)
  }

  /// A writer of an export into an output, which the caller finishes.
  ///
  /// - Throws: `HealthError` if the output is a file whose stream was requested before.
  public init(output: OutputContainer) throws(HealthError) {
    target = output.kind == .file ? .file(try output.open("")) : .container(output)
  }

  /// The losses so far.
  public var losses: [Loss.Count] {
    AppleHealthLoss.allCases.map { loss in
      Loss.Count(loss: loss.loss, count: fields.lost(loss) + (files?.lost[loss] ?? 0))
    }
  }

  /// Writes the document type, derived from the model's fields, with the version that the dataset states,
  /// and the facts about the dataset and the person.
  public mutating func begin(_ dataset: DatasetInfo) throws(HealthError) {
    switch target {
    case .file(let sink): self.sink = sink
    case .container(let output):
      let layout = SideFileNames.layout(main: dataset.path, in: output)
      if let date = dataset.exportDate { output.modified = ZipTimestamp(date) }
      sink = try output.open(layout.main)
      files = SideFileWriter(output, layout)
      fields.hasSideFiles = true
    }
    fields.begin(dataset)
    try flush()
  }

  /// Writes a sample. A sample of a kind that an export cannot represent is counted as a loss.
  public mutating func write(_ sample: Sample) throws(HealthError) {
    try write(sample, routes: nil)
  }

  private mutating func write(_ sample: Sample, routes: RouteTexts?) throws(HealthError) {
    let start = fields.buffer.count
    fields.buffer.most = start + Limits.sampleBytes.value
    if files == nil {
      fields.sample(sample)
    } else {
      try writeWithFiles(sample, routes)
    }
    try Self.check(fields, from: start)
    if fields.buffer.count >= Self.flushSize { try flush() }
  }

  /// A sample of at most this many bytes is within the limit of elements: an element takes at least 4 bytes.
  private static let fewBytes = 4 * Limits.sampleElements.value

  /// Throws if a sample exceeds the limits of the reader.
  @inline(__always)
  static func check(_ fields: borrowing XMLFieldWriter, from start: Int) throws(HealthError) {
    if fields.buffer.count - start > fewBytes { try checkLong(fields, from: start) }
  }

  private static func checkLong(
    _ fields: borrowing XMLFieldWriter, from start: Int
  ) throws(HealthError) {
    guard fields.buffer.count - start <= Limits.sampleBytes.value else {
      throw HealthError(beyond: Limits.sampleBytes)
    }
    let nodes = fields.buffer.withBytes { ElementTree.nodes(in: $0, from: start) }
    // The sample's own element is counted, too.
    if nodes > Limits.sampleElements.value { throw HealthError(beyond: Limits.sampleElements) }
  }

  private mutating func writeWithFiles(
    _ sample: Sample, _ routes: RouteTexts?
  ) throws(HealthError) {
    switch sample {
    case .workout(let workout):
      fields.sample(.workout(try files?.write(routesOf: workout, routes) ?? workout))
    case .clinicalRecord(let record):
      fields.sample(.clinicalRecord(try files?.write(resourceOf: record) ?? record))
    case .electrocardiogram(let sample): try files?.write(sample)
    case .document(let document): try files?.write(document)
    default: fields.sample(sample)
    }
  }

  /// Closes the document and writes the rest to the output.
  public mutating func finish() throws(HealthError) {
    fields.finish()
    try flush()
    // The caller finishes the sink that it passed to `init(sink:)`.
    guard files != nil else { return }
    try sink?.finish()
    try files?.finish()
  }

  mutating func flush() throws(HealthError) {
    guard let sink else { return }
    try fields.buffer.flush(to: sink)
  }
}

extension AppleHealthWriter {
  /// Encodes samples; those with files are left to the writer, except for the content of route files.
  private final class Encoder: Sample.Encoder {
    var fields = XMLFieldWriter(capacity: ChunkSplitter.size)
    /// Samples with files, and how many bytes come before each.
    var samplesWithFiles: [(position: Int, Sample)] = []
    /// The route files of these samples.
    let routes = RouteTexts()

    init(hasSideFiles: Bool) {
      fields.hasSideFiles = hasSideFiles
      // In the root element, which the writer has begun.
      fields.scope = XMLFieldWriter.Scope(hasContent: true)
    }

    func encode(_ sample: Sample) throws(HealthError) {
      if fields.hasSideFiles {
        switch sample {
        case .workout(let workout):
          routes.append(workout)
          return samplesWithFiles.append((fields.buffer.count, sample))
        case .clinicalRecord, .electrocardiogram, .document:
          return samplesWithFiles.append((fields.buffer.count, sample))
        default: break
        }
      }
      let start = fields.buffer.count
      fields.buffer.most = start + Limits.sampleBytes.value
      fields.sample(sample)
      try AppleHealthWriter.check(fields, from: start)
    }
  }

  /// An encoder of elements. Files next to the main one are written in order.
  public mutating func makeEncoder() -> (any Sample.Encoder)? {
    Encoder(hasSideFiles: files != nil)
  }

  /// Writes the elements of an encoder, and the samples with files between them.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {
    guard let encoder = encoder as? Encoder else { return }
    var start = 0
    for (position, sample) in encoder.samplesWithFiles {
      encoder.fields.buffer.withBytes { fields.buffer.append($0.extracting(start..<position)) }
      start = position
      try write(sample, routes: encoder.routes)
    }
    encoder.samplesWithFiles = []
    encoder.routes.removeAll()
    encoder.fields.buffer.withBytes { fields.buffer.append($0.extracting(start..<$0.count)) }
    encoder.fields.buffer.removeAll()
    fields.takeLosses(of: &encoder.fields)
    try flush()
  }
}

extension ZipTimestamp {
  /// The local time.
  fileprivate init(_ date: Timestamp) {
    let clock = date.clock
    self.init(
      year: clock.year, month: clock.month, day: clock.day, hour: clock.hour,
      minute: clock.minute, second: clock.second)
  }
}
