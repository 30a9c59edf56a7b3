public import HealthBytes
public import HealthModel

/// A type that writes what was found, in one of the forms that people and programs read.
///
/// Findings are passed as they are found, then the complete report: a report that is a list writes at once, one that
/// counts or sorts waits for the end. The sink is finished by who opened it.
public protocol ReportWriter {
  /// Takes a finding that the baseline does not know.
  mutating func add(_ finding: Finding) throws(ByteError)

  /// Writes what is left, when all is known.
  mutating func finish(_ report: ValidationReport) throws(ByteError)
}

extension ReportWriter {
  /// Waits for the end.
  public mutating func add(_ finding: Finding) throws(ByteError) {}
  /// Has written all.
  public mutating func finish(_ report: ValidationReport) throws(ByteError) {}
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

/// The forms of reports.
public enum ReportFormat: String, Sendable, CaseIterable {
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

extension ByteSink {
  func write(_ text: String) throws(ByteError) { try write(text.utf8.span) }
}
