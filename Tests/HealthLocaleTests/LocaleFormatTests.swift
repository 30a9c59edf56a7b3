import HealthUnits
import Testing

@testable import HealthLocale

/// Values and names as people of a locale write them.
@Suite(
  .enabled(
    if: (try? ICULibrary.system.get()) != nil, "found no ICU: apt-get install libicu72 or another"))
struct LocaleFormatTests {
  private static func plain(_ text: String) -> String {
    // Which kind of space a locale has differs between versions of ICU.
    String(text.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
  }

  /// The figures of the requirements, word for word.
  @Test(arguments: [
    ("en_US", 175.3 / 30.48, "ft", "5 ft 9 in"), ("en_GB", 71.2 / 6.35029318, "st", "11 st 3 lb"),
    ("de_DE", 70.5, "kg", "70,5 kg"),
  ])
  func personMassAndHeight(
    _ locale: String, _ value: Double, _ unit: String, _ text: String
  ) throws {
    let format = try LocaleFormat(locale)
    #expect(format.text(value, in: try HealthUnit(unit), isHeight: true) == text)
  }

  @Test(arguments: [
    ("en_US", 157.04, "lb", "157 lb"), ("en_US", 98.6, "degF", "98.6°F"),
    ("en_US", 1_234.5, "kcal", "1,235 kcal"), ("de_DE", 1_234.5, "km", "1.235 km"),
    ("de_DE", 97, "%", "97 %"), ("en_GB", 97.5, "%", "97.5%"),
    ("de_DE", 72.25, "count/min", "72,3/min"), ("de_DE", 39_741, "count", "39.741"),
    ("de_DE", 5.5, "mmol<180.1558800000541>/L", "5,5 mmol/l"), ("de_DE", 36.85, "degC", "36,9 °C"),
    ("en_GB", 11.99, "st", "12 st 0 lb"), ("en_US", 5.999, "ft", "6 ft 0 in"),
    ("de_DE", 61.5, "dBASPL", "61,5 dBASPL"), ("en_GB", 2.5, "mi", "2.5 mi"),
    ("fr_FR", 1_234.5, "m", "1 235 m"), ("en_US", -3, "st", "-3 st"),
    ("de_DE", 0.313, "mi", "0,31 mi"), ("en_US", -0.000_1, "degC", "0°C"),
    ("en_US", -0.0, "degC", "0°C"), ("en_US", -0.005, "degC", "-0.005°C"),
    ("en_US", -0.000_1, "%", "0%"), ("en_US", -0.000_1, "st", "0 st"),
    ("en_US", -0.000_1, "count", "0"),
  ])
  func valuesHaveTheirUnit(
    _ locale: String, _ value: Double, _ unit: String, _ text: String
  ) throws {
    let format = try LocaleFormat(locale)
    #expect(Self.plain(format.text(value, in: try HealthUnit(unit), isHeight: true)) == text)
  }

  /// Texts from right to left have no characters that output shows as commands.
  @Test(arguments: ["he_IL", "ar_EG", "fa_IR"])
  func directionHasNoMarks(_ locale: String) throws {
    let format = try LocaleFormat(locale)
    let texts = [
      format.text(-70.5, in: .kilogram), format.text(0.5, in: .percent), format.number(-1_234),
    ]
    for text in texts {
      #expect(!text.isEmpty)
      #expect(text.unicodeScalars.allSatisfy { !$0.properties.isBidiControl }, "\(locale)")
    }
  }

  /// Only the height of a person has feet and inches.
  @Test func lengthsAreInOneUnit() throws {
    #expect(try LocaleFormat("en_US").text(100, in: try HealthUnit("ft"), places: 0) == "100 ft")
  }

  /// ICU itself chooses the same units for the mass and the height of a person of a region, and formats them in the same way
  /// but for the comma of sentences.
  @Test(arguments: ["en_US", "en_GB", "de_DE", "en_CA", "en_IN"])
  func unitsAreThoseOfICU(_ locale: String) throws {
    let library = try ICULibrary.system.get()
    func text(_ skeleton: String, _ value: Double) throws -> String {
      let format = try #require(ICULibrary.NumberFormat(library, skeleton, locale))
      return Self.plain(try #require(format.text(value))).split(separator: ",").joined()
    }
    let format = try LocaleFormat(locale)
    let region = try #require(format.region)
    let mass = ["US": "lb", "GB": "st"][region] ?? "kg"
    let height = ["US": "ft", "GB": "ft", "CA": "ft", "IN": "ft"][region] ?? "cm"
    let kilograms = try HealthUnit.kilogram.convert(71, to: try HealthUnit(mass))
    let centimeters = try HealthUnit.centimeter.convert(175, to: try HealthUnit(height))
    let ownMass = format.text(kilograms, in: try HealthUnit(mass), places: 0)
    let ownHeight = format.text(centimeters, in: try HealthUnit(height), places: 0, isHeight: true)
    #expect(
      try text("unit/kilogram usage/person unit-width-short .", 71) == Self.plain(ownMass))
    #expect(
      try text("unit/centimeter usage/person-height unit-width-short .", 175)
        == Self.plain(ownHeight))
  }

  /// Each name of the table is a unit of ICU.
  @Test func unitsHaveNames() throws {
    let library = try ICULibrary.system.get()
    for (unit, name) in ICUUnit.names where unit != "%" {
      #expect(throws: Never.self) { try HealthUnit(unit) }
      #expect(ICULibrary.NumberFormat(library, "unit/\(name)", "en") != nil, "\(name)")
    }
  }

  @Test func months() throws {
    // 2024-03-15
    let day = 19_797
    let german = try LocaleFormat("de_DE")
    #expect(german.month(ofDay: day, .withYear) == "März 2024")
    #expect(german.month(ofDay: day, .long) == "März")
    #expect(german.month(ofDay: day, .short) == "Mär")
    #expect(try LocaleFormat("en_GB").month(ofDay: day, .withYear) == "March 2024")
  }

  /// Days are of the Gregorian calendar, also where another one is usual or is in the name of the locale.
  @Test(arguments: [
    ("fa_IR", "ژوئن", "۲۰۲۴"), ("ar_SA", "يونيو", "٢٠٢٤"), ("th_TH", "มิถุนายน", "2024"),
    ("th_TH@calendar=buddhist;currency=THB", "มิถุนายน", "2024"), ("de-u-ca-islamic", "Juni", "2024"),
    ("de_DE@currency=EUR", "Juni", "2024"),
  ])
  func monthsAreGregorian(_ locale: String, _ month: String, _ year: String) throws {
    // 2024-06-01
    let day = 19_875
    let format = try LocaleFormat(locale)
    #expect(format.month(ofDay: day, .long) == month)
    let text = try #require(format.month(ofDay: day, .withYear))
    #expect(text.contains(month) && text.contains(year), "\(text)")
  }

  @Test func roundedFixedPlacesHaveNoNegativeZero() throws {
    let format = try LocaleFormat("en_US")
    #expect(format.number(-0.04, places: 1) == "0.0")
    #expect(format.number(-0.05, places: 1) == "-0.1")
    #expect(format.number(-0.4, places: 0) == "0")
  }

  @Test(arguments: [
    ("en_GB", "en-GB", "GB"), ("de-DE", "de-DE", "DE"), ("de_DE.UTF-8", "de-DE", "DE"),
    ("de", "de", "DE"), ("fr_CA", "fr-CA", "CA"), ("de_DE@euro", "de-DE-x-lvariant-euro", "DE"),
  ])
  func localesHaveTagsAndRegions(_ name: String, _ tag: String, _ region: String) throws {
    let format = try LocaleFormat(name)
    #expect(format.languageTag == tag)
    #expect(format.region == region)
  }

  @Test(arguments: [
    "", "C", "xx_YY", "english", "de_ZZ", "en_GB\u{0}", "../de", String(repeating: "e", count: 200),
    "en__ABCDEFGHIJ",
  ])
  func otherNamesAreRefused(_ name: String) {
    #expect(throws: LocaleError.unknownLocale(name)) { try LocaleFormat(name) }
  }

  @Test func longNamesAreCutOffInMessages() {
    func message(_ count: Int) -> String {
      LocaleError.unknownLocale(String(repeating: "e", count: count)).description
    }
    let shown = String(repeating: "e", count: 60)
    #expect(message(60).hasPrefix("unknown locale '\(shown)', "))
    #expect(message(100_000).hasPrefix("unknown locale '\(shown)…', "))
  }
}

/// Systems without ICU.
@Suite struct ICULibraryTests {
  @Test func aMissingLibraryIsAnErrorWithItsPackage() {
    let error = #expect(throws: LocaleError.self) {
      try ICULibrary([(name: "libicui18n.so.no-such-version", version: 72)])
    }
    #expect(error == .noLibrary)
    #expect(error?.description.contains("libicu72") == true)
  }

  /// A library that is no ICU, or another version than its name states.
  @Test func aLibraryWithoutTheFunctionsIsNotUsed() {
    #expect(throws: LocaleError.noLibrary) {
      try ICULibrary([(name: "libc.so.6", version: 72), (name: "libicui18n.so.72", version: 4)])
    }
  }
}
