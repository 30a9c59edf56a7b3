import HealthBytes

/// The arguments of a call, which fit the parameters of their tool.
struct Arguments {
  private let values: [(String, JSONText)]
  private static let mostItems = 64

  /// Checks arguments. `null` is the same as no argument, and one text the same as a list of it.
  init(_ values: [(String, JSONText)], for tool: Tool) throws(ToolError) {
    self.values = values.filter { if case .literal("null") = $0.1 { false } else { true } }
    for (name, value) in self.values {
      guard let parameter = tool.parameters.first(where: { $0.name == name }) else {
        let names = tool.parameters.map(\.name).joined(separator: ", ")
        throw ToolError("unknown argument '\(name.clipped)', expected some of: \(names)")
      }
      try Self.check(value, name, parameter.kind)
    }
    for parameter in tool.parameters
    where parameter.isRequired && self.values[parameter.name] == nil {
      throw ToolError("the argument '\(parameter.name)' is missing: \(parameter.description)")
    }
  }

  private static func check(
    _ value: JSONText, _ name: String, _ kind: Parameter.Kind
  ) throws(ToolError) {
    switch (kind, value) {
    case (.text, .string), (.number, .number): return
    case (.number, .literal(let text)) where Double(text)?.isFinite == true: return
    case (.integer(let range), _) where number(value) != nil:
      if let number = number(value).flatMap({ Int(exactly: $0) }), range.contains(number) { return }
      throw ToolError(
        "'\(name)' expects a whole number from \(range.lowerBound) to \(range.upperBound)")
    case (.choice(let names), .string(let text)):
      if names.contains(text) { return }
      throw ToolError(
        "'\(name)' is '\(text.clipped)', expected one of: \(names.joined(separator: ", "))")
    case (.texts, .string): return
    case (.choices(let names), .string): return try check(value, name, .choice(names))
    case (.texts, .array(let items)): return try check(items, name, .text)
    case (.choices(let names), .array(let items)):
      return try check(items, name, .choice(names))
    case (.numbers, .array(let items)): return try check(items, name, .number)
    default:
      throw ToolError("'\(name)' has a value of the wrong type, expected \(kind.words)")
    }
  }

  private static func check(
    _ items: [JSONText], _ name: String, _ kind: Parameter.Kind
  ) throws(ToolError) {
    guard items.count <= mostItems else {
      throw ToolError("'\(name)' has \(items.count) items, expected at most \(mostItems)")
    }
    for item in items { try check(item, name, kind) }
  }

  /// A text; `nil` without the argument.
  func text(_ name: String) -> String? {
    if case .string(let text) = values[name] { text } else { nil }
  }

  /// Texts; none without the argument.
  func texts(_ name: String) -> [String] {
    switch values[name] {
    case .string(let text): [text]
    case .array(let items):
      items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    default: []
    }
  }

  func integer(_ name: String) -> Int? { number(name).flatMap { Int(exactly: $0) } }

  func number(_ name: String) -> Double? { values[name].flatMap(Self.number) }

  func numbers(_ name: String) -> [Double] {
    if case .array(let items) = values[name] { items.compactMap(Self.number) } else { [] }
  }

  private static func number(_ value: JSONText) -> Double? {
    switch value {
    case .number(let number): Double(number)
    case .literal(let text): Double(text)
    default: nil
    }
  }
}

extension Parameter.Kind {
  fileprivate var words: String {
    switch self {
    case .text, .choice: "a string"
    case .texts, .choices: "a list of strings"
    case .number: "a number"
    case .numbers: "a list of numbers"
    case .integer: "a whole number"
    }
  }
}
