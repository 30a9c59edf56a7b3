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
