import ArgumentParser
import HealthBytes
import HealthConv
import HealthModel

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
  /// - Throws: `HealthError`: `.usage`.
  func reject() throws(HealthError) {
    try rejectUnknownCommand()
    try rejectDividedPath()
    try rejectFormatsThatAreNot()
    try rejectUnknownAnswers()
    for argument in arguments.prefix(while: { $0 != "--" }) {
      try rejectCombinedLetters(argument)
    }
  }

  // MARK: Commands

  private func rejectUnknownCommand() throws(HealthError) {
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
    if words.count == 1, FileStatus(path: name, following: true) != nil {
      let command = rest.count == 1 ? "info" : "convert"
      throw HealthError(
        .usage,
        "found '\(name)', expected a command first, such as 'healthconv \(command) \(name)'. See \(help)."
      )
    }
    if words.last == "units", name.first?.isNumber == true {
      throw HealthError(
        .usage,
        "unknown command '\(name)' of 'units'. Did you mean 'units convert \(rest.joined(separator: " "))'? See \(help)."
      )
    }
    throw Self.unknown(name, of: command, help: help)
  }

  private static func unknown(
    _ name: String, of command: any ParsableCommand.Type, topics: [String] = [], help: String
  ) -> HealthError {
    let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    let isRoot = command == HealthConvCommand.self
    let plain = name.lowercased()
    let meant =
      (isRoot ? ArgumentSynonyms.commands[plain] : nil)
      ?? (names + topics).first { plain == $0 + "s" || plain == $0.dropLast() + "ies" }
    let question =
      meant.map { " Did you mean '\($0)'?" } ?? NearMiss.question(plain, names + topics)
    let parent = isRoot ? "" : " of '\(command.configuration.commandName ?? "")'"
    let what = topics.isEmpty ? "command" : "command or topic"
    let expected =
      names.isEmpty || !question.isEmpty || isRoot && topics.isEmpty
      ? "" : ", expected \((names + topics).joined(separator: ", "))"
    return HealthError(
      .usage, "unknown \(what) '\(name)'\(parent)\(expected).\(question) See \(help).")
  }

  private static func subcommand(
    _ name: String, of command: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0.configuration.commandName == name }
  }

  /// The arguments after the words of the command.
  var rest: [String] { Array(arguments.dropFirst(words.count - 1)) }

  // MARK: Values

  /// Refuses the parts of a path with blanks, if the path exists and its first part does not.
  private func rejectDividedPath() throws(HealthError) {
    let rest = rest
    for start in rest.indices where !rest[start].hasPrefix("-") {
      if FileStatus(path: rest[start], following: true) != nil { continue }
      var path = rest[start]
      for part in rest[(start + 1)...].prefix(8) {
        if part.hasPrefix("-") { break }
        path += " " + part
        guard FileStatus(path: path, following: true) != nil else { continue }
        for name in [rest[start], path] { HiddenPaths.names?.add(name) }
        throw HealthError(
          .usage,
          "found '\(rest[start])', but the path is '\(path)': put quotes around a path with blanks."
        )
      }
    }
  }

  /// Refuses dates and types after the options for formats, whose names suggest something else.
  private func rejectFormatsThatAreNot() throws(HealthError) {
    let options = [("--from", "-f", "--since"), ("--to", "-t", "--until")]
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { return }
      for (long, short, meant) in options {
        let value: String
        if argument == long || argument == short {
          value = arguments.dropFirst(index + 1).first ?? ""
        } else if argument.hasPrefix("\(long)=") {
          value = String(argument.dropFirst(long.count + 1))
        } else {
          continue
        }
        guard !value.isEmpty, (try? Format.named(value)) == nil, longOptions.contains(long) else {
          continue
        }
        let name = argument.hasPrefix("--") ? long : "\(short) (\(long))"
        if value.first?.isNumber == true, longOptions.contains(meant) {
          throw HealthError(
            .usage,
            "\(name) has '\(value.printableName)', expected a format. For dates use \(meant) \(value.printableName). See \(help)."
          )
        }
        if value.commaSeparated.allSatisfy({ TypePattern(known: $0) != nil }),
          longOptions.contains("--type")
        {
          throw HealthError(
            .usage,
            "\(name) has '\(value.printableName)', expected a format. For types use --type \(value.printableName). See \(help)."
          )
        }
      }
    }
  }

  /// What to add to an error of the argument parser: an example, or how a value is given that begins with a hyphen.
  func advice(for sentence: String) -> String? {
    if sentence.hasPrefix("missing expected argument '--output") {
      let pages = rest.filter {
        $0.hasSuffix(".html") || $0.hasSuffix(".zip") || $0.hasSuffix(".xml")
      }
      let isReport = words.last == "report"
      let output = pages.last { isReport == $0.hasSuffix(".html") }
      return
        "Name the file to make, such as -o \(output ?? (isReport ? "report.html" : "export.zip"))"
    }
    if sentence.hasPrefix("missing expected argument '<names>"), words.last == "explain" {
      return "Name a rule, such as 'healthconv explain missing-unit'; 'healthconv rules' lists all"
    }
    if sentence.hasPrefix("missing value for '-") {
      let name = sentence.drop { $0 != "-" }.prefix { $0 != " " && $0 != "'" }
      guard let index = arguments.firstIndex(of: String(name)),
        let value = arguments.dropFirst(index + 1).first, value.hasPrefix("-"),
        !longOptions.contains(String(value.prefix { $0 != "=" }))
      else { return nil }
      return "A value that begins with '-' is written \(name)=\(value.printableName)"
    }
    if sentence.hasPrefix("the value '") {
      for (option, expected) in Self.expectations where sentence.contains("'\(option) <") {
        return "Expected \(expected)"
      }
    }
    if sentence.hasPrefix("unexpected argument") {
      let paths = rest.filter { FileStatus(path: $0, following: true) != nil }
      if paths.count > 1, sentence.contains("'\(paths.last ?? "")'") {
        return "'\(words.joined(separator: " "))' reads one input: repeat it for each"
      }
      return "Put quotes around a path that contains blanks"
    }
    return nil
  }

  /// Descriptions of values of options whose help is too long for a message.
  private static let expectations = [
    "--explain":
      "a day such as 2026-01-31, a month 2026-01, a quarter 2026-Q1, a year 2026, an hour 2026-01-31T13:00, or all",
    "--limit": "a number, such as --limit 10", "--jobs": "a number, such as --jobs 2",
    "--moving-average": "how many intervals, such as --by day --moving-average 7",
    "--seed": "a number", "--person": "a number, such as --person 2", "--days": "a number",
  ]

  /// The commands that list something without arguments.
  private static let lists: Set = ["types", "units", "rules", "formats", "maps", "list"]

  /// Options of other programs for a span of time.
  private static let spans: Set = ["--year", "--month", "--week", "--last", "--days", "--date"]

  /// Refuses answers that `stats` does not have: names of types, abbreviations, capital letters.
  private func rejectUnknownAnswers() throws(HealthError) {
    guard words.last == "stats" else { return }
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { return }
      let value: String
      if argument == "--answer" {
        value = arguments.dropFirst(index + 1).first ?? ""
      } else if argument.hasPrefix("--answer=") {
        value = String(argument.dropFirst(9))
      } else {
        continue
      }
      let names = Answer.Kind.allCases.map(\.rawValue)
      if value.isEmpty || value.hasPrefix("-") || names.contains(value) { continue }
      let plain = value.lowercased()
      let meant =
        ArgumentSynonyms.answers[plain] ?? names.first { $0 == plain || $0 + "s" == plain }
        ?? (TypePattern(known: value) == nil ? NearMiss.nearest(to: plain, among: names) : nil)
      let hint =
        meant.map { "Did you mean '\($0)'?" }
        ?? (TypePattern(known: value) == nil
          ? "Statistics of a type need no answer: --type NAME."
          : "Statistics of a type need no answer: --type \(value.printableName).")
      throw HealthError(
        .usage,
        "--answer has '\(value.printableName)', expected \(names.joined(separator: ", ")). \(hint) See \(help)."
      )
    }
  }

  // MARK: Options

  /// The letters that are options, and those of them that have a value.
  private static let letters = "hqoft"
  private static let lettersWithValue = "oft"

  /// Refuses an argument such as `-dash.zip` or `-type`: the argument parser would take the letters one by one, and
  /// find `-h` among them.
  private func rejectCombinedLetters(_ argument: String) throws(HealthError) {
    guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument.count > 2 else { return }
    let name = argument.dropFirst()
    guard let first = name.first, !first.isNumber, first != "." else { return }
    if Self.lettersWithValue.contains(first), name.dropFirst().first == "=" { return }
    if Set(name).count == name.count, name.allSatisfy({ Self.letters.contains($0) }) { return }
    if FileStatus(path: argument, following: true) != nil {
      throw HealthError(
        .usage,
        "found '\(argument)', which begins with '-' as options do. Write './\(argument)' for the file."
      )
    }
    let options = longOptions
    if let option = NearMiss.nearest(to: "-" + argument, among: options) {
      throw HealthError(
        .usage, "unknown option '\(argument)'. Did you mean '\(option)'? See \(help).")
    }
    if Self.lettersWithValue.contains(first) {
      throw HealthError(
        .usage,
        "unknown option '\(argument)'. Did you mean '-\(first) \(name.dropFirst())'? See \(help).")
    }
    throw HealthError(
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
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("-") {
      let name = String(argument.prefix { $0 != "=" })
      let isLong = name.hasPrefix("--")
      if isLong, options.contains(name) { continue }
      // Letters that a command does not have are reported by the argument parser, too.
      if !isLong, name != "-o", ArgumentSynonyms.sentences[name] == nil { continue }
      if name == "-o", options.contains("--output") { continue }
      if name == "-o" || name == "--output", options.contains("--report") {
        return "unknown option '\(name)'. A file follows the name of a report: --report json=FILE"
      }
      if let sentence = ArgumentSynonyms.sentences[name] {
        return "unknown option '\(name)'. \(sentence)"
      }
      let meant = ArgumentSynonyms.options[name]?.first { meant in
        options.contains(String(meant.prefix { $0 != " " }))
      }
      if let meant, meant == "--since", Self.spans.contains(name) {
        return
          "unknown option '\(name)'. A time is selected by --since and --until, with dates such as 2024-01-31"
      }
      if let meant { return "unknown option '\(name)'. Did you mean '\(meant)'?" }
      if words.last == "info",
        ["--type", "--since", "--until", "--source", "--where"].contains(name)
      {
        return
          "unknown option '\(name)'. 'info' reads everything; 'query' and 'stats' select with it"
      }
      if name == "--list", Self.lists.contains(words.last ?? "") {
        return "unknown option '\(name)'. '\(words.joined(separator: " "))' alone lists all"
      }
      return "unknown option '\(name)'.\(NearMiss.question(name, options))"
    }
    return nil
  }
}
