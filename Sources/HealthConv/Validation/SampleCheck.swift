import HealthBytes
import HealthFormats
import HealthModel
import HealthValidation

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
  /// - Throws: `HealthError` if a rejected sample cannot be written.
  func admits(
    _ sample: Sample, at place: Place, _ parts: Place.Parts?, _ log: inout FindingLog
  ) throws(HealthError) -> Bool {
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

/// Writes rejected samples as JSON Lines: the location, the findings and the sample, which is the same object as in
/// the format JSON Lines.
struct RejectWriter {
  private let sink: any ByteSink

  /// A writer into a sink, which it does not finish.
  init(to sink: any ByteSink) { self.sink = sink }

  func write(_ sample: Sample, _ findings: [Finding]) throws(HealthError) {
    let reasons = findings.map { finding in
      JSONText.object([
        ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
        ("message", .string(finding.message)),
      ])
    }
    let place = findings.first?.place.description ?? ""
    let head = JSONText.object([("place", .string(place)), ("findings", .array(reasons))]).line
    let line = BytesSink()
    do throws(HealthError) {
      var writer = JSONLinesWriter(sink: line)
      try writer.write(sample)
      try writer.finish()
    } catch { throw error.writing("rejects") }
    do throws(HealthError) {
      try sink.write("\(head.dropLast()),\"sample\":".utf8.span)
      try sink.write((line.bytes.dropLast() + Array("}\n".utf8)).span)
    } catch { throw error.writing("rejects") }
  }
}
