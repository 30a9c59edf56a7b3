import CHealthICU
import LibC

/// ICU, the Unicode library for locales. It is loaded at run time: linking it would add 31 MB of data to the tool.
///
/// The functions have no state of their own; each formatter belongs to one ``LocaleFormat``.
@safe
struct ICULibrary: Sendable {
  private let functions: ICU

  /// The versions that can be loaded. Number skeletons support units since version 68.
  static let versions = 68...99

  /// The possible names of the library, the newest version first.
  static let names = versions.reversed().map { (name: "libicui18n.so.\($0)", version: $0) }

  static let system = Result { () throws(LocaleError) in try ICULibrary(names) }

  /// Loads the first library of a list that is installed. It is never unloaded.
  ///
  /// - Throws: `LocaleError.noLibrary` if no library of the list can be loaded and has all functions.
  init(_ names: [(name: String, version: Int)]) throws(LocaleError) {
    for (name, version) in names {
      guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      var functions = ICU()
      guard unsafe ICUFind(&functions, library, Int32(version)) == 1 else { continue }
      self.functions = functions
      return
    }
    throw .noLibrary
  }

  // MARK: Locales

  /// The name of a locale as ICU writes it, such as `en_GB`; `nil` for an unknown language or region.
  func canonicalName(_ locale: String) -> String? {
    guard
      let name = unsafe name({
        unsafe functions.uloc_canonicalize(locale, $0.baseAddress, Int32($0.count), &$1)
      }),
      unsafe Self.isKnown(functions.uloc_getISO3Language(name))
    else { return nil }
    let country = country(of: name)
    let isKnown = unsafe Self.isKnown(functions.uloc_getISO3Country(name))
    return country == nil || isKnown ? name : nil
  }

  /// Whether a function returned a code. For an unknown locale it returns an empty one.
  private static func isKnown(_ code: UnsafePointer<CChar>?) -> Bool {
    unsafe code.map { unsafe $0.pointee != 0 } ?? false
  }

  /// The region of a locale; if it states none, the most likely region of its language.
  func region(_ locale: String) -> String? {
    if let country = country(of: locale) { return country }
    let likely = unsafe name {
      unsafe functions.uloc_addLikelySubtags(locale, $0.baseAddress, Int32($0.count), &$1)
    }
    return likely.flatMap { country(of: $0) }
  }

  /// The language tag of BCP 47, such as `en-GB`. A POSIX variant becomes a private subtag: `de_DE@euro` gives
  /// `de-DE-x-lvariant-euro`. `nil` for a variant that a tag cannot contain.
  func languageTag(_ locale: String) -> String? {
    func tag(isStrict: Int8) -> String? {
      unsafe name {
        unsafe functions.uloc_toLanguageTag(
          locale, $0.baseAddress, Int32($0.count), isStrict, &$1)
      }
    }
    if let tag = tag(isStrict: 1) { return tag }
    return tag(isStrict: 0).flatMap { $0.split(separator: "-").contains("lvariant") ? $0 : nil }
  }

  private func country(of locale: String) -> String? {
    unsafe name {
      unsafe functions.uloc_getCountry(locale, $0.baseAddress, Int32($0.count), &$1)
    }
  }

  /// The name that a function writes into a buffer; `nil` if it writes none.
  private func name(
    _ body: (UnsafeMutableBufferPointer<CChar>, inout Int32) -> Int32
  ) -> String? {
    guard let characters = unsafe written(160, body), !characters.isEmpty else { return nil }
    return String(decoding: characters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The text that a function writes into a buffer; `nil` if it fails. Direction marks, which some locales insert, are removed:
  /// the tool would print them as escapes.
  private func text(
    _ body: (UnsafeMutableBufferPointer<UInt16>, inout Int32) -> Int32
  ) -> String? {
    guard let units = unsafe written(256, body) else { return nil }
    let marks: [UInt16] = [0x061C, 0x200E, 0x200F]
    return String(decoding: units.filter { !marks.contains($0) }, as: UTF16.self)
  }

  /// The code units that a function writes, up to a length; `nil` if it fails (some functions then return -1).
  private func written<Unit>(
    _ most: Int, _ body: (UnsafeMutableBufferPointer<Unit>, inout Int32) -> Int32
  ) -> [Unit]? {
    var error: Int32 = 0
    let units = unsafe [Unit](unsafeUninitializedCapacity: most) { buffer, count in
      count = max(0, min(Int(unsafe body(buffer, &error)), most))
    }
    return error > 0 ? nil : units
  }

  // MARK: Numbers

  /// Formats numbers by one skeleton.
  @safe
  final class NumberFormat {
    private let library: ICULibrary
    private let formatter: UnsafeMutableRawPointer
    private let result: UnsafeMutableRawPointer

    /// - Parameter skeleton: A number skeleton of ICU, such as `unit/kilogram unit-width-short .#`.
    /// - Returns: `nil` if this version of ICU does not have the unit.
    init?(_ library: ICULibrary, _ skeleton: String, _ locale: String) {
      var error: Int32 = 0
      let units = Array(skeleton.utf16)
      let formatter = unsafe library.functions.unumf_openForSkeletonAndLocale(
        units, Int32(units.count), locale, &error)
      let result = unsafe library.functions.unumf_openResult(&error)
      guard error <= 0, let formatter = unsafe formatter, let result = unsafe result else {
        if let formatter = unsafe formatter { unsafe library.functions.unumf_close(formatter) }
        if let result = unsafe result { unsafe library.functions.unumf_closeResult(result) }
        return nil
      }
      self.library = library
      unsafe self.formatter = formatter
      unsafe self.result = result
    }

    deinit {
      unsafe library.functions.unumf_close(formatter)
      unsafe library.functions.unumf_closeResult(result)
    }

    func text(_ value: Double) -> String? {
      var error: Int32 = 0
      unsafe library.functions.unumf_formatDouble(formatter, value, result, &error)
      if error > 0 { return nil }
      return unsafe library.text {
        unsafe library.functions.unumf_resultToString(
          result, $0.baseAddress, Int32($0.count), &$1)
      }
    }
  }

  /// Joins the two parts of a quantity, such as feet and inches, as is usual in a locale.
  func joined(_ first: String, _ second: String, _ locale: String) -> String? {
    /// `ULISTFMT_TYPE_UNITS` and `ULISTFMT_WIDTH_NARROW`: without the comma of lists in sentences.
    let (units, narrow): (Int32, Int32) = (2, 2)
    var error: Int32 = 0
    guard
      let formatter = unsafe functions.ulistfmt_openForType(locale, units, narrow, &error),
      error <= 0
    else { return nil }
    defer { unsafe functions.ulistfmt_close(formatter) }
    let (first, second) = (Array(first.utf16), Array(second.utf16))
    let lengths = [Int32(first.count), Int32(second.count)]
    return unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        let texts = unsafe [first.baseAddress, second.baseAddress]
        return unsafe text {
          unsafe functions.ulistfmt_format(
            formatter, texts, lengths, 2, $0.baseAddress, Int32($0.count), &$1)
        }
      }
    }
  }

  // MARK: Dates

  /// Formats dates of the Gregorian calendar in UTC with some fields, as is usual in a locale.
  @safe
  final class DateFormat {
    private let library: ICULibrary
    private let formatter: UnsafeMutableRawPointer

    /// - Parameter fields: A date skeleton of ICU, such as `yMMMM`.
    init?(_ library: ICULibrary, fields: String, _ locale: String) {
      let functions = library.functions
      let locale = Self.gregorian(locale)
      var error: Int32 = 0
      guard let generator = unsafe functions.udatpg_open(locale, &error), error <= 0 else {
        return nil
      }
      defer { unsafe functions.udatpg_close(generator) }
      let skeleton = Array(fields.utf16)
      let pattern = unsafe library.text {
        unsafe functions.udatpg_getBestPattern(
          generator, skeleton, Int32(skeleton.count), $0.baseAddress, Int32($0.count), &$1)
      }
      guard let pattern else { return nil }
      let (zone, units) = (Array("UTC".utf16), Array(pattern.utf16))
      /// `UDAT_PATTERN`: the pattern is an argument.
      let byPattern: Int32 = -2
      guard
        let formatter = unsafe functions.udat_open(
          byPattern, byPattern, locale, zone, Int32(zone.count), units, Int32(units.count), &error),
        error <= 0
      else { return nil }
      self.library = library
      unsafe self.formatter = formatter
    }

    deinit { unsafe library.functions.udat_close(formatter) }

    /// The locale with the Gregorian calendar instead of the one that it states or that is usual in its region.
    ///
    /// - Parameter locale: A locale of ICU, which may have keywords such as `@calendar=buddhist;currency=THB`.
    private static func gregorian(_ locale: String) -> String {
      let parts = locale.split(separator: "@", maxSplits: 1)
      let keywords = parts.dropFirst().joined().split(separator: ";")
        .filter { !$0.hasPrefix("calendar=") }
      return parts[0] + "@" + (keywords + ["calendar=gregorian"]).joined(separator: ";")
    }

    /// - Parameter milliseconds: Since 1970.
    func text(_ milliseconds: Double) -> String? {
      unsafe library.text {
        unsafe library.functions.udat_format(
          formatter, milliseconds, $0.baseAddress, Int32($0.count), nil, &$1)
      }
    }
  }
}

/// ICU's names of the units of health data. Units that ICU lacks, such as decibels, are shown by their symbol.
enum ICUUnit {
  /// By the text of the unit.
  static let names = [
    "%": "percent", "count/min": "per-minute",
    "g": "gram", "mg": "milligram", "mcg": "microgram", "kg": "kilogram", "lb": "pound",
    "oz": "ounce", "st": "stone",
    "m": "meter", "cm": "centimeter", "mm": "millimeter", "km": "kilometer", "in": "inch",
    "ft": "foot", "yd": "yard", "mi": "mile",
    "L": "liter", "mL": "milliliter", "fl_oz_us": "fluid-ounce",
    "fl_oz_imp": "fluid-ounce-imperial",
    "pt_us": "pint", "cup_us": "cup",
    "s": "second", "ms": "millisecond", "min": "minute", "hr": "hour", "d": "day",
    "kcal": "kilocalorie", "Cal": "foodcalorie", "kJ": "kilojoule", "J": "joule",
    "kcal/hr·kg": "kilocalorie-per-kilogram-hour",
    "km/hr": "kilometer-per-hour", "mi/hr": "mile-per-hour", "m/s": "meter-per-second",
    "ft/s": "foot-per-second", "L/min": "liter-per-minute",
    "mL/min·kg": "milliliter-per-kilogram-minute",
    "degC": "celsius", "degF": "fahrenheit", "K": "kelvin",
    "mmHg": "millimeter-ofhg", "kPa": "kilopascal",
    "mg/dL": "milligram-per-deciliter", "mmol<180.1558800000541>/L": "millimole-per-liter",
    "W": "watt", "Hz": "hertz", "lx": "lux", "deg": "degree",
  ]
}
