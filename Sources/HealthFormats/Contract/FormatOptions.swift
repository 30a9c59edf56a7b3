extension Format {
  /// Values of options that formats declare, such as ``ReadOptions`` and ``WriteOptions``.
  public protocol Options: Sendable {
    /// The options that were set, each once, with their values.
    var values: [(option: Option, value: any Sendable)] { get set }
  }
}

extension Format.Options {
  /// The options that were set.
  public var given: [Format.Option] { values.map(\.option) }

  /// The value of an option; `nil` if it is not set.
  public subscript<Value: Sendable>(option: Format.Option) -> Value? {
    get { values.first { $0.option.name == option.name }?.value as? Value }
    set {
      values.removeAll { $0.option.name == option.name }
      if let newValue { values.append((option, newValue)) }
    }
  }

  /// Sets an option from a text.
  ///
  /// - Parameter text: Its value as a text; empty for a flag.
  /// - Returns: Whether the text is a value of the option.
  /// - Throws: `FormatError` if the option describes what is wrong with the text.
  public mutating func set(_ option: Format.Option, to text: String) throws(FormatError) -> Bool {
    guard let value = try option.value(text) else { return false }
    values.removeAll { $0.option.name == option.name }
    values.append((option, value))
    return true
  }
}
