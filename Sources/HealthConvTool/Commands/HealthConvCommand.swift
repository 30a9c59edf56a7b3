import ArgumentParser
import HealthBytes
import HealthConv
import HealthValidation

/// The root command `healthconv`.
struct HealthConvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "healthconv",
    abstract: "Read, check and convert health data.",
    discussion: """
      Exit status: 0 done; 1 done, with findings at or above --fail-on; 64 wrong usage; 65 malformed input; \
      66 no input; 69 not supported; 70 internal error; 73 the output cannot be created; 74 reading or writing \
      failed; 130 interrupted.

      Topics of 'healthconv help': \(HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    version: Program.version,
    subcommands: [
      ConvertCommand.self, ValidateCommand.self, RulesCommand.self, ExplainCommand.self,
      InfoCommand.self, StatsCommand.self, ReportCommand.self, FormatsCommand.self,
      TypesCommand.self,
      UnitsCommand.self, MapsCommand.self, GenerateCommand.self, DiffCommand.self,
      MergeCommand.self, QueryCommand.self, ChangesCommand.self,
      FollowCommand.self, ReplicateCommand.self, LoadCommand.self, DeleteCommand.self,
      StoreCommand.self, MigrateCommand.self, CohortCommand.self, PolicyCommand.self,
      MCPCommand.self, DemoCommand.self,
    ])

  /// Runs the command that the arguments name, and ends the process with its exit status.
  static func start() {
    let mistakes = ArgumentMistakes(ProcessArguments.all.dropFirst())
    do {
      try Passwords.reject(in: ProcessArguments.all.dropFirst())
      if try printPage() { return }
      try mistakes.reject()
      var command = try named() ?? parseAsRoot(Array(ProcessArguments.all.dropFirst()))
      let result = Result { try command.run() }
      Interruption.endIfPending()
      do throws(HealthError) { try StandardOutputSink.flushPrinted() } catch {
        throw error.writing(StandardOutput.name)
      }
      try result.get()
    } catch let error as HealthError {
      end(error, mistakes)
    } catch {
      end(other: error, mistakes)
    }
  }

  /// Prints a page that no command prints: the first steps if there are no arguments, or a topic of
  /// help. The result is whether a page was printed.
  private static func printPage() throws -> Bool {
    let arguments = ProcessArguments.all.dropFirst()
    let page = arguments.isEmpty ? FirstSteps.text : HelpTopic.page(arguments: arguments)
    guard let page else { return false }
    print(page, terminator: "")
    do throws(HealthError) { try StandardOutputSink.flushPrinted() } catch {
      throw error.writing(StandardOutput.name)
    }
    return true
  }

  /// The command that the first argument names, parsed without the tree of all commands; `nil` for
  /// help, for commands of several words and for errors, which the whole tree reports in more
  /// detail.
  private static func named() -> (any ParsableCommand)? {
    let arguments = ProcessArguments.all.dropFirst()
    let type = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    guard let type, let command = try? type.parseAsRoot(Array(arguments.dropFirst())),
      Swift.type(of: command) == type
    else { return nil }
    return command
  }

  /// Ends after an error that is not a `HealthError`: a message, help or an exit status of the argument parser, the exit
  /// status of a command that has printed its error, or an internal error.
  private static func end(other error: any Error, _ mistakes: ArgumentMistakes) -> Never {
    let code = exitCode(for: error)
    if error is ExitCode || code == .success { exit(withError: error) }
    let message = message(for: error)
    guard code == .validationFailure else {
      MessageOutput.write("healthconv: internal error: \(message)\n")
      exit(withError: ExitStatus.ours.exitCode)
    }
    let sentence =
      mistakes.unknownOption ?? "\(message.prefix(1).lowercased())\(message.dropFirst())"
    var text = sentence
    for next in [mistakes.advice(for: sentence), "See \(mistakes.help)"].compactMap(\.self) {
      text += (text.hasSuffix(".") || text.hasSuffix("?") ? " " : ". ") + next
    }
    end(HealthError(.usage, text + "."), mistakes)
  }

  private static func end(_ error: HealthError, _ mistakes: ArgumentMistakes) -> Never {
    // A closed pipe is no error: its reader needs no more.
    if error.code == .closedPipe { exit(withError: ExitCode.success) }
    // The advice lists files of the folder.
    let advice =
      HiddenPaths.names == nil
      ? InputAdvice(words: mistakes.words, arguments: mistakes.rest).sentence(for: error) : nil
    (advice.map(error.adding) ?? error).printError()
    exit(withError: error.kind.exitStatus.exitCode)
  }
}

extension HealthError {
  /// Prints on standard error what is wrong, after the location in the input where that is known. A message may have further
  /// lines that begin with two spaces; any other end of a line is part of a name, and escaped.
  func printError() {
    let lines = HiddenPaths.hidden(self).hinted.description.split(
      separator: "\n  ", omittingEmptySubsequences: false)
    let text = lines.map { String($0).printable }.joined(separator: "\n  ")
    MessageOutput.write((place.line == 0 ? "healthconv: " : "") + text + "\n")
  }
}

/// What to do with an export: the text for a start without arguments.
enum FirstSteps {
  static let text = """
    An iPhone's Health app exports its data as export.zip: tap your picture, Export All Health Data. Then:
      healthconv info export.zip                          list what it contains
      healthconv convert export.zip -o health.db          make a database; or .csv, .jsonl, .gpx, --to parquet
      healthconv stats export.zip --type steps --by week  calculate sums, averages, nights of sleep
      healthconv validate export.zip                      check it against rules
    No export? 'healthconv demo' makes one. All commands: 'healthconv --help'; topics: 'healthconv help topics'.

    """
}
