import HealthBytes
import HealthModel

/// How cells are printed.
struct CSVDialect {
  /// The byte between cells.
  var delimiter = UInt8(ascii: ",")
  /// Whether an apostrophe is written before texts that a spreadsheet would take for a formula.
  var guardsFormulas = false
}

extension ByteBuffer {
  /// Appends a text as a cell, in quotes if it has to be. An empty text is always quoted, because an empty cell without
  /// quotes means that there is no text.
  mutating func append(cell text: String, _ dialect: CSVDialect) {
    append(cell: text.utf8Span.span, dialect)
  }

  mutating func append(cell text: Span<UInt8>, _ dialect: CSVDialect) {
    let isGuarded = FormulaGuard.needsGuard(text, guardsFormulas: dialect.guardsFormulas)
    var needsQuotes = text.isEmpty
    for index in text.indices where Self.isSpecial(text[index], dialect.delimiter) {
      needsQuotes = true
      break
    }
    if needsQuotes { append(UInt8(ascii: "\"")) }
    if isGuarded { append(UInt8(ascii: "'")) }
    if needsQuotes {
      append(doublingQuotesOf: text)
      append(UInt8(ascii: "\""))
    } else {
      append(text, 0..<room(for: text.count))
    }
  }

  /// Appends a cell with the text of another buffer, and empties that buffer.
  mutating func append(cell text: inout ByteBuffer, _ dialect: CSVDialect) {
    text.withBytes { append(cell: $0, dialect) }
    text.removeAll()
  }

  private static func isSpecial(_ byte: UInt8, _ delimiter: UInt8) -> Bool {
    byte == delimiter || byte == UInt8(ascii: "\"") || byte == 10 || byte == 13
  }

  private mutating func append(doublingQuotesOf text: Span<UInt8>) {
    let end = room(for: text.count)
    var from = 0
    while true {
      let quote = ByteScan.firstIndex(of: UInt8(ascii: "\""), in: text, from: from, to: end)
      append(text, from..<quote)
      guard quote < end, count <= most else { return }
      append("\"\"")
      from = quote + 1
    }
  }

  /// Appends the cells of a header and the end of the line.
  mutating func append(header names: [String], _ dialect: CSVDialect) {
    for (index, name) in names.enumerated() {
      if index > 0 { append(dialect.delimiter) }
      append(cell: name, dialect)
    }
    append(UInt8(ascii: "\n"))
  }
}

/// Detects the delimiter of a file.
enum CSVDelimiter {
  /// The bytes that can be a delimiter.
  static let candidates = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  /// The delimiter of a header: of those it has outside of quotes, the most frequent; a comma for a header without
  /// delimiters.
  ///
  /// - Parameter range: The bytes to search, up to the first line end in them.
  static func sniffed(in bytes: Span<UInt8>, _ range: Range<Int>) -> UInt8 {
    var counts = [Int](repeating: 0, count: candidates.count)
    var isQuoted = false
    for at in range {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 10 || byte == 13 { break }
      if let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    var best = 0
    for index in counts.indices where counts[index] > counts[best] { best = index }
    return candidates[best]
  }
}

/// Texts that a spreadsheet would take for a formula: those that begin with `=`, `+`, `-`, `@`, a tab or a
/// carriage return.
///
/// An apostrophe before the text prevents that; readers remove it. A text that itself has apostrophes before such a beginning
/// always gets one more, so that every text is restored.
enum FormulaGuard {
  /// How many apostrophes a text begins with, and whether what follows would be a formula.
  private static func beginning(_ text: Span<UInt8>) -> (apostrophes: Int, isFormula: Bool) {
    var at = 0
    while at < text.count, text[at] == UInt8(ascii: "'") { at += 1 }
    guard at < text.count else { return (at, false) }
    switch text[at] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 13:
      return (at, true)
    default: return (at, false)
    }
  }

  /// Whether a text gets an apostrophe.
  static func needsGuard(_ text: Span<UInt8>, guardsFormulas: Bool) -> Bool {
    // Nearly every text begins with a letter or a digit, and needs no further test.
    guard let first = text.isEmpty ? nil : text[0], first < 65, first < 48 || first > 57 else {
      return false
    }
    let (apostrophes, isFormula) = beginning(text)
    return isFormula && (guardsFormulas || apostrophes > 0)
  }

  /// Whether the first byte of a text is an apostrophe that a writer added.
  static func isGuarded(_ text: Span<UInt8>) -> Bool {
    guard text.count > 1, text[0] == UInt8(ascii: "'") else { return false }
    return beginning(text).isFormula
  }
}

extension CSVCell {
  /// The text without the apostrophe that protects it from being taken for a formula; `nil` where the cell is absent.
  func unguardedText(in bytes: Span<UInt8>) -> String? {
    if isAbsent { return nil }
    let text = text(in: bytes)
    guard start < end, bytes[start] == UInt8(ascii: "'"), FormulaGuard.isGuarded(text.utf8Span.span)
    else { return text }
    return String(text.unicodeScalars.dropFirst())
  }
}
