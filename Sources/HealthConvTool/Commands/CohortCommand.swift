import ArgumentParser
import HealthBytes
import HealthConv
import HealthValidation

struct CohortCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cohort",
    abstract: "Keep the exports of many participants as tables.",
    discussion: """
      A study is a folder: Parquet tables by kind and bucket of participants, a ledger, and the tables 'exports', \
      'participants', 'coverage' and 'findings'. Exports are added once; an export that cannot be read is quarantined: it \
      has a row and no data. The newest export of a participant replaces the one before.
      """,
    subcommands: [
      AddCommand.self, StatusCommand.self, CheckCommand.self, CompactCommand.self,
      RemoveCommand.self, ForgetCommand.self, ExportCommand.self, PageCommand.self,
    ])

  struct StudyArgument: ParsableArguments {
    @Argument(
      help: ArgumentHelp("The folder of the study.", valueName: "study"), completion: .directory)
    var study: String
  }

  struct AddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add exports to a study, which is made if it does not exist.",
      discussion: """
        Exit status: 0 all were added or known; 1 some are quarantined; 65 all are; 66 some cannot be opened. An error of the \
        disk or the system ends the run. A run that was ended continues when it is started again.
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
      let map =
        try participants.map { (path) throws(HealthError) in try ParticipantMap(file: path) }
        ?? ParticipantMap(pattern: participantPattern ?? "")
      // All that can be wrong with the arguments is, before any export is read.
      let inputs = zip(exports, try map.entries(of: exports)).map { path, entry in
        Cohort.Input(path, participant: entry.participant, zone: entry.zone)
      }
      try Cohort.checkExistence(of: inputs)
      try Cohort.make(study.study, buckets: buckets, keepsHistory: history.map { $0 == .all })
      var cohort = try Cohort(study.study, for: .changing)
      var options = Cohort.AddOptions()
      options.jobs = jobs ?? Processors.available
      (options.retries, options.checks, options.version) = (retry, !noCheck, Program.version)
      let added = try cohort.add(inputs, options) { input, entry, error in
        error?.printError()
        if let entry { Self.report(entry, of: input, hasError: error != nil, quiet) }
      }
      if !quiet {
        StandardError.write(
          "\(exports.count.grouped) exports: \(added.ok.grouped) added, \(added.skipped.grouped) known, "
            + "\(added.superseded.grouped) older than what the study has, "
            + "\(added.quarantined.grouped) quarantined"
            + (added.unopened > 0 ? ", \(added.unopened.grouped) not opened" : "")
            + "; \(added.samples.grouped) samples\n")
      }
      if added.unopened > 0 { throw ExitStatus.noInput.error }
      if added.quarantined > 0 {
        throw
          (added.quarantined == added.count ? ExitStatus.malformed : ExitStatus.findings).error
      }
    }

    /// States on standard error what became of an export that was not added.
    private static func report(
      _ entry: CohortEntry, of input: Cohort.Input, hasError: Bool, _ isQuiet: Bool
    ) {
      let (path, participant) = (input.path.printable, input.participant.printable)
      switch entry.status {
      case .quarantined where hasError:
        StandardError.write("healthconv: quarantined '\(path)' of participant \(participant)\n")
      case .quarantined where entry.rule == Cohort.undatedRule:
        StandardError.write(
          "healthconv: quarantined '\(path)' of participant \(participant): it, or the export that the study has, states no "
            + "date, so the later one is not known. Remove one with 'cohort forget', or use a study with --history all.\n"
        )
      case .quarantined:
        StandardError.write(
          "healthconv: quarantined '\(path)': the same export is of another participant. If that is a mistake, use "
            + "'cohort forget'.\n")
      case .superseded where !isQuiet:
        StandardError.write(
          "healthconv: note: '\(path)' is older than the export of participant \(participant) that the study has\n"
        )
      default: break
      }
    }
  }

  struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Print what a study has.")

    @OptionGroup var study: StudyArgument

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      let status = try Cohort(study.study).status()
      if json { return print(status.json, terminator: "") }
      print(
        "\(status.participants.grouped) participants, \(status.withdrawn.grouped) withdrawn; "
          + "\(status.samples.grouped) samples in \(status.files.grouped) files")
      for kind in [CohortEntry.Status.ok, .superseded, .quarantined] {
        print("\(kind.rawValue): \(status.counts[kind, default: 0].grouped) exports")
      }
      for row in status.quarantined {
        print("quarantined: export \(row.export) of \(row.participant), rule \(row.rule)")
      }
    }
  }

  struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Compare the files of a study with its ledger.",
      discussion: "Exit status: 0 they agree; 1 they do not.")

    @OptionGroup var study: StudyArgument

    @Flag(
      help:
        "Complete or remove what an ended run left. What is missing or incomplete is added again with its export."
    )
    var repair = false

    func run() throws {
      let cohort = try Cohort(study.study, for: repair ? .changing : .reading)
      let defects = cohort.defects()
      for (title, files) in [
        ("missing", defects.missing), ("incomplete", defects.incomplete),
        ("not in the ledger", defects.orphans), ("with rows of earlier exports", defects.stale),
        ("of an earlier state", defects.outdated),
      ] {
        for file in files { print("\(title): \(file)") }
      }
      if defects.isEmpty { return print("the files agree with the ledger") }
      throw ExitStatus.findings.error
    }
  }

  struct CompactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compact", abstract: "Join the small files of a study.")

    @OptionGroup var study: StudyArgument

    @Option(help: ArgumentHelp("The size of joined files in MB.", valueName: "MB"))
    var size = 256

    func validate() throws {
      guard 1...4_096 ~= size else {
        throw ValidationError("--size has '\(size)', expected 1 to 4096")
      }
    }

    func run() throws {
      var cohort = try Cohort(study.study, for: .changing)
      let before = cohort.status().files
      try cohort.compact(mostBytes: Int64(size) << 20) { _, _ in }
      StandardError.write(
        "\(before.grouped) files became \(cohort.status().files.grouped)\n")
    }
  }

  struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove participants who have withdrawn.",
      discussion: """
        Removes the rows from all tables and the lines from the ledger. The id remains in the ledger, so that later exports of \
        the participant are refused. Not reached: the exports themselves, backups, snapshots of the file system, and what \
        was copied or exported from the study.
        """)

    @OptionGroup var study: StudyArgument

    @Argument(help: ArgumentHelp("The ids of the participants.", valueName: "participant"))
    var participants: [String]

    func run() throws {
      var cohort = try Cohort(study.study, for: .changing)
      for participant in participants {
        let count = try cohort.withdraw(participant)
        StandardError.write(
          "\(participant.printable): removed, with \(count) export\(count == 1 ? "" : "s")\n")
      }
      StandardError.write(
        "not reached: the exports themselves, backups, and copies of the study\n")
    }
  }

  struct ForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "forget",
      abstract: "Remove exports as if they had never been added.",
      discussion: """
        For an export that was added as that of another participant, and for one that was quarantined: its rows and its lines \
        of the ledger are removed. It can be added again. 'status' lists quarantined exports, the table 'exports' all.
        """)

    @OptionGroup var study: StudyArgument

    @Argument(help: ArgumentHelp("The ids of the exports.", valueName: "export"))
    var exports: [String]

    func run() throws {
      var cohort = try Cohort(study.study, for: .changing)
      for export in exports {
        let participant = try cohort.forget(export: export)
        StandardError.write(
          "\(export.printable): removed, of participant \(participant.printable)\n")
      }
    }
  }

  struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Write tables of a study into a folder, a file for each.")

    @OptionGroup var study: StudyArgument

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp("The participants. Default: all.", valueName: "id"))
    var participant: [String] = []

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp("The tables, such as quantity. Default: all.", valueName: "table"))
    var table: [String] = []

    @Option(name: .shortAndLong, help: "The folder to write.", completion: .directory)
    var output: String

    func run() throws {
      let cohort = try Cohort(study.study, for: .reading)
      let counts = try cohort.export(
        to: output, participants: participant.isEmpty ? nil : Set(participant),
        tables: table.isEmpty ? nil : Set(table))
      for (table, rows) in counts { StandardError.write("\(table): \(rows.grouped) rows\n") }
    }
  }

  struct PageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "Write a page about a study: participants, days, gaps, devices, findings.")

    @OptionGroup var study: StudyArgument

    @Option(
      name: .shortAndLong, help: "The page to write: an .html file.",
      completion: .file(extensions: ["html"]))
    var output: String

    @Flag(help: "Replace the page if it exists.")
    var overwrite = false

    func run() throws {
      let cohort = try Cohort(study.study)
      do throws(HealthError) {
        let file = try AtomicFile(output, overwrite: overwrite)
        try cohort.writePage(to: file)
        try file.finish()
      } catch { throw error.writing(output) }
    }
  }
}
