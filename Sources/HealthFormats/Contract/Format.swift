public import HealthBytes
public import HealthValidation

/// A file format, as a value: its name, detection, options, functions and losses.
///
/// The help, the documentation and the tests of each pair of formats are made from the list of these values.
public struct Format: Sendable {
  /// How certain it is that an input has a format.
  public enum Confidence: Int, Sendable, Comparable {
    /// It has another format.
    case no
    /// It may have the format.
    case possible
    /// It has the format.
    case certain

    /// Orders from the least certain.
    public static func < (a: Confidence, b: Confidence) -> Bool { a.rawValue < b.rawValue }
  }

  /// Makes a reader of an input.
  public typealias MakeReader =
    @Sendable (Input, ReadOptions) throws(HealthError) -> any SampleReader & ~Copyable
  /// Makes a writer of an output, which it does not finish.
  public typealias MakeWriter =
    @Sendable (OutputContainer, WriteOptions) throws(HealthError) -> any SampleWriter & ~Copyable

  /// A variant of a format for writing, such as a CSV file for each type.
  public struct Layout: Sendable, Equatable {
    /// The name to give after `--layout`.
    public let name: String
    /// A short description.
    public let title: String
    /// The kinds of outputs it can be written as.
    public let outputs: [OutputContainer.Kind]
    /// What it loses in addition to the losses of its format.
    public let losses: [Loss]

    /// Describes a layout.
    ///
    /// - Parameters:
    ///   - name: The name to give after `--layout`.
    ///   - outputs: The kinds of outputs it can be written as; the first is used unless the
    ///     output's extension determines one.
    public init(
      _ name: String, _ title: String, outputs: [OutputContainer.Kind], losses: [Loss] = []
    ) {
      self.name = name
      self.title = title
      self.outputs = outputs
      self.losses = losses
    }
  }

  /// The name to give after `--from` and `--to`.
  public let name: String
  /// A short description.
  public let title: String
  /// The endings of its files: what follows the last point of a name. The first is the usual one.
  public let extensions: [String]
  /// The schemes of the addresses of its databases, without the colon; empty for file formats.
  public let schemes: [String]
  /// The layouts in which it can be written, the default first; empty for a format that is only read.
  public let layouts: [Layout]
  /// The options for reading it.
  public let readOptions: [Option]
  /// The options for writing it, apart from the layout.
  public let writeOptions: [Option]
  /// Whether what it writes is text: only text is written to standard output.
  public let isText: Bool
  /// Its losses; empty for a lossless format.
  public let losses: [Loss]
  /// The findings of its readers, and what is checked in its data in addition to `Rule.general`.
  public let rules: [Rule]
  /// The XML Schemas of its files.
  public let schemas: [Schema]
  /// Detects the format: how certain it is that an input has it.
  public let confidence: @Sendable (Input.Preview) -> Confidence
  /// Makes a reader, if the format can be read.
  public let makeReader: MakeReader?
  /// Makes a writer, if the format can be written.
  public let makeWriter: MakeWriter?

  /// Describes a format.
  public init(
    name: String, title: String, extensions: [String], schemes: [String] = [], isText: Bool,
    layouts: [Layout], readOptions: [Option] = [], writeOptions: [Option] = [], losses: [Loss],
    rules: [Rule] = [], schemas: [Schema] = [],
    confidence: @escaping @Sendable (Input.Preview) -> Confidence,
    makeReader: MakeReader?,
    makeWriter: MakeWriter?
  ) {
    self.name = name
    self.title = title
    self.extensions = extensions
    self.schemes = schemes
    self.layouts = layouts
    self.readOptions = readOptions
    self.writeOptions = writeOptions
    self.isText = isText
    self.losses = losses
    self.rules = rules
    self.schemas = schemas
    self.confidence = confidence
    self.makeReader = makeReader
    self.makeWriter = makeWriter
  }
}

/// Data that a format cannot represent, declared in advance and counted by its writer. What a reader leaves out is a `Finding`.
public struct Loss: Sendable, Equatable {
  /// A stable name, such as `route-files`.
  public let name: String
  /// An explanation of what is lost.
  public let explanation: String

  /// Declares a loss.
  public init(_ name: String, _ explanation: String) {
    self.name = name
    self.explanation = explanation
  }
}

extension Loss {
  /// How often something was lost.
  public struct Count: Sendable, Equatable {
    /// What was lost.
    public let loss: Loss
    /// How often.
    public let count: Int

    /// Counts a loss.
    public init(loss: Loss, count: Int) {
      self.loss = loss
      self.count = count
    }
  }
}

extension Format {
  /// An XML Schema, and the files of an input that it describes.
  public struct Schema: Sendable {
    /// The name of the schema, one of ``files``.
    public let name: String
    /// Reads the schema and those that it includes, by the names by which they refer to each other.
    public let files: @Sendable () -> [String: [UInt8]]
    /// The files of an input that the schema describes. Receives the path of the main file, if the reader has one.
    public let documents: @Sendable (Input, _ main: String?) -> [InputContainer.Entry]

    /// Describes a schema.
    public init(
      _ name: String, files: @escaping @Sendable () -> [String: [UInt8]],
      documents: @escaping @Sendable (Input, _ main: String?) -> [InputContainer.Entry]
    ) {
      self.name = name
      self.files = files
      self.documents = documents
    }
  }
}
