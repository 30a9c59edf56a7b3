import ArgumentParser
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

  @OptionGroup var formatOptions: FormatOptions<WriteOptionList>

  /// The output, if no earlier argument names it.
  var target: String { output ?? "-" }

  /// Refuses to print all samples on a terminal, unless the terminal was named.
  ///
  /// - Parameter path: The output that the arguments name, if they name one.
  /// - Throws: `ConversionError`: `.usage`.
  static func rejectTerminal(unlessNamed path: String?) throws(ConversionError) {
    guard path == nil, StandardOutputSink.isTerminal else { return }
    throw ConversionError(
      .usage,
      "standard output is a terminal. Name a file with --output, or - to print the samples here.")
  }

  /// How to write to a path.
  ///
  /// - Parameter path: Where to; its extension may imply an option, as `.tsv` does.
  func options(for path: String, as format: Format) throws -> WriteOptions {
    var options = WriteOptions()
    options.layout = layout
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
