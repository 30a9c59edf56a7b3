import HealthBytes

extension Rule {
  /// Rules as a JSON document; by default all.
  public static func json(_ listed: [Rule] = all) -> String {
    JSONText.document([JSONText.list("rules", listed, \.members)])
  }

  private var members: [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("name", .string(name)), ("group", .string(group.rawValue)),
      ("severity", .string(severity.rawValue)), ("title", .string(title)),
      ("explanation", .string(explanation)),
    ]
    if !exceptions.isEmpty { members.append(("exceptions", .string(exceptions))) }
    if let examples {
      members += [("bad", .string(examples.bad)), ("good", .string(examples.good))]
    }
    if !kinds.isEmpty {
      members.append(("kinds", .array(kinds.map { .string($0.rawValue) })))
    }
    return members
  }

  /// All rules as a table in Markdown.
  public static func markdown(_ listed: [Rule] = all) -> String {
    var text = "| rule | about | severity | title |\n"
    text += "| --- | --- | --- | --- |\n"
    for rule in listed {
      let title = rule.title.replacing("|", with: "\\|")
      text += "| `\(rule.name)` | \(rule.group.rawValue) | \(rule.severity.rawValue) | \(title) |\n"
    }
    return text
  }
}
