import ArgumentParser
import HealthBytes
import HealthConv
import HealthStatistics

/// `healthconv report`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make a report with charts for people: one HTML file.",
    discussion: """
      Steps, energy, heart rate, sleep, weight, cycle and workouts by day and month, and the quality of the data. The file \
      loads nothing and contains no script; a browser opens and prints it. Steps that several sources counted at the same \
      time count once. The latest 36 months are shown by day, the latest 300 workouts are listed.
      """)

  @OptionGroup var paths: InputPaths

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to make; - is standard output. It contains health data: only you may read it.",
      valueName: "output"),
    completion: .file())
  var output: String

  @Flag(help: "Replace the output if it exists.")
  var overwrite = false

  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The clock by which days begin: record (the zone that a sample states, else the offset of its dates), local, an "
        + "offset or a place such as Europe/Berlin. Default: record.",
      valueName: "zone"))
  var dayZone: String?

  @Option(
    name: .customLong("source-priority"),
    help: ArgumentHelp(
      "Sources from the highest priority on, separated by commas: names, parts of names or patterns. Watches, phones and "
        + "others follow.", valueName: "names"))
  var sourcePriority: [String] = []

  @OptionGroup var told: ProgressOptions

  func run() throws {
    var document = ReportDocument(of: try paths.inputs.map(input.open))
    document.selection = try selection.selection()
    if let dayZone, dayZone != "record" { document.zone = .zone(try Zone.named(dayZone)) }
    document.priority = sourcePriority.flatMap(\.typeNames)
    let line = ProgressLine(told.progress)
    document.onProgress = line.show
    let report = try write(document, line)
    FindingList(report.findings).write(isQuiet: told.quiet)
    if !told.quiet { report.selectionNotes.write() }
    for note in report.notes { StandardError.write("healthconv: note: \(note.printable)\n") }
    if let error = report.readError { throw ConversionError(error) }
  }

  private func write(_ document: ReportDocument, _ line: ProgressLine) throws -> Answer.Report {
    defer { line.clear() }
    guard output == "-" else {
      return try document.write(toFile: output, overwriting: overwrite)
    }
    let sink = StandardOutputSink()
    let report = try document.write(to: sink, named: StandardOutput.name)
    do { try sink.finish() } catch { throw ConversionError(writing: StandardOutput.name, error) }
    return report
  }
}
