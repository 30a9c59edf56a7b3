import ArgumentParser
import HealthBytes
import HealthConv
import HealthModel
import HealthStore
import HealthValidation

/// The argument that lets a command give only what a policy grants.
struct PolicyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the inputs as this policy gives them: samples that are not granted do not exist, dates and names are changed before "
        + "anything else is done. Conditions and dates of other options are about the result. See 'policy'.",
      valueName: "file"), completion: .file(extensions: ["yml"]))
  var policy: String?

  /// What a command gives.
  enum Output {
    /// Samples, or figures of single ones.
    case samples
    /// Answers about days.
    case days
    /// Answers about years.
    case years
    /// Findings.
    case findings
  }

  /// The same datasets, as the policy gives them.
  func applied(_ datasets: [Dataset], giving output: Output = .samples) throws -> [Dataset] {
    guard let release = try makeRelease(giving: output) else { return datasets }
    let policy = release.policy
    // They are read more than once.
    let isCounting = policy.minimum > 1 || policy.readsTwice
    let inputs = isCounting ? try datasets.map { try $0.rereadable() } : datasets
    let given = inputs.map { $0.releasing(release) }
    try release.findFirstDays(of: given)
    try check(release, given)
    return given
  }

  /// The changes of a store, as the policy gives them.
  ///
  /// - Parameter path: The location of the store.
  /// - Returns: `nil` without the option.
  func applied(
    _ store: any SampleStore, at path: String, client: String? = nil
  ) throws -> (any SampleStore)? {
    guard let policy = try makeRelease(giving: .samples)?.policy else { return nil }
    let released = try store.releasing(policy)
    let dataset = try Dataset.open(path)
    try check(Release(policy), [try client.map { try dataset.client($0) } ?? dataset])
    if policy.settings.dates != .keep {
      MessageOutput.write(
        "healthconv: note: changes that are given soon after they are made show by how much dates are moved\n"
      )
    }
    return released
  }

  /// Throws if too few participants have granted samples.
  private func check(_ release: Release, _ datasets: [Dataset]) throws {
    if try release.hasEnoughParticipants(datasets) { return }
    throw HealthError(
      .usage,
      "the policy requires at least \(release.policy.minimum) participants of whom samples are given; the inputs have fewer"
    )
  }

  /// The policy, which commands that open their inputs one by one apply to each; `nil` without the option.
  func makeRelease(giving output: Output) throws -> Release? {
    guard let path = policy else { return nil }
    let policy = try Policy.read(path)
    try check(policy, output)
    for weakening in policy.weakenings {
      MessageOutput.write(
        "healthconv: note: weaker than \(policy.profile.rawValue): \(weakening)\n")
    }
    return Release(output == .years ? policy.forYears : policy)
  }

  /// Throws if a command gives more than the policy.
  private func check(_ policy: Policy, _ output: Output) throws {
    if policy.settings.dates == .year, output != .years {
      throw HealthError(
        .usage,
        "'dates: year' gives no samples: without their days they would overlap, and sums would be wrong"
      ).adding("Use 'stats --by year', or the action day-number.")
    }
    guard policy.profile != .daily || output == .days else {
      throw HealthError(.usage, "the profile daily gives no samples, only answers about days")
        .adding("Use 'stats --answer summary'.")
    }
  }
}

/// The argument for a file that states what a policy did.
struct AuditOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write what the policy did to this file, for the owner of the data: JSON with counts, without values.",
      valueName: "file"), completion: .file())
  var policyAudit: String?

  /// Writes the file after the output is complete.
  func write(_ datasets: [Dataset]) throws {
    guard let policyAudit else { return }
    guard let release = datasets.compactMap(\.release).first else {
      throw HealthError(.usage, "--policy-audit has no effect without --policy")
    }
    let file: AtomicFile
    do throws(HealthError) {
      file = try AtomicFile(policyAudit, overwrite: true)
      try file.write(release.audit(version: Program.version).utf8Span.span)
      try file.finish()
    } catch { throw error.writing(policyAudit) }
  }
}
