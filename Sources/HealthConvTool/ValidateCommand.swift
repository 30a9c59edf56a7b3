import ArgumentParser
import HealthConv

/// `healthconv validate`.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks health data of any format against rules, and reports what is found.",
    discussion: """
      Says what is wrong and where, as compilers do, and exits with 1 if there is anything that counts. \
      'healthconv rules' lists the rules, 'healthconv explain RULE' tells about one. Reports show no values \
      of samples unless --show-values is given. In GitHub Actions findings become annotations and a summary by \
      themselves.
      """)

  @Argument(
    help: ArgumentHelp(
      "What to check: files, folders, archives; - is standard input.", valueName: "input"),
    completion: .file())
  var paths: [String] = []

  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Selection") var condition: ConditionOption
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Reports") var reports: ReportArguments

  @Option(
    help: "Exit with status 1 at findings as grave as this: \(FailOn.list); by default error.")
  var failOn: FailOn?

  @Flag(help: "Stop at the first finding that counts.")
  var failFast = false

  @Flag(
    help: ArgumentHelp(
      "Hold the XML of Health exports and GPX to their schemas, too; it is read once more for that. Other "
        + "formats need no second look: their readers find what their schemas do not allow."))
  var schema = false

  @Option(
    help: ArgumentHelp(
      "Findings that are known and do not count: a file that --write-baseline made.",
      valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp("Write what is found into a file: known from then on.", valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  @Flag(
    help: ArgumentHelp(
      "Before checking, fix in the file itself what the rules deprecated-value and exact-duplicate find: replace the "
        + "names, drop the duplicates. Nothing else changes; 'convert --normalize' converts units, too. A store becomes "
        + "another one: anchors of its changes expire."))
  var fix = false

  @Flag(help: "With --fix: tell what would be put right, and change nothing.")
  var dryRun = false

  @Flag(help: "Print what the configuration and the arguments say together, and check nothing.")
  var printConfig = false

  @Option(help: "Progress on standard error: \(ProgressStyle.list); by default bar, on a terminal.")
  var progress: ProgressStyle?

  func validate() throws {
    guard printConfig || !paths.isEmpty else {
      throw ValidationError("Missing expected argument '<input> ...'")
    }
    try InputPaths.check(paths)
    guard !fix || condition.text == nil else {
      throw ValidationError("--fix puts right the whole of a file; it has no --where")
    }
    guard fix || !dryRun else { throw ValidationError("--dry-run is of use with --fix only") }
    guard !failFast || writeBaseline == nil else {
      throw ValidationError("--fail-fast and --write-baseline exclude each other")
    }
  }

  func run() throws {
    let words = try rules.configuration(words)
    let settings = try words.settings()
    if printConfig { return print(words.yaml, terminator: "") }
    var options = Validation.Options()
    options.settings = settings
    options.predicate = try condition.predicate() ?? .all
    options.failing = (words.failOn ?? .error).severity
    options.failsFast = words.failFast ?? false
    options.checksSchemas = words.schema ?? false
    options.baseline = try words.baseline.map { try Baseline.read($0) }
    options.keptPerRule = words.maxFindings ?? options.keptPerRule
    let set = try ReportSet(words, isQuiet: reports.quiet)
    let (report, errors) = try check(options, set)
    try set.finish(report)
    if reports.quiet { for error in errors { error.say() } }
    if let error = errors.first { throw error.code.exitStatus.error }
    if let writeBaseline { return try Baseline(report.groups).write(writeBaseline) }
    if let failing = options.failing, report.hasNewFindings(from: failing) {
      throw ExitStatus.findings.error
    }
  }

  /// What the arguments say, in the words of a configuration.
  private var words: ValidationConfiguration {
    var words = ValidationConfiguration()
    words.failOn = failOn
    words.reports = reports.report
    words.maxFindings = reports.maxFindings
    words.failFast = failFast ? true : nil
    words.schema = schema ? true : nil
    words.baseline = baseline
    words.showValues = reports.showValues ? true : nil
    return words
  }

  private func check(
    _ options: Validation.Options, _ set: ReportSet
  ) throws -> (ValidationReport, [ConversionError]) {
    let line = ProgressLine(progress)
    defer { line.clear() }
    var validation = Validation(options)
    validation.onProgress = line.show
    validation.hint = { $0.hint }
    validation.onFinding = { (finding) throws(ConversionError) in
      line.clear()
      try set.add(finding)
    }
    for path in paths {
      guard var dataset = try open(path, &validation) else { continue }
      if fix {
        try Fixing(settings: options.settings, isDryRun: dryRun).fix(dataset, at: path)
        guard let fixed = try open(path, &validation) else { continue }
        dataset = fixed
      }
      try validation.check(dataset)
    }
    return (validation.finish(), validation.errors)
  }

  /// Opens an input. That one cannot be opened is a finding.
  private func open(_ path: String, _ validation: inout Validation) throws -> Dataset? {
    do { return try input.open(path) } catch let error as ConversionError where error.code != .usage
    {
      try validation.note(path == "-" ? "standard input" : path, error.hinted)
      return nil
    }
  }
}
