import ArgumentParser
import HealthBytes
import HealthConv

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

  @Flag(
    help:
      "Replace the output if it exists; a store loses all that it holds. Of folders, only those of tables."
  )
  var overwrite = false

  @Option(
    help: ArgumentHelp(
      "How hard to compress a .zip or a .gz. fast: 100 MB of XML become 6.7 MB in 0.05 s of CPU; small: 5.3 MB in 2 s.",
      valueName: "effort"))
  var compress = Compression.fast

  @OptionGroup var formatOptions: FormatOptions<WriteOptionList>

  /// The output, if no earlier argument names it.
  var target: String { output ?? "-" }

  /// Refuses to print all samples on a terminal, unless the terminal was named.
  ///
  /// - Parameter path: The output that the arguments name, if they name one.
  /// - Throws: `HealthError`: `.usage`.
  static func rejectTerminal(unlessNamed path: String?) throws(HealthError) {
    guard path == nil, StandardOutputSink.isTerminal else { return }
    throw HealthError(
      .usage,
      "standard output is a terminal. Name a file with --output, or - to print the samples here.")
  }

  /// How to write to a path.
  ///
  /// - Parameter path: Where to; its extension may imply an option, as `.tsv` does.
  func options(for path: String, as format: Format) throws -> WriteOptions {
    var options = WriteOptions()
    options.layout = layout
    options.compression = compress
    try formatOptions.set(&options)
    options.complete(for: path, as: format)
    if options.isForSpreadsheet { options.hasDecimalComma = DecimalMark.isComma }
    return options
  }

  /// The format to write to a path.
  ///
  /// - Parameter path: Where to; `-` for standard output.
  /// - Returns: The format that `--to` names, otherwise that of the extension.
  func format(for path: String) throws -> Format {
    HiddenPaths.names?.add(path)
    let format =
      if let to {
        try Format.named(to)
      } else if path != "-" {
        try Format.forWriting(to: path, layout: layout)
      } else {
        Format.implied(by: layout) ?? .jsonLines
      }
    guard format.makeWriter != nil else {
      throw HealthError(
        .unsupported,
        "format '\(format.name)' cannot be written, only read. See 'healthconv formats'.")
    }
    guard path != "-" || format.isText else {
      throw HealthError(
        .usage,
        "format '\(format.name)' is not text and cannot go to standard output. Name a file with --output."
      )
    }
    return format
  }
}
