import ArgumentParser
import HealthBytes
import HealthConv

/// The argument that keeps paths out of messages, reports and ledgers.
struct PathOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Write numbers such as path-1 in place of the paths of files, in messages, reports, ledgers and the location of the "
        + "export: names of files may be those of people. In the ledger of a store, a file has the beginning of the hash of its content."
    ))
  var redactPaths = false
}

/// Replaces paths in texts for `--redact-paths`. Without the option, texts are unchanged.
///
/// Datasets get numbers as names when they are opened, so reports contain no paths. Paths in all
/// other texts are replaced by `print`, `MessageOutput` and the printing of errors.
enum HiddenPaths {
  /// `nil` without the option. It is looked for before arguments are parsed, since errors in arguments name paths, too.
  static let names: PathNames? = {
    let arguments = ProcessArguments.all.dropFirst()
    guard arguments.contains("--redact-paths") else { return nil }
    let names = PathNames()
    var isPath = false
    for argument in arguments {
      let value = argument.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
      if let value, PathNames.isPath(value) { names.add(value) }
      if !argument.hasPrefix("-"), isPath || isNearPath(argument) { names.add(argument) }
      isPath = options.contains(argument)
    }
    return names
  }()

  /// Options whose values are paths, whatever these look like.
  private static let options: Set = [
    "-o", "--output", "--log", "--rejects", "--policy", "--policy-audit", "--participants",
    "--baseline", "--write-baseline", "--config", "--map", "--state",
  ]

  /// Whether a text is the path of an existing file, or of a file in an existing folder.
  private static func isNearPath(_ text: String) -> Bool {
    FileStatus(path: text, following: false) != nil
      || PathNames.isPath(text)
        && FileStatus(path: AtomicFile.split(text).folder, following: true) != nil
  }

  static func name(of path: String) -> String { names?.name(of: path) ?? path }

  static func hide(_ dataset: Dataset) -> Dataset {
    names.map { dataset.hidingPaths($0) } ?? dataset
  }

  static func hidden(_ error: HealthError) -> HealthError { names?.hidden(error) ?? error }

  /// The text of a result, with numbers in place of known paths.
  static func result(_ text: String) -> String { names?.known(text) ?? text }

  static func message(_ text: String) -> String { names?.message(text) ?? text }
}
