extension Format.Option {
  /// Whether to write GPX as the Health app does, where that deviates from the standard.
  public static let apple = Format.Option(
    flag: "apple", about: "writing as the Health app does",
    help: "Write GPX as the Health app does, with elements that the GPX schema does not allow.")
}

extension WriteOptions {
  /// Whether to write as Apple's own programs do, where they deviate from the format's standard.
  public var usesAppleSpelling: Bool {
    get { self[.apple] ?? false }
    set { self[.apple] = (newValue ? true : nil) as Bool? }
  }
}
