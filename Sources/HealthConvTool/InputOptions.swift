import ArgumentParser
import HealthConv

/// The arguments that say what is read, and how.
struct InputOptions: ParsableArguments {
  @Argument(
    help: "A file, a folder or an archive to read; - is standard input.", completion: .file())
  var input: String

  @Option(help: "The format to read; else the first bytes or the extension tell.")
  var from: String?

  @Flag(help: "Refuse the known defects of real files instead of repairing them.")
  var strict = false

  @Option(help: "Which main file to read, where an archive holds more than one.")
  var member: String?

  /// Opens what the arguments name.
  func open() throws -> Dataset {
    var options = ReadOptions()
    options.isStrict = strict
    options.member = member
    return try Dataset.open(input, as: from.map { try Format.named($0) }, options: options)
  }
}
