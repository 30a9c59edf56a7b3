import HealthBytes

/// One JSON document: the facts, the columns and the rows, each row on a line. What is absent is left out.
struct JSONAnswerPrinter: AnswerPrinter {
  private var columns: [AnswerColumn] = []
  private var isFirst = true

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    self.columns = columns
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
    return (isFirst ? "\n    " : ",\n    ") + object(columns, values, [])
  }

  mutating func end() -> String { (isFirst ? "" : "\n  ") + "]\n}\n" }
}

/// A JSON object on each line, with the facts in each.
struct JSONLinesAnswerPrinter: AnswerPrinter {
  private var columns: [AnswerColumn] = []
  private var facts: [AnswerFact] = []

  mutating func begin(_ columns: [AnswerColumn], _ facts: [AnswerFact]) -> String {
    (self.columns, self.facts) = (columns, facts)
    return ""
  }

  mutating func row(_ values: [AnswerValue]) -> String { object(columns, values, facts) + "\n" }

  mutating func end() -> String { "" }
}

private func quoted(_ text: String) -> String { JSONText.string(text).line }

/// A row as an object on one line.
private func object(
  _ columns: [AnswerColumn], _ values: [AnswerValue], _ facts: [AnswerFact]
) -> String {
  var members: [String] = []
  for (column, value) in zip(columns, values) {
    switch value {
    case .none: continue
    case .text(let text): members.append("\(quoted(column.key)): \(quoted(text))")
    case .integer(let number): members.append("\(quoted(column.key)): \(number)")
    case .number(let text): members.append("\(quoted(column.key)): \(text)")
    }
  }
  members += facts.map { "\(quoted($0.name)): \(quoted($0.value))" }
  return "{\(members.joined(separator: ", "))}"
}
