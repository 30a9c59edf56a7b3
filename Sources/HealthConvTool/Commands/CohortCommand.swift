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

  /// Seconds that programs which add exports, and hold the lock for each, are waited for.
  static let patience = 5

  struct StudyArgument: ParsableArguments {
    @Argument(
      help: ArgumentHelp("The folder of the study.", valueName: "study"), completion: .directory)
    var study: String

    @OptionGroup var paths: PathOptions

    func validate() throws { HiddenPaths.names?.add(study) }
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
        print(
          "quarantined: export \(row.export) of \(row.participant.printable), rule \(row.rule)")
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
      let cohort = try Cohort(
        study.study, for: repair ? .changing : .reading, waiting: CohortCommand.patience)
      let defects = cohort.defects()
      for (title, files) in [
        ("missing", defects.missing), ("incomplete", defects.incomplete),
        ("not in the ledger", defects.orphans), ("with rows of earlier exports", defects.stale),
        ("of an earlier state", defects.outdated),
      ] {
        for file in files { print("\(title): \(file.printable)") }
      }
      if defects.isEmpty { return print("the files agree with the ledger") }
      throw ExitStatus.findings.exitCode
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
      var cohort = try Cohort(study.study, for: .changing, waiting: CohortCommand.patience)
      let before = cohort.status().files
      try cohort.compact(mostBytes: Int64(size) << 20) { _, _ in }
      MessageOutput.write(
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
      var cohort = try Cohort(study.study, for: .changing, waiting: CohortCommand.patience)
      for participant in participants {
        let count = try cohort.withdraw(participant)
        MessageOutput.write(
          "\(participant.printable): removed, with \(count) export\(count == 1 ? "" : "s")\n")
      }
      MessageOutput.write(
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
      var cohort = try Cohort(study.study, for: .changing, waiting: CohortCommand.patience)
      for export in exports {
        let participant = try cohort.forget(export: export)
        MessageOutput.write(
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
      let cohort = try Cohort(study.study, for: .reading, waiting: CohortCommand.patience)
      let counts = try cohort.export(
        to: output, participants: participant.isEmpty ? nil : Set(participant),
        tables: table.isEmpty ? nil : Set(table))
      for (table, rows) in counts { MessageOutput.write("\(table): \(rows.grouped) rows\n") }
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
