public import HealthBytes
public import HealthModel

/// A type that writes what was found, in one of the forms that people and programs read.
///
/// Receives each finding at once, then the complete report: a report that is a list writes at once, one that counts or
/// sorts waits for the end. The caller finishes the sink.
public protocol ReportWriter {
  /// Receives a finding that is not in the baseline.
  mutating func add(_ finding: Finding) throws(HealthError)

  /// Writes the rest, when all is known.
  mutating func finish(_ report: ValidationReport) throws(HealthError)
}

extension ReportWriter {
  /// Waits for the end.
  public mutating func add(_ finding: Finding) throws(HealthError) {}
  /// Has written all.
  public mutating func finish(_ report: ValidationReport) throws(HealthError) {}
}

/// What reports show.
public struct ReportOptions: Sendable {
  /// Whether the values that were found are shown. They are about somebody's health.
  public var showsValues = false
  /// How many findings of each rule are listed; all are counted. Without a number, reports that need no
  /// memory for it list all, others a thousand.
  public var listedPerRule: Int?

  /// No values, and as many findings as usual.
  public init() {}
}

extension ReportOptions {
  /// The forms of reports.
  public enum Format: String, Sendable, CaseIterable {
    /// Lines for people, as compilers write them, and a summary.
    case text
    /// One JSON document: `Schemas/report.schema.json`.
    case json
    /// JSON Lines, one finding each.
    case jsonl
    /// SARIF 2.1.0, as code scanning reads it.
    case sarif
    /// JUnit XML, as Jenkins and GitLab read it.
    case junit
    /// Annotations of GitHub Actions.
    case github
    /// A table in Markdown.
    case markdown

    /// What makes a report of this form.
    ///
    /// - Parameter sink: Where it goes; it is not finished.
    public func makeWriter(
      to sink: any ByteSink, options: ReportOptions = ReportOptions()
    ) -> any ReportWriter {
      switch self {
      case .text: TextReport(to: sink, options)
      case .json: JSONReport(to: sink, options)
      case .jsonl: JSONLinesReport(to: sink, options)
      case .sarif: SARIFReport(to: sink, options)
      case .junit: JUnitReport(to: sink, options)
      case .github: GitHubReport(to: sink)
      case .markdown: MarkdownReport(to: sink)
      }
    }
  }
}

extension ByteSink {
  func write(_ text: String) throws(HealthError) { try write(text.utf8.span) }
}

extension ReportOptions.Format {
  /// Whether a file is empty or a report of this program, of any form.
  package static func isReport(first: String, last: String) -> Bool {
    first.isEmpty || allCases.contains { $0.fits(first, last) }
  }

  private func fits(_ first: String, _ last: String) -> Bool {
    let lines = last.split(separator: "\n")
    let name = "\"name\": \"\(Program.name)\""
    return switch self {
    case .json: first.hasPrefix("{\n  \"schemaVersion\": ") && first.contains(name)
    case .sarif: first.hasPrefix("{\n  \"$schema\": ") && first.contains(name)
    case .jsonl: first.hasPrefix("{\"rule\":\"") && first.contains("\"fingerprint\":\"")
    case .junit: first.contains("\n<testsuites name=\"\(Program.name)\" ")
    case .markdown: first.hasPrefix("## \(Program.name): ")
    case .github:
      (first.hasPrefix("::") || lines.count == 1)
        && lines.last?.hasPrefix("\(Program.name): ") == true
    case .text: Self.isEndOfText(lines.suffix(2).map(String.init))
    }
  }

  /// Whether two lines are the last of a report as text: what was checked or found, and the totals.
  private static func isEndOfText(_ lines: [String]) -> Bool {
    guard lines.count == 2, let totals = lines[1].split(separator: ";").first else { return false }
    let counted = ["found: ", "known: ", "fixed: "].contains { lines[0].hasPrefix($0) }
    guard counted || lines[0].hasSuffix(" samples") || lines[0].hasSuffix(": 1 sample") else {
      return false
    }
    return totals == "no findings"
      || totals.split(separator: ", ").allSatisfy { total in
        let words = total.split(separator: " ")
        return words.count == 2 && words[0].allSatisfy { $0.isNumber || $0 == "," }
          && ["error", "warning", "note"].contains { words[1].hasPrefix($0) }
      }
  }
}
