public import HealthBytes
public import HealthModel

/// Writes samples as the main file of an Apple Health export, `export.xml`, in the shape that iOS writes
/// today: samples in the order given, an element a line, one space of indent a level.
///
/// Numbers and dates are spelled as they were read, and what the model has no field for stands again where
/// it stood, so that an export that is read and written says the same. The same samples give the same
/// bytes.
public struct AppleHealthWriter: SampleWriter, ~Copyable {
  private let sink: any ByteSink
  private var fields = XMLFieldWriter(capacity: Self.flushSize + 1 << 14)

  private static let flushSize = 1 << 16

  /// A writer into a sink, which it does not finish.
  ///
  /// - Parameter sink: Where the bytes go.
  public init(sink: any ByteSink) {
    self.sink = sink
  }

  /// What could not be carried so far.
  public var losses: [LossCount] { fields.losses }

  /// Writes the document type, which is that of iOS 18 whatever the dataset's own was, and what is known
  /// of the dataset and of the person.
  public mutating func begin(_ dataset: DatasetInfo) throws(WriteError) {
    fields.begin(dataset)
    try flush()
  }

  /// Writes a sample, unless an export has no element for its kind; that is counted as a loss.
  public mutating func write(_ sample: Sample) throws(WriteError) {
    fields.sample(sample)
    if fields.buffer.count >= Self.flushSize { try flush() }
  }

  /// Closes the document and hands what is left to the sink.
  public mutating func finish() throws(WriteError) {
    fields.finish()
    try flush()
  }

  private mutating func flush() throws(WriteError) {
    do throws(ByteError) { try fields.buffer.flush(to: sink) } catch { throw WriteError(error) }
  }
}
