/// Checks rules during a conversion, and if requested writes samples with errors to another output.
final class SampleCheck {
  private var validator: Validator
  private var rejects: RejectWriter?

  /// Begins with a dataset.
  ///
  /// - Parameters:
  ///   - personPlace: The location of the person's characteristics, if known.
  ///   - rejects: Receives samples with errors; without it they are passed on.
  init(
    _ info: DatasetInfo, named name: String, personPlace: Place?, _ rules: [Rule],
    _ settings: RuleSettings, rejects: (any ByteSink)?
  ) {
    validator = Validator(rules, settings: settings)
    validator.begin(info, at: Place(file: name), personPlace: personPlace)
    self.rejects = rejects.map { RejectWriter(to: $0) }
  }

  /// Checks a sample.
  ///
  /// - Returns: Whether to pass it on: it has no errors, or samples with errors are not rejected.
  /// - Throws: `ConversionError` if a rejected sample cannot be written.
  func admits(
    _ sample: Sample, at place: Place, _ parts: Place.Parts?, _ log: inout FindingLog
  ) throws(ConversionError) -> Bool {
    validator.check(sample, at: place, parts: parts)
    let findings = validator.takeFindings()
    if findings.isEmpty { return true }
    log.add(findings)
    guard rejects != nil, findings.contains(where: { $0.severity == .error }) else { return true }
    try rejects?.write(sample, findings)
    return false
  }

  /// Adds the findings of a reader, as the settings want them.
  func add(_ readerFindings: [Finding], to log: inout FindingLog) {
    validator.add(readerFindings)
    log.add(validator.takeFindings())
  }

  /// Reports findings that are known only at the end.
  func finish(_ log: inout FindingLog) {
    while validator.finish() { log.add(validator.takeFindings()) }
  }
}
