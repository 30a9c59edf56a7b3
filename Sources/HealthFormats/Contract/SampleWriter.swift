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

  /// Writes what an encoder of this writer has encoded, which is empty afterwards.
  mutating func append(_ encoder: any Sample.Encoder) throws(HealthError)
}

extension Sample {
  /// Encodes samples for a writer, on a thread of its own: the same bytes as the writer would write.
  public protocol Encoder: AnyObject {
    /// Receives the samples that it will encode next. Called on its thread, but in the order of the chunks: here an encoder
    /// takes the numbers of its samples.
    func prepare(for samples: [Sample])

    /// Encodes a sample after the others.
    func encode(_ sample: Sample) throws(HealthError)

    /// Encodes samples after the others, and may consume them. By default, they are encoded one by one.
    func encode(contentsOf samples: inout [Sample]) throws(HealthError)
  }
}

extension Sample.Encoder {
  /// Nothing: the samples have no numbers.
  public func prepare(for samples: [Sample]) {}

  /// Encodes samples one by one.
  public func encode(contentsOf samples: inout [Sample]) throws(HealthError) {
    let samples = samples.span
    for index in samples.indices { try encode(samples[index]) }
  }
}

extension SampleWriter where Self: ~Copyable {
  /// Nothing: what a lossless format answers.
  public var losses: [Loss.Count] { [] }
  /// None: samples are written one after another.
  public mutating func makeEncoder() -> (any Sample.Encoder)? { nil }
  /// There are no encoders.
  public mutating func append(_ encoder: any Sample.Encoder) throws(HealthError) {}
}
