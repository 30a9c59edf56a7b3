public import ArgumentParser
import HealthBytes
public import HealthConv

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make a report with charts for people: one HTML file, or its tables as a workbook.",
    discussion: """
      Steps, energy, heart rate, sleep, blood pressure, glucose, heart rate variability, blood oxygen, respiratory rate, VO2 max, \
      temperature, weight, cycle, symptoms and workouts by day and month, as far as there are data; patterns by weekday and hour, \
      records, and the quality of the data. The file loads nothing and contains no script; a browser opens and prints it. Steps \
      that several sources counted at the same time count once, as do samples that several inputs have in common. At most the \
      latest 36 months are shown by day, the latest 300 workouts are listed. With --for doctor, it is one printed page of tables \
      and ranges. With the extension .xlsx, it is a workbook: a sheet for days, months, nights, workouts, blood pressure, cycles \
      and the agreement with the totals of the device, as far as there are data.
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

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "The reader of the report: person (charts and tables by month) or doctor (one printed page of tables and ranges, with the "
        + "age and sex that the export states). Default: person.", valueName: "reader"))
  var audience = ReportDocument.Audience.person

  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions
  @OptionGroup(title: "Reading") var people: PeopleOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions

  @OptionGroup var days: DayOptions
  @OptionGroup(title: "Units") var units: UnitOptions
  @OptionGroup var reporting: ProgressOptions

  private var isWorkbook: Bool { output.lowercased().hasSuffix(".xlsx") }

  func run() throws {
    guard
      isWorkbook || output == "-"
        || [".html", ".htm"].contains(where: output.lowercased().hasSuffix)
    else {
      let advice = output.lowercased().hasSuffix(".pdf") ? ". A browser prints it as PDF." : ""
      throw HealthError(
        .usage, "cannot write '\(output)': expected the extension .html or .xlsx\(advice)")
    }
    if isWorkbook, audience == .doctor {
      throw HealthError(.usage, "--for doctor is one printed page, not a workbook").adding(
        "Name an .html file.")
    }
    if isWorkbook, units.locale != nil {
      throw HealthError(.usage, "--locale has no effect on a workbook: its cells have types")
    }
    var document = ReportDocument(of: try policy.applied(input.open(paths.inputs)))
    document.allowsDifferentPeople = people.allowDifferentPeople
    document.audience = audience
    document.selection = try selection.selection()
    document.zone = try days.zone()
    let configuration = try units.file.readForStatistics()
    document.priority = days.priority(configuration)
    document.checksPriority = !days.sourcePriority.isEmpty
    (document.units, document.locale) = try units.choices(configuration, isForPeople: !isWorkbook)
    let report = try document.withProgress(reporting.progress, write)
    try report.write(isQuiet: reporting.quiet)
  }

  private func write(_ document: ReportDocument) throws -> Answer.Report {
    guard output == "-" else {
      return isWorkbook
        ? try document.writeTables(toFile: output, overwriting: overwrite)
        : try document.write(toFile: output, overwriting: overwrite)
    }
    return try StandardOutput.write(document.write(to:named:))
  }
}

extension ReportDocument.Audience: ExpressibleByArgument {}

/// The arguments that say how findings are reported.
struct ReportArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A report: \(ReportOptions.Format.list); to standard output, or to a file. May be repeated. Default: text.",
      valueName: "format[=file]"), completion: .reports)
  var report: [String] = []

  @Flag(
    help:
      "Replace existing files with reports and baselines, even files of other programs; never an input."
  )
  var overwrite = false

  @Option(
    help: "List at most this many findings of each rule; all are counted. Default of the text: 20.")
  var maxFindings: Int?

  @Flag(help: "Print the values that were found, which are health data.")
  var showValues = false

  @Flag(
    name: .shortAndLong,
    help: "Print only the reports that --report names, and read errors.")
  var quiet = false

  func validate() throws {
    guard maxFindings ?? 0 >= 0 else { throw ValidationError("--max-findings must be 0 or more") }
  }
}

/// The reports of a run, each with where it goes.
final class ReportSet {
  private struct Report {
    var writer: any ReportWriter
    let sink: any ByteSink
    let name: String
  }

  private var reports: [Report] = []

  /// Begins the reports that a configuration names.
  init(
    _ words: ProjectConfiguration, isQuiet: Bool, in places: inout OutputPlaces
  ) throws(HealthError) {
    if isQuiet, words.reports.isEmpty { return }
    var options = ReportOptions()
    options.showsValues = words.showValues ?? false
    options.listedPerRule = words.maxFindings
    let output = StandardOutputSink()
    for target in words.reports.isEmpty ? [ReportTarget(.text)] : words.reports {
      guard let path = target.path else {
        let isColored = target.format == .text && TerminalColor.Stream.output.isColored
        add(
          target.format, to: isColored ? ColoredReportSink() : output, StandardOutput.name, options)
        continue
      }
      let file = try places.begin(
        path, .report, isPrivate: options.showsValues, within: target.folder)
      add(target.format, to: file, path, options)
    }
    guard words.reports.isEmpty, Environment["GITHUB_ACTIONS"] == "true" else { return }
    add(.github, to: output, StandardOutput.name, options)
    if let path = Environment["GITHUB_STEP_SUMMARY"], !path.isEmpty {
      add(.markdown, to: try Self.appending(path), path, options)
    }
  }

  private func add(
    _ format: ReportOptions.Format, to sink: any ByteSink, _ name: String, _ options: ReportOptions
  ) {
    reports.append(
      Report(writer: format.makeWriter(to: sink, options: options), sink: sink, name: name))
  }

  /// Passes a finding to every report.
  func add(_ finding: Finding) throws(HealthError) {
    for index in reports.indices {
      try naming(index) { (report) throws(HealthError) in try report.writer.add(finding) }
    }
  }

  /// Ends every report. Files do not have their names then.
  func finish(_ report: ValidationReport) throws(HealthError) -> [AtomicFile] {
    var files: [AtomicFile] = []
    for index in reports.indices {
      try naming(index) { (entry) throws(HealthError) in
        try entry.writer.finish(report)
        if let file = entry.sink as? AtomicFile {
          files.append(file)
          try file.prepare()
        } else {
          try entry.sink.finish()
        }
      }
    }
    return files
  }

  private func naming(
    _ index: Int, _ body: (inout Report) throws(HealthError) -> Void
  ) throws(HealthError) {
    do throws(HealthError) { try body(&reports[index]) } catch {
      throw error.writing(reports[index].name)
    }
  }

  private static func appending(_ path: String) throws(HealthError) -> any ByteSink {
    do throws(HealthError) { return try AppendedFile(path) } catch {
      throw error.writing(path)
    }
  }
}
