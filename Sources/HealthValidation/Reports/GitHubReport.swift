import HealthBytes
import HealthModel

/// Annotations of GitHub Actions: workflow commands, one for each group of findings, the gravest first.
///
/// GitHub shows ten annotations of each severity for a step; what is past that is in the summary.
struct GitHubReport: ReportWriter {
  private let sink: any ByteSink

  private static let shown = 10

  init(to sink: any ByteSink) { self.sink = sink }

  func finish(_ report: ValidationReport) throws(HealthError) {
    for severity in Finding.Severity.allCases.reversed() {
      let groups = report.groups.list.filter { $0.severity == severity && $0.new > 0 }
      for group in groups.prefix(Self.shown) {
        try sink.write(Self.command(group, report.inputs[group.input]))
      }
    }
    try sink.write("\(Program.name): \(report.totals)\n")
  }

  private static func command(
    _ group: FindingGroups.Group, _ input: ValidationReport.Input
  ) -> String {
    let name = group.severity == .info ? "notice" : group.severity.rawValue
    var message = group.message.printable
    var properties = "file=\(property(input.name.printable))"
    if let place = group.first.first?.place {
      // A line of a file inside an archive is no line of the archive.
      if place.file != input.name {
        message = "\(place.description.printable): \(message)"
      } else if place.line > 0 {
        properties += ",line=\(place.line)"
        if place.column > 0 { properties += ",col=\(place.column)" }
      }
    }
    if group.new > 1 { message += " (and \((group.new - 1).grouped) more)" }
    properties += ",title=\(property(group.rule))"
    return "::\(name) \(properties)::\(data(message))\n"
  }

  /// A message, whose ends of lines would end the command.
  private static func data(_ text: String) -> String {
    replacing(text) { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  /// A property, which commas and colons would end.
  private static func property(_ text: String) -> String {
    replacing(data(text)) { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: nil
      }
    }
  }
}

/// Puts something in place of some characters.
///
/// - Parameter replacement: The replacement of a character, or `nil` to keep it.
func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if let replacement = replacement(scalar) {
      result += replacement
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
