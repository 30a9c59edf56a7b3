import ArgumentParser
import HealthBytes
import HealthConv
import HealthValidation

extension CohortCommand {
  struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add exports to a study, which is made if it does not exist.",
      discussion: """
        Several runs may add exports to one study at the same time. Of two exports of a participant the one with the later date \
        is kept; with the same date, the one whose data end on a later day, else the one with more samples. Exit status: 0 all \
        were added or known; 1 some are quarantined; 65 all are; 66 some cannot be opened. An error of the disk or the system \
        ends the run. A run that was ended continues when it is started again.
        """)

    @OptionGroup var study: StudyArgument

    @Argument(
      help: ArgumentHelp("Exports: files, folders, archives.", valueName: "export"),
      completion: .file())
    var exports: [String]

    @Option(
      help: ArgumentHelp(
        "The participants of the exports: a CSV file with the columns export, participant and, optionally, zone: the time zone "
          + "of dates that have none.",
        valueName: "map.csv"), completion: .file(extensions: ["csv"]))
    var participants: String?

    @Option(
      help: ArgumentHelp(
        "Take the participants from the names of the exports, such as '{participant}_*.zip'.",
        valueName: "pattern"))
    var participantPattern: String?

    @OptionGroup var policy: PolicyOptions

    @Option(
      help: ArgumentHelp(
        "How many exports are converted at the same time. Default: one for each processor that this process may use.",
        valueName: "count"))
    var jobs: Int?

    @Option(
      help: ArgumentHelp(
        "Into how many buckets a new study divides its participants. Default: 64.",
        valueName: "count"))
    var buckets: Int?

    @Option(
      help: ArgumentHelp(
        "What a new study keeps of a participant: the latest export, or all. Default: latest.",
        valueName: "which"))
    var history: History?

    @Flag(help: "Read exports again that could not be read.")
    var retry = false

    @Flag(help: "Do not check samples by rules: the table 'findings' has those of readers only.")
    var noCheck = false

    @Flag(
      help: ArgumentHelp(
        "Do not write the tables 'exports', 'participants', 'coverage' and 'findings', for a run that others follow: the last one, or "
          + "'check --repair', writes them."))
    var noTables = false

    @Flag(
      help: ArgumentHelp(
        "Print a JSON object on a line of standard output for each export that is done, with the number of those that are done."
      ))
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    enum History: String, ExpressibleByArgument, CaseIterable { case latest, all }

    func validate() throws {
      guard (participants == nil) != (participantPattern == nil) else {
        throw ValidationError("Name the participants: --participants or --participant-pattern")
      }
      if let buckets, !(1...Cohort.mostBuckets ~= buckets) {
        throw ValidationError("--buckets has '\(buckets)', expected 1 to \(Cohort.mostBuckets)")
      }
      if let jobs, !(1...64 ~= jobs) {
        throw ValidationError("--jobs has '\(jobs)', expected 1 to 64")
      }
    }

    func run() throws {
      for path in exports { HiddenPaths.names?.add(path) }
      let map =
        try participants.map { (path) throws(HealthError) in try ParticipantMap(file: path) }
        ?? ParticipantMap(pattern: participantPattern ?? "")
      // All that can be wrong with the arguments is, before any export is read.
      let inputs = zip(exports, try map.entries(of: exports)).map { path, entry in
        Cohort.Input(path, participant: entry.participant, zone: entry.zone)
      }
      try Cohort.checkExistence(of: inputs)
      let release = try policy.makeRelease(giving: .samples)
      try Cohort.make(
        study.study, buckets: buckets, keepsHistory: history.map { $0 == .all }, release: release)
      var cohort = try Cohort(study.study)
      var options = Cohort.AddOptions()
      options.jobs = jobs ?? Processors.available
      (options.retries, options.checks, options.version) = (retry, !noCheck, Program.version)
      (options.release, options.writesTables) = (release, !noTables)
      var done = 0
      let added = try cohort.add(inputs, options) { event in
        done += 1
        event.error?.printError()
        if let entry = event.entry {
          Self.report(entry, of: event.input, hasError: event.error != nil, quiet)
        }
        if json { event.printLine(done, of: inputs.count) }
      }
      if !quiet {
        MessageOutput.write(
          "\(exports.count.grouped) exports: \(added.ok.grouped) added, \(added.skipped.grouped) known, "
            + "\(added.superseded.grouped) older than what the study has, "
            + "\(added.quarantined.grouped) quarantined"
            + (added.unopened > 0 ? ", \(added.unopened.grouped) not opened" : "")
            + "; \(added.samples.grouped) samples\n")
      }
      if added.unopened > 0 { throw ExitStatus.noInput.exitCode }
      if added.quarantined > 0 {
        throw
          (added.quarantined == added.count ? ExitStatus.malformed : ExitStatus.findings).exitCode
      }
    }

    /// States on standard error what became of an export that was not added.
    private static func report(
      _ entry: CohortEntry, of input: Cohort.Input, hasError: Bool, _ isQuiet: Bool
    ) {
      let path = HiddenPaths.name(of: input.path).printable
      let participant = input.participant.printable
      switch entry.status {
      case .quarantined where hasError:
        MessageOutput.write("healthconv: quarantined '\(path)' of participant \(participant)\n")
      case .quarantined where entry.rule == Cohort.undatedRule:
        MessageOutput.write(
          "healthconv: quarantined '\(path)' of participant \(participant): it, or the export that the study has, states no "
            + "date, so the later one is not known. Remove one with 'cohort forget', or use a study with --history all.\n"
        )
      case .quarantined:
        MessageOutput.write(
          "healthconv: quarantined '\(path)': the same export is of another participant. If that is a mistake, use "
            + "'cohort forget'.\n")
      case .superseded where !isQuiet:
        MessageOutput.write(
          "healthconv: note: '\(path)' is older than the export of participant \(participant) that the study has\n"
        )
      default: break
      }
    }
  }
}

extension Cohort.Event {
  /// Prints what became of an export.
  fileprivate func printLine(_ done: Int, of all: Int) {
    var members: [(String, JSONText)] = [
      ("file", .string(HiddenPaths.name(of: input.path))),
      ("participant", .string(input.participant)),
    ]
    if input.id != input.participant { members.append(("pseudonym", .string(input.id))) }
    members.append(
      ("status", .string(entry?.status.rawValue ?? (error == nil ? "known" : "unopened"))))
    if let entry {
      members += [("export_id", .string(entry.export)), ("samples", .number(entry.samples))]
      members += JSONText.optional("export_date", entry.exportDate)
      members += JSONText.optional("rule", entry.rule)
    }
    let milliseconds = (seconds * 1_000).rounded() / 1_000
    members += [
      ("seconds", .literal("\(milliseconds)")), ("done", .number(done)), ("of", .number(all)),
    ]
    print(JSONText.object(members).line)
    // At once, also to a pipe, whose reader may have ended.
    try? StandardOutputSink.flushPrinted()
  }
}
