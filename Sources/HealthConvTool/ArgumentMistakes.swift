import ArgumentParser
import HealthBytes
import HealthConv

/// Mistakes in the arguments that the argument parser misinterprets or describes poorly.
struct ArgumentMistakes {
  /// The arguments, without the name of the program.
  private let arguments: [String]
  /// The command that the first arguments name, as far as they name one.
  private let command: any ParsableCommand.Type
  /// The words of the command, from that of the program on.
  let words: [String]

  init(_ arguments: some Sequence<String>) {
    self.arguments = Array(arguments)
    var command: any ParsableCommand.Type = HealthConvCommand.self
    var words = [HealthConvCommand.configuration.commandName ?? ""]
    for argument in self.arguments {
      guard let next = Self.subcommand(argument, of: command) else { break }
      command = next
      words.append(argument)
    }
    self.command = command
    self.words = words
  }

  /// The command line that prints the help of the command.
  var help: String { "'\((words + ["--help"]).joined(separator: " "))'" }

  /// Refuses what the argument parser would take for something else: the name of no command, and a name of a file
  /// that begins with `-`, whose letters it reads as options.
  ///
  /// - Throws: `ConversionError`: `.usage`.
  func reject() throws(ConversionError) {
    try rejectUnknownCommand()
    for argument in arguments.prefix(while: { $0 != "--" }) {
      try rejectCombinedLetters(argument)
    }
  }

  // MARK: Commands

  private func rejectUnknownCommand() throws(ConversionError) {
    if arguments.first == "help" {
      var command: any ParsableCommand.Type = HealthConvCommand.self
      for name in arguments.dropFirst() where !name.hasPrefix("-") {
        guard let next = Self.subcommand(name, of: command) else {
          throw Self.unknown(
            name, of: command,
            topics: command == HealthConvCommand.self
              ? HelpTopic.names : [],
            help: "'healthconv --help'")
        }
        command = next
      }
      return
    }
    let rest = arguments.dropFirst(words.count - 1)
    guard let name = rest.first, !name.hasPrefix("-"), !command.configuration.subcommands.isEmpty
    else { return }
    if words.count == 1, rest.count == 1, FileStatus(path: name, following: true) != nil {
      throw ConversionError(
        .usage,
        "found '\(name)', expected a command first, such as 'healthconv info \(name)'. See \(help)."
      )
    }
    throw Self.unknown(name, of: command, help: help)
  }

  private static func unknown(
    _ name: String, of command: any ParsableCommand.Type, topics: [String] = [], help: String
  ) -> ConversionError {
    let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    let isRoot = command == HealthConvCommand.self
    let meant = isRoot ? synonyms[name.lowercased()] : nil
    let question =
      meant.map { " Did you mean '\($0)'?" } ?? NearMiss.question(name.lowercased(), names + topics)
    let parent = isRoot ? "" : " of '\(command.configuration.commandName ?? "")'"
    let what = topics.isEmpty ? "command" : "command or topic"
    return ConversionError(.usage, "unknown \(what) '\(name)'\(parent).\(question) See \(help).")
  }

  private static func subcommand(
    _ name: String, of command: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0.configuration.commandName == name }
  }

  /// What other programs call the commands.
  private static let synonyms = [
    "check": "validate", "lint": "validate", "verify": "validate", "compare": "diff",
    "join": "merge", "combine": "merge", "concat": "merge", "select": "query", "filter": "query",
    "search": "query", "find": "query", "show": "info", "inspect": "info", "describe": "info",
    "summary": "info", "statistics": "stats", "stat": "stats", "remove": "delete",
    "import": "convert",
    "export": "convert", "load": "convert", "sync": "migrate", "copy": "migrate",
  ]

  // MARK: Options

  /// The letters that are options, and those of them that have a value.
  private static let letters = "hqoft"
  private static let lettersWithValue = "oft"

  /// Refuses an argument such as `-dash.zip` or `-type`: the argument parser would take the letters one by one, and
  /// find `-h` among them.
  private func rejectCombinedLetters(_ argument: String) throws(ConversionError) {
    guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument.count > 2 else { return }
    let name = argument.dropFirst()
    guard let first = name.first, !first.isNumber, first != "." else { return }
    if Self.lettersWithValue.contains(first), name.dropFirst().first == "=" { return }
    if Set(name).count == name.count, name.allSatisfy({ Self.letters.contains($0) }) { return }
    if FileStatus(path: argument, following: true) != nil {
      throw ConversionError(
        .usage,
        "found '\(argument)', which begins with '-' as options do. Write './\(argument)' for the file."
      )
    }
    let options = longOptions
    if let option = NearMiss.nearest(to: "-" + argument, among: options) {
      throw ConversionError(
        .usage, "unknown option '\(argument)'. Did you mean '\(option)'? See \(help).")
    }
    if Self.lettersWithValue.contains(first) {
      throw ConversionError(
        .usage,
        "unknown option '\(argument)'. Did you mean '-\(first) \(name.dropFirst())'? See \(help).")
    }
    throw ConversionError(
      .usage,
      "unknown option '\(argument)'. Write './\(argument)' for a file of this name. See \(help).")
  }

  /// The options of the command, as its help lists them.
  private var longOptions: [String] {
    let text = HealthConvCommand.helpMessage(for: command, includeHidden: true, columns: 1_000)
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "-") }
    return Array(Set(words.filter { $0.hasPrefix("--") && $0.count > 3 }.map(String.init))).sorted()
  }

  /// What is wrong with the first option that the command does not have. The argument parser
  /// reports a missing argument before that.
  var unknownOption: String? {
    let options = longOptions
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
      let name = String(argument.prefix { $0 != "=" })
      if options.contains(name) { continue }
      return "unknown option '\(name)'.\(NearMiss.question(name, options))"
    }
    return nil
  }
}
