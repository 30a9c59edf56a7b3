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

/// The findings of a run of the rules, counted and grouped: the content of reports.
public struct ValidationReport: Sendable {
  /// Something that was checked.
  public struct Input: Sendable {
    /// Its name in messages.
    public let name: String
    /// The name of its format; `nil` if it was not recognized.
    public var format: String?
    /// Whether it holds files of its own that findings may be in: an archive.
    public var isArchive = false
    /// Its stored size in bytes; `nil` if that is not known, as of a stream that was not read to its end.
    public var size: Int64?
    /// How many samples were checked.
    public var samples = 0
    /// The kinds of these.
    public var kinds: Set<SampleKind> = []
    /// Why it was not read to its end, if it was not. It is among the findings, too.
    public var fault: Finding?

    /// An input of which nothing is known yet.
    public init(name: String) { self.name = name }
  }

  /// What was checked, in order.
  public var inputs: [Input] = []
  /// What was found.
  public var groups = FindingGroups()
  /// The rules that reports describe, in the order of reports.
  public var rules = Rule.general
  /// Which rules were checked, and how much their findings matter.
  public var settings = RuleSettings()
  /// The lowest severity that counts as a failure, for reports that distinguish only failures.
  public var failing = Finding.Severity.error
  /// Whether findings were compared with a baseline.
  public var hasBaseline = false
  /// The findings of the baseline that are not there any more.
  public var fixed: [Baseline.Change] = []
  /// Whether the run ended at the first finding that counts.
  public var isCutShort = false

  /// Nothing was checked yet.
  public init() {}

  /// Whether findings of at least a severity exist that are not in the baseline.
  public func hasNewFindings(from severity: Finding.Severity) -> Bool {
    groups.list.contains { $0.severity >= severity && $0.new > 0 }
  }
}

extension String {
  /// A number and what is counted: `1 error`, `1,234 errors`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number.grouped) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension Finding {
  /// The message, with the values that were found if requested.
  func words(showingValues: Bool) -> String {
    guard showingValues, let detail else { return message.printable }
    return "\(message.printable) (found \(detail.printable))"
  }
}

extension ValidationReport {
  /// `2 errors, 1 warning` of what is new; `no findings` without any.
  var totals: String {
    let counts = Finding.Severity.allCases.reversed().map { ($0.plural, groups.countNew($0)) }
      .filter { $0.1 > 0 }
    return counts.isEmpty
      ? "no findings" : counts.map { String.count($0.1, $0.0) }.joined(separator: ", ")
  }

  /// The number of findings in the baseline.
  var known: Int { groups.list.reduce(0) { $0 + $1.known } }
}

extension Finding.Severity {
  /// What is counted: an `s` makes it many.
  fileprivate var plural: String { self == .info ? "note" : rawValue }
}

extension ValidationReport {
  /// The title of a rule, if it is described.
  func title(of rule: String) -> String? { rules.first { $0.name == rule }?.title }
}
