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

  @OptionGroup var formatOptions: FormatOptions<ReadOptionList>

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

  /// Opens inputs.
  ///
  /// - Parameter paths: Files, folders, archives, databases, or `-` for standard input.
  /// - Throws: `ConversionError`: `.usage`, among others, for an option that the format of none of them has.
  func open(_ paths: [String]) throws -> [Dataset] {
    let options = try options()
    let datasets = try paths.map { try open($0, options) }
    try options.check(for: datasets.map(\.format))
    return datasets
  }

  /// Opens one of several inputs, without checking that its format has the options.
  func open(_ path: String, _ options: ReadOptions) throws -> Dataset {
    let format = try from.map { try Format.named($0) } ?? Format.implied(by: options)
    return try Dataset.open(path, as: format, options: options)
  }

  func options() throws -> ReadOptions {
    var options = ReadOptions()
    options.isStrict = strict
    options.jobs = jobs ?? min(Processors.available, Self.usualJobs)
    try formatOptions.set(&options)
    return options
  }
}

/// The inputs of a command that reads several and writes one output.
struct InputPaths: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "What to read: files, folders, archives, stores; - is standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String]

  func validate() throws { try Self.check(inputs) }

  /// Refuses standard input that is named twice: it can be read once.
  static func check(_ paths: [String]) throws {
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Standard input can be given only once")
    }
  }
}

/// The argument that lets several people's data become one dataset.
struct PeopleOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Take inputs as data of one person even if their dates of birth, biological sexes or blood types differ."
    ))
  var allowDifferentPeople = false
}
