import HealthBytes
import HealthModel

/// Writes each finding at once, as an object on a line of its own.
struct JSONLinesReport: ReportWriter {
  private let sink: any ByteSink
  private let options: ReportOptions
  private var listed: [String: Int] = [:]

  init(to sink: any ByteSink, _ options: ReportOptions) {
    self.sink = sink
    self.options = options
  }

  mutating func add(_ finding: Finding) throws(ByteError) {
    if let limit = options.listedPerRule {
      guard listed[finding.rule, default: 0] < limit else { return }
      listed[finding.rule, default: 0] += 1
    }
    var members: [(String, JSONText)] = [
      ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
    ]
    members += finding.place.members
    members += JSONText.optional("type", finding.type)
    members += [
      ("message", .string(finding.message.printable)),
      ("fingerprint", .string(finding.fingerprint.text.description)),
    ]
    if options.showsValues { members += JSONText.optional("values", finding.detail) }
    try sink.write(JSONText.object(members).line + "\n")
  }
}
