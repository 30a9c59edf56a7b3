import HealthBytes

extension ReportFormat {
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
