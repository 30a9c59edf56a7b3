import ArgumentParser
import HealthBytes
import HealthConv
import HealthMCP
import HealthStatistics

struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Answer the questions of an assistant about health data (Model Context Protocol).",
    discussion: """
      A server on standard input and output for the program that starts it: it opens no socket and changes nothing. Answers \
      go to that program, which may send them elsewhere; --types, --since and --allow limit what it can see. 'healthconv \
      help mcp' prints the entry for its configuration.
      """)

  @OptionGroup var paths: InputPaths
  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions

  @Option(
    help: ArgumentHelp(
      "Only these types, separated by commas; all others are absent. Also the figures of workouts are only those of these "
        + "types. May be repeated. Default: all.", valueName: "types"), completion: .types)
  var types: [String] = []

  @Option(help: ArgumentHelp("Only samples that start at this time or later.", valueName: "date"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "What else may be seen, separated by commas: samples (single samples, not only answers about them), names (of sources, "
        + "and other text of files, up to 200 characters of each), locations (coordinates of routes). Default: none of them.",
      valueName: "what"))
  var allow: [String] = []

  @Option(
    help: ArgumentHelp(
      "The most bytes of a reply to a call of a tool, \(AssistantServer.limits.lowerBound) to \(AssistantServer.limits.upperBound). Default: 16384.",
      valueName: "bytes"))
  var maxBytes = 1 << 14

  @Option(
    help: ArgumentHelp(
      "Append a line to this file for each call: time, tool, types, dates, bytes; no values.",
      valueName: "file"), completion: .file())
  var log: String?

  @OptionGroup(title: "Statistics") var days: DayOptions
  @OptionGroup(title: "Units") var units: UnitOptions

  func validate() throws {
    guard AssistantServer.limits.contains(maxBytes) else {
      throw ValidationError(
        "--max-bytes has '\(maxBytes)', expected \(AssistantServer.limits.lowerBound) to "
          + "\(AssistantServer.limits.upperBound)")
    }
    if paths.inputs.contains("-") {
      throw ValidationError("standard input is for the client: name a file, a folder or a store")
    }
  }

  func run() throws {
    var server = AssistantServer(
      try policy.applied(input.open(paths.inputs)), try grant())
    do throws(HealthError) { try server.checkParticipants() } catch  where error.kind == .usage {
      throw error
    } catch {}  // Calls report what cannot be read.
    server.limit = maxBytes
    let configuration = try units.file.readForStatistics()
    server.plan.zone = try days.zone()
    server.plan.priority = days.priority(configuration)
    server.units = try units.choices(configuration, isForPeople: false).units
    server.onError = { $0.printError() }
    if let log { server.onCall = try Self.logger(log) }
    if StandardInput.isTerminal {
      MessageOutput.write(
        "healthconv: waiting for messages of a client; see 'healthconv help mcp'\n")
    }
    do throws(HealthError) {
      try server.run(from: StandardInput.source(), to: StandardOutputSink())
    } catch { throw error.writing(StandardOutput.name) }
  }

  private func grant() throws -> Grant {
    var permissions: Set<Grant.Permission> = []
    for name in allow.flatMap(\.commaSeparated) {
      guard let permission = Grant.Permission(rawValue: name) else {
        throw HealthError(
          .usage,
          "--allow has '\(name.printableName)', expected some of samples, names, locations")
      }
      permissions.insert(permission)
    }
    return Grant(
      types: try types.flatMap(\.commaSeparated).map { try TypePattern($0) },
      since: try since.map { try SelectionOptions.bound($0, "--since") }, allowing: permissions)
  }

  /// Appends a line for each call. A log that cannot be written ends the server: its answers would not be recorded.
  private static func logger(_ path: String) throws -> @Sendable (CallRecord) -> Void {
    let file: AppendedFile
    do throws(HealthError) { file = try AppendedFile(path, isPrivate: true) } catch {
      throw error.writing(path)
    }
    let log = Monitor(file)
    return { record in
      log.withLock { file in
        do throws(HealthError) {
          try file.write(record.line(at: SystemClock.secondsSince1970).utf8Span.span)
          try file.finish()
        } catch {
          error.writing(path).printError()
          MCPCommand.exit(withError: ExitStatus.failed.exitCode)
        }
      }
    }
  }
}
