import HealthBytes
package import HealthModel

/// A sheet of a ``Workbook``: cells are appended one after another, and `endRow()` begins the next row.
package final class Sheet {
  package let name: String
  private let columns: [String]
  /// The letters of each column: `A` to `XFD`.
  private let letters: [[UInt8]]
  private let spool: Spool
  private var buffer = ByteBuffer(capacity: 1 << 16)
  private var column = 0
  /// The width of each column in characters: that of its longest cell.
  private var widths: [Int]
  /// The rows so far, with the header.
  private var rows = 1
  private var isRowOpen = false
  /// How many texts were cut, because a cell has at most 32,767 characters.
  package private(set) var cutTexts = 0

  static let namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

  /// The numbers of the styles of cells.
  enum Style: Int {
    case plain, header, day, time, text
  }

  init(_ name: String, _ columns: [String]) throws(HealthError) {
    (self.name, self.columns) = (name, columns)
    letters = columns.indices.map { Self.letters(of: $0) }
    widths = columns.map { min($0.count + 2, Self.mostWidth) }
    spool = try Spool()
  }

  /// The widest column, in characters; longer texts are cut on the screen.
  private static let mostWidth = 60

  /// The letters of a column, counted from 0.
  private static func letters(of column: Int) -> [UInt8] {
    var letters: [UInt8] = []
    var rest = column + 1
    while rest > 0 {
      letters.insert(UInt8(ascii: "A") + UInt8((rest - 1) % 26), at: 0)
      rest = (rest - 1) / 26
    }
    return letters
  }

  // MARK: Cells

  /// Appends an empty cell.
  package func skip() { column += 1 }

  /// Appends a text, which is never a formula. Of a text of more than 32,767 characters only these are written.
  package func append(text value: String?) {
    guard var text = value else { return skip() }
    if text.utf8.count > Self.mostCharacters, text.utf16.count > Self.mostCharacters {
      var count = 0
      text = String(
        text.prefix {
          count += $0.utf16.count
          return count <= Self.mostCharacters
        })
      cutTexts += 1
    }
    widen(to: text.utf8.count)
    begin()
    buffer.append(" s=\"4\" t=\"inlineStr\"><is><t xml:space=\"preserve\">")
    _ = buffer.append(xml: Self.escapedControls(text), isContent: true)
    buffer.append("</t></is></c>")
    column += 1
  }

  private static let mostCharacters = 32_767

  /// Appends a number as decimal text.
  package func append(number: String?) {
    guard let number else { return skip() }
    widen(to: number.utf8.count)
    begin()
    buffer.append("><v>")
    buffer.append(utf8: number)
    buffer.append("</v></c>")
    column += 1
  }

  /// Appends the day that the clock of a date shows.
  package func append(day: Timestamp?) {
    append(date: day, .day, isDay: true)
  }

  /// Appends the time that the clock of a date shows, without its offset.
  package func append(time: Timestamp?) {
    append(date: time, .time, isDay: false)
  }

  private func append(date: Timestamp?, _ style: Style, isDay: Bool) {
    guard let date, date.isKnown else { return skip() }
    let seconds = date.secondsSince1970 &+ Int64(date.offsetMinutes) &* 60
    // Days since the end of 1899. Before March 1900, spreadsheets disagree about the day.
    let (days, second) = (seconds + 25_569 * 86_400).quotientAndRemainder(dividingBy: 86_400)
    guard days >= 61, days < 2_958_466 else {
      let text = date.text(.iso8601).description
      return append(text: isDay ? String(text.prefix { $0 != "T" }) : text)
    }
    widen(to: isDay ? 10 : 19)
    begin()
    buffer.append(" s=\"")
    buffer.append(decimal: Int64(style.rawValue))
    buffer.append("\"><v>")
    let fraction = (Double(second) + Double(date.nanoseconds) / 1e9) / 86_400
    if isDay || (second == 0 && date.nanoseconds == 0) {
      buffer.append(decimal: days)
    } else {
      buffer.append(utf8: (Double(days) + fraction).description)
    }
    buffer.append("</v></c>")
    column += 1
  }

  /// Appends the offset of a date from UTC, such as `+02:00`.
  package func append(offset date: Timestamp?) {
    guard let date, date.isKnown else { return skip() }
    append(text: String(date.text(.iso8601).description.suffix(6)))
  }

  /// Begins the cell of the column, up to its attributes.
  private func begin() {
    if !isRowOpen {
      buffer.append("<row r=\"")
      buffer.append(decimal: Int64(rows + 1))
      buffer.append("\">")
      isRowOpen = true
    }
    buffer.append("<c r=\"")
    buffer.append(letters[column])
    buffer.append(decimal: Int64(rows + 1))
    buffer.append(UInt8(ascii: "\""))
  }

  private func widen(to count: Int) {
    if count >= widths[column] { widths[column] = min(count + 1, Self.mostWidth) }
  }

  /// Ends the row.
  ///
  /// - Throws: `HealthError` of code `.tooLarge` if the sheet has too many rows.
  package func endRow() throws(HealthError) {
    column = 0
    rows += 1
    guard rows <= Limits.sheetRows.value else {
      throw HealthError(.tooLarge, "", "the sheet '\(name)' would have \(Limits.sheetRows.excess)")
    }
    if isRowOpen { buffer.append("</row>") }
    isRowOpen = false
    if buffer.count > 1 << 15 { try buffer.flush(to: spool) }
  }

  // MARK: Text

  /// Characters that XML does not allow as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19), and what would read as one of these
  /// with its first character as one.
  static func escapedControls(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.contains(where: { $0 < 32 && $0 != 9 && $0 != 10 }) || text.contains("_x") else {
      return text
    }
    var result = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      let isControl = scalar.value < 32 && scalar != "\t" && scalar != "\n"
      if isControl || scalar == "_" && isEscape(rest) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "_x" + String(repeating: "0", count: 4 - digits.count) + digits + "_"
      } else {
        result.unicodeScalars.append(scalar)
      }
      rest.removeFirst()
    }
    return result
  }

  /// Whether a text begins with `_xHHHH_`.
  private static func isEscape(_ text: Substring.UnicodeScalarView) -> Bool {
    let start = text.prefix(7).map(\.self)
    return start.count == 7 && start[1] == "x" && start[6] == "_"
      && start[2..<6].allSatisfy { $0.properties.isASCIIHexDigit }
  }

  /// A text as the value of an attribute.
  static func escaped(_ text: String) -> String {
    var buffer = ByteBuffer(capacity: text.utf8.count)
    _ = buffer.append(xml: text)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  // MARK: Writing

  /// Writes the sheet as XML.
  func write(_ write: (Span<UInt8>) throws(HealthError) -> Void) throws(HealthError) {
    try buffer.flush(to: spool)
    var start = ByteBuffer(capacity: 1 << 12)
    start.append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n")
    start.append(
      utf8: "<worksheet xmlns=\"\(Self.namespace)\"><sheetViews><sheetView workbookViewId=\"0\">")
    start.append(
      "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>")
    start.append("</sheetView></sheetViews>")
    if !columns.isEmpty {
      start.append("<cols>")
      for (index, width) in widths.enumerated() {
        start.append(
          utf8:
            "<col min=\"\(index + 1)\" max=\"\(index + 1)\" width=\"\(width)\" customWidth=\"1\"/>")
      }
      start.append("</cols>")
    }
    start.append("<sheetData><row r=\"1\">")
    for (letters, title) in zip(letters, columns) {
      start.append("<c r=\"")
      start.append(letters)
      start.append("1\" s=\"1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">")
      _ = start.append(xml: Self.escapedControls(title), isContent: true)
      start.append("</t></is></c>")
    }
    start.append("</row>")
    try write(start.bytes.span)
    let source = try spool.source()
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try source.read(into: &block, at: 0)
      guard count > 0 else { break }
      try write(block.span.extracting(0..<count))
    }
    var end = ByteBuffer(capacity: 1 << 8)
    end.append("</sheetData>")
    if let last = letters.last {
      end.append("<autoFilter ref=\"A1:")
      end.append(last)
      end.append(decimal: Int64(rows))
      end.append("\"/>")
    }
    end.append("</worksheet>")
    try write(end.bytes.span)
  }
}
