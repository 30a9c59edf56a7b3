import ArgumentParser
import HealthConv

/// The arguments for the output.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file, the .zip or the folder/ to make; .gz behind the extension packs a file of text. - is standard "
        + "output, which is what is written to by default.", valueName: "output"),
    completion: .file())
  var output: String?

  @Option(
    name: .shortAndLong,
    help: "The format to write. By default the layout or the extension of the output determines it."
  )
  var to: String?

  @Option(help: "Which layout of the format; 'healthconv formats NAME' lists them.")
  var layout: String?

  @Option(help: "What stands between the cells of a table: a character such as ';', or tab.")
  var delimiter: String?

  @Flag(help: "Keep spreadsheets from taking cells for formulas, by an apostrophe before them.")
  var guardFormulas = false

  @Flag(help: "Spell as Apple does, where that is not what the format's standard says.")
  var apple = false

  @Flag(help: "Replace the output if it exists; of a store, everything in it.")
  var overwrite = false

  @Flag(
    help: ArgumentHelp(
      "What a store does with a sample of which it has another version: --upsert replaces that one, --append keeps it. "
        + "Default: --upsert."))
  var saving: StoredVersion?

  /// The output, if no earlier argument names it.
  var target: String { output ?? "-" }

  /// Refuses to print all samples on a terminal, unless the terminal was named.
  ///
  /// - Parameter path: The output that the arguments name, if they name one.
  /// - Throws: `ConversionError`: `.usage`.
  static func refuseTerminal(unlessNamed path: String?) throws(ConversionError) {
    guard path == nil, StandardOutputSink.isTerminal else { return }
    throw ConversionError(
      .usage,
      "standard output is a terminal. Name a file with --output, or - to print the samples here.")
  }

  /// How to write to a path.
  ///
  /// - Parameter path: Where to; in a `.tsv` the delimiter is a tab.
  /// - Returns: What the arguments say.
  /// - Throws: `ConversionError` if they make no sense.
  func options(for path: String) throws -> WriteOptions {
    var options = WriteOptions()
    options.layout = layout
    options.delimiter = try delimiter.map(Self.delimiter)
    if delimiter == nil, path.hasSuffix(".tsv") || path.hasSuffix(".tsv.gz") {
      options.delimiter = UInt8(ascii: "\t")
    }
    options.guardsFormulas = guardFormulas
    options.usesAppleSpelling = apple
    options.saving = saving?.mode
    return options
  }

  private static func delimiter(_ text: String) throws -> UInt8 {
    if text == "tab" || text == "\t" { return UInt8(ascii: "\t") }
    // What numbers, dates and names are made of cannot stand between them.
    guard text.utf8.count == 1, let byte = text.utf8.first, ",;|:!#$&~^@".utf8.contains(byte) else {
      throw ConversionError(
        .usage, "--delimiter has '\(text)', expected ',', ';', '|', tab or another sign alone")
    }
    return byte
  }

  /// The format to write to a path.
  ///
  /// - Parameter path: Where to; `-` for standard output.
  /// - Returns: The format that `--to` names, otherwise that of the extension.
  /// - Throws: `ConversionError` if the format is unknown or cannot be written there.
  func format(for path: String) throws -> Format {
    let format =
      if let to {
        try Format.named(to)
      } else if path != "-" {
        try Format.forWriting(to: path, layout: layout)
      } else {
        Format.implied(by: layout) ?? .jsonLines
      }
    guard format.makeWriter != nil else {
      throw ConversionError(
        .unsupported,
        "format '\(format.name)' can be read but not written. See 'healthconv formats'.")
    }
    guard path != "-" || format.isText else {
      throw ConversionError(
        .usage, "format '\(format.name)' is not text. Name a file for it with --output.")
    }
    return format
  }
}

/// What becomes of a stored sample when another version of it is loaded.
enum StoredVersion: EnumerableFlag {
  case upsert
  case append

  var mode: SavingMode {
    switch self {
    case .upsert: .upsert
    case .append: .append
    }
  }
}
