import HealthBytes

/// One JSON document: the facts, the columns and the rows, each row on a line. What is absent is left out.
struct JSONAnswerPrinter: AnswerPrinter {
  private var keys: [String] = []
  private var isFirst = true

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    keys = columns.map { quoted($0.key) }
    var text = "{\n  \"version\": 1,\n"
    for fact in facts { text += "  \(quoted(fact.name)): \(quoted(fact.value)),\n" }
    let names = columns.map { column in
      "{\"name\": \(quoted(column.key))" + (column.unit.map { ", \"unit\": \(quoted($0))" } ?? "")
        + "}"
    }
    return text + "  \"columns\": [\(names.joined(separator: ", "))],\n  \"rows\": ["
  }

  mutating func row(_ values: [AnswerValue]) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n    " : ",\n    ") + object(keys, values, "")
  }

  mutating func end() -> String { (isFirst ? "" : "\n  ") + "]\n}\n" }
}

/// A JSON object on each line, with the facts in each.
struct JSONLinesAnswerPrinter: AnswerPrinter {
  private var keys: [String] = []
  private var facts = ""

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    keys = columns.map { quoted($0.key) }
    self.facts = facts.map { "\(quoted($0.name)): \(quoted($0.value))" }.joined(separator: ", ")
    return ""
  }

  mutating func row(_ values: [AnswerValue]) -> String { object(keys, values, facts) + "\n" }

  mutating func end() -> String { "" }
}

private func quoted(_ text: String) -> String { JSONText.string(text).line }

/// A row as an object on one line, with members that all rows share.
private func object(_ keys: [String], _ values: [AnswerValue], _ shared: String) -> String {
  var object = "{"
  func add(_ key: String, _ text: String) {
    if object.utf8.count > 1 { object += ", " }
    object += key
    object += ": "
    object += text
  }
  for (key, value) in zip(keys, values) {
    switch value {
    case .none: continue
    case .text(let text): add(key, quoted(text))
    case .integer(let number): add(key, "\(number)")
    case .number(let text): add(key, text)
    }
  }
  if !shared.isEmpty { object += (object.utf8.count > 1 ? ", " : "") + shared }
  return object + "}"
}

/// Comma-separated values (RFC 4180) with lines that end with a line feed. Facts are columns after those of the answer.
struct CSVAnswerPrinter: AnswerPrinter {
  private var facts = ""

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    self.facts = facts.map { "," + Self.cell($0.value) }.joined() + "\n"
    return (columns.map(\.key) + facts.map(\.name)).map(Self.cell).joined(separator: ",") + "\n"
  }

  mutating func row(_ values: [AnswerValue]) -> String {
    values.map { value in
      switch value {
      case .none: ""
      case .text(let text): Self.cell(text)
      case .integer(let number): "\(number)"
      case .number(let text): text
      }
    }.joined(separator: ",") + facts
  }

  mutating func end() -> String { "" }

  private static func cell(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 != 10 && $0 != 13 && $0 != 34 && $0 != 44 }
    guard !isPlain else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// A table of Markdown, with the facts above it.
struct MarkdownAnswerPrinter: AnswerPrinter {
  private var reading: AnswerPresentation

  init(_ reading: AnswerPresentation) { self.reading = reading }

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    let columns = reading.begin(columns)
    let titles = columns.map(\.title)
    let sides = columns.map { $0.kind.isText ? " --- " : " ---: " }
    let lines = facts.map { "\($0.name): \(Self.cell($0.value.printable))\n" }.joined()
    return lines + (facts.isEmpty ? "" : "\n") + Self.line(titles) + "|"
      + sides.joined(separator: "|") + "|\n"
  }

  mutating func row(_ values: [AnswerValue]) -> String {
    Self.line(reading.cells(values))
  }

  mutating func end() -> String { "" }

  private static func line(_ cells: [String]) -> String {
    "|" + cells.map { " \(cell($0)) |" }.joined() + "\n"
  }

  /// A text in which no character is taken for the end of a cell or for markup.
  private static func cell(_ text: String) -> String {
    var cell = ""
    for character in text {
      if "\\|`*_<>[]".contains(character) { cell.append("\\") }
      cell.append(character)
    }
    return cell
  }
}
