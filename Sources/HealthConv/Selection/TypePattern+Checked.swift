extension TypePattern {
  /// A pattern that may fit types the catalog does not know.
  ///
  /// - Parameter text: `HeartRate`, `HKQuantityTypeIdentifierHeartRate`, `workout`, `running`, `Dietary*`. Case is
  ///   ignored; `*` matches any number of characters and `?` a single one.
  /// - Throws: `ConversionError` of code `.usage` if it is not a pattern, an identifier or a known name: a mistyped
  ///   name would select nothing.
  public init(_ text: String) throws(ConversionError) {
    guard let pattern = TypePattern(known: text) else {
      let hint = Catalog.question(for: text)
      throw ConversionError(
        .usage, "unknown type '\(text)'.\(hint)", remedy: .list(.types))
    }
    self = pattern
  }
}
