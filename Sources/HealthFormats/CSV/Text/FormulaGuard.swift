/// Texts that a spreadsheet would take for a formula: those that begin with `=`, `+`, `-`, `@`, a tab or a
/// carriage return.
///
/// An apostrophe in front keeps them from it. So that taking it off gives every text back, one is always put
/// before a text that has apostrophes before such a beginning by itself.
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
    // Letters and digits begin nearly every text.
    guard let first = text.isEmpty ? nil : text[0], first < 65, first < 48 || first > 57 else {
      return false
    }
    let (apostrophes, isFormula) = beginning(text)
    return isFormula && (guardsFormulas || apostrophes > 0)
  }

  /// Whether the first byte of a text is an apostrophe that was put there.
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
