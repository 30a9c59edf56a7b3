import ArgumentParser
import HealthConv

/// `healthconv`: what is common to all its commands.
struct HealthConvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "healthconv",
    abstract: "Reads, checks and converts health data.",
    discussion: """
      Exit status: 0 done; 1 done, with findings at or above --fail-on; 64 usage; 65 the input is not what \
      it says; 66 no input; 69 not supported; 70 a fault of this program; 73 the output cannot be created; \
      74 reading or writing failed; 130 interrupted.
      """,
    version: "0.1.0",
    subcommands: [
      ConvertCommand.self, InfoCommand.self, FormatsCommand.self, TypesCommand.self,
      UnitsCommand.self, GenerateCommand.self,
    ])

  /// Runs the command that the arguments name, and ends the process with its exit status.
  static func start() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let error as ConversionError {
      if error.code == .closedPipe { exit(withError: ExitCode.success) }
      fail(error.code.exitStatus, error.message)
    } catch let error as ReadError {
      let error = ConversionError(error)
      fail(error.code.exitStatus, error.message)
    } catch {
      // Help and completions come as errors, too; what is left are arguments that make no sense.
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      let message = message(for: error)
      let lines = message.prefix(1).lowercased() + message.dropFirst()
      fail(.usage, lines + (lines.hasSuffix(".") ? "" : ".") + " See 'healthconv --help'.")
    }
  }

  private static func fail(_ status: ExitStatus, _ message: String) {
    StandardError.write("healthconv: \(message)\n")
    exit(withError: ExitCode(status.rawValue))
  }
}
