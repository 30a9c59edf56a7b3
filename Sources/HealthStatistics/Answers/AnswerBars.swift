/// Bars next to the rows of an answer, for a terminal: blocks with a precision of an eighth of a character.
///
/// The rows that have the same texts after the first column (a type, a source, a unit) have the same scale, which begins at
/// 0; the longest bar is that of the largest value.
package struct AnswerBars: Sendable {
  /// The columns whose values are shown: of each row the first that has one.
  private let names: [String]
  private let width: Int

  private static let widths = 8...40

  /// Bars of the values of some columns, in a terminal so many characters wide.
  package init(of names: [String], in width: Int) { (self.names, self.width) = (names, width) }

  /// A bar for each row, after a heading.
  ///
  /// - Parameters:
  ///   - rows: All rows.
  ///   - columns: Their columns.
  ///   - tableWidth: The width of the table without bars.
  /// - Returns: `nil` if there are fewer than two rows, or the terminal is too narrow.
  func lines(
    of rows: [[AnswerValue]], _ columns: [AnswerColumn], tableWidth: Int
  ) -> [String]? {
    let room = min(width - tableWidth - 2, Self.widths.upperBound)
    guard rows.count > 1, room >= Self.widths.lowerBound else { return nil }
    let shown = names.compactMap { name in columns.firstIndex { $0.name == name } }
    let texts = columns.indices.dropFirst().filter { columns[$0].kind.isText }
    var used: [String] = []
    var largest: [[AnswerValue]: Double] = [:]
    var values: [(group: [AnswerValue], value: Double)] = []
    for row in rows {
      let group = texts.map { row[$0] }
      let column = shown.first { row[$0].double != nil }
      let value = column.flatMap { row[$0].double } ?? 0
      if let column, !used.contains(columns[column].name) { used.append(columns[column].name) }
      largest[group] = max(largest[group] ?? 0, value)
      values.append((group, value))
    }
    return [used.joined(separator: ", ")]
      + values.map { Self.bar($0.value, of: largest[$0.group] ?? 0, room) }
  }

  private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  private static func bar(_ value: Double, of largest: Double, _ room: Int) -> String {
    guard value > 0, largest > 0, largest.isFinite else { return "" }
    let eighths = max(1, Int((value / largest * Double(8 * room)).rounded()))
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }
}
