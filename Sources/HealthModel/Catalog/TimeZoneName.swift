/// The names of time zones, as the metadata of samples have them.
package enum TimeZoneName {
  /// Whether a name is one of the IANA time zone database, old names too, or one of a fixed offset as
  /// Foundation makes it: `GMT+0200`.
  ///
  /// - Parameter name: The name, such as `Europe/Paris`.
  public static func isKnown(_ name: String) -> Bool {
    timeZoneNames.contains(name) || isFixedOffset(name)
  }

  /// The full name for its last part alone, or for a text in other case: `berlin` for `Europe/Berlin`.
  ///
  /// - Returns: The name; `nil` if none is near.
  package static func meant(by name: String) -> String? {
    let wanted = name.lowercased().replacing(" ", with: "_")
    let names = timeZoneNames.sorted()
    return names.first { name in
      let lowercased = name.lowercased()
      return lowercased == wanted || lowercased.hasSuffix("/\(wanted)")
    } ?? NearMiss.nearest(to: name, among: names)
  }

  private static func isFixedOffset(_ name: String) -> Bool {
    guard name.hasPrefix("GMT+") || name.hasPrefix("GMT-") else { return false }
    let digits = name.dropFirst(4).filter { $0 != ":" }
    guard 1...4 ~= digits.utf8.count, let number = Int(digits), number >= 0 else { return false }
    let (hours, minutes) = digits.utf8.count > 2 ? (number / 100, number % 100) : (number, 0)
    return minutes < 60 && hours * 60 + minutes <= 18 * 60
  }
}
