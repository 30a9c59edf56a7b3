import HealthBytes
import HealthModel

/// A table of the findings of each rule, for a summary or a comment.
struct MarkdownReport: ReportWriter {
  private let sink: any ByteSink

  init(to sink: any ByteSink) { self.sink = sink }

  func finish(_ report: ValidationReport) throws(HealthError) {
    var text = "## \(Program.name): \(report.totals)\n\n"
    if report.isCutShort {
      text += "Stopped at the first finding at or above the fail-on severity.\n\n"
    }
    for (index, input) in report.inputs.enumerated() {
      text += "### \(Self.cell(input.name))\n\n"
      if let fault = input.fault { text += "Not read completely: \(Self.cell(fault.message))\n\n" }
      text += String.count(input.samples, "sample")
      text += input.format.map { " of format \($0).\n\n" } ?? ".\n\n"
      text += Self.table(report.groups.counts(input: index), report)
    }
    if !report.fixed.isEmpty {
      text += "Fixed since the baseline:\n\n"
      for change in report.fixed { text += "- \(Self.cell(change.description))\n" }
      text += "\n"
    }
    try sink.write(text)
  }

  private static func table(_ counts: [FindingGroups.RuleCount], _ report: ValidationReport)
    -> String
  {
    if counts.isEmpty { return "" }
    var text = "| severity | rule | new | known | first location | title |\n"
    text += "| --- | --- | --: | --: | --- | --- |\n"
    for count in counts {
      let place = count.first.map { cell($0.place.description) } ?? ""
      let title = report.title(of: count.rule) ?? ""
      text += "| \(count.severity.rawValue) | \(cell(count.rule)) | \(count.new) | \(count.known) "
      text += "| \(place) | \(cell(title)) |\n"
    }
    return text + "\n"
  }

  /// Text with the special characters of Markdown escaped.
  private static func cell(_ text: String) -> String {
    replacing(text.printable) { scalar in
      switch scalar {
      case "<": "&lt;"
      case "&": "&amp;"
      case "|", "`", "*", "_", "[", "]", "\\", "#", "@": "\\" + String(scalar)
      default: nil
      }
    }
  }
}
