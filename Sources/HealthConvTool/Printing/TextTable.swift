import HealthBytes

/// Rows of text in columns as wide as their widest cell; two spaces between them, none at the end.
struct TextTable {
  /// On which side the cells of a column stand.
  enum Side {
    case left, right
  }

  private let sides: [Side]
  private var rows: [[String]] = []

  init(_ sides: Side...) { self.sides = sides }

  /// An empty table of columns that are known only when it is made.
  init(_ sides: [Side]) { self.sides = sides }

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row. Cells may be from files: their control characters are escaped.
  mutating func add(_ cells: String...) { rows.append(cells.map(\.printable)) }

  /// Adds a row of columns that are known only when the table is made.
  mutating func add(_ cells: [String]) { rows.append(cells.map(\.printable)) }

  /// The rows as lines.
  ///
  /// - Returns: The lines, each with its end.
  func text(indent: String = "") -> String {
    lines(indent: indent).map { $0 + "\n" }.joined()
  }

  /// Prints the rows on standard output, the first one as a heading. The cells are escaped already.
  func printWithHeading() {
    for (number, line) in lines().map(\.withoutCommands).enumerated() {
      Swift.print(
        number == 0 && TerminalColor.Stream.output.isColored ? TerminalColor.heading(line) : line)
    }
  }

  private func lines(indent: String = "") -> [String] {
    let widths = sides.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { cells in
      let padded = sides.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - cells[column].count)
        return sides[column] == .left ? cells[column] + space : space + cells[column]
      }
      var line = indent + padded.joined(separator: "  ")
      while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
      return line
    }
  }
}
