import HealthBytes

/// Aligned columns: two spaces between them, numbers on the right. Columns are as wide as the widest of the first thousand
/// values, so that memory is bounded.
struct TextAnswerPrinter: AnswerPrinter {
  private var reading: AnswerPresentation
  private var columns: [AnswerColumn] = []
  /// The columns of rows before they are read, for bars.
  private var allColumns: [AnswerColumn] = []
  private var widths: [Int] = []
  /// Bytes that most lines have room in.
  private var lineLength = 0
  /// Rows whose widths still count.
  private var waiting: [[String]] = []
  private var isOpen = true
  private let bars: AnswerBars?
  /// The rows of `waiting`, as long as they may get bars.
  private var values: [[AnswerValue]] = []

  /// How many characters a line has at most, as far as columns can be left out; `nil` for any number.
  private let most: Int?
  private var places: [Int] = []
  private(set) var hiddenColumns: [String] = []
  private(set) var cutColumns: [String] = []
  /// Whether the table is made short enough, and not only the lines above it.
  private let fits: Bool
  /// Whether columns are narrower than their texts.
  private var isNarrow = false

  private static let measured = 1_000
  /// The texts of a column that is cut have at least so many characters.
  private static let shortest = 8

  /// A printer; with bars, if there are so few rows that the scale is known before the first is printed.
  init(bars: AnswerBars?, _ reading: AnswerPresentation, width: Int? = nil, fits: Bool = true) {
    (self.bars, self.reading, most, self.fits) = (bars, reading, width, fits)
  }

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    allColumns = columns
    self.columns = reading.begin(columns)
    widths = self.columns.map { _ in 0 }
    places = Array(self.columns.indices)
    waiting = [self.columns.map(\.title)]
    return facts.map { fact in
      let line = "\(fact.name): \(fact.value.printable)"
      guard let most, line.width > most else { return line + "\n" }
      let lines = line.wrapped(to: most, indent: 2)
      return lines.joined(separator: "\n") + "\n"
    }.joined()
  }

  mutating func row(_ values: [AnswerValue]) -> String {
    let cells = reading.cells(values)
    guard isOpen else { return lines(cells) }
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
      return header.map { line($0) }.joined() + rows.map { lines($0) }.joined()
    }
    let titles =
      header.dropLast().map { line($0) } + header.suffix(1).map { line($0, bar: bars[0]) }
    return titles.joined() + zip(rows, bars.dropFirst()).map { lines($0, bar: $1) }.joined()
  }

  private var lineWidth: Int { places.reduce(2 * (places.count - 1)) { $0 + widths[$1] } }

  /// Makes lines short enough: first columns without values are left out, then titles have several lines, then the least important
  /// columns are left out, and those on the right. The first column and those that tell rows apart remain; where these are too wide,
  /// the longest texts have several lines, and words that are longer than a column are cut.
  ///
  /// - Returns: The lines of the titles.
  private mutating func fit(isAll: Bool) -> [[String]] {
    let titles = waiting[0]
    guard fits, let most, lineWidth > most else { return [titles] }
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
    func isListed(_ place: Int) -> Bool { names.contains(columns[place].name) }
    let rest = optional.filter(places.contains).sorted { a, b in
      (names.firstIndex(of: columns[a].name) ?? .max - a)
        < (names.firstIndex(of: columns[b].name) ?? .max - b)
    }
    hide(rest.filter(isListed), of: rows, most)
    let widest = widths
    narrow(to: most) { place in
      rows.reduce(0) { longest, row in
        row[place].split(separator: " ").reduce(longest) { max($0, String($1).width) }
      }
    }
    hide(rest.filter { !isListed($0) }, of: rows, most)
    narrow(to: most) { _ in 0 }
    for place in places {
      widths[place] = min(widest[place], widths[place] + max(0, most - lineWidth))
    }
    isNarrow = places.contains { widths[$0] < widest[$0] }
    let wrapped = columns.indices.map { titles[$0].wrapped(to: widths[$0]) }
    let height = places.reduce(1) { max($0, wrapped[$1].count) }
    return (0..<height).map { number in
      wrapped.map { lines in
        let index = number - (height - lines.count)
        return lines.indices.contains(index) ? lines[index] : ""
      }
    }
  }

  /// Leaves out columns, as long as lines are too long.
  private mutating func hide(_ hidden: [Int], of rows: ArraySlice<[String]>, _ most: Int) {
    for place in hidden where lineWidth > most && places.count > 2 {
      places.removeAll { $0 == place }
      if !rows.isEmpty { hiddenColumns.append(columns[place].name) }
    }
  }

  /// Makes columns of texts narrower, the widest first, as long as lines are too long.
  ///
  /// - Parameter least: How wide a column has to be.
  private mutating func narrow(to most: Int, _ least: (Int) -> Int) {
    guard lineWidth > most else { return }
    var bounds: [Int: Int] = [:]
    for place in places where columns[place].kind.canBeCut {
      bounds[place] = max(Self.shortest, least(place))
    }
    while lineWidth > most,
      let widest = places.filter({ widths[$0] > bounds[$0] ?? .max })
        .max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
    }
  }

  /// A row, whose texts may need several lines.
  private mutating func lines(_ cells: [String], bar: String = "") -> String {
    guard isNarrow else { return line(cells, bar: bar) }
    let wrapped = columns.indices.map { index in
      columns[index].kind.canBeCut && cells[index].width > widths[index]
        ? cells[index].wrapped(to: widths[index]) : [cells[index]]
    }
    let height = places.reduce(1) { max($0, wrapped[$1].count) }
    return (0..<height).map { number in
      line(wrapped.map { number < $0.count ? $0[number] : "" }, bar: number == 0 ? bar : "")
    }.joined()
  }

  private mutating func line(_ cells: [String], bar: String = "") -> String {
    var line = ""
    line.reserveCapacity(lineLength)
    let (cells, widths) = fitted(cells)
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

  /// The cells and their widths in a line that is short enough: a row may have more than those that were measured.
  private mutating func fitted(_ cells: [String]) -> (cells: [String], widths: [Int]) {
    guard fits, let most else { return (cells, widths) }
    var (cells, widths) = (cells, widths)
    var excess = lineWidth - most
    for place in places { excess += max(0, cells[place].width - widths[place]) }
    let texts = places.filter { columns[$0].kind.canBeCut && cells[$0].width > widths[$0] }
    for place in texts where excess > 0 {
      let length = cells[place].width
      cut(&cells[place], in: place, to: max(widths[place], length - excess))
      excess -= length - cells[place].width
    }
    for place in places { widths[place] = max(widths[place], cells[place].width) }
    // Numbers are never cut: other columns become narrower instead.
    for place in places.reversed() where excess > 0 {
      let saved = min(excess, widths[place] - cells[place].width)
      widths[place] -= saved
      excess -= saved
    }
    let longest = places.filter { columns[$0].kind.canBeCut }
      .max { cells[$0].width < cells[$1].width }
    if let longest, excess > 0 {
      cut(&cells[longest], in: longest, to: max(1, cells[longest].width - excess))
      widths[longest] = cells[longest].width
    }
    return (cells, widths)
  }

  private mutating func cut(_ cell: inout String, in place: Int, to width: Int) {
    guard cell.width > width else { return }
    cell = cell.cut(to: width)
    if !cutColumns.contains(columns[place].name) { cutColumns.append(columns[place].name) }
  }

  private static let spaces = (0...64).map { String(repeating: " ", count: $0) }

  private static func space(_ count: Int) -> String {
    if count <= 0 { return "" }
    return count < spaces.count ? spaces[count] : String(repeating: " ", count: count)
  }
}

extension String {
  /// Its words in lines of a width, which no word exceeds.
  ///
  /// - Parameter indent: How many spaces are before all lines but the first.
  fileprivate func wrapped(to width: Int, indent: Int = 0) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.width + 1 + String(word).width <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        let space = String(repeating: " ", count: lines.isEmpty ? 0 : indent)
        lines.append(space + word)
      }
    }
    return lines
  }

  /// Its first characters and an ellipsis, no wider than a width.
  fileprivate func cut(to width: Int) -> String {
    var cut = ""
    var left = width - 1
    for character in self {
      left -= String(character).width
      if left < 0 { break }
      cut.append(character)
    }
    return cut + "…"
  }

  /// How many columns of a terminal it has. Counting those of ASCII needs no rules of Unicode.
  fileprivate var width: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }
}

extension Character {
  /// Whether terminals show it two columns wide: the writing of East Asia, and pictures.
  fileprivate var isWide: Bool {
    guard let first = unicodeScalars.first else { return false }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return true
    default: return first.properties.isEmojiPresentation
    }
  }
}
