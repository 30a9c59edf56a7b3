import HealthBytes
package import HealthLocale

extension LocaleFormat {
  /// The format of a locale.
  ///
  /// - Parameters:
  ///   - name: The locale; `nil` for none.
  ///   - units: If none were chosen, not even `as-is`, those of the region of the locale replace them.
  static func open(
    _ name: String?, choosing units: inout UnitPreferences
  ) throws(ConversionError) -> LocaleFormat? {
    guard let name else { return nil }
    return try open(named: name, choosing: &units)
  }

  /// The format of a locale, and its units.
  package static func open(
    named name: String, choosing units: inout UnitPreferences
  ) throws(ConversionError) -> LocaleFormat {
    do throws(LocaleError) {
      let format = try LocaleFormat(name)
      // A region such as 419, Latin America, has no units of its own.
      if units.isEmpty, !units.isChosen, let region = format.region { try? units.add(region) }
      return format
    } catch {
      throw ConversionError(
        error == .noLibrary ? .unsupported : .usage, error.description, cause: error)
    }
  }
}

/// The mark before the decimals of numbers in tables for spreadsheet programs.
package enum DecimalMark {
  /// Whether it is a comma in the locale of the environment (`LC_ALL`, `LC_NUMERIC`, `LANG`).
  ///
  /// - Returns: Why it is not known, next to `false`; `nil` if it is known, or the environment has no locale.
  package static func isCommaInEnvironment() -> (isComma: Bool, failure: String?) {
    let name = ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap { Environment[$0] }
      .first { !$0.isEmpty }
    guard let name, let language = name.split(whereSeparator: { "._@".contains($0) }).first,
      !["C", "POSIX"].contains(language)
    else { return (false, nil) }
    do throws(LocaleError) {
      return (try LocaleFormat(name).hasDecimalComma, nil)
    } catch { return (false, error.description) }
  }
}

extension UnitPreferences {
  /// Why values cannot be formatted for any locale on this system; `nil` if they can.
  package static var localeFailure: String? {
    do throws(LocaleError) {
      try LocaleFormat.check()
      return nil
    } catch { return error.description }
  }
}
