import HealthBytes

/// A table of Markdown, with the facts above it.
struct MarkdownAnswerPrinter: AnswerPrinter {
  private var columns: [AnswerColumn] = []

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    self.columns = columns
    let titles = columns.map(\.title)
    let sides = columns.map { $0.kind.isText ? " --- " : " ---: " }
    let lines = facts.map { "\($0.name): \(Self.cell($0.value.printable))\n" }.joined()
    return lines + (facts.isEmpty ? "" : "\n") + Self.line(titles) + "|"
      + sides.joined(separator: "|") + "|\n"
  }

  mutating func row(_ values: [AnswerValue]) -> String {
    Self.line(zip(values, columns).map { $0.readable($1.kind) })
  }

  mutating func end() -> String { "" }

  private static func line(_ cells: [String]) -> String {
    "|" + cells.map { " \(cell($0)) |" }.joined() + "\n"
  }

  /// A text in which no character is taken for the end of a cell or for markup.
  private static func cell(_ text: String) -> String {
    var cell = ""
    for character in text {
      if "\\|`*_<>[]".contains(character) { cell.append("\\") }
      cell.append(character)
    }
    return cell
  }
}
