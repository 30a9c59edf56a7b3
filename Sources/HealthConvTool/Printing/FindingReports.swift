import ArgumentParser
import HealthBytes
import HealthConv
import HealthValidation

/// How findings are reported.
struct FindingReportOptions: ParsableArguments {
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
final class FindingReports {
  private struct Target {
    var writer: any ReportWriter
    let sink: any ByteSink
    let name: String
  }

  private var reports: [Target] = []

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
      Target(writer: format.makeWriter(to: sink, options: options), sink: sink, name: name))
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
    _ index: Int, _ body: (inout Target) throws(HealthError) -> Void
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

/// Findings for people: the most severe first, limited to a readable number.
struct FindingList {
  private let findings: FindingLog

  private static let shown = 10

  init(_ findings: FindingLog) { self.findings = findings }

  /// Writes the findings on standard error.
  func write(isQuiet: Bool) {
    let listed = isQuiet ? findings.first.filter { $0.severity == .error } : findings.first
    let rules = isQuiet ? findings.rules.filter { $0.severity == .error } : findings.rules
    let lines = listed.prefix(Self.shown).map(\.description.printable)
    let isColored = TerminalColor.Stream.errors.isColored
    for line in lines {
      MessageOutput.draw((isColored ? TerminalColor.finding(line) : line) + "\n")
    }
    let rest = rules.reduce(0) { $0 + $1.count } - lines.count
    if rest > 0 { MessageOutput.write("… and \(Figures.count(rest)) more\n") }
    if listed.contains(where: { $0.rule == "not-of-export" }) {
      MessageOutput.write(
        "healthconv: note: --all-files reads the files that are not part of the export, too.\n")
    }
    if listed.contains(where: { $0.message.hasSuffix("; state the time zone to read it") }) {
      StandardError.write(
        "healthconv: note: --zone states the time zone of files without one, such as --zone Europe/Berlin.\n"
      )
    }
  }
}
