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

  /// How many characters a line has at most, as far as columns can be left out; `nil` for any number.
  private let most: Int?
  /// The columns that are shown.
  private var places: [Int] = []
  private(set) var hiddenColumns: [String] = []

  private static let measured = 1_000

  /// A printer; with bars, if there are so few rows that the scale is known before the first is printed.
  init(bars: AnswerBars?, _ reading: AnswerReading, width: Int? = nil) {
    (self.bars, self.reading, most) = (bars, reading, width)
  }

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    allColumns = columns
    self.columns = reading.begin(columns)
    widths = self.columns.map { _ in 0 }
    places = Array(self.columns.indices)
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
    let header = fit(isAll: isAll)
    let width = lineWidth
    lineLength = width + 8
    let rows = waiting.dropFirst()
    guard isAll, let bars = bars?.lines(of: values, allColumns, tableWidth: width) else {
      return header.map { line($0) }.joined() + rows.map { line($0) }.joined()
    }
    let titles =
      header.dropLast().map { line($0) } + header.suffix(1).map { line($0, bar: bars[0]) }
    return titles.joined() + zip(rows, bars.dropFirst()).map { line($0, bar: $1) }.joined()
  }

  private var lineWidth: Int { places.reduce(2 * (places.count - 1)) { $0 + widths[$1] } }

  /// Makes lines short enough: first columns without values are left out, then titles have several lines, then the least important
  /// columns are left out, and those on the right. The first column and those that tell rows apart remain.
  ///
  /// - Returns: The lines of the titles.
  private mutating func fit(isAll: Bool) -> [[String]] {
    let titles = waiting[0]
    guard let most, lineWidth > most else { return [titles] }
    let rows = waiting.dropFirst()
    let optional = places.dropFirst().filter { !columns[$0].isRequired }
    let empty = optional.filter { place in
      isAll && !rows.isEmpty && rows.allSatisfy { $0[place].isEmpty }
    }
    for place in empty where lineWidth > most { places.removeAll { $0 == place } }
    guard lineWidth > most else { return [titles] }
    for place in columns.indices {
      let words = titles[place].split(separator: " ")
      widths[place] = max(
        rows.reduce(0) { max($0, $1[place].width) },
        words.reduce(0) { max($0, String($1).width) })
    }
    let names = AnswerColumn.leastImportant
    let rest = optional.filter(places.contains).sorted { a, b in
      (names.firstIndex(of: columns[a].name) ?? .max - a)
        < (names.firstIndex(of: columns[b].name) ?? .max - b)
    }
    for place in rest where lineWidth > most && places.count > 2 {
      places.removeAll { $0 == place }
      if !rows.isEmpty { hiddenColumns.append(columns[place].name) }
    }
    let wrapped = columns.indices.map { titles[$0].wrapped(to: widths[$0]) }
    let height = places.reduce(1) { max($0, wrapped[$1].count) }
    return (0..<height).map { number in
      wrapped.map { lines in
        let index = number - (height - lines.count)
        return lines.indices.contains(index) ? lines[index] : ""
      }
    }
  }

  private func line(_ cells: [String], bar: String = "") -> String {
    var line = ""
    line.reserveCapacity(lineLength)
    for index in places {
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
  /// Its words in lines of a width, which no word exceeds.
  fileprivate func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.width + 1 + String(word).width <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// How many characters it has. Counting those of ASCII needs no rules of Unicode.
  fileprivate var width: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : count }
}
