import HealthBytes
import HealthLocale
import HealthModel
import HealthUnits

/// How people read the rows of an answer: in a plain form that is the same everywhere, or as those of a locale write values.
///
/// In a locale each figure has its unit, so titles have no units, and the column of units is left out. The value of a category is
/// part of its type (`SleepAnalysis AsleepCore`), unless columns are chosen.
struct AnswerPresentation: Sendable {
  private let locale: LocaleFormat?
  private var columns: [AnswerColumn] = []
  private var places: [Int] = []
  /// The units of columns, if all their figures have the same.
  private var units: [HealthUnit?] = []
  private var unitPlace: Int?
  private var typePlace: Int?
  /// The column whose texts follow those of the type.
  private var valuePlace: Int?

  /// The types whose unit is a count of indivisible things.
  private static let counts = Set(QuantityType.all.filter(\.countsWholes).map(\.shortName))

  /// The columns that are chosen, in their order; `nil` for all.
  private let chosen: [Int]?

  init(_ locale: LocaleFormat?, showing places: [Int]? = nil) {
    (self.locale, chosen) = (locale, places)
  }

  mutating func begin(_ columns: [AnswerColumn]) -> [AnswerColumn] {
    self.columns = columns
    places = chosen ?? Array(columns.indices)
    typePlace = columns.firstIndex { $0.name == "type" }
    let hasValues = chosen == nil && typePlace != nil
    valuePlace = hasValues ? columns.firstIndex { $0.name == "value" && $0.isText } : nil
    places.removeAll { $0 == valuePlace }
    guard locale != nil else { return places.map { columns[$0] } }
    units = columns.map { column in
      column.kind == .number ? column.unit.flatMap { try? HealthUnit($0) } : nil
    }
    unitPlace = columns.firstIndex { $0.kind == .unit }
    places.removeAll { $0 == unitPlace }
    return places.map {
      guard units[$0] != nil else { return columns[$0] }
      let column = AnswerColumn(columns[$0].name, columns[$0].kind)
      return columns[$0].isRequired ? column.required : column
    }
  }

  /// The texts of a row, one for each column that is shown.
  func cells(_ values: [AnswerValue]) -> [String] {
    let type = typePlace.flatMap { values[$0].text }
    let isCount = type.map { Self.counts.contains($0) } ?? false
    func kind(_ place: Int) -> AnswerColumn.Kind {
      isCount && columns[place].kind == .number ? .count : columns[place].kind
    }
    func plain(_ place: Int) -> String {
      let text = values[place].readable(kind(place))
      guard place == typePlace, let value = valuePlace.flatMap({ values[$0].text }), !value.isEmpty
      else { return text }
      return text + " " + value.printable
    }
    guard let locale else { return places.map { plain($0) } }
    let own = unitPlace.flatMap { values[$0].text }.flatMap { try? HealthUnit($0) }
    let isHeight = type == QuantityType.height.shortName
    return places.map { place in
      guard let number = values[place].double else { return plain(place) }
      if columns[place].isPercent { return locale.text(number, in: .percent) }
      switch kind(place) {
      case .integer, .count: return locale.number(number, places: 0)
      case .number:
        guard let unit = units[place] ?? own else { return locale.number(number) }
        return locale.text(number, in: unit, isHeight: isHeight)
      case .text, .name, .day, .time, .timeOfDay, .unit, .minutes, .duration, .pace:
        return values[place].readable(columns[place].kind)
      }
    }
  }
}

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
