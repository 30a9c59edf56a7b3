import ArgumentParser
import HealthConv

/// The arguments that say how inputs are read.
struct InputOptions: ParsableArguments {
  @Option(help: "The format to read, of all inputs; else the first bytes or the extension tell.")
  var from: String?

  @Flag(help: "Refuse the known defects of real files instead of repairing them.")
  var strict = false

  @Option(help: "Which main file to read, where an archive holds more than one.")
  var member: String?

  /// Opens an input.
  ///
  /// - Parameter path: A file, a folder, an archive, or `-` for standard input.
  /// - Returns: The input.
  func open(_ path: String) throws -> Dataset {
    var options = ReadOptions()
    options.isStrict = strict
    options.member = member
    return try Dataset.open(path, as: from.map { try Format.named($0) }, options: options)
  }
}
