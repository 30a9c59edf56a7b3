import HealthModel

extension Number {
  /// Whether a text is a number but for a comma in the place of its decimal point, as in most of Europe.
  static func hasDecimalComma(_ text: Span<UInt8>) -> Bool {
    guard text.count < 64 else { return false }
    var digits: [UInt8] = []
    var commas = 0
    for index in text.indices {
      let isComma = text[index] == UInt8(ascii: ",")
      commas += isComma ? 1 : 0
      digits.append(isComma ? UInt8(ascii: ".") : text[index])
    }
    return commas == 1 && Number(parsing: digits.span) != nil
  }
}
