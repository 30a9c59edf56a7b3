import HealthModel
public import HealthStore
import HealthValidation

/// A run of the rules over datasets, one after another.
///
/// ```swift
/// var validation = Validation()
/// try validation.check(Dataset.open("export.zip")) { finding in print(finding) }
/// print(validation.finish().groups.count)
/// ```
///
/// Memory does not grow with the input: findings are reported at once, and the number of those stored is limited.
public struct Validation: InterruptibleWork {
  /// Options of a validation: the rules to check, and what makes it fail.
  public struct Options: Sendable {
    /// The rules to check, and the severity of their findings.
    public var settings = RuleSettings()
    /// From where on findings count; `nil` if none do.
    public var failing: Finding.Severity? = .error
    /// Whether the run ends at the first finding that counts.
    public var failsFast = false
    /// The findings that are known, if there is a baseline.
    public var baseline: Baseline?
    /// How many findings of each rule are kept.
    public var keptPerRule = 1_000
    /// Whether XML files are also validated against their schemas, in a second pass.
    public var checksSchemas = false
    /// The samples to check. Findings of readers and schemas apply to the whole input.
    public var predicate = SamplePredicate.all

    /// All rules with their default levels, no baseline.
    public init() {}
  }

  /// Receives each new finding, in order. An error that it throws ends the run.
  public typealias FindingHandler = (Finding) throws(HealthError) -> Void

  /// Called every few thousand samples with the progress of the run in the current input. An error that it throws ends
  /// the run.
  public var onProgress: Conversion.Progress.Handler = { _ in }
  /// Returns the remedy for an error in the words of the program: a sentence that follows the message.
  public var hint: @Sendable (HealthError.Remedy) -> String? = { _ in nil }
  /// Why inputs were not read to their ends, in their order.
  public private(set) var errors: [HealthError] = []

  private let options: Options
  private var report = ValidationReport()
  private var recorder: FindingRecorder
  /// Those of the current input.
  private var pathNames: PathNames?

  /// A run that has checked nothing.
  public init(_ options: Options = Options()) {
    self.options = options
    recorder = FindingRecorder(
      against: options.baseline ?? Baseline(), keepingPerRule: options.keptPerRule)
    report.rules = Rule.all
    report.settings = options.settings
    report.failing = options.failing ?? .error
    report.hasBaseline = options.baseline != nil
  }

  /// Whether the run has ended at a finding that counts. What is checked after that is not looked at.
  public var isCutShort: Bool { report.isCutShort }

  /// Checks a dataset to its end, or to where it cannot be read: that is a finding, too.
  public mutating func check(
    _ dataset: Dataset, onFinding: FindingHandler = { _ in }
  ) throws(HealthError) {
    if isCutShort { return }
    var dataset = dataset
    if options.checksSchemas {
      // The input is read twice, a pipe too.
      do throws(HealthError) { dataset = try dataset.rereadable() } catch {
        return try note(dataset.name, error, onFinding: onFinding)
      }
    }
    pathNames = dataset.pathNames
    begin(dataset.name)
    let described = Set(report.rules.map(\.name))
    report.rules += dataset.format.rules.filter { !described.contains($0.name) }
    input.format = dataset.format.name
    input.isArchive = dataset.isArchive
    var matcher = options.predicate == .all ? nil : SampleMatcher(options.predicate)
    let selected = dataset.selecting(SampleQuery(options.predicate)).checked()
    guard var samples = open(selected) else { return try recordFault(onFinding) }
    let rules = Rule.all(of: [dataset.format])
    var validator = Validator(rules, settings: options.settings)
    validator.begin(
      samples.info, at: Place(file: dataset.name), personPlace: samples.personPlace)
    var (count, kind) = (0, SampleKind?.none)
    var found: [Sample] = []
    var ticks = ProgressTicks()
    try samples.readAll(jobs: dataset.jobs) { (samples) throws(HealthError) in
      while !isCutShort {
        let nested = found.popLast()
        guard let sample = nested == nil ? next(of: &samples) : nested else { break }
        if ticks.isDue(after: sample) {
          try ticks.report(
            samples.progress, of: options.checksSchemas ? 2 : 1, to: onProgress)
        }
        if nested == nil, matcher?.matches(sample) == false {
          found = matcher?.matches(in: sample).reversed() ?? []
          continue
        }
        count += 1
        if sample.kind != kind {
          kind = sample.kind
          input.kinds.insert(sample.kind)
        }
        // Findings of the bytes before the sample come before those of the sample.
        validator.add(samples.takeFindings())
        let parts = nested == nil && sample.canHaveParts ? samples.parts : nil
        validator.check(sample, at: samples.place, parts: parts)
        try record(validator.takeFindings(), onFinding)
      }
      return !isCutShort && input.fault == nil
    }
    input.samples = count
    validator.add(samples.takeFindings())
    try record(validator.takeFindings(), onFinding)
    // An input that was not read completely has no findings at its end.
    if input.fault == nil {
      while !isCutShort, validator.finish() { try record(validator.takeFindings(), onFinding) }
    }
    // How far it was read depends on how many threads there are.
    let progress = samples.progress
    let isWhole = !isCutShort && input.fault == nil
    input.size = progress.total ?? (isWhole ? progress.consumed : nil)
    try recordFault(onFinding)
    if options.checksSchemas { try checkSchemas(of: dataset, main: samples.info.path, onFinding) }
  }

  /// Records that an input cannot be opened, as a finding.
  public mutating func note(
    _ name: String, _ error: HealthError, onFinding: FindingHandler = { _ in }
  ) throws(HealthError) {
    if isCutShort { return }
    begin(name)
    errors.append(error)
    let prefix = "cannot read '\(name)': "
    let message =
      error.message.hasPrefix(prefix)
      ? String(error.message.dropFirst(prefix.count)) : error.message
    input.fault = Finding(
      rule: error.kind == .unsupported ? "unsupported" : "unreadable-input", severity: .error,
      place: error.place.line > 0 ? error.place : Place(file: name), message: message,
      isFailure: true)
    try recordFault(onFinding)
  }

  /// Ends the validation: the report of everything that was found.
  public func finish() -> ValidationReport {
    var report = report
    report.groups = recorder.groups
    // An input that was not checked is not fixed.
    if !isCutShort, errors.isEmpty, options.predicate == .all { report.fixed = recorder.fixed }
    return report
  }

  // The current input is the last.
  private var input: ValidationReport.Input {
    get { report.inputs[report.inputs.count - 1] }
    _modify { yield &report.inputs[report.inputs.count - 1] }
  }

  private mutating func begin(_ name: String) {
    report.inputs.append(ValidationReport.Input(name: name))
  }

  private mutating func open(_ dataset: Dataset) -> Samples? {
    do throws(HealthError) { return try dataset.samples() } catch {
      note(error)
      return nil
    }
  }

  private mutating func next(of samples: inout Samples) -> Sample? {
    do throws(HealthError) { return try samples.next() } catch {
      note(error)
      return nil
    }
  }

  private mutating func note(_ error: HealthError) {
    errors.append(error)
    if input.fault != nil { return }
    let sentence = error.remedy.flatMap { self.hint($0) }
    let hint = sentence.map { ". \($0)" } ?? ""
    input.fault = Finding(
      rule: error.rule, severity: .error, place: error.place, message: error.message + hint,
      isFailure: true)
  }

  /// Holds the files of a dataset to their schemas.
  private mutating func checkSchemas(
    of dataset: Dataset, main: String?, _ onFinding: FindingHandler
  ) throws(HealthError) {
    var validator = Validator([], settings: options.settings)
    let readingEnd = input.fault?.place
    for document in dataset.documents(main: main) where !isCutShort {
      guard var check = begin(document, of: dataset) else { continue }
      while !isCutShort, let findings = next(of: &check) {
        // The finding at the end of reading was reported already.
        validator.add(findings.filter { $0.place != readingEnd })
        try record(validator.takeFindings(), onFinding)
        let progress = Conversion.Progress(bytes: check.progress, samples: input.samples)
        try progress.inPass(2, of: 2).report(to: onProgress)
      }
    }
    if readingEnd == nil { try recordFault(onFinding) }
  }

  private mutating func begin(
    _ document: SchemaDocument, of dataset: Dataset
  ) -> SchemaCheck? {
    do throws(HealthError) { return try SchemaCheck(document, of: dataset) } catch {
      note(error)
      return nil
    }
  }

  private mutating func next(of check: inout SchemaCheck) -> [Finding]? {
    do throws(HealthError) { return try check.next() } catch {
      note(error)
      return nil
    }
  }

  private mutating func recordFault(_ onFinding: FindingHandler) throws(HealthError) {
    if let fault = input.fault { try record([fault], onFinding) }
  }

  private mutating func record(
    _ findings: [Finding], _ onFinding: FindingHandler
  ) throws(HealthError) {
    for found in findings where !isCutShort {
      // A rule that could not be checked names files, too.
      let finding = pathNames?.hidden(found) ?? found
      guard recorder.add(finding, input: report.inputs.count - 1) else { continue }
      try onFinding(finding)
      if options.failsFast, let failing = options.failing, finding.severity >= failing {
        report.isCutShort = true
      }
    }
  }
}

/// What makes a run fail: findings of at least this severity, or losses.
package enum FailOn: String, Sendable, CaseIterable {
  /// Findings that are wrong.
  case error
  /// Findings that are probably not as meant, and worse.
  case warning
  /// All findings.
  case info
  /// Data that an output format cannot represent.
  case loss
  /// Nothing.
  case never

  /// The least severity of findings that count, if any do.
  public var severity: Finding.Severity? { Finding.Severity(rawValue: rawValue) }

  /// Whether findings or losses make the command fail.
  public func isReached(by findings: FindingLog, losses: [Loss.Count]) -> Bool {
    if self == .loss { return losses.contains { $0.count > 0 } }
    guard let severity, let worst = findings.severity else { return false }
    return worst >= severity
  }
}
