import HealthBytes
import HealthConv
import HealthModel

/// What `validate --fix` does to an input before it is checked.
struct InputFixer {
  /// Which rules are checked: only their findings are fixed.
  let settings: RuleSettings
  /// Whether to report what would be fixed, and write nothing.
  let isDryRun: Bool

  /// An input that has something to fix.
  struct Fixed {
    /// What was written, which does not have its name yet; `nil` in a dry run.
    let rewriting: Rewriting?
    private let text: String

    fileprivate init(_ path: String, _ plan: Conversion.Report, _ rewriting: Rewriting?) {
      self.rewriting = rewriting
      // Other content of the old file is not copied: comments, junk files.
      var left = plan.notes
      (left.alsoTopLevelMembers, left.nestedOnlyMembers) = (0, 0)
      text =
        "\(path.printable): \(rewriting == nil ? "to be fixed" : "fixed")\n\(plan.fixes)\(left.text)"
    }

    /// Reports on standard error what was fixed, or would be.
    func report() { MessageOutput.write(text) }
  }

  /// The result for an input.
  enum Outcome {
    /// There is nothing to fix.
    case nothing
    /// Something was fixed.
    case fixed(Fixed)
    /// The input was not changed, since it cannot be read to its end.
    case unreadable(HealthError)
  }

  /// Writes an input again with everything fixed that can be.
  func fix(_ dataset: Dataset, at path: String) throws(HealthError) -> Outcome {
    guard path != "-" else {
      throw HealthError(.usage, "standard input cannot be fixed; name a file")
    }
    guard dataset.client == nil else {
      throw HealthError(
        .usage, "a client does not see all of '\(path)', so it cannot be fixed with --client")
    }
    var conversion = Conversion(of: dataset, to: dataset.format)
    conversion.fixes = settings
    let plan: Conversion.Report
    do throws(HealthError) {
      plan = try conversion.dryRun(toFile: path, overwriting: true)
    } catch  where [.malformed, .noInput].contains(error.kind) {
      return .unreadable(error)
    }
    if let error = plan.readError { return .unreadable(error) }
    if plan.fixes.isEmpty { return .nothing }
    guard plan.losses.allSatisfy({ $0.count == 0 }) else {
      throw HealthError(
        .unsupported,
        "cannot fix '\(path)': rewriting it would lose data. Use 'convert --normalize' instead.")
    }
    return .fixed(Fixed(path, plan, isDryRun ? nil : try Rewriting(conversion, at: path)))
  }
}
