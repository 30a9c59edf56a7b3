import ArgumentParser
import HealthBytes
import HealthConv

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check health data of any format against rules.",
    discussion: """
      Prints each fault with its location, as compilers do. Exit status: 1 if there are findings at or above \
      --fail-on. 'healthconv rules' lists the rules, 'healthconv explain RULE' explains one. Reports contain no values \
      of samples unless --show-values is given. In GitHub Actions, annotations and a summary are written \
      automatically.
      """)

  @Argument(
    help: ArgumentHelp(
      "What to check: files, folders, archives; - is standard input.", valueName: "input"),
    completion: .file())
  var paths: [String] = []

  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions
  @OptionGroup(title: "Selection") var condition: ConditionOption
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Reports") var reports: FindingReportOptions

  @Option(
    help: "Exit with status 1 at any finding of at least this severity. Default: error."
  )
  var failOn: FailOn?

  @Flag(help: "Stop at the first finding at or above --fail-on.")
  var failFast = false

  @Flag(
    help: ArgumentHelp(
      "Also validate inputs of the formats \(Self.schemaFormats) against their XML Schemas, in a second pass. The "
        + "readers of other formats always check what their schemas require."))
  var schema = false

  private static let schemaFormats = Format.all.filter { !$0.schemas.isEmpty }.map(\.name)
    .joined(separator: " and ")

  @Option(
    help: ArgumentHelp(
      "Ignore the known findings listed in this file, which --write-baseline wrote.",
      valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write all findings to this file, for use with --baseline.", valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  @Flag(
    help: ArgumentHelp(
      "Fix the findings of the rules deprecated-value and exact-duplicate in the file itself: replace the names, drop "
        + "the duplicates; nothing else changes. The result is read back and verified before it replaces the file. The "
        + "anchors of a fixed store become invalid."
    ))
  var fix = false

  @Flag(help: "With --fix: report what would be fixed, and change nothing.")
  var dryRun = false

  @Flag(help: "Print the effective configuration, from file and arguments, and check nothing.")
  var printConfig = false

  @Option(
    help: "Progress on standard error. Default: bar, if it is a terminal.")
  var progress: ProgressStyle?

  @OptionGroup var colors: ColorOption

  func validate() throws {
    guard printConfig || !paths.isEmpty else {
      throw ValidationError("Missing expected argument '<input> ...'")
    }
    try InputPaths.check(paths)
    guard !fix || condition.text == nil else {
      throw ValidationError("--fix rewrites the whole file and cannot be combined with --where")
    }
    guard policy.policy == nil || !(fix || schema) else {
      throw ValidationError(
        "--policy checks samples as the policy gives them and cannot be combined with "
          + (fix ? "--fix" : "--schema"))
    }
    guard fix || !dryRun else { throw ValidationError("--dry-run requires --fix") }
    guard !failFast || writeBaseline == nil else {
      throw ValidationError("--fail-fast and --write-baseline cannot be combined")
    }
  }

  func run() throws {
    let words = try rules.configuration(arguments())
    let settings = try words.settings()
    if printConfig { return print(words.yaml, terminator: "") }
    var options = Validation.Options()
    options.settings = settings
    options.predicate = try condition.predicate() ?? .all
    options.failing = (words.failOn ?? .error).severity
    options.failsFast = words.failFast ?? false
    options.checksSchemas = words.schema ?? false
    options.baseline = try words.baseline.map { (path) throws(HealthError) in
      try Baseline.read(path, within: words.baselineFolder)
    }
    options.keptPerRule = words.maxFindings ?? options.keptPerRule
    var places = OutputPlaces(inputs: paths, overwriting: reports.overwrite)
    let set = try FindingReports(words, isQuiet: reports.quiet, in: &places)
    let baselineFile = try writeBaseline.map { (path) throws(HealthError) in
      try places.begin(path, .baseline, isPrivate: false)
    }
    var fixed: [InputFixer.Fixed] = []
    let (report, errors) = try check(options, set, &fixed)
    var files = try set.finish(report)
    let isWhole = errors.isEmpty && !report.groups.hasFailures
    if let baselineFile, isWhole {
      try write(Baseline(report.groups), to: baselineFile)
      files.append(baselineFile)
    }
    // Everything that can fail is done: from here on files get their names.
    try Rewriting.finish(fixed.compactMap(\.rewriting), with: files)
    for input in fixed { input.report() }
    // What is wrong with an input is in the reports, if there are any; what is wrong with the system is not about it.
    for error in errors where reports.quiet || error.code == .failed { error.printError() }
    if errors.isEmpty, report.groups.hasFailures, reports.quiet || !words.reports.isEmpty {
      MessageOutput.write(
        "healthconv: not everything could be checked; the reports state what failed\n")
    }
    if let writeBaseline, !isWhole {
      HealthError(
        .failed,
        "cannot write '\(writeBaseline)': a baseline must be complete, and not everything could be checked"
      ).printError()
    }
    let isEmpty = report.inputs.allSatisfy { $0.samples == 0 }
    if errors.isEmpty, isEmpty, condition.text != nil {
      [Selection.Note.noSample].write()
    }
    if let error = errors.first { throw error.kind.exitStatus.exitCode }
    if writeBaseline != nil {
      if isWhole { return }
      throw ExitStatus.failed.exitCode
    }
    if let failing = options.failing, report.hasNewFindings(from: failing) {
      throw ExitStatus.findings.exitCode
    }
  }

  private func write(_ baseline: Baseline, to file: AtomicFile) throws(HealthError) {
    do throws(HealthError) { try file.write(baseline.text.utf8.span) } catch {
      throw error.writing(file.path)
    }
  }

  /// What the arguments say, in the words of a configuration.
  private func arguments() throws -> ProjectConfiguration {
    var words = ProjectConfiguration()
    words.failOn = failOn
    words.reports = try reports.report.map { (text) throws(HealthError) in
      try ReportTarget(parsing: text)
    }
    words.maxFindings = reports.maxFindings
    words.failFast = failFast ? true : nil
    words.schema = schema ? true : nil
    words.baseline = baseline
    words.showValues = reports.showValues ? true : nil
    return words
  }

  private func check(
    _ options: Validation.Options, _ set: FindingReports, _ fixed: inout [InputFixer.Fixed]
  ) throws -> (ValidationReport, [HealthError]) {
    let line = ProgressLine(progress)
    defer { line.clear() }
    var validation = Validation(options)
    validation.onProgress = line.show
    validation.hint = { $0.hint }
    let onFinding: Validation.FindingHandler = { (finding) throws(HealthError) in
      line.clear()
      try set.add(finding)
    }
    let release = try policy.makeRelease(giving: .findings)
    let reading = try input.options()
    let standardInput = try checkOptions(reading)
    for path in paths {
      _ = HiddenPaths.name(of: path)
      let dataset: Dataset
      let opened = try path == "-" ? standardInput ?? open(path, reading) : open(path, reading)
      do throws(HealthError) { dataset = try released(opened.get(), release) } catch {
        let name = path == "-" ? "standard input" : HiddenPaths.name(of: path)
        try validation.note(
          release?.label(of: name) ?? name, HiddenPaths.hidden(error), onFinding: onFinding)
        continue
      }
      guard fix else {
        // What cannot be read is found again by the check.
        for one in (try? dataset.byParticipant()) ?? [dataset] {
          try validation.check(one, onFinding: onFinding)
        }
        continue
      }
      switch try InputFixer(settings: options.settings, isDryRun: dryRun).fix(dataset, at: path) {
      case .nothing: try validation.check(dataset, onFinding: onFinding)
      case .fixed(let input):
        fixed.append(input)
        try validation.check(
          input.rewriting.map { HiddenPaths.hide($0.dataset) } ?? dataset, onFinding: onFinding)
      case .unreadable(let error):
        // It is checked as far as it can be read. That may be to its end this time: it is an error all the same.
        let known = validation.errors.count
        try validation.check(dataset, onFinding: onFinding)
        if validation.errors.count == known {
          try validation.note(
            HiddenPaths.name(of: path), HiddenPaths.hidden(error), onFinding: onFinding)
        }
      }
    }
    return (validation.finish(), validation.errors)
  }

  private func released(
    _ dataset: Dataset, _ release: Release?
  ) throws(HealthError) -> Dataset {
    guard let release else { return dataset }
    let input = release.policy.readsTwice ? try dataset.rereadable() : dataset
    return input.releasing(release)
  }

  /// Checks options of formats against the formats of the inputs, which are opened for it one after another.
  ///
  /// - Returns: Standard input, if it was opened.
  private func checkOptions(
    _ reading: ReadOptions
  ) throws -> Result<Dataset, HealthError>? {
    if (try? reading.check(for: [])) != nil { return nil }
    var standardInput: Result<Dataset, HealthError>?
    var formats: [Format] = []
    for path in paths {
      let opened = try open(path, reading)
      if path == "-" { standardInput = opened }
      if let format = try? opened.get().format { formats.append(format) }
    }
    if !formats.isEmpty { try reading.check(for: formats) }
    return standardInput
  }

  /// Opens an input. An input that cannot be opened is a finding.
  private func open(
    _ path: String, _ options: ReadOptions
  ) throws -> Result<Dataset, HealthError> {
    do { return .success(try input.open(path, options)) } catch let error as HealthError
      where error.code != .usage
    {
      return .failure(error.hinted)
    }
  }
}
