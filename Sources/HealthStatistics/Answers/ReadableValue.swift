import HealthBytes

extension AnswerValue {
  /// The value as people read it: numbers with groups of three digits and three places at most, lengths of time as `7:32`.
  func readable(_ kind: AnswerColumn.Kind) -> String {
    switch self {
    case .none: ""
    case .text(let text): (kind == .unit ? text.withoutMolarMass : text).printable
    case .integer(let number): number.grouped
    case .number(let text):
      switch kind {
      case .minutes: Self.clock(text, 1)
      case .pace: Self.clock(text, 60)
      case .text, .unit, .integer, .number: Self.rounded(text)
      }
    }
  }

  /// Minutes, times 1 or 60, with the last two digits of base 60 after a colon.
  private static func clock(_ minutes: String, _ factor: Double) -> String {
    guard let value = Double(minutes), value.magnitude < 1e9 else { return minutes }
    let whole = Int((value * factor).rounded())
    let (hours, rest) = whole.magnitude.quotientAndRemainder(dividingBy: 60)
    return "\(whole < 0 ? "-" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// A decimal number with three places at most, halves away from zero.
  private static func rounded(_ text: String) -> String {
    let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex
    guard let number = Int(text[..<point]), number.magnitude < .max / 2 else { return text }
    var (whole, fraction, place) = (Int(number.magnitude), 0, 1_000)
    for byte in text.utf8[point...].dropFirst() {
      guard 48...57 ~= byte else { return text }
      if place > 1 {
        place /= 10
        fraction += Int(byte - 48) * place
      } else if place == 1 {
        if byte >= 53 { fraction += 1 }
        place = 0
      }
    }
    if fraction == 1_000 { (whole, fraction) = (whole + 1, 0) }
    var rounded = text.utf8.first == UInt8(ascii: "-") && (whole, fraction) != (0, 0) ? "-" : ""
    rounded += whole.grouped
    guard fraction > 0 else { return rounded }
    var digits = "\(fraction + 1_000)".dropFirst()
    while digits.utf8.last == 48 { digits.removeLast() }
    rounded += "."
    rounded += digits
    return rounded
  }
}
