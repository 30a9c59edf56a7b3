public import HealthModel

/// A type that writes samples to a file, one at a time.
public protocol SampleWriter: ~Copyable {
  /// Writes the beginning of the output. Must be called once, before all else.
  ///
  /// - Parameter dataset: Facts about the dataset.
  /// - Throws: If the output cannot be written.
  mutating func begin(_ dataset: DatasetInfo) throws(WriteError)

  /// Writes a sample.
  ///
  /// - Throws: If the output cannot be written.
  mutating func write(_ sample: consuming Sample) throws(WriteError)

  /// Writes the rest. Without this call the output is incomplete.
  ///
  /// - Throws: If the output cannot be written.
  mutating func finish() throws(WriteError)

  /// The losses so far, in the order of the format's `losses`; empty for a lossless format.
  var losses: [Loss.Count] { get }
}

extension SampleWriter where Self: ~Copyable {
  /// Nothing: what a lossless format answers.
  public var losses: [Loss.Count] { [] }
}
