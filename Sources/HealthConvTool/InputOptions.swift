import ArgumentParser
import HealthBytes
import HealthConv

/// The arguments that say how inputs are read.
struct InputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help:
      "The format of all inputs. By default the first bytes or the extension of each determine it.")
  var from: String?

  @Flag(help: "Refuse the known defects of real files instead of repairing them.")
  var strict = false

  @Flag(
    help: ArgumentHelp(
      "Read a part of an export.xml: elements without the root element around them, as grep, head and tail leave "
        + "them."))
  var fragment = false

  @Option(help: "Which main file to read, where an archive holds more than one.")
  var member: String?

  @Option(
    help:
      "The map to read CSV of another program by: a name that 'healthconv maps' lists, or a file.")
  var map: String?

  @Option(
    parsing: .unconditional,
    help: "The time zone of dates that have none: Europe/Berlin, -05:00, UTC or local.")
  var zone: String?

  /// Opens an input.
  ///
  /// - Parameter path: A file, a folder, an archive, or `-` for standard input.
  /// - Throws: `ConversionError` if it cannot be opened or is of no format that is known.
  func open(_ path: String) throws -> Dataset {
    var options = ReadOptions()
    options.isStrict = strict
    options.isFragment = fragment
    options.member = member
    options.map = try map.map { try CSVMap.named($0) }
    options.zone = try zone.map { try Zone.named($0) }
    let implied: Format? = map != nil ? .mappedCSV : fragment ? .appleHealth : nil
    let format = try from.map { try Format.named($0) } ?? implied
    return try Dataset.open(path, as: format, options: options)
  }
}
