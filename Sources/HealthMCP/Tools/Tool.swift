import HealthBytes

struct Tool: Sendable {
  let name: String
  let title: String
  let description: String
  let parameters: [Parameter]
  let output: [(String, JSONText)]
  /// The members that every result has.
  let required: [String]
  /// The result for arguments that fit the parameters.
  let call: @Sendable (Arguments, AssistantServer) throws(ToolError) -> ToolResult

  /// Whether results are cached: the tool is slow, and its result depends only on its arguments and the data.
  var isKept: Bool { name != "samples" && name != "units" }

  /// Whether results are about the data.
  var readsData: Bool { name != "units" }

  /// The description of the tool in the list that clients request.
  var json: JSONText {
    .object([
      ("name", .string(name)), ("title", .string(title)), ("description", .string(description)),
      (
        "inputSchema",
        .object(
          [
            ("type", .string("object")),
            ("properties", .object(parameters.map { ($0.name, $0.schema) })),
          ]
            + (parameters.contains(where: \.isRequired)
              ? [
                (
                  "required",
                  .array(parameters.filter(\.isRequired).map { .string($0.name) })
                )
              ] : []) + [("additionalProperties", .boolean(false))])
      ),
      (
        "outputSchema",
        .object([
          ("type", .string("object")), ("properties", .object(output)),
          ("required", .array(required.map { .string($0) })),
        ])
      ),
      (
        "annotations",
        .object([
          ("readOnlyHint", .boolean(true)), ("idempotentHint", .boolean(true)),
          ("openWorldHint", .boolean(false)),
        ])
      ),
    ])
  }
}

/// Why a tool has no result, in words for the caller: no values, paths or names of files.
struct ToolError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

struct ToolResult {
  /// The result, if it fits the limit.
  let members: [(String, JSONText)]
  /// What to request instead of a result that is too large, by the limit and the bytes that are not rows.
  var offer: (_ limit: Int, _ other: Int) -> String = { _, _ in "name fewer types or a shorter time"
  }
  /// Variants of the result with fewer details, the largest first.
  var smaller: [[(String, JSONText)]] = []
}

struct Parameter: Sendable {
  enum Kind: Sendable {
    case text
    case texts
    case choice([String])
    case choices([String])
    case number
    case numbers
    case integer(ClosedRange<Int>)
  }

  let name: String
  let kind: Kind
  let description: String
  var isRequired = false

  init(_ name: String, _ kind: Kind, _ description: String, isRequired: Bool = false) {
    (self.name, self.kind, self.description) = (name, kind, description)
    self.isRequired = isRequired
  }

  var schema: JSONText {
    .object(kind.schema + [("description", .string(description))])
  }
}

extension Parameter.Kind {
  fileprivate var schema: [(String, JSONText)] {
    switch self {
    case .text: [("type", .string("string"))]
    case .number: [("type", .string("number"))]
    case .integer(let range):
      [
        ("type", .string("integer")), ("minimum", .number(range.lowerBound)),
        ("maximum", .number(range.upperBound)),
      ]
    case .choice(let names):
      [("type", .string("string")), ("enum", .array(names.map { .string($0) }))]
    case .texts: Self.list(of: .text)
    case .choices(let names): Self.list(of: .choice(names))
    case .numbers: Self.list(of: .number)
    }
  }

  private static func list(of kind: Parameter.Kind) -> [(String, JSONText)] {
    [("type", .string("array")), ("items", .object(kind.schema))]
  }
}

extension JSONText {
  static func schema(_ type: String, _ description: String? = nil) -> JSONText {
    .object([("type", .string(type))] + optional("description", description))
  }

  static func list(of items: JSONText, _ description: String) -> JSONText {
    .object([
      ("type", .string("array")), ("items", items), ("description", .string(description)),
    ])
  }
}

extension Parameter {
  static let types = Parameter(
    "types", .texts,
    "Types: names of HealthKit such as HeartRate, common names such as steps, patterns such as Dietary*. Default: all."
  )
  static let since = Parameter(
    "since", .text,
    "The earliest start: 2026-01-31 or 2026-01-31T08:00:00 in local time, or with an offset.")
  static let until = Parameter("until", .text, "The latest start, exclusive; as since.")
  static let interval = Parameter(
    "interval", .text,
    "minute, hour, day, week, month, quarter, year, or several such as '2 weeks'. Default: one row a type."
  )
  static let zone = Parameter(
    "zone", .text,
    "The zone in which days begin: record (of each sample), an offset, or a place such as Europe/Berlin. Default: the zone "
      + "that most samples name; if none does, record."
  )
  static let units = Parameter(
    "units", .texts,
    "metric, imperial, si, a region such as GB, or a type and its unit: BodyMass=lb.")
}

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
