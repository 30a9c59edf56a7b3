extension Zone {
  /// The time zone with a name that a user gave.
  ///
  /// - Parameter name: `UTC`, an offset, a place or `local`.
  /// - Throws: `ConversionError` of code `.usage` if nothing has that name.
  public static func named(_ name: String) throws(ConversionError) -> Zone {
    do throws(Zone.Fault) { return try Zone(name) } catch {
      // Other abbreviations are close in their letters, but not in their time.
      if let places = abbreviations[name.uppercased()] {
        throw ConversionError(
          .usage, error.description + ". For \(name.uppercased()) name a place: \(places).")
      }
      let meant = TimeZoneName.meant(by: name).map { ". Did you mean '\($0)'?" } ?? ""
      throw ConversionError(.usage, error.description + meant)
    }
  }

  /// Abbreviations that the zone database does not have, with places that they may be about.
  private static let abbreviations = [
    "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "PT": "America/Los_Angeles",
    "MDT": "America/Denver", "MT": "America/Denver", "CST": "America/Chicago, or Asia/Shanghai",
    "CDT": "America/Chicago", "CT": "America/Chicago", "EDT": "America/New_York",
    "ET": "America/New_York", "BST": "Europe/London", "IST": "Asia/Kolkata, or Europe/Dublin",
    "CEST": "Europe/Berlin", "MEZ": "Europe/Berlin", "MESZ": "Europe/Berlin",
    "EEST": "Europe/Helsinki", "JST": "Asia/Tokyo", "AEST": "Australia/Sydney",
    "AEDT": "Australia/Sydney",
  ]
}
