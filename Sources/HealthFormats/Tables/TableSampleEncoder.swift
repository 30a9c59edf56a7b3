import HealthBytes
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
  private let body: ([Sample]) throws(HealthError) -> Void

  init<Sink: TableSink & ~Copyable>(_ rows: TableRows<Sink>, _ numbers: RowNumbers) {
    content = rows
    self.numbers = numbers
    begin = { rows.encoder.count = $0 }
    body = { (samples) throws(HealthError) in try rows.write(samples) }
  }

  /// Takes as many numbers as the samples need, so that their rows have those that one thread gives them.
  func prepare(for samples: [Sample]) {
    begin(numbers.last)
    numbers.take(for: samples)
  }

  func encode(_ sample: Sample) throws(HealthError) { try body([sample]) }

  func encode(contentsOf samples: inout [Sample]) throws(HealthError) { try body(samples) }
}

/// Rows that a thread of its own makes.
final class TableRows<Sink: TableSink & ~Copyable> {
  var encoder: TableEncoder<Sink>

  init(_ sink: consuming Sink) { encoder = TableEncoder(sink) }

  func write(_ samples: [Sample]) throws(HealthError) {
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

/// Where the rows of samples go. The cells of a row come in the order of the columns of its ``DatasetTable``, then the row
/// ends.
protocol TableSink: ~Copyable {
  /// The rows of one table on their way out.
  associatedtype Table: TableOutput
  /// What is the same in all rows of one descriptor.
  associatedtype Shared

  /// What errors call the format.
  static var name: String { get }
  /// The tables of the kinds, in the order of the kinds.
  var tables: [Table] { get }
  /// Whether the tables have a column for participants.
  var hasParticipants: Bool { get }

  /// Whether rows are left out from now on: the sample is refused.
  var isDiscarding: Bool { get set }

  /// What rows of a descriptor share, looked up once for each row.
  mutating func shared(_ descriptor: SampleDescriptor, _ kind: SampleKind) -> Shared
  mutating func appendType(_ shared: Shared)
  /// Appends the cells of unit, source and device.
  mutating func appendOrigin(_ shared: Shared)

  mutating func append(_ count: Int64)
  mutating func append(_ id: SampleID)
  mutating func append(_ text: String)
  mutating func append(_ bytes: [UInt8])
  mutating func append(address: UInt64?)
  mutating func appendJSON(_ write: (inout ByteBuffer) -> Void)
  /// Appends an empty cell of any column but one of a date.
  mutating func appendNone()
  /// Appends a number. What its cell does not reproduce is recorded in `rest` under the name of the field.
  mutating func append(_ number: Number, field: String, _ rest: inout ExtrasText)
  /// Appends a date; empty cells for `nil`.
  mutating func append(_ date: Timestamp?, field: String, _ rest: inout ExtrasText)
  /// Appends the last cell of a structure: what has no column.
  mutating func append(_ rest: inout ExtrasText)
  /// Appends the last cells of a row of a table without such a cell; `rest` is empty after.
  mutating func endPlain(_ rest: inout ExtrasText)

  /// Ends the row and begins another.
  ///
  /// - Returns: The bytes that it took.
  mutating func endRow(_ table: Table) -> Int

  /// Ends the rows of a sample at top level.
  mutating func endSample()
}

/// Writes the rows of one table and of its nested tables.
protocol TableOutput: AnyObject {
  var children: [Self] { get }
  /// Whether the samples of a list with rows in this table are being written.
  var isOpen: Bool { get set }
}

/// The numbers that several encoders give to rows. Used in the order of the chunks.
final class RowNumbers {
  var last: Int64

  init(last: Int64) { self.last = last }

  /// Takes the numbers that ``TableEncoder`` gives to the rows of samples: one for each sample, nested or not, and one
  /// for each structure in it.
  func take(for samples: [Sample]) {
    for sample in samples { last += Self.count(sample) }
  }

  @inline(__always)
  private static func count(_ sample: Sample) -> Int64 {
    switch sample {
    case .quantity, .category: 1
    default: 1 + countNested(in: sample)
    }
  }

  private static func countNested(in sample: Sample) -> Int64 {
    if case .correlation(let sample) = sample {
      return sample.members.reduce(0) { $0 + count($1.sample) }
    }
    return sample.structured.map { count(Sample.Field.list(of: $0.fields)) } ?? 0
  }

  private static func count(_ fields: [Sample.Field]) -> Int64 {
    fields.reduce(0) { count, field in
      switch field.value {
      case .list(let list), .sideFile(let list): count + self.count(list)
      case .samples(let members): members.reduce(count) { $0 + self.count($1.sample) }
      default: count
      }
    }
  }

  private static func count(_ list: Sample.Structures) -> Int64 {
    var count = Int64(list.count)
    // All structures of a list have the same fields: nothing is nested in points of a route.
    if list.count == 0 || !list.empty.contains(where: \.isNested) { return count }
    for index in 0..<list.count { count += self.count(list[index].fields) }
    return count
  }
}

extension Sample.Field {
  /// Whether it holds structures or samples.
  fileprivate var isNested: Bool {
    switch value {
    case .list, .sideFile, .samples: true
    default: false
    }
  }
}
