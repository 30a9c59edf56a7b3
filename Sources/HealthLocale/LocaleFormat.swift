// Without a locale, printers write a plain form that is the same everywhere. For a locale, `LocaleFormat` formats
// each value with its unit (`AnswerPresentation`, `ReportText`); dates stay ISO 8601. ICU is loaded by `dlopen` when a
// locale is given: linked, its data would add 31 MB to the tool. Its functions have the version in their names, so
// the versions 68 to 99 are tried, the newest first. The units are those of `UnitPreferences`, not of ICU's own
// table of usages, so that `--units` applies as well; a test compares both for the mass and height of persons.

package import HealthUnits
import Synchronization

/// Formats values and names for the people of a locale, by ICU. Formatters are made once, and used by one thread at a time.
package final class LocaleFormat: Sendable {
  private struct Formats {
    /// By their skeletons; `nil` for those that this version of ICU does not have.
    var numbers: [String: ICULibrary.NumberFormat?] = [:]
    var dates: [MonthForm: ICULibrary.DateFormat?] = [:]
  }

  private let library: ICULibrary
  /// The name of the locale as ICU writes it.
  private let locale: String
  /// The language tag of BCP 47, such as `en-GB`.
  package let languageTag: String
  /// The region, otherwise the most likely one of the language; `nil` for a language of no region.
  package let region: String?
  private let formats = Mutex(Formats())

  /// A locale of the library that the system has.
  ///
  /// - Parameter locale: Such as `en_GB`, `de-DE` or `fr`; an encoding after a point is ignored.
  /// - Throws: `LocaleError` if ICU is not installed, or does not have the language or the region.
  package convenience init(_ locale: String) throws(LocaleError) {
    try self.init(locale, ICULibrary.system.get())
  }

  /// Loads ICU.
  ///
  /// - Throws: `LocaleError.noLibrary` if it is not installed.
  package static func check() throws(LocaleError) { _ = try ICULibrary.system.get() }

  init(_ locale: String, _ library: ICULibrary) throws(LocaleError) {
    let isName = locale.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
        || "-_@=;.".unicodeScalars.contains($0)
    }
    guard isName, locale.utf8.count <= 100, let name = library.canonicalName(locale),
      let tag = library.languageTag(name)
    else { throw .unknownLocale(locale) }
    self.library = library
    self.locale = name
    languageTag = tag
    region = library.region(name)
  }

  /// Whether numbers have a comma before their decimals.
  package var hasDecimalComma: Bool { number(1.5, places: 1).contains(",") }

  package var isEnglish: Bool { languageTag == "en" || languageTag.hasPrefix("en-") }

  // MARK: Values

  /// A number without a unit.
  ///
  /// - Parameter places: How many decimals are shown; `nil` for as many as matter to people.
  package func number(_ value: Double, places: Int? = nil) -> String {
    format("", places ?? Self.places(of: value), isFixed: places != nil, value) ?? "\(value)"
  }

  /// A value with its unit: `70,5 kg`, `11 st 3 lb`, `98 %` of a value of 98.
  ///
  /// - Parameters:
  ///   - places: How many decimals are shown; `nil` for as many as matter to people.
  ///   - isHeight: Whether it is the height of a person: then feet have inches.
  package func text(
    _ value: Double, in unit: HealthUnit, places: Int? = nil, isHeight: Bool = false
  ) -> String {
    let symbol = unit.description
    if symbol == "count" || unit.isNull { return number(value, places: places) }
    if symbol == "st", let text = parts(value, "stone", "pound", of: 14) { return text }
    if isHeight, symbol == "ft", let text = parts(value, "foot", "inch", of: 12) { return text }
    let digits = places ?? Self.places(of: value)
    if let name = ICUUnit.names[symbol] {
      let skeleton = symbol == "%" ? name : "unit/\(name) unit-width-short"
      if let text = format(skeleton, digits, isFixed: places != nil, value) { return text }
    }
    let name = unit.description.split(separator: "<").first.map(String.init) ?? symbol
    let rest = symbol.split(separator: ">").dropFirst().first.map(String.init) ?? ""
    return "\(number(value, places: digits)) \(name)\(rest)"
  }

  /// A value in a unit and a smaller one, in whole numbers of the smaller one; `nil` below 0.
  private func parts(_ value: Double, _ large: String, _ small: String, of count: Int) -> String? {
    guard value >= 0, value < 1e9 else { return nil }
    let total = Int((value * Double(count)).rounded())
    func part(_ number: Int, _ name: String) -> String? {
      format("unit/\(name) unit-width-short", 0, isFixed: true, Double(number))
    }
    guard let first = part(total / count, large), let second = part(total % count, small) else {
      return nil
    }
    return library.joined(first, second, locale)
  }

  /// How many decimals people read of a figure: enough for three digits, and at most three.
  package static func places(of value: Double) -> Int {
    value.magnitude < 0.0995 ? 3 : value.magnitude < 9.995 ? 2 : value.magnitude < 999.95 ? 1 : 0
  }

  /// A value in the form of a skeleton; one that is rounded to zero has no sign.
  private func format(
    _ skeleton: String, _ places: Int, isFixed: Bool, _ value: Double
  ) -> String? {
    guard value.isFinite else { return nil }
    let isZero = Double("5e-\(places + 1)").map { value.magnitude < $0 } ?? false
    let value = isZero ? 0 : value
    let precision = "." + String(repeating: isFixed ? "0" : "#", count: places)
    let text = "\(skeleton) \(precision) rounding-mode-half-up"
    return formats.withLock { formats in
      if let known = formats.numbers[text] { return known?.text(value) }
      let format = ICULibrary.NumberFormat(library, text, locale)
      formats.numbers[text] = .some(format)
      return format?.text(value)
    }
  }

  // MARK: Dates

  package enum MonthForm: String {
    /// `June 2024`
    case withYear = "yMMMM"
    /// `Jun`
    case short = "LLL"
    /// `June`
    case long = "LLLL"
    /// `Jun 2024`
    case shortWithYear = "yMMM"
    /// `2024`
    case year = "y"
  }

  /// The name of a month.
  ///
  /// - Parameter days: The days from 1970-01-01 to a day of the month.
  package func month(ofDay days: Int, _ form: MonthForm) -> String? {
    let time = Double(days) * 86_400_000
    return formats.withLock { formats in
      if let known = formats.dates[form] { return known?.text(time) }
      let format = ICULibrary.DateFormat(library, fields: form.rawValue, locale)
      formats.dates[form] = .some(format)
      return format?.text(time)
    }
  }
}

/// Why values cannot be formatted for a locale.
package enum LocaleError: Error, Equatable, Sendable {
  /// ICU is not installed.
  case noLibrary
  /// No language or region of this name is known.
  case unknownLocale(String)
}

extension LocaleError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noLibrary:
      "ICU, the library for locales, cannot be loaded (version 68 or later); on Debian and Ubuntu it is a package such as "
        + "libicu72, see 'apt list libicu*'"
    case .unknownLocale(let name):
      "unknown locale '\(Self.shown(name))', expected a language, with or without a region, such as en_GB or de"
    }
  }

  /// The name, cut off after 60 characters.
  private static func shown(_ name: String) -> String {
    let start = name.unicodeScalars.prefix(60)
    return String(start) + (start.endIndex < name.endIndex ? "…" : "")
  }
}
