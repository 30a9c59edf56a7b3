import HealthBytes
package import HealthLocale

package struct AnswerColumn: Sendable, Equatable {
  /// The type of the values.
  public enum Kind: Sendable {
    /// Text, on the left.
    case text
    /// The identifier of an activity: people read its words.
    case name
    /// A day such as `2024-06-01`, or an interval such as `2024-06`.
    case day
    /// A time on the clock with its offset, in ISO 8601: people read the date and the time of day, to the minute.
    case time
    /// A time with its offset in a row that has the date: people read the time of day.
    case timeOfDay
    /// The text of a unit: people read it without the molar mass of a substance.
    case unit
    /// A whole number.
    case integer
    /// A number of whole things, such as steps: people read no decimals, which come from sharing out over time.
    case count
    /// A decimal number.
    case number
    /// A length of time in minutes: people read hours and minutes.
    case minutes
    /// A duration in minutes for which seconds matter: printed as hours, minutes and seconds.
    case duration
    /// A length of time in minutes of which seconds matter: people read minutes and seconds.
    case pace

    /// Whether the values are times with their offset.
    package var isTime: Bool { self == .time || self == .timeOfDay }

    /// Whether a text without its end may still tell something.
    var canBeCut: Bool { self == .text || self == .name || self == .unit }

    /// Whether the values are text, which is aligned on the left.
    package var isText: Bool {
      switch self {
      case .text, .name, .day, .time, .timeOfDay, .unit: true
      case .integer, .count, .number, .minutes, .duration, .pace: false
      }
    }
  }

  /// The name: a word in small letters.
  public let name: String
  /// The type of the values.
  public let kind: Kind
  /// The unit of all values, if they have a unit.
  public let unit: String?
  /// Whether it is shown in a table that is too wide: it tells rows apart, or was requested.
  private(set) var isRequired: Bool
  /// Whether the values are in percent, whatever the unit of their row.
  private(set) var isPercent = false

  /// Whether the values are text.
  package var isText: Bool { kind.isText }

  /// A column.
  public init(_ name: String, _ kind: Kind = .text, unit: String? = nil) {
    (self.name, self.kind, self.unit) = (name, kind, unit)
    isRequired = ["type", "value", "unit"].contains(name)
  }

  /// The same, which no table leaves out.
  package var required: AnswerColumn {
    var column = self
    column.isRequired = true
    return column
  }

  /// The same, with values in percent, whatever the unit of their row.
  package var inPercent: AnswerColumn {
    var column = self
    column.isPercent = true
    return column
  }

  /// The column of the names of intervals.
  package init(_ interval: CalendarInterval) {
    self.init(interval.component.rawValue, interval.isWithinDay ? .time : .day)
  }

  /// The words of the name with the unit, for people, who read minutes as hours and minutes: `heart rate (count/min)`.
  var title: String {
    let words = String(name.map { $0 == "_" ? " " : $0 })
    guard let unit, kind != .minutes, kind != .duration else { return words }
    return "\(words) (\(unit.withoutMolarMass))"
  }

  /// The columns that are left out of a table that is too wide, in this order, before those on the right.
  static let leastImportant = [
    "from_records", "first", "last", "latest", "partial", "days", "count", "stand_hours_goal",
    "exercise_goal", "active_energy_goal", "basal_energy", "heart_rate_minimum",
    "heart_rate_maximum", "flights", "mindful", "unspecified", "efficiency", "longest_on",
    "farthest_on", "fastest_on", "elevation", "lead", "sampling_frequency", "file",
    "maximum_heart_rate", "source", "exercise_records", "stand_hours_records", "minimum", "maximum",
    "speed", "difference",
  ]

  /// The name with the unit, as a name that programs read: `distance_km`.
  package var key: String {
    guard let unit else { return name }
    return "\(name)_\(String(unit.map { $0.isLetter || $0.isNumber ? $0 : "_" }))"
  }
}

package enum AnswerValue: Sendable, Hashable {
  /// No value.
  case none
  /// A text.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// A number, in decimal: `1234.5`.
  case number(String)

  /// The number with the fewest digits that reads back as a floating-point number.
  public init(_ value: Double?) {
    guard let value, value.isFinite else {
      self = .none
      return
    }
    let text = value.description
    self = .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// The text; `nil` for a number.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The value as a number; `nil` for a text.
  package var double: Double? {
    switch self {
    case .none, .text: nil
    case .integer(let number): Double(number)
    case .number(let text): Double(text)
    }
  }

  /// A text, or nothing.
  public init(_ text: String?) { self = text.map { .text($0) } ?? .none }
}

/// What an answer is made of, in words: where it is printed for people, above the table, else a column or a member.
package struct AnswerFact: Sendable, Equatable {
  /// The name: a word in small letters.
  public let name: String
  private let text: String
  private let sources: [String]

  /// A fact.
  ///
  /// - Parameter sources: The names of the sources that its value lists if there are several.
  public init(_ name: String, _ text: String, listing sources: [String] = []) {
    (self.name, self.text, self.sources) = (name, text, sources)
  }

  /// What it is, with at most 16 of the sources.
  public var value: String {
    if sources.count < 2 { return text }
    let rest = sources.count > 16 ? ", and \((sources.count - 16).grouped) more" : ""
    let names = sources.prefix(16).map { $0.isEmpty ? "without a name" : $0 }
    return "\(text) (\(names.joined(separator: ", "))\(rest))"
  }

  /// The same with other names of the sources.
  public func naming(_ name: (String) -> String) -> AnswerFact {
    AnswerFact(self.name, text, listing: sources.map(name))
  }
}

/// Prints an answer, row by row, as text.
package protocol AnswerPrinter {
  /// The text before the first row.
  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String
  /// One row, with a value for each column.
  mutating func row(_ values: [AnswerValue]) -> String
  /// The text after the last row.
  mutating func end() -> String
  /// The columns with values that were left out because the table is too wide, known at the end.
  var hiddenColumns: [String] { get }
  /// The columns of which texts were cut because the table is too wide, known at the end.
  var cutColumns: [String] { get }
}

extension AnswerPrinter {
  package var hiddenColumns: [String] { [] }
  package var cutColumns: [String] { [] }
}

/// The forms in which answers are printed.
public enum AnswerFormat: String, Sendable, CaseIterable {
  /// Aligned columns for people.
  case text
  /// A table of Markdown.
  case markdown
  /// Comma-separated values with a header.
  case csv
  /// One JSON document.
  case json
  /// A JSON object on each line.
  case jsonl
  /// A file of Parquet, with the facts in columns.
  case parquet
  /// A workbook of a spreadsheet, with the facts in a sheet of their own.
  case xlsx

  /// The form that the extension of a file means; `nil` for an unknown extension.
  public init?(path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "txt": self = .text
    case "md": self = .markdown
    case "csv": self = .csv
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonl
    case "parquet": self = .parquet
    case "xlsx": self = .xlsx
    default: return nil
    }
  }

  /// Whether people read it, so that values may be formatted for their locale.
  public var isForPeople: Bool { self == .text || self == .markdown }

  /// Whether the facts are columns of the table.
  package var hasFactColumns: Bool { self == .csv || self == .jsonl || self == .parquet }

  /// Whether the form is bytes that a person cannot read.
  public var isBinary: Bool { self == .parquet || self == .xlsx }

  /// A printer of the form; `nil` for one that is not text.
  ///
  /// - Parameters:
  ///   - bars: Bars next to rows of ``text``, if there are to be some.
  ///   - locale: Whose people read ``text`` and ``markdown``; `nil` for the plain form.
  ///   - places: The columns that ``text`` and ``markdown`` show, in this order; `nil` for all. Other forms show all.
  ///   - width: The number of characters that lines of ``text`` have at most: columns are left out.
  package func printer(
    bars: AnswerBars? = nil, locale: LocaleFormat? = nil, showing places: [Int]? = nil,
    width: Int? = nil, fits: Bool = true
  ) -> (any AnswerPrinter)? {
    switch self {
    case .text:
      TextAnswerPrinter(
        bars: bars, AnswerPresentation(locale, showing: places), width: width, fits: fits)
    case .markdown: MarkdownAnswerPrinter(AnswerPresentation(locale, showing: places))
    case .csv: CSVAnswerPrinter()
    case .json: JSONAnswerPrinter()
    case .jsonl: JSONLinesAnswerPrinter()
    case .parquet, .xlsx: nil
    }
  }
}
