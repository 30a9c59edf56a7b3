import HealthBytes

/// Aligned columns: two spaces between them, numbers on the right. Columns are as wide as the widest of the first thousand
/// values, so that memory is bounded.
struct TextAnswerPrinter: AnswerPrinter {
  private var columns: [AnswerColumn] = []
  private var widths: [Int] = []
  /// Rows whose widths are still looked at.
  private var waiting: [[String]] = []
  private var isOpen = true

  private static let measured = 1_000

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    self.columns = columns
    widths = columns.map { _ in 0 }
    waiting = [columns.map(\.title)]
    return facts.map { "\($0.name): \($0.value.printable)\n" }.joined()
  }

  mutating func row(_ values: [AnswerValue]) -> String {
    let cells = zip(values, columns).map { $0.readable($1.kind) }
    guard isOpen else { return line(cells) }
    waiting.append(cells)
    return waiting.count > Self.measured ? flush() : ""
  }

  mutating func end() -> String { flush() }

  private mutating func flush() -> String {
    guard isOpen else { return "" }
    isOpen = false
    for index in columns.indices {
      widths[index] = waiting.reduce(0) { max($0, $1[index].count) }
    }
    defer { waiting = [] }
    return waiting.map(line).joined()
  }

  private func line(_ cells: [String]) -> String {
    let padded = columns.indices.map { index in
      let space = String(repeating: " ", count: max(0, widths[index] - cells[index].count))
      return columns[index].kind == .text ? cells[index] + space : space + cells[index]
    }
    var line = padded.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
