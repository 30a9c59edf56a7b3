import HealthBytes

/// Writes rejected samples as JSON Lines: the location, the findings and the sample, which is the same object as in
/// the format JSON Lines.
struct RejectWriter {
  private let sink: any ByteSink

  /// A writer into a sink, which it does not finish.
  init(to sink: any ByteSink) { self.sink = sink }

  /// Puts a sample aside.
  func write(_ sample: Sample, _ findings: [Finding]) throws(ConversionError) {
    let reasons = findings.map { finding in
      JSONText.object([
        ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
        ("message", .string(finding.message)),
      ])
    }
    let place = findings.first?.place.description ?? ""
    let head = JSONText.object([("place", .string(place)), ("findings", .array(reasons))]).line
    let line = BytesSink()
    do throws(FormatError) {
      var writer = JSONLinesWriter(sink: line)
      try writer.write(sample)
      try writer.finish()
    } catch { throw ConversionError(writing: "rejects", error) }
    do throws(ByteError) {
      try sink.write("\(head.dropLast()),\"sample\":".utf8.span)
      try sink.write((line.bytes.dropLast() + Array("}\n".utf8)).span)
    } catch { throw ConversionError(writing: "rejects", error) }
  }
}
