/// How a format writes, where it leaves a choice.
///
/// The options of a format are declared by it (``Format/options``), with a property for each in an extension of this type.
public struct WriteOptions: Sendable {
  /// One of the format's ``Format/layouts``; by default the first.
  public var layout: String?
  /// The options that were set, each once.
  private var values: [(option: Format.Option, value: any Sendable)] = []

  /// The default of each format.
  public init() {}

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
  public mutating func set(_ option: Format.Option, to text: String) -> Bool {
    guard let value = option.value(text) else { return false }
    values.removeAll { $0.option.name == option.name }
    values.append((option, value))
    return true
  }

  /// Sets the options of a format that the extension of an output implies, unless they are set.
  public mutating func complete(for path: String, as format: Format) {
    let name = path.hasSuffix(".gz") ? path.dropLast(3) : path[...]
    for option in format.options where !given.contains(where: { $0.name == option.name }) {
      for (ending, text) in option.implied where name.hasSuffix(".\(ending)") {
        _ = set(option, to: text)
      }
    }
  }
}
