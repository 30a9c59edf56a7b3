import HealthBytes
package import HealthLocale
package import HealthModel
package import HealthStatistics

/// The form of numbers and months on a page: a plain one that is the same everywhere, or that of a locale.
package struct ReportText: Sendable {
  package let units: FigureUnits
  private let locale: LocaleFormat?
  /// The units of measures, by raw value; `nil` for those that have no unit of a type.
  private let measureUnits: [FigureUnit?]

  /// The form of a locale; `nil` for the plain one.
  ///
  /// - Parameter unit: The unit of the figures of a type, which are calculated in its canonical unit.
  package init(
    _ units: FigureUnits = FigureUnits(), _ locale: LocaleFormat? = nil,
    unit: (QuantityType) -> FigureUnit = { FigureUnit(of: $0) }
  ) {
    (self.units, self.locale) = (units, locale)
    measureUnits = Measure.allCases.map { measure in
      switch measure {
      case .distance: units.distance
      case .energy: units.energy
      case .mass: units.mass
      default: measure.form.type.map(unit)
      }
    }
  }

  /// A value in the unit of the page.
  func shown(_ value: Double, _ measure: Measure) -> Double {
    guard let unit = measureUnits[measure.rawValue] else { return value }
    return unit.name == "%" ? value * 100 : unit(value)
  }

  /// The unit of a measure for people; `nil` for sleep, which has hours and minutes.
  func unit(_ measure: Measure) -> String? {
    switch measure {
    case .sleep: nil
    case .systolic, .diastolic: "mmHg"
    case .steps: ""
    case .heartRate, .restingHeartRate: "beats/min"
    case .respiratoryRate: "breaths/min"
    default:
      switch measureUnits[measure.rawValue]?.name {
      case "degC": "°C"
      case "degF": "°F"
      case let name: name ?? ""
      }
    }
  }

  /// The name of a measure with its unit, for the head of a column: `Weight (kg)`.
  func heading(_ measure: Measure) -> String {
    let unit = unit(measure) ?? ""
    return unit.isEmpty ? measure.form.title : "\(measure.form.title) (\(unit))"
  }

  /// A value of a measure without its unit.
  func cell(_ value: Double?, _ measure: Measure) -> String? {
    guard let value else { return nil }
    if measure == .sleep { return value.hours }
    if measure == .mass { return cell(value, units.mass, 1) }
    return number(value, places(measure)) as String
  }

  /// A range of values of a measure without its unit: `110–145`.
  func cell(_ range: (low: Double, high: Double)?, _ measure: Measure) -> String? {
    guard let range, let low = cell(range.low, measure), let high = cell(range.high, measure)
    else { return nil }
    return low == high ? low : "\(low)–\(high)"
  }

  /// A value of a measure with its unit.
  func figure(_ value: Double, _ measure: Measure) -> String {
    let own = measureUnits[measure.rawValue]
    if let own, [.distance, .energy, .mass].contains(measure) {
      return figure(value, own, places(measure))
    }
    let (text, unit) = (cell(value, measure) ?? "", unit(measure) ?? "")
    return unit.isEmpty ? text : "\(text) \(unit)"
  }

  private func places(_ measure: Measure) -> Int {
    if measure == .glucose, unit(.glucose)?.hasPrefix("mmol") == true { return 1 }
    return measure.form.places
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
  /// `Jun 2024`
  func shortTitle(_ month: MonthKey) -> String {
    locale?.month(ofDay: month.number(ofDay: 15), .shortWithYear)
      ?? "\(month.name.prefix(3)) \(month.year)"
  }
  /// `2024`
  func year(_ month: MonthKey) -> String {
    locale?.month(ofDay: month.number(ofDay: 15), .year) ?? "\(month.year)"
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
