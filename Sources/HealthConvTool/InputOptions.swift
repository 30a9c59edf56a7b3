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
      "How many threads read, encode and compress. Default: one for each processor that this process may use, at most 8. "
        + "The output does not depend on it, memory does.", valueName: "count"))
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("--jobs has '\(jobs)', expected 1 to \(Self.mostJobs)")
    }
  }

  /// Each thread has some megabytes of its own.
  private static let mostJobs = 64
  /// How many threads there are without the option: more than two were not measured, and splitting is serial.
  private static let usualJobs = 8

  /// Opens an input.
  ///
  /// - Parameter path: A file, a folder, an archive, or `-` for standard input.
  func open(_ path: String) throws -> Dataset {
    var options = ReadOptions()
    options.isStrict = strict
    options.isFragment = fragment
    options.member = member
    options.map = try map.map { try CSVMap.named($0) }
    options.jobs = jobs ?? min(Processors.available, Self.usualJobs)
    options.zone = try zone.map { try Zone.named($0) }
    let format = try from.map { try Format.named($0) } ?? Format.implied(by: options)
    return try Dataset.open(path, as: format, options: options)
  }
}
