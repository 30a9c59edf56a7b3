import ArgumentParser
import HealthBytes
import HealthConv
import HealthStore

struct LoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Load files that keep coming into a store, each content once.",
    discussion: """
      For folders into which a phone or an app puts files. Each file is one input of any format; hidden files and links are \
      left out. The store has a ledger of the files by the hash of their content: a file that comes again, also under \
      another name, is not read again. Each file is loaded completely or not at all. A damaged one gets a row with its status, \
      and the others are loaded. A file that is still being written waits.

      Sums, averages and total times of periods, and copies of samples, which are marked by the metadata 'aggregate', do not \
      count twice: a later one of the same type, source and time replaces the earlier, one of a shorter period replaces that \
      of a longer, and the samples of a full export replace those of their time, also nights and workouts. 'healthconv store \
      inbox' prints the ledger.

      Exit status: 0 all files were loaded, are known or wait; 1 some could not be loaded; 66 some cannot be opened.
      """)

  @Argument(
    help:
      "The store: a database such as health.db, which is made if it does not exist, or an address.",
    completion: .file())
  var store: String

  @Argument(
    help: ArgumentHelp("Folders with files, or files.", valueName: "inbox"), completion: .file())
  var inputs: [String]

  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var sources: SourceOptions

  @Flag(help: "Keep running, and load files when they come, until interrupted.")
  var watch = false

  @Flag(help: "Read files again that could not be loaded.")
  var retry = false

  @OptionGroup(title: "Writing") var people: PeopleOptions

  @Flag(help: "Print a JSON document with what was done; with --watch one for each time.")
  var json = false

  @OptionGroup var reporting: ProgressOptions

  /// Seconds between two runs.
  private static let interval: Int64 = 5

  func validate() throws {
    if input.participants != nil || input.participantPattern != nil || input.participant != nil
      || input.client != nil || input.selectParticipant != nil
    {
      throw ValidationError("load cannot be combined with options of participants and clients")
    }
  }

  func run() throws {
    for path in [store] + inputs { HiddenPaths.names?.add(path) }
    var inbox = try Inbox(inputs, into: store)
    inbox.pathNames = HiddenPaths.names
    inbox.reading = try input.options()
    inbox.format = try input.from.map { try Format.named($0) }
    inbox.retries = retry
    inbox.allowsDifferentPeople = people.allowDifferentPeople
    inbox.allowsNewSources = sources.newSource
    inbox.sourceNames = try sources.names()
    let line = ProgressLine(reporting.progress)
    inbox.onProgress = line.show
    while true {
      let report = try run(&inbox, line)
      line.clear()
      if let report, !watch || report.files > report.known + report.waiting { try write(report) }
      guard watch else { return try report.map(end) ?? () }
      let end = ContinuousClock.now + .seconds(Self.interval)
      while ContinuousClock.now < end, !Interruption.isPending { Pause.sleep(milliseconds: 100) }
      if Interruption.isPending { return }
    }
  }

  /// Loads what is new.
  ///
  /// - Returns: What was done; `nil` where another program writes into the store and this one keeps running.
  private func run(_ inbox: inout Inbox, _ line: ProgressLine) throws(HealthError) -> Inbox.Report?
  {
    do throws(HealthError) {
      return try inbox.run(waits: !watch) { name, file, error in
        line.clear()
        guard let error else { return }
        error.printError()
        if reporting.quiet { return }
        let status = file.map { "not loaded (\($0.status.rawValue))" } ?? "not opened"
        MessageOutput.write("healthconv: note: '\(name.printable)' was \(status)\n")
      }
    } catch {
      if watch, error.code == .busy { return nil }
      throw error
    }
  }

  private func write(_ report: Inbox.Report) throws(HealthError) {
    if json {
      print(report.json(store: HiddenPaths.name(of: store)), terminator: "")
      if watch { try StandardOutputSink.flushPrinted() }
    } else if !reporting.quiet {
      MessageOutput.write(report.text)
    }
    if report.otherPolicies > 0 {
      MessageOutput.write(
        "healthconv: note: \(Figures.count(report.otherPolicies, "file")) and the other data are not the result of one policy; "
          + "together they are as identifying as the least protected\n")
    }
    report.answersError?.writeNoteOnAnswers()
  }

  private func end(_ report: Inbox.Report) throws {
    if report.unopened > 0 { throw ExitStatus.noInput.exitCode }
    if report.counts.contains(where: { $0.key != .loaded }) { throw ExitStatus.findings.exitCode }
  }
}

extension Inbox.Report {
  /// What was done, for people.
  fileprivate var text: String {
    let failed =
      failedBefore > 0 ? " (\(Figures.count(failedBefore)) not loaded; see --retry)" : ""
    var parts = [
      "\(Figures.count(counts[.loaded, default: 0])) loaded",
      "\(Figures.count(known)) known\(failed)",
    ]
    for status in InboxFile.Status.allCases where status != .loaded {
      if let count = counts[status] { parts.append("\(Figures.count(count)) \(status.rawValue)") }
    }
    if waiting > 0 { parts.append("\(Figures.count(waiting)) still being written") }
    if unopened > 0 { parts.append("\(Figures.count(unopened)) not opened") }
    var text = "\(Figures.count(files, "file")): \(parts.joined(separator: ", "))\n"
    if counts[.loaded, default: 0] > 0 {
      text += "\(Figures.count(samples, "sample")): \(Figures.count(new)) new, "
      text += "\(Figures.count(changed)) changed"
      if superseded > 0 { text += ", \(Figures.count(superseded)) superseded" }
      text += removed > 0 ? "; \(Figures.count(removed)) of earlier files removed\n" : "\n"
    }
    return text
  }
}
