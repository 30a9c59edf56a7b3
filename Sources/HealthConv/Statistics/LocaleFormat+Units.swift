import HealthLocale

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

extension UnitPreferences {
  /// Why values cannot be formatted for any locale on this system; `nil` if they can.
  package static var localeFailure: String? {
    do throws(LocaleError) {
      try LocaleFormat.check()
      return nil
    } catch { return error.description }
  }
}
