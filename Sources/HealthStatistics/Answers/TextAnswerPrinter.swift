import HealthBytes

/// Aligned columns: two spaces between them, numbers on the right. Columns are as wide as the widest of the first thousand
/// values, so that memory is bounded.
struct TextAnswerPrinter: AnswerPrinter {
  private var reading: AnswerReading
  private var columns: [AnswerColumn] = []
  /// The columns of rows before they are read, for bars.
  private var allColumns: [AnswerColumn] = []
  private var widths: [Int] = []
  /// Bytes that most lines have room in.
  private var lineLength = 0
  /// Rows whose widths are still looked at.
  private var waiting: [[String]] = []
  private var isOpen = true
  private let bars: AnswerBars?
  /// The rows of `waiting`, as long as they may get bars.
  private var values: [[AnswerValue]] = []

  private static let measured = 1_000

  /// A printer; with bars, if there are so few rows that the scale is known before the first is printed.
  init(bars: AnswerBars?, _ reading: AnswerReading) { (self.bars, self.reading) = (bars, reading) }

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    allColumns = columns
    self.columns = reading.begin(columns)
    widths = self.columns.map { _ in 0 }
    waiting = [self.columns.map(\.title)]
    return facts.map { "\($0.name): \($0.value.printable)\n" }.joined()
  }

  mutating func row(_ values: [AnswerValue]) -> String {
    let cells = reading.cells(values)
    guard isOpen else { return line(cells) }
    waiting.append(cells)
    if bars != nil { self.values.append(values) }
    return waiting.count > Self.measured ? flush() : ""
  }

  mutating func end() -> String { flush(isAll: true) }

  private mutating func flush(isAll: Bool = false) -> String {
    guard isOpen else { return "" }
    isOpen = false
    for index in columns.indices {
      widths[index] = waiting.reduce(0) { max($0, $1[index].width) }
    }
    defer { (waiting, values) = ([], []) }
    let width = widths.reduce(2 * (widths.count - 1), +)
    lineLength = width + 8
    guard isAll, let bars = bars?.lines(of: values, allColumns, tableWidth: width) else {
      return waiting.map { line($0) }.joined()
    }
    return zip(waiting, bars).map { line($0, bar: $1) }.joined()
  }

  private func line(_ cells: [String], bar: String = "") -> String {
    var line = ""
    line.reserveCapacity(lineLength)
    for index in columns.indices {
      let space = Self.space(widths[index] - cells[index].width)
      let isText = columns[index].kind.isText
      if !isText { line += space }
      line += cells[index]
      if isText { line += space }
      line += "  "
    }
    line += bar
    while line.last == " " { line.removeLast() }
    line += "\n"
    return line.withoutCommands
  }

  private static let spaces = (0...64).map { String(repeating: " ", count: $0) }

  private static func space(_ count: Int) -> String {
    if count <= 0 { return "" }
    return count < spaces.count ? spaces[count] : String(repeating: " ", count: count)
  }
}

extension String {
  /// How many characters it has. Counting those of ASCII needs no rules of Unicode.
  fileprivate var width: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : count }
}
