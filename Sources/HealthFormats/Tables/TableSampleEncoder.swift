import HealthModel

/// Encodes samples as rows on a thread of its own, for the writer of a dataset.
///
/// It is not generic: the compiler does not specialize the methods of a generic class that are called through a protocol, and
/// they take 1.5 times as long.
final class TableSampleEncoder: Sample.Encoder {
  /// The ``TableRows``.
  let content: AnyObject
  private let numbers: RowNumbers
  private let begin: (Int64) -> Void
  private let body: ([Sample]) throws(FormatError) -> Void

  init<Sink: TableSink & ~Copyable>(_ rows: TableRows<Sink>, _ numbers: RowNumbers) {
    content = rows
    self.numbers = numbers
    begin = { rows.encoder.count = $0 }
    body = { (samples) throws(FormatError) in try rows.write(samples) }
  }

  /// Takes as many numbers as the samples need, so that their rows have those that one thread gives them.
  func prepare(for samples: [Sample]) {
    begin(numbers.last)
    numbers.take(for: samples)
  }

  func encode(_ sample: Sample) throws(FormatError) { try body([sample]) }

  func encode(contentsOf samples: inout [Sample]) throws(FormatError) { try body(samples) }
}

/// Rows that a thread of its own makes.
final class TableRows<Sink: TableSink & ~Copyable> {
  var encoder: TableEncoder<Sink>

  init(_ sink: consuming Sink) { encoder = TableEncoder(sink) }

  func write(_ samples: [Sample]) throws(FormatError) {
    let samples = samples.span
    for index in samples.indices { try encoder.writeWhole(samples[index]) }
  }
}

extension TableEncoder where Sink: ~Copyable {
  /// An encoder for another thread. Its sink collects rows for the sink of this one.
  mutating func makeEncoder(_ sink: consuming Sink) -> TableSampleEncoder {
    let numbers = self.numbers ?? RowNumbers(last: count)
    self.numbers = numbers
    return TableSampleEncoder(TableRows(sink), numbers)
  }
}
