import HealthBytes
package import HealthModel

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
