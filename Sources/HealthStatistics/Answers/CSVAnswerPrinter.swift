/// Comma-separated values (RFC 4180) with lines that end with a line feed. Facts are columns after those of the answer.
struct CSVAnswerPrinter: AnswerPrinter {
  private var facts = ""

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    self.facts = facts.map { "," + Self.cell($0.value) }.joined() + "\n"
    return (columns.map(\.key) + facts.map(\.name)).map(Self.cell).joined(separator: ",") + "\n"
  }

  mutating func row(_ values: [AnswerValue]) -> String {
    values.map { value in
      switch value {
      case .none: ""
      case .text(let text): Self.cell(text)
      case .integer(let number): "\(number)"
      case .number(let text): text
      }
    }.joined(separator: ",") + facts
  }

  mutating func end() -> String { "" }

  private static func cell(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 != 10 && $0 != 13 && $0 != 34 && $0 != 44 }
    guard !isPlain else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
