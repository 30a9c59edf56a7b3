import HealthConv

/// What `validate --fix` does to an input before it is checked.
struct Fixing {
  /// Which rules are checked: only their findings are fixed.
  let settings: RuleSettings
  /// Whether to tell what would be put right, and change nothing.
  let isDryRun: Bool

  /// Puts right what can be: the file is replaced as a whole, or left as it is where nothing is to be done.
  ///
  /// - Parameters:
  ///   - dataset: What the file holds.
  ///   - path: The file.
  /// - Throws: `ConversionError` if it cannot be written again without a loss, or not at all.
  func fix(_ dataset: Dataset, at path: String) throws {
    guard path != "-" else {
      throw ConversionError(.usage, "standard input cannot be put right: name a file")
    }
    var conversion = Conversion(of: dataset, to: dataset.format)
    conversion.fixes = settings
    let plan = try conversion.dryRun(toFile: path, overwriting: true)
    // What cannot be read to its end is left alone: checking it tells why.
    guard plan.readError == nil, !plan.fixes.isEmpty else { return }
    guard plan.losses.allSatisfy({ $0.count == 0 }) else {
      throw ConversionError(
        .unsupported,
        "cannot put '\(path)' right: written again it would lose something. See 'convert --normalize'."
      )
    }
    if !isDryRun { _ = try conversion.run(toFile: path, overwriting: true) }
    // What is beside the data goes with the old file, and is told: comments, a Mac's litter.
    var left = plan.notes
    (left.twinMembers, left.nestedOnlyMembers) = (0, 0)
    let lines = left.lines.map { $0 + "\n" }.joined()
    StandardError.write(
      "\(path): \(isDryRun ? "to be put right" : "put right")\n\(plan.fixes)\(lines)")
  }
}
