import HealthBytes
package import HealthLocale
package import HealthStatistics

/// The form of numbers and months on a page: a plain one that is the same everywhere, or that of a locale.
package struct ReportText: Sendable {
  package let units: FigureUnits
  private let locale: LocaleFormat?

  /// The form of a locale; `nil` for the plain one.
  package init(_ units: FigureUnits = FigureUnits(), _ locale: LocaleFormat? = nil) {
    (self.units, self.locale) = (units, locale)
  }

  /// The language of the words of the page, which are English, as a tag.
  var language: String { locale.flatMap { $0.isEnglish ? $0.languageTag : nil } ?? "en" }
  /// The language of the names of months, if it is another one.
  var monthLanguage: String? { locale.flatMap { $0.isEnglish ? nil : $0.languageTag } }

  func number(_ value: Double, _ places: Int = 0) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "–" }
    return locale?.number(value, places: places) ?? value.shown(places)
  }

  func number(_ value: Double?, _ places: Int = 0) -> String? { value.map { number($0, places) } }

  func count(_ count: Int) -> String { locale?.number(Double(count), places: 0) ?? count.grouped }

  func figure(_ value: Double, _ unit: FigureUnit, _ places: Int = 0) -> String {
    locale?.text(value, in: unit.unit, places: places)
      ?? "\(value.shown(places)) \(unit.name)"
  }

  /// A figure below a heading with its unit; people of a locale do not read decimals of stones.
  func cell(_ value: Double?, _ unit: FigureUnit, _ places: Int = 0) -> String? {
    guard let value else { return nil }
    return locale != nil && unit.name == "st" ? figure(value, unit) : number(value, places)
  }

  /// `June 2024`
  func title(_ month: MonthKey) -> String {
    locale?.month(ofDay: month.number(ofDay: 15), .withYear) ?? month.title
  }
  /// `June`
  func name(_ month: MonthKey) -> String {
    locale?.month(ofDay: month.number(ofDay: 15), .long) ?? month.name
  }
  /// `Jun`
  func shortName(_ month: MonthKey) -> String {
    locale?.month(ofDay: month.number(ofDay: 15), .short) ?? String(month.name.prefix(3))
  }
}
