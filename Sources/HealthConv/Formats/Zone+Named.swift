extension Zone {
  /// The time zone with a name that a user gave.
  ///
  /// - Parameter name: `UTC`, an offset, a place or `local`.
  /// - Throws: `ConversionError` of code `.usage` if nothing has that name.
  public static func named(_ name: String) throws(ConversionError) -> Zone {
    do throws(Zone.Fault) { return try Zone(name) } catch {
      let meant = TimeZoneName.meant(by: name).map { ". Did you mean '\($0)'?" } ?? ""
      throw ConversionError(.usage, error.description + meant)
    }
  }
}
