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
