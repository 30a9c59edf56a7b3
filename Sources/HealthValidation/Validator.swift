public import HealthModel

/// Checks samples on their way, against all rules at once, each rule going once over the data.
///
/// ```swift
/// var validator = Validator()
/// validator.begin(samples.info, at: Place(file: dataset.name))
/// while let sample = try samples.next() {
///   validator.check(sample, at: samples.place)
///   for finding in validator.takeFindings() { print(finding) }
/// }
/// while validator.finish() {
///   for finding in validator.takeFindings() { print(finding) }
/// }
/// ```
///
/// Memory is bounded as long as the findings are taken every few samples.
public struct Validator {
  /// What the checks want of the samples of one descriptor, as places in `checks`. An object, so that taking
  /// it up for a sample costs one reference.
  private final class Plan {
    var every: [Int] = []
    var metadata: [Int] = []
    var ranges: [(check: Int, range: ClosedRange<Double>)] = []
    var verdicts: [(check: Int, message: String)] = []
  }

  private let settings: RuleSettings
  private var checks: [any RuleCheck] = []
  private var kinds: [[SampleKind]] = []
  /// The plans by the numbers of their descriptors.
  private var plans: [Plan] = []
  private var index = DescriptorIndex()
  private var findings: Findings
  /// The samples beside each other, for the checks that compare them.
  private let timeline: Timeline?
  /// Those checks.
  private let comparing: [Int]
  private var isFinished = false

  /// How deep samples are looked for inside samples.
  private static let depthLimit = 8
  /// How many findings of the end are made at once.
  private static let batch = 1 << 10

  /// A validator of one dataset.
  ///
  /// - Parameters:
  ///   - rules: The rules to check; all by default. Those that only readers find are no work.
  ///   - settings: Which of them are off, and how much findings matter.
  public init(_ rules: [Rule] = HealthValidation.rules, settings: RuleSettings = RuleSettings()) {
    self.settings = settings
    var names: [(name: String, severity: Severity)] = []
    for rule in rules {
      guard let makeCheck = rule.makeCheck,
        let severity = settings.severity(of: rule.name, ordinarily: rule.severity)
      else { continue }
      checks.append(makeCheck())
      kinds.append(rule.kinds)
      names.append((rule.name, severity))
    }
    findings = Findings(names)
    let checks = checks
    comparing = checks.indices.filter { checks[$0].comparesSamples }
    timeline = comparing.isEmpty ? nil : Timeline()
  }

  /// Begins with a dataset.
  ///
  /// - Parameters:
  ///   - dataset: What it says of itself.
  ///   - place: Where it begins: that of findings about no sample in particular.
  public mutating func begin(_ dataset: DatasetInfo, at place: Place) {
    findings.datasetPlace = place
    for index in checks.indices {
      findings.rule = index
      checks[index].begin(dataset, &findings)
    }
  }

  /// Checks a sample, and the samples inside it.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - place: Where it begins.
  /// - Complexity: Some ten look-ups for a plain sample; linear in what is inside others.
  public mutating func check(_ sample: Sample, at place: Place) {
    check(sample, at: place, depth: 0)
    guard index.isLarge else { return }
    index = DescriptorIndex()
    plans = []
  }

  /// Adds the findings of a reader, as the settings want them.
  ///
  /// - Parameter readerFindings: The findings, in order.
  public mutating func add(_ readerFindings: [Finding]) {
    for var finding in readerFindings {
      guard let severity = settings.severity(of: finding.rule, ordinarily: finding.severity)
      else { continue }
      finding.severity = severity
      findings.append(finding)
    }
  }

  /// Says what only the end of the dataset tells, some thousand findings at a time.
  ///
  /// - Returns: Whether there are findings to take, after which it is to be called again; `false` when all
  ///   was said.
  /// - Complexity: Sorts the samples where a rule compares them.
  public mutating func finish() -> Bool {
    while findings.list.count < Self.batch, let entry = timeline?.next() {
      for check in comparing {
        findings.rule = check
        checks[check].compare(entry, &findings)
      }
    }
    if findings.list.count < Self.batch, !isFinished {
      isFinished = true
      for check in checks.indices {
        findings.rule = check
        checks[check].finish(&findings)
      }
      if let error = timeline?.error {
        for check in comparing {
          findings.rule = check
          findings.add("this could not be checked: \(error)")
        }
      }
    }
    return !findings.list.isEmpty
  }

  /// The findings since the last call, in the order of the samples.
  public mutating func takeFindings() -> [Finding] {
    findings.take()
  }

  private mutating func check(_ sample: Sample, at place: Place, depth: Int) {
    // Of the kinds that come by the million, the header is had without asking what kind it is.
    let header: SampleHeader
    switch sample {
    case .quantity(let quantity): header = quantity.header
    case .category(let category): header = category.header
    default:
      guard let found = sample.header else { return }
      header = found
    }
    if depth == 0 { timeline?.take(sample, header, at: place) }
    let checked = CheckedSample(sample, sample.kind, header, at: place)
    let plan = plans[index.number(of: checked.descriptor) ?? makePlan(for: checked)]
    if case .quantity(let quantity) = sample, !plan.ranges.isEmpty {
      let value = quantity.value
      for (check, range) in plan.ranges where !(range ~= value) { run(check, on: checked) }
    }
    for check in plan.every { run(check, on: checked) }
    if checked.mayHaveMetadata {
      for check in plan.metadata { run(check, on: checked) }
    }
    for (check, message) in plan.verdicts {
      findings.rule = check
      findings.add(message, on: checked)
    }
    guard depth < Self.depthLimit else { return }
    switch sample {
    case .correlation(let correlation):
      // A twin stands on its own, too, and is checked there.
      for member in correlation.members where member.standing == .nestedOnly {
        check(member.sample, at: place, depth: depth + 1)
      }
    case .workout(let workout):
      for sample in workout.fields.samples { check(sample, at: place, depth: depth + 1) }
    default: break
    }
  }

  @inline(__always)
  private mutating func run(_ check: Int, on sample: CheckedSample) {
    findings.rule = check
    checks[check].check(sample, &findings)
  }

  @inline(never)
  private mutating func makePlan(for sample: CheckedSample) -> Int {
    let number = index.insert(sample.descriptor)
    guard number == plans.count else { return number }
    let plan = Plan()
    for index in checks.indices {
      guard kinds[index].isEmpty || kinds[index].contains(sample.kind) else { continue }
      switch checks[index].attention(to: sample.descriptor, kind: sample.kind) {
      case .none: break
      case .every: plan.every.append(index)
      case .outside(let range): plan.ranges.append((index, range))
      case .metadata: plan.metadata.append(index)
      case .found(let message): plan.verdicts.append((index, message))
      }
    }
    plans.append(plan)
    return number
  }
}
