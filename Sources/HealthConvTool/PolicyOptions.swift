import ArgumentParser
import HealthBytes
import HealthConv
import HealthModel
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
  }

  /// The same datasets, as the policy gives them.
  func applied(_ datasets: [Dataset], giving output: Output = .samples) throws -> [Dataset] {
    guard let path = policy else { return datasets }
    let policy = try Policy.read(path)
    guard policy.givesSamples || output == .days else {
      throw HealthError(.usage, "the profile daily gives no samples, only answers about days")
        .adding("Use 'stats --answer summary'.")
    }
    if policy.minimum > 1 {
      let people = Set(try datasets.flatMap { try $0.participantIDs() })
      guard people.count >= policy.minimum else {
        throw HealthError(
          .usage,
          "the policy requires at least \(policy.minimum) participants; the inputs have fewer")
      }
    }
    for weakening in policy.weakenings {
      StandardError.write(
        "healthconv: note: weaker than \(policy.profile.rawValue): \(weakening)\n")
    }
    let release = Release(policy)
    return datasets.map { $0.releasing(release) }
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
