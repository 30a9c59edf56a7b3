import HealthModel

/// Encodes samples as rows on a thread of its own, for the writer of a dataset.
final class TableSampleEncoder<Sink: TableSink & ~Copyable>: Sample.Encoder {
  var rows: TableEncoder<Sink>
  private let numbers: RowNumbers

  init(_ sink: consuming Sink, _ numbers: RowNumbers) {
    rows = TableEncoder(sink)
    self.numbers = numbers
  }

  /// Takes as many numbers as the samples need, so that their rows have those that one thread gives them.
  func prepare(for samples: [Sample]) {
    rows.count = numbers.last
    numbers.take(for: samples)
  }

  func encode(_ sample: Sample) throws(FormatError) { try rows.writeWhole(sample) }
}

extension TableEncoder where Sink: ~Copyable {
  /// An encoder for another thread. Its sink collects rows for the sink of this one.
  mutating func makeEncoder(_ sink: consuming Sink) -> TableSampleEncoder<Sink> {
    let numbers = self.numbers ?? RowNumbers(last: count)
    self.numbers = numbers
    return TableSampleEncoder(sink, numbers)
  }
}
