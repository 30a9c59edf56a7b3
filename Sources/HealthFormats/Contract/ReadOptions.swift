import HealthBytes

/// How an input is read.
///
/// The options of a format are declared by it (``Format/readOptions``), with a property for each in an extension of this type.
public struct ReadOptions: Format.Options {
  /// Whether known defects are refused instead of repaired.
  public var isStrict = false
  /// Whether the samples are checked by rules: then documents next to the main file of an export are checked for
  /// well-formedness, for which they are read once more, and the locations of nested rows are recorded.
  public var isChecked = false
  /// How many threads decode samples, if the format can be read in chunks. The result is the same for any number.
  public var jobs = 1
  /// The options that were set, each once, with their values.
  public var values: [(option: Format.Option, value: any Sendable)] = []
  /// The usual size of a chunk, in bytes. With a smaller one, tests read small files in chunks, too.
  package var chunkSize = ChunkSplitter.size

  /// Defects are repaired and counted.
  public init() {}
}
