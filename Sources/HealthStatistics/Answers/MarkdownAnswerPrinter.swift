import HealthBytes

/// A table of Markdown, with the facts above it.
struct MarkdownAnswerPrinter: AnswerPrinter {
  private var reading: AnswerReading

  init(_ reading: AnswerReading) { self.reading = reading }

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    let columns = reading.begin(columns)
    let titles = columns.map(\.title)
    let sides = columns.map { $0.kind.isText ? " --- " : " ---: " }
    let lines = facts.map { "\($0.name): \(Self.cell($0.value.printable))\n" }.joined()
    return lines + (facts.isEmpty ? "" : "\n") + Self.line(titles) + "|"
      + sides.joined(separator: "|") + "|\n"
  }

  mutating func row(_ values: [AnswerValue]) -> String {
    Self.line(reading.cells(values))
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
