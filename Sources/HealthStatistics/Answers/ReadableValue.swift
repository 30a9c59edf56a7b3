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
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// A decimal number with three places at most, halves away from zero.
  static func rounded(_ text: String, places: Int = 3) -> String {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
      var whole = Int(parts[0])
    else { return text }
    var digits = parts.count == 2 ? parts[1].utf8.map { Int($0) - 48 } : []
    if digits.count > places {
      var carry = digits[places] >= 5 ? 1 : 0
      digits.removeLast(digits.count - places)
      for place in digits.indices.reversed() where carry > 0 {
        digits[place] += carry
        carry = digits[place] / 10
        digits[place] %= 10
      }
      whole += carry
    }
    while digits.last == 0 { digits.removeLast() }
    let fraction = digits.isEmpty ? "" : "." + digits.map { "\($0)" }.joined()
    let isZero = whole == 0 && digits.isEmpty
    return (isNegative && !isZero ? "-" : "") + whole.grouped + fraction
  }
}
