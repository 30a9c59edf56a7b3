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
