import HealthBytes
import HealthModel

/// A cell of a map, with its place in the rows of a file.
final class PlannedCell {
  enum Content {
    case text(String)
    case column(Int)
    case joined([Int])
    /// The file has no such column.
    case absent
  }

  let content: Content
  /// The unit in the name of the column.
  let unit: String?
  private let table: [String: String]
  private let otherwise: String?
  private let fallback: String?
  private let scale: Number?
  /// The number it is in every row.
  private let constant: Number?

  init(_ cell: MapCell, _ content: Content, unit: String? = nil) {
    self.content = content
    self.unit = unit
    table = cell.table
    otherwise = cell.otherwise
    fallback = cell.fallback
    scale = cell.scale
    constant = cell.text.flatMap { Number($0) }
  }

  /// The columns it needs.
  var columns: [Int] {
    switch content {
    case .text, .absent: []
    case .column(let index): [index]
    case .joined(let indices): indices
    }
  }

  /// The column to name in messages.
  var column: Int { columns.first ?? 0 }

  var isAbsent: Bool { if case .absent = content { true } else { false } }

  /// The text that is the same in every row.
  var fixedText: String? { if case .text(let text) = content { text } else { nil } }

  func isEmpty(in row: MapRow) -> Bool {
    switch content {
    case .text: false
    case .absent: true
    case .column(let index): row.range(index) == nil
    case .joined(let indices): indices.allSatisfy { row.range($0) == nil }
    }
  }

  /// The text, as the map's table has it; `nil` where the cell is empty.
  func text(in row: MapRow) throws(CellFault) -> String? {
    let text: String?
    switch content {
    case .text(let text): return text
    case .absent: return fallback
    case .column(let index): text = row.text(index)
    case .joined(let indices):
      let parts = indices.compactMap { row.text($0) }
      text = parts.isEmpty ? nil : parts.joined(separator: " ")
    }
    guard let text else { return fallback }
    if table.isEmpty { return text }
    guard let outcome = table[text] ?? otherwise else { throw Self.unknownValue(column) }
    return outcome
  }

  /// A text is not in the table.
  static func unknownValue(_ column: Int) -> CellFault {
    CellFault(
      cell: column, rule: "unknown-value",
      message: "found a text that is not in the map's table")
  }

  /// The number, multiplied by the factor of the map; `nil` where the cell is empty.
  func number(in row: MapRow) throws(CellFault) -> Number? {
    if let constant { return constant }
    guard case .column(let index) = content, table.isEmpty else {
      guard let text = try text(in: row) else { return nil }
      return try scaled(Number(text))
    }
    guard let range = row.range(index) else { return nil }
    let number = row.number(range)
    if number == nil, Number.hasDecimalComma(row.bytes.span.extracting(range)) {
      throw CellFault(
        cell: column, rule: "malformed-number",
        message:
          "found a number with a comma, expected a decimal point or 'decimal: \",\"' in the map")
    }
    return try scaled(number)
  }

  /// A number of the cell, multiplied by the factor of the map.
  func scaled(_ number: Number?) throws(CellFault) -> Number {
    guard let number, let product = scale.map({ number.multiplied(by: $0) }) ?? number else {
      throw CellFault(
        cell: column, rule: "malformed-number", message: "found text that is not a number")
    }
    return product
  }

  /// Lends the bytes of the text; `nil` where the cell is empty.
  func withBytes<Result>(in row: MapRow, _ body: (Span<UInt8>) -> Result) -> Result? {
    switch content {
    case .text(let text):
      let bytes = Array(text.utf8)
      return body(bytes.span)
    case .absent: return nil
    case .column(let index):
      guard let range = row.range(index) else { return nil }
      return body(row.bytes.span.extracting(range))
    case .joined(let indices):
      var bytes: [UInt8] = []
      for index in indices {
        guard let range = row.range(index) else { continue }
        if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
        bytes += row.bytes[range]
      }
      return bytes.isEmpty ? nil : body(bytes.span)
    }
  }
}
