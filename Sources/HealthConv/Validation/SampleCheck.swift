/// The rules on the way of a conversion: finds, and where asked to, puts samples with errors aside.
final class SampleCheck {
  private var validator: Validator
  private var rejects: RejectWriter?

  /// Begins with a dataset.
  ///
  /// - Parameters:
  ///   - info: What it says of itself.
  ///   - name: What its user calls it.
  ///   - personPlace: Where it describes the person, if that is known.
  ///   - settings: Which rules are checked, and how much their findings matter.
  ///   - rejects: Where samples with errors go; without it they go on.
  init(
    _ info: DatasetInfo, named name: String, personPlace: Place?, _ settings: RuleSettings,
    rejects: (any ByteSink)?
  ) {
    validator = Validator(settings: settings)
    validator.begin(info, at: Place(file: name), personPlace: personPlace)
    self.rejects = rejects.map { RejectWriter(to: $0) }
  }

  /// Checks a sample.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - place: Where it begins.
  ///   - parts: Where its parts are, if that is known.
  ///   - log: Gets what is found.
  /// - Returns: Whether it goes on: it has no errors, or nobody wants those put aside.
  /// - Throws: `ConversionError` when it cannot be put aside.
  func admits(
    _ sample: Sample, at place: Place, _ parts: PartPlaces?, _ log: inout FindingLog
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

  /// Says what only the end tells.
  func finish(_ log: inout FindingLog) {
    while validator.finish() { log.add(validator.takeFindings()) }
  }
}
