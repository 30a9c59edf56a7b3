import HealthBytes

extension Format {
  /// An option of reading or writing, declared by the format that has it.
  ///
  /// A program offers the options of all formats by their names and refuses those that the format does not have. In code,
  /// ``ReadOptions`` and ``WriteOptions`` hold their values.
  public struct Option: Sendable {
    /// The kinds of values of an option.
    public enum Values: Sendable, Equatable {
      /// No text: the option is set to `true`, or not set.
      case flag
      /// A text. `expected` completes the message about a text that is not a value.
      case text(expected: String)
      /// One of some words, each with the sentence that explains it.
      case words([Word])
    }

    /// One of the words that an option can be set to.
    public struct Word: Sendable, Equatable {
      /// The word, which a program offers as a flag.
      public let name: String
      /// What it does, in a sentence.
      public let help: String

      /// Describes a word.
      public init(_ name: String, help: String) {
        self.name = name
        self.help = help
      }
    }

    /// The name, such as `delimiter`; the same in all formats that have the option.
    public let name: String
    /// What the option is about, such as `delimiters`: the end of a message that refuses it.
    public let subject: String
    /// What it does, in a sentence.
    public let help: String
    /// What it is set to.
    public let values: Values
    /// The texts that extensions of the output imply, such as `tab` for `tsv`.
    public let implied: [String: String]
    /// Whether an input that is read with the option is of the format that declares it.
    public var impliesFormat = false
    /// Whether its texts may begin with a hyphen.
    public var allowsHyphen = false
    /// Texts that a program can suggest, such as the names of maps.
    public var suggestions: @Sendable () -> [String] = { [] }
    /// The value of a text; `nil` if the text is not one.
    let value: @Sendable (String) throws(HealthError) -> (any Sendable)?

    /// Describes an option whose values are texts.
    ///
    /// - Parameters:
    ///   - expected: What the texts are; the end of a message.
    ///   - value: The value of a text; `nil` if the text is not one. May throw an error of code `.usage` with what is wrong.
    public init<Value: Sendable>(
      _ name: String, about subject: String, help: String, expected: String,
      implied: [String: String] = [:],
      value: @escaping @Sendable (String) throws(HealthError) -> Value?
    ) {
      self.name = name
      self.subject = subject
      self.help = help
      self.values = .text(expected: expected)
      self.implied = implied
      self.value = value
    }

    /// Describes an option that is set or not. Its value is a `Bool`.
    public init(flag name: String, about subject: String, help: String) {
      self.name = name
      self.subject = subject
      self.help = help
      self.values = .flag
      self.implied = [:]
      self.value = { $0.isEmpty ? true : nil }
    }

    /// Describes an option that is set to one of some words.
    ///
    /// - Parameter value: The value of a word; `nil` if the text is not one of them.
    public init<Value: Sendable>(
      _ name: String, about subject: String, words: [Word],
      value: @escaping @Sendable (String) -> Value?
    ) {
      self.name = name
      self.subject = subject
      self.help = words.map(\.help).joined(separator: " ")
      self.values = .words(words)
      self.implied = [:]
      self.value = value
    }
  }
}

extension Format {
  /// Values of options that formats declare, such as ``ReadOptions`` and ``WriteOptions``.
  public protocol Options: Sendable {
    /// The options that were set, each once, with their values.
    var values: [(option: Option, value: any Sendable)] { get set }
  }
}

extension Format.Options {
  /// The options that were set.
  public var given: [Format.Option] { values.map(\.option) }

  /// The value of an option; `nil` if it is not set.
  public subscript<Value: Sendable>(option: Format.Option) -> Value? {
    get { values.first { $0.option.name == option.name }?.value as? Value }
    set {
      values.removeAll { $0.option.name == option.name }
      if let newValue { values.append((option, newValue)) }
    }
  }

  /// Sets an option from a text.
  ///
  /// - Parameter text: Its value as a text; empty for a flag.
  /// - Returns: Whether the text is a value of the option.
  /// - Throws: `HealthError` if the option describes what is wrong with the text.
  public mutating func set(_ option: Format.Option, to text: String) throws(HealthError) -> Bool {
    guard let value = try option.value(text) else { return false }
    values.removeAll { $0.option.name == option.name }
    values.append((option, value))
    return true
  }
}

/// The options of reading.
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

  /// The defaults: one thread repairs and counts defects.
  public init() {}
}

/// The options of writing.
///
/// The options of a format are declared by it (``Format/writeOptions``), with a property for each in an extension of this type.
public struct WriteOptions: Format.Options {
  /// One of the format's ``Format/layouts``; by default the first.
  public var layout: String?
  /// The compression of a .zip or .gz file.
  public var compression = Compression.fast
  /// Whether decimals of a table for spreadsheet programs have a comma, and its columns a semicolon.
  public var hasDecimalComma = false
  /// Columns in each table of a study: the participant and the export of its rows.
  package var cohort: CohortColumns?
  /// The options that were set, each once, with their values.
  public var values: [(option: Format.Option, value: any Sendable)] = []

  /// The texts of these columns, the same in all rows of an export.
  package struct CohortColumns: Sendable {
    package let participant: String
    package let export: String

    package init(participant: String, export: String) {
      (self.participant, self.export) = (participant, export)
    }
  }

  /// The defaults of each format.
  public init() {}

  /// Sets what the path of an output implies, unless it is set already: the options of its extension, and a layout for a
  /// folder or an archive if the default layout is a single file.
  public mutating func complete(for path: String, as format: Format) {
    let isArchive = path.lowercased().hasSuffix(".zip")
    let kind: OutputContainer.Kind? =
      path.hasSuffix("/") || AtomicFolder.isFolder(path) ? .folder : isArchive ? .archive : nil
    if layout == nil, let kind, format.layouts.first?.outputs == [.file] {
      layout = format.layouts.first { $0.outputs.contains(kind) }?.name
    }
    let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
    for option in format.writeOptions where !given.contains(where: { $0.name == option.name }) {
      for (ending, text) in option.implied where name.hasSuffix(".\(ending)") {
        _ = try? set(option, to: text)
      }
    }
  }
}

/// How samples are saved into a store that may have them already.
///
/// In all of them, a sample that equals a stored one changes nothing, and of two samples with one sync identifier
/// (`HKMetadataKeySyncIdentifier`) the higher version is stored, as in HealthKit.
public enum SavingMode: String, Sendable, CaseIterable {
  /// The samples are a dataset, such as an export: of equal samples, as many are stored as it has. If exactly one sample of
  /// an identity in the dataset and one in the store have no equal, the first replaces the second.
  case upsert
  /// As ``upsert``, but a stored sample is never replaced, not even by a higher version.
  case append
  /// The samples are added: equal ones are stored once, and different ones are new. Only a higher version replaces a stored
  /// sample.
  case add
}
