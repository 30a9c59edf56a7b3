import ArgumentParser
import HealthConv

/// The arguments for the output.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file, the .zip or the folder/ to write; a final .gz compresses a text file. - is standard "
        + "output, the default.", valueName: "output"),
    completion: .file())
  var output: String?

  @Option(
    name: .shortAndLong,
    help: "The format to write. Default: from --layout or the extension of the output.",
    completion: .outputFormats)
  var to: String?

  @Option(
    help: "The layout of the format; 'healthconv formats NAME' lists them.", completion: .layouts)
  var layout: String?

  @Option(help: "The delimiter between the cells of a table: a character such as ';', or tab.")
  var delimiter: String?

  @Flag(help: "Put an apostrophe before cells that a spreadsheet would take for a formula.")
  var guardFormulas = false

  @Flag(help: "Write as Apple does where Apple deviates from the format's standard.")
  var apple = false

  @Flag(help: "Replace the output if it exists; a store loses all that it holds.")
  var overwrite = false

  @Flag(
    help: ArgumentHelp(
      "If a store holds another version of a sample: --upsert replaces it, --append keeps it. "
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
        .usage, "--delimiter has '\(text)', expected ',', ';', '|', tab or another single character"
      )
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
        "format '\(format.name)' cannot be written, only read. See 'healthconv formats'.")
    }
    guard path != "-" || format.isText else {
      throw ConversionError(
        .usage,
        "format '\(format.name)' is not text and cannot go to standard output. Name a file with --output."
      )
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
