import ArgumentParser
import HealthBytes
import HealthConv

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert health data from one format to another.",
    usage: """
      healthconv convert <input> [<output>] [<options>]
      healthconv convert <input> ... --output <output> [<options>]
      """,
    discussion: """
      Several inputs become one output, in the order given. Without an output the result goes to standard \
      output, unless that is a terminal. Without --to, the extension of the output determines the format; without both, it is \
      JSON Lines, which loses nothing. Files are written atomically.
      """)

  @Argument(
    help: ArgumentHelp(
      "What to read: files, folders, archives; - is standard input. With two paths and no --output, the second "
        + "is the output.", valueName: "input"), completion: .file())
  var paths: [String]

  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions
  @OptionGroup(title: "Reading") var audit: AuditOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Stages") var stages: StageOptions
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Writing") var output: OutputOptions
  @OptionGroup(title: "Writing") var people: PeopleOptions

  @OptionGroup(title: "Reading") var sources: SourceOptions

  @Flag(help: "Read everything, report what would be written and lost, and write nothing.")
  var dryRun = false

  @Flag(help: "If the input is damaged, keep what was read before the damage.")
  var keepPartial = false

  @Option(help: "Exit with status 1 at any finding of at least this severity, or at any loss.")
  var failOn = FailOn.never

  @OptionGroup var summary: JSONSummary

  @OptionGroup var reporting: ProgressOptions

  func validate() throws {
    guard output.output != nil || paths.count <= 2 else {
      throw ValidationError("With \(paths.count) paths, the output must be named with --output")
    }
    if !dryRun { try summary.check(target: target) }
    try InputPaths.check(inputs)
  }

  /// Two paths without `--output` are an input and an output, whether or not they exist: what a
  /// command does must not depend on existing files.
  private var inputs: [String] {
    output.output == nil && paths.count == 2 ? [paths[0]] : paths
  }

  private var target: String { output.output ?? (paths.count == 2 ? paths[1] : "-") }
  private var targetName: String { StandardOutput.name(of: target) }

  func run() throws {
    if !dryRun {
      try OutputOptions.rejectTerminal(unlessNamed: output.output ?? paths.dropFirst().first)
    }
    let format = try output.format(for: target)
    let selection = try selection.selection()
    let units = try stages.preferences()
    let options = try output.options(for: target, as: format)
    let datasets = try policy.applied(
      sources.renamed(input.open(inputs), rules.file.readIfNamed()))
    var conversion = Conversion(of: datasets, to: format)
    conversion.allowsNewSources = sources.newSource
    conversion.options = options
    conversion.selection = selection
    conversion.units = units
    if stages.check || stages.rejects != nil {
      conversion.checks = try rules.configuration().settings()
    }
    let rejects = try dryRun ? nil : stages.rejects.map(rejectFile)
    conversion.mergesDuplicates = stages.merge
    conversion.allowsDifferentPeople = people.allowDifferentPeople
    conversion.isNormalizing = stages.normalize
    conversion.order = stages.sort
    let others = SideOutputs(rejects: rejects, companions: [rejects].compactMap(\.self))
    let report = try conversion.withProgress(reporting.progress) { try convert($0, others) }
    FindingList(report.findings).write(isQuiet: reporting.quiet)
    if summary.json {
      print(
        report.json(inputs: conversion.datasets.map(\.name), output: targetName), terminator: "")
    }
    if let error = report.readError {
      error.printError()
      MessageOutput.write("healthconv: \(outcome(report).printable)\n\(report.losses.text)")
      throw error.kind.exitStatus.exitCode
    }
    try audit.write(datasets)
    report.selectionNotes.write(isQuiet: reporting.quiet)
    if reporting.quiet || summary.json {
      MessageOutput.write(report.losses.text)
    } else {
      printSummary(report, of: conversion)
    }
    report.answersError?.writeNoteOnAnswers()
    if failOn.isReached(by: report.findings, losses: report.losses) {
      throw ExitStatus.findings.exitCode
    }
  }

  private func convert(
    _ conversion: Conversion, _ others: SideOutputs
  ) throws -> Conversion.Report {
    if dryRun {
      return try conversion.dryRun(
        toFile: target == "-" ? nil : target, overwriting: output.overwrite)
    }
    if target == "-" {
      let report = try StandardOutput.write { try conversion.run(into: $0, name: $1, others) }
      try AtomicFile.finish(others.companions) { $0.writing($1.path) }
      return report
    }
    return try conversion.run(
      toFile: target, overwriting: output.overwrite, keepingPartial: keepPartial, others)
  }

  /// The file for rejected samples, which is renamed together with the output.
  private func rejectFile(_ path: String) throws(HealthError) -> AtomicFile {
    var places = OutputPlaces(
      inputs: inputs, output: target == "-" ? nil : target, overwriting: output.overwrite)
    return try places.begin(path, .rejects, isPrivate: true)
  }

  /// A dry run prints plan and summary as its result; otherwise they go to standard error.
  private func printSummary(_ report: Conversion.Report, of conversion: Conversion) {
    let summary = Summary(of: report, from: conversion.datasets.map(\.name), to: targetName)
    if dryRun {
      print(
        ConversionPlan(conversion, target: targetName).text() + summary.text(isDone: false),
        terminator: "")
    } else {
      MessageOutput.write(summary.text())
    }
  }

  /// States where the samples before the error were written, if anywhere.
  private func outcome(_ report: Conversion.Report) -> String {
    let samples = "\(Figures.count(report.samplesWritten, "sample")) before the error"
    if dryRun { return "would have written the \(samples)" }
    if target == "-" { return "wrote the \(samples)" }
    if keepPartial { return "'\(target)' holds the \(samples)" }
    return "'\(target)' was not written; with --keep-partial it would hold the \(samples)"
  }
}

/// What a conversion would do, a line for each of its parts.
struct ConversionPlan {
  private let conversion: Conversion
  private let target: String

  init(_ conversion: Conversion, target: String) {
    self.conversion = conversion
    self.target = target
  }

  func text() -> String {
    var table = TextTable(.left, .left)
    for dataset in conversion.datasets {
      table.add("read", "\(dataset.name): \(dataset.format.name)")
    }
    for stage in conversion.stageNames { table.add("then", stage) }
    let layout = (try? conversion.format.layout(conversion.options.layout))?.name ?? ""
    table.add("write", "\(target): \(conversion.format.name), layout \(layout)")
    return table.text()
  }
}
