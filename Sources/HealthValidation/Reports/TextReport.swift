import HealthBytes
import HealthModel

/// Lines as compilers write them, then what each rule found.
struct TextReport: ReportWriter {
  private let sink: any ByteSink
  private let options: ReportOptions
  private let limit: Int
  /// How many findings of each rule were listed.
  private var listed: [String: Int] = [:]

  init(to sink: any ByteSink, _ options: ReportOptions) {
    self.sink = sink
    self.options = options
    limit = options.listedPerRule ?? 20
  }

  mutating func add(_ finding: Finding) throws(HealthError) {
    guard listed[finding.rule, default: 0] < limit else { return }
    listed[finding.rule, default: 0] += 1
    let place = finding.place.description.printable
    let line =
      "\(place): \(finding.severity.rawValue): \(finding.words(showingValues: options.showsValues)) "
      + "[\(finding.rule)]\n"
    try sink.write(line.withoutCommands)
  }

  func finish(_ report: ValidationReport) throws(HealthError) {
    var text = ""
    for count in report.groups.counts() {
      let listed = min(self.listed[count.rule] ?? 0, count.new)
      if count.new > 0 {
        text += "found: \(count.new.grouped) \(count.rule) (\(count.severity.rawValue))"
        text += listed < count.new ? ", \(listed.grouped) of them listed\n" : "\n"
      }
      if count.known > 0 {
        text += "known: \(count.known.grouped) \(count.rule) (\(count.severity.rawValue))\n"
      }
    }
    for change in report.fixed { text += "fixed: \(change)\n" }
    for input in report.inputs where input.fault == nil {
      text += "\(input.name.printable): \(String.count(input.samples, "sample"))\n"
    }
    text += report.totals
    if report.isCutShort {
      text += "; stopped at the first finding at or above the fail-on severity"
    }
    try sink.write(text.withoutCommands + "\n")
  }
}
