import HealthBytes
import HealthLocale

extension AnswerValue {
  /// The value for people: numbers with groups of three digits and rounded by their size, durations as `7:32`.
  package func readable(_ kind: AnswerColumn.Kind) -> String {
    switch self {
    case .none: ""
    case .text(let text):
      switch kind {
      case .unit: text.withoutMolarMass.printable
      case .name: text.words.printable
      case .time: Self.time(text).map { "\($0) \($1)" } ?? text.printable
      case .timeOfDay: Self.time(text)?.clock ?? text.printable
      default: text.printable
      }
    case .integer(let number): number.grouped
    case .number(let text):
      switch kind {
      case .count: Self.whole(text)
      case .minutes: Self.clock(text, 1)
      case .pace: Self.clock(text, 60)
      case .duration: Self.fullClock(text)
      case .text, .name, .day, .time, .timeOfDay, .unit, .integer, .number: Self.rounded(text)
      }
    }
  }

  /// The day and the time of day, to the minute, of a text such as `2024-06-01T08:30:00+02:00`; `nil` for other texts, such as
  /// the name of an hour that occurs twice on a day.
  private static func time(_ text: String) -> (day: String, clock: String)? {
    let bytes = text.utf8
    guard bytes.count >= 19, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    let place = bytes.index(bytes.startIndex, offsetBy: 10)
    let seconds = bytes.index(place, offsetBy: 6)
    guard bytes[place] == UInt8(ascii: "T"), bytes[seconds] == UInt8(ascii: ":") else { return nil }
    return (String(text[..<place]), String(text[bytes.index(after: place)...].prefix(5)))
  }

  /// The number without decimals. The text of a number close to 0 has an exponent.
  private static func whole(_ text: String) -> String {
    if let value = Double(text), value.magnitude < 0.5 { return "0" }
    return text.rounded(toPlaces: 0) ?? text
  }

  /// Minutes as `h:mm` with a factor of 1, or as `m:ss` with a factor of 60.
  private static func clock(_ minutes: String, _ factor: Double) -> String {
    guard let value = Double(minutes), value.magnitude < 1e9 else { return minutes }
    let whole = Int((value * factor).rounded())
    let (hours, rest) = whole.magnitude.quotientAndRemainder(dividingBy: 60)
    return "\(whole < 0 ? "-" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Minutes as `h:mm:ss`.
  private static func fullClock(_ minutes: String) -> String {
    guard let value = Double(minutes), value.magnitude < 1e9 else { return minutes }
    let seconds = Int((value * 60).rounded())
    let rest = seconds.magnitude % 60
    let clock = clock("\(seconds.magnitude / 60)", 1)
    return "\(seconds < 0 ? "-" : "")\(clock):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// A decimal number, rounded by its size.
  private static func rounded(_ text: String) -> String {
    guard let value = Double(text) else { return text }
    // A number with an exponent is very small or very large: three digits are shown.
    if let exponent = text.firstIndex(where: { $0 == "e" }),
      let digits = String(text[..<exponent]).rounded(toPlaces: 2)
    {
      return digits + text[exponent...]
    }
    return text.rounded(toPlaces: LocaleFormat.places(of: value)) ?? text
  }
}

extension String {
  /// A decimal number, rounded by its digits, halves away from zero, with groups of three digits; `nil` for other texts and
  /// for numbers that are too large.
  ///
  /// - Parameter isFixed: Whether zeros at the end remain.
  package func rounded(toPlaces places: Int, isFixed: Bool = false) -> String? {
    let point = utf8.firstIndex(of: UInt8(ascii: ".")) ?? endIndex
    guard let number = Int(self[..<point]), number.magnitude < .max / 2 else { return nil }
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    var (whole, fraction, place) = (Int(number.magnitude), 0, scale)
    for byte in utf8[point...].dropFirst() {
      guard 48...57 ~= byte else { return nil }
      if place > 1 {
        place /= 10
        fraction += Int(byte - 48) * place
      } else if place == 1 {
        if byte >= 53 { fraction += 1 }
        place = 0
      }
    }
    if fraction == scale { (whole, fraction) = (whole + 1, 0) }
    let isNegative = utf8.first == UInt8(ascii: "-") && (whole, fraction) != (0, 0)
    let rounded = (isNegative ? "-" : "") + whole.grouped
    guard places > 0, isFixed || fraction > 0 else { return rounded }
    var digits = "\(fraction + scale)".dropFirst()
    while !isFixed, digits.utf8.last == 48 { digits.removeLast() }
    return "\(rounded).\(digits)"
  }

  /// The words of an identifier in camel case: `Functional Strength Training`.
  package var words: String {
    var words = ""
    var last: Character = " "
    for character in self {
      if character.isUppercase, last.isLowercase { words.append(" ") }
      words.append(character)
      last = character
    }
    return words
  }
}
