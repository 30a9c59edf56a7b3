/// A value of JSON, for small documents whose members keep their order.
package indirect enum JSONText {
  case string(String)
  case number(Int)
  case boolean(Bool)
  /// The text of another value: `null`, or a number that is not an `Int`.
  case literal(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// A member with a text; no member if the text is `nil`.
  package static func optional(_ name: String, _ text: String?) -> [(String, JSONText)] {
    text.map { [(name, .string($0))] } ?? []
  }

  /// A member with an object for each item of a list.
  package static func list<Item>(
    _ name: String, _ items: some Sequence<Item>, _ members: (Item) -> [(String, JSONText)]
  ) -> (String, JSONText) {
    (name, .array(items.map { .object(members($0)) }))
  }

  /// A document of version 1, in lines.
  package static func document(_ members: [(String, JSONText)]) -> String {
    object([("version", .number(1))] + members).text() + "\n"
  }

  /// The value as text, indented by two spaces a level.
  package func text(indent: String = "") -> String {
    switch self {
    case .string(let text): return Self.quoted(text)
    case .number(let number): return "\(number)"
    case .boolean(let isTrue): return "\(isTrue)"
    case .literal(let text): return text
    case .array(let values):
      return Self.list(values.map { $0.text(indent: indent + "  ") }, "[", "]", indent)
    case .object(let members):
      let lines = members.map { "\(Self.quoted($0)): \($1.text(indent: indent + "  "))" }
      return Self.list(lines, "{", "}", indent)
    }
  }

  /// The value on one line.
  package var line: String {
    switch self {
    case .string, .number, .boolean, .literal: text()
    case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0)):\($1.line)" }.joined(separator: ",") + "}"
    }
  }

  private static func list(
    _ items: [String], _ open: String, _ close: String, _ indent: String
  ) -> String {
    if items.isEmpty { return open + close }
    let inner = "\n" + indent + "  "
    return open + inner + items.joined(separator: "," + inner) + "\n" + indent + close
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      // `##[` begins a command of GitHub's runner, anywhere in a line.
      case "#" where quoted.hasSuffix("#"): quoted += "\\u0023"
      // JSON requires it of few of these; the document may be printed on a terminal.
      case _ where scalar.isCommand:
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
