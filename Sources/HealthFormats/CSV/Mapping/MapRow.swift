import HealthBytes
import HealthModel

/// A row of a file, with what its cells mean by themselves.
///
/// Samples are made from the ranges, texts and numbers of its columns; that they are cells of CSV is known only here.
struct MapRow {
  let bytes: [UInt8]
  private(set) var cells: [CSVCell]
  let form: Form

  init(_ bytes: [UInt8], _ cells: [CSVCell], _ form: Form) {
    self.bytes = bytes
    self.cells = cells
    self.form = form
  }

  /// How a file writes numbers, and nothing.
  struct Form {
    let decimal: UInt8
    let group: UInt8?
    let empty: [[UInt8]]

    init(_ settings: MapSettings) {
      decimal = settings.decimal
      group = settings.group
      empty = settings.empty.map { Array($0.utf8) }
    }

    /// Whether numbers are written as the model reads them.
    var isPlain: Bool { decimal == UInt8(ascii: ".") && group == nil }
  }

  /// The content of a cell without surrounding spaces; `nil` if it is absent or empty.
  func range(_ index: Int) -> Range<Int>? {
    guard index < cells.count else { return nil }
    let cell = cells[index]
    var (start, end) = (cell.start, cell.end)
    while start < end, bytes[start] == UInt8(ascii: " ") { start &+= 1 }
    while start < end, bytes[end &- 1] == UInt8(ascii: " ") { end &-= 1 }
    guard start < end else { return nil }
    for text in form.empty
    where text.count == end - start && ByteScan.equal(bytes.span, at: start, to: text) {
      return nil
    }
    return start..<end
  }

  /// The content of a cell whose bytes are its text.
  func plainRange(_ index: Int) -> Range<Int>? {
    range(index).flatMap { cells[index].hasQuotes ? nil : $0 }
  }

  /// Cuts a cell down to an item of its list.
  mutating func replace(_ index: Int, with range: Range<Int>) {
    cells[index] = CSVCell(start: range.lowerBound, end: range.upperBound, isQuoted: false)
  }

  /// Whether the row has cells beyond the columns of the header.
  func hasCells(beyond count: Int) -> Bool { cells.dropFirst(count).contains { !$0.isAbsent } }

  /// The text of a cell without surrounding spaces; `nil` if the cell is absent.
  func text(_ index: Int) -> String? {
    guard let range = range(index) else { return nil }
    guard cells[index].hasQuotes else { return JSONTape.text(bytes.span, range) }
    return cells[index].text(in: bytes.span)
  }

  /// The number in a range of the row; `nil` if it is not a number. A group has three digits, so that the decimal comma of another
  /// language is not taken for the mark of a group.
  func number(_ range: Range<Int>) -> Number? {
    let span = bytes.span
    guard !form.isPlain else { return Number(parsing: span.extracting(range)) }
    var digits: [UInt8] = []
    // The digits since a mark; `nil` before the first.
    var grouped: Int?
    for at in range {
      let byte = span[at]
      let isMark = byte == form.group
      if isMark || byte == form.decimal {
        if let grouped, grouped != 3 { return nil }
        grouped = isMark ? 0 : nil
        if isMark { continue }
      } else if let count = grouped {
        grouped = count + 1
      }
      digits.append(byte == form.decimal ? UInt8(ascii: ".") : byte)
    }
    if let grouped, grouped != 3 { return nil }
    return Number(parsing: digits.span)
  }

  /// The row as an unknown element, which loses nothing.
  ///
  /// - Parameter columns: Which cells to keep; `nil` for all.
  /// - Returns: The element, with a child for each cell that is not empty.
  func element(_ header: [String], only columns: [Int]? = nil) -> Element {
    var element = Element(name: "Row")
    for index in columns ?? Array(cells.indices) {
      guard index < cells.count, !cells[index].isAbsent else { continue }
      let name = index < header.count ? header[index] : ""
      let cell = Element(
        name: "Cell",
        attributes: [
          Element.Attribute(name: "column", value: name),
          Element.Attribute(name: "value", value: cells[index].text(in: bytes.span)),
        ])
      element.children.append(.element(cell))
    }
    return element
  }
}

struct CellFault: Error, Equatable {
  /// The cell, from 0.
  let cell: Int
  let rule: String
  let message: String
  /// Whether reading cannot go on.
  var isFatal = false
  /// A way to handle it.
  var remedy: HealthError.Remedy?
}
