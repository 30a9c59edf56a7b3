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

/// How a format writes, where it leaves a choice.
///
/// The options of a format are declared by it (``Format/writeOptions``), with a property for each in an extension of this type.
public struct WriteOptions: Format.Options {
  /// One of the format's ``Format/layouts``; by default the first.
  public var layout: String?
  /// How hard a .zip or a .gz is packed.
  public var compression = Compression.fast
  /// Whether decimals of a table for spreadsheet programs have a comma, and its columns a semicolon.
  public var hasDecimalComma = false
  /// Columns that each table of a study has: whose rows they are, and of which export.
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

  /// The default of each format.
  public init() {}

  /// Sets the options of a format that the extension of an output implies, unless they are set, and the layout if only
  /// other layouts than the usual one can be a folder or an archive as the output is.
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
  /// The samples are a dataset, such as an export: as many equal ones are stored as it has. Where exactly one sample
  /// of an identity is left without an equal in the dataset and one in the store, it replaces that.
  case upsert
  /// As ``upsert``, but what is stored is never replaced, not by a higher version either.
  case append
  /// The samples are added: equal ones are stored once, and those that differ are new. Only a higher version
  /// replaces what is stored.
  case add
}
