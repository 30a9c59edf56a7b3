import ArgumentParser
import HealthBytes
import HealthConv

/// The arguments that say how inputs are read.
struct InputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help:
      "The format of all inputs. Default: detected from the first bytes or the extension of each.",
    completion: .inputFormats)
  var from: String?

  @Flag(help: "Reject files with known defects instead of repairing them.")
  var strict = false

  @Flag(
    help: ArgumentHelp(
      "Read a part of an export.xml: elements without the root element, "
        + "such as the output of grep, head or tail."))
  var fragment = false

  @Option(help: "The main file to read from an archive that holds more than one.")
  var member: String?

  @Option(
    help:
      "The map for CSV files of another program: a name from 'healthconv maps', or a file.",
    completion: .maps)
  var map: String?

  @Option(
    parsing: .unconditional,
    help: "The time zone for dates that have none: Europe/Berlin, -05:00, UTC or local.")
  var zone: String?

  @Option(
    help: ArgumentHelp(
      "How many threads read and encode; 0 for the processors that this process may use. The output does not depend on "
        + "it, memory does.", valueName: "count"))
  var jobs = 1

  func validate() throws {
    guard (0...Self.mostJobs).contains(jobs) else {
      throw ValidationError("--jobs has '\(jobs)', expected 0 to \(Self.mostJobs)")
    }
  }

  /// Each thread has some megabytes of its own.
  private static let mostJobs = 64

  /// Opens an input.
  ///
  /// - Parameter path: A file, a folder, an archive, or `-` for standard input.
  func open(_ path: String) throws -> Dataset {
    var options = ReadOptions()
    options.isStrict = strict
    options.isFragment = fragment
    options.member = member
    options.map = try map.map { try CSVMap.named($0) }
    options.jobs = jobs > 0 ? jobs : min(Processors.available, Self.mostJobs)
    options.zone = try zone.map { try Zone.named($0) }
    let format = try from.map { try Format.named($0) } ?? Format.implied(by: options)
    return try Dataset.open(path, as: format, options: options)
  }
}
