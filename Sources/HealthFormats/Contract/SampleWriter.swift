import HealthBytes
public import HealthModel

/// A type that writes samples to a file, one at a time.
public protocol SampleWriter: ~Copyable {
  /// Writes the beginning of the output. Must be called once, before all else.
  mutating func begin(_ dataset: DatasetInfo) throws(HealthError)

  /// Writes a sample. Throws what the output throws.
  mutating func write(_ sample: consuming Sample) throws(HealthError)

  /// Writes the rest. Without this call the output is incomplete.
  mutating func finish() throws(HealthError)

  /// The losses so far, in the order of the format's `losses`; empty for a lossless format.
  var losses: [Loss.Count] { get }

  /// An encoder for a thread; `nil` if what is written of a sample depends on the samples before it. Call it after
  /// `begin`.
  mutating func makeEncoder() -> (any Sample.Encoder)?

  /// Writes the bytes that an encoder of this writer has encoded, and empties the encoder.
  mutating func append(_ encoder: any Sample.Encoder) throws(HealthError)
}

extension Sample {
  /// Encodes samples for a writer on another thread, byte for byte as the writer would write them.
  public protocol Encoder: AnyObject {
    /// Receives the samples that are encoded next. Called on the encoder's thread, but in the order
    /// of the chunks: an encoder that numbers its samples reserves the numbers here.
    func prepare(for samples: [Sample])

    /// Encodes a sample after the others.
    func encode(_ sample: Sample) throws(HealthError)

    /// Encodes samples after the others, and may consume them. By default, they are encoded one by one.
    func encode(contentsOf samples: inout [Sample]) throws(HealthError)
  }
}

extension Sample.Encoder {
  /// Does nothing: for encoders that do not number samples.
  public func prepare(for samples: [Sample]) {}

  /// Encodes samples one by one.
  public func encode(contentsOf samples: inout [Sample]) throws(HealthError) {
    let samples = samples.span
    for index in samples.indices { try encode(samples[index]) }
  }
}

extension SampleWriter where Self: ~Copyable {
  /// Empty, as for a lossless format.
  public var losses: [Loss.Count] { [] }
  /// `nil`: the writer has no encoders.
  public mutating func makeEncoder() -> (any Sample.Encoder)? { nil }
  /// Does nothing: the writer has no encoders.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {}
}

/// Prints samples. The text of a sample depends on no other one, so that each thread has a printer of its own.
protocol SamplePrinter: ~Copyable {
  var buffer: ByteBuffer { get set }
  mutating func append(_ sample: Sample)
}

extension SamplePrinter where Self: ~Copyable {
  /// Prints a sample, if its text is not longer than readers accept, nor the texts of its source and device, of which several
  /// copies are in memory together.
  mutating func print(_ sample: Sample) throws(HealthError) {
    if let descriptor = sample.header?.descriptor, descriptor.weight > Limits.deviceBytes.value {
      throw HealthError(beyond: Limits.deviceBytes)
    }
    let end = buffer.count + Limits.lineBytes.value
    buffer.most = end
    append(sample)
    if buffer.count > end { throw HealthError(beyond: Limits.lineBytes) }
  }
}

/// Encodes samples with a printer, from which the writer takes the text.
final class PrintingEncoder<Printer: SamplePrinter & ~Copyable>: Sample.Encoder {
  var printer: Printer

  init(_ printer: consuming Printer) { self.printer = printer }

  func encode(_ sample: Sample) throws(HealthError) { try printer.print(sample) }
}

/// The losses of a format, in the order in which it declares them.
package protocol LossKind: CaseIterable, Equatable, RawRepresentable<String> {
  var explanation: String { get }
}

extension LossKind {
  package var loss: Loss { Loss(rawValue, explanation) }
}

/// How often each loss of a format occurred.
package struct LossCounts<Kind: LossKind> {
  private let kinds = Array(Kind.allCases)
  private var counts = [Int](repeating: 0, count: Kind.allCases.count)

  package init() {}

  package mutating func add(_ loss: Kind, _ count: Int = 1) {
    counts[kinds.firstIndex(of: loss) ?? 0] += count
  }

  /// Counts a loss if a dataset states facts. The participant is not one of them: it is part of the samples.
  package mutating func add(_ loss: Kind, ifStatedBy dataset: DatasetInfo) {
    var facts = dataset
    facts.participant = nil
    if facts != DatasetInfo() { add(loss) }
  }

  package mutating func take(_ other: inout LossCounts) {
    for index in counts.indices { counts[index] += other.counts[index] }
    other = LossCounts()
  }

  package var list: [Loss.Count] { zip(kinds, counts).map { Loss.Count(loss: $0.loss, count: $1) } }
}
