package import HealthModel

/// Checks samples one by one against all rules, in a single pass over the data.
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
package struct Validator: ~Copyable {
  private let settings: RuleSettings
  private var checks: [any RuleCheck] = []
  private var kinds: [[SampleKind]] = []
  /// The plans by the numbers of their descriptors.
  private var plans: [CheckPlan] = []
  private var index = DescriptorIndex()
  private var findings: Findings
  /// The sorted samples, for the checks that compare them.
  private var timeline: Timeline?
  private let comparing: [Int]
  /// The series of which they want samples that share no time with another; known at the end.
  private var loneSeries: Set<UInt64>?
  private var isFinished = false

  /// How deep samples are looked for inside samples.
  private static let depthLimit = 8
  /// How many findings of the end are made at once.
  private static let batch = 1 << 10

  /// A validator of one dataset.
  ///
  /// - Parameter rules: The rules to check; by default those for data of any format. Those that only readers find are no work.
  public init(_ rules: [Rule] = Rule.general, settings: RuleSettings = RuleSettings()) {
    self.settings = settings
    var names: [(name: String, severity: Finding.Severity)] = []
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
  ///   - place: Its location, used for findings that are not about a single sample.
  ///   - personPlace: The location of the person's characteristics; by default that of the dataset.
  public mutating func begin(_ dataset: DatasetInfo, at place: Place, personPlace: Place? = nil) {
    findings.datasetPlace = place
    findings.personPlace = personPlace ?? place
    for index in checks.indices {
      findings.rule = index
      checks[index].begin(dataset, &findings)
    }
  }

  /// Checks a sample and the samples nested in it.
  ///
  /// - Parameter parts: Where its parts are, if the reader provides that.
  /// - Complexity: Some ten look-ups for a plain sample; linear in the number of nested samples.
  public mutating func check(_ sample: Sample, at place: Place, parts: Place.Parts? = nil) {
    findings.partLookups = 0
    check(sample, at: place, parts, depth: 0)
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

  /// Reports findings that are known only at the end of the dataset, some thousand at a time.
  ///
  /// - Returns: Whether there are findings to take, after which it must be called again; `false` at the end.
  /// - Complexity: Sorts the samples where a rule compares them.
  public mutating func finish() -> Bool {
    let lone = loneSeries ?? Set(comparing.flatMap { checks[$0].loneSeries })
    loneSeries = lone
    while findings.list.count < Self.batch, let entry = timeline?.next(lone) {
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
          findings.addUnchecked("\(error)")
        }
      }
    }
    return !findings.list.isEmpty
  }

  /// The findings since the last call, in the order of the samples.
  public mutating func takeFindings() -> [Finding] {
    findings.take()
  }

  private mutating func check(
    _ sample: Sample, at place: Place, _ parts: Place.Parts?, depth: Int
  ) {
    switch sample {
    // The header of quantities and categories, the most frequent kinds, is not copied.
    case .quantity(let quantity): check(sample, quantity.header, at: place, parts, depth: depth)
    case .category(let category): check(sample, category.header, at: place, parts, depth: depth)
    default:
      guard let header = sample.header else { return }
      check(sample, header, at: place, parts, depth: depth)
    }
    guard depth < Self.depthLimit else { return }
    guard sample.canHoldSamples else { return }
    // A nested sample that is also stored separately is checked there.
    for (index, member) in sample.members.enumerated() where member.membership == .nestedOnly {
      let place = parts?.place(of: [.record(index)]) ?? place
      check(member.sample, at: place, nil, depth: depth + 1)
    }
  }

  @inline(never)
  private mutating func check(
    _ sample: Sample, _ header: SampleHeader, at place: Place, _ parts: Place.Parts?, depth: Int
  ) {
    if depth == 0 { timeline?.add(sample, header, at: place, parts) }
    let number = index.number(of: header.descriptor)
    let plan = plans[number ?? makePlan(for: header.descriptor, sample.kind)]
    var pickers: [Int] = []
    if !plan.picking.isEmpty {
      for check in plan.picking where checks[check].picks(header) { pickers.append(check) }
    }
    guard !pickers.isEmpty || plan.needs(sample, header) else { return }
    let checked = CheckedSample(
      sample: sample, place: place, kind: sample.kind, header: header, parts: parts)
    runChecks(on: checked, plan, pickers)
  }

  /// Runs the checks that apply to a sample, and those that picked it.
  private mutating func runChecks(
    on sample: CheckedSample, _ plan: CheckPlan, _ pickers: [Int]
  ) {
    if case .quantity(let quantity) = sample.sample {
      let value = quantity.value
      for (check, range) in plan.ranges where !(range ~= value) { run(check, on: sample) }
      if !plan.fractions.isEmpty, !quantity.number.isWhole {
        for check in plan.fractions { run(check, on: sample) }
      }
    }
    let checks = plan.dates.include(sample.header) ? plan.every : plan.withUnusualDates
    for check in checks { run(check, on: sample) }
    for check in pickers { run(check, on: sample) }
    if sample.mayHaveMetadata {
      for check in plan.metadata { run(check, on: sample) }
    }
    for (check, message) in plan.alwaysBroken {
      findings.rule = check
      findings.add(message, on: sample)
    }
  }

  @inline(__always)
  private mutating func run(_ check: Int, on sample: CheckedSample) {
    findings.rule = check
    checks[check].check(sample, &findings)
  }

  @inline(never)
  private mutating func makePlan(for descriptor: SampleDescriptor, _ kind: SampleKind) -> Int {
    let number = index.insert(descriptor)
    guard number == plans.count else { return number }
    let scopes = checks.indices.filter { kinds[$0].isEmpty || kinds[$0].contains(kind) }
      .map { ($0, checks[$0].scope(for: descriptor, kind: kind)) }
    plans.append(CheckPlan(scopes))
    return number
  }
}
