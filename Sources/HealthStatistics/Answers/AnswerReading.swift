import HealthBytes
import HealthLocale
import HealthModel
import HealthUnits

/// How people read the rows of an answer: in a plain form that is the same everywhere, or as those of a locale write values.
///
/// In a locale each figure has its unit, so titles have no units, and the column of units is left out. The value of a category is
/// part of its type (`SleepAnalysis AsleepCore`), unless columns are chosen.
struct AnswerReading: Sendable {
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
