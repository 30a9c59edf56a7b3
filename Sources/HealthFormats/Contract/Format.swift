public import HealthBytes

/// A file format, as a value: what it is called, how it is recognised, what it can do, what it loses.
///
/// The list of formats, the help, the documentation and the tests of every pair are made by walking
/// these.
public struct Format: Sendable {
  /// How sure a format is that a file is its own.
  public enum Likeness: Int, Sendable, Comparable {
    /// It is not.
    case no
    /// It may be.
    case possible
    /// It is.
    case certain

    /// Orders from the least sure.
    public static func < (a: Likeness, b: Likeness) -> Bool { a.rawValue < b.rawValue }
  }

  /// Makes a reader of an input.
  public typealias MakeReader =
    @Sendable (Input, ReadOptions) throws(ReadError) -> any SampleReader & ~Copyable
  /// Makes a writer into a sink.
  public typealias MakeWriter =
    @Sendable (any ByteSink) throws(WriteError) -> any SampleWriter & ~Copyable

  /// The name to give after `--from` and `--to`.
  public let name: String
  /// What it is, in a few words.
  public let title: String
  /// The endings of its files, without the point; the first is the usual one.
  public let extensions: [String]
  /// The endings of the files it writes, where it only reads some.
  public let writtenExtensions: [String]
  /// Whether what it writes is text: only that goes to standard output by themselves.
  public let isText: Bool
  /// What it cannot carry; empty for a lossless format.
  public let losses: [Loss]
  /// How much the first bytes of a file look like this format.
  public let likeness: @Sendable (Span<UInt8>) -> Likeness
  /// Makes a reader, if the format can be read.
  public let makeReader: MakeReader?
  /// Makes a writer, if the format can be written.
  public let makeWriter: MakeWriter?

  /// Describes a format.
  public init(
    name: String, title: String, extensions: [String], isText: Bool,
    writtenExtensions: [String]? = nil, losses: [Loss],
    likeness: @escaping @Sendable (Span<UInt8>) -> Likeness, makeReader: MakeReader?,
    makeWriter: MakeWriter?
  ) {
    self.name = name
    self.title = title
    self.extensions = extensions
    self.writtenExtensions = writtenExtensions ?? extensions
    self.isText = isText
    self.losses = losses
    self.likeness = likeness
    self.makeReader = makeReader
    self.makeWriter = makeWriter
  }
}
