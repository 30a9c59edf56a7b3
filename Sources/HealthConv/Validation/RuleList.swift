import HealthBytes
import HealthFormats
import HealthModel

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

extension Rule {
  /// Every rule: those for data of any format, then those of each format.
  public static let all: [Rule] = all(of: Format.all)

  /// The rules for data of any format, then those of some formats, each once.
  public static func all(of formats: [Format]) -> [Rule] {
    var names: Set<String> = []
    return (general + inputRules + formats.flatMap(\.rules) + ofConversions).filter {
      names.insert($0.name).inserted
    }
  }

  /// The rules of what conversions, merges and loads report.
  private static let ofConversions = [
    Rule(
      reader: "shared-sample", .warning, title: "several files of an input have the same samples",
      explanation: """
        A folder or an archive has exports of overlapping times. Samples of one type, source, time and value in several of its files are one \
        sample. A conversion writes each; statistics, merges and stores count it once. Files of activities are not compared by a conversion.
        """),
    Rule(
      reader: "overlapping-aggregates", .warning,
      title: "sums or averages are of the time of others",
      explanation: """
        Sums or averages that an app made (of hours, days) are of a time of which others are, too: those of shorter periods, or those in a \
        later file. A conversion writes all, so that the sum of the samples counts the time twice; statistics, merges, several inputs that are \
        converted into a store, and a store that loads the files, count one.
        """),
    Rule(
      reader: "unit-kept", .warning, title: "values keep their unit",
      explanation: """
        Values cannot be converted to the requested unit, since their unit is unknown or of another dimension. They are written as they are.
        """),
    Rule(
      reader: "characteristics-differ", .warning,
      title: "inputs state different facts about the person",
      explanation: """
        Several inputs differ in a date of birth, a biological sex, a blood type or another characteristic. Those of the newest export are \
        used. The inputs may be of different people.
        """),
    Rule(
      reader: "policy-differs", .warning, title: "only some of the data are the result of a policy",
      explanation: """
        Some of the data are the result of a policy for sharing, others are not, or they are of different policies. Together they identify \
        a person as well as the least protected of them.
        """),
    Rule(
      reader: "duplicate-row", .error, title: "a table of participants has an export twice",
      explanation: "Each export has one row in the table that assigns participants to exports."),
  ]
}

extension Rule {
  /// The rule of a name.
  ///
  /// - Throws: `HealthError` of code `.usage` if no such rule exists; it suggests a similar
  ///   name.
  public static func named(_ name: String) throws(HealthError) -> Rule {
    if let rule = all.first(where: { $0.name == name }) { return rule }
    throw HealthError(
      .usage,
      "unknown rule '\(name)'.\(question(for: name))", remedy: .list(.rules))
  }

  /// A suggestion for a name that is not known: a similar one, or those that contain it.
  private static func question(for name: String) -> String {
    let names = all.map(\.name)
    let similar = NearMiss.question(name, names)
    guard similar.isEmpty, name.utf8.count > 2 else { return similar }
    var found = names.filter { $0.contains(name.lowercased()) }
    if found.isEmpty {
      let words = Set(name.lowercased().split(separator: "-").filter { $0.count > 3 })
      found = names.filter { !words.isDisjoint(with: $0.split(separator: "-")) }
    }
    if found.isEmpty { return "" }
    let listed = found.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return " Rules with that in their name: \(listed)\(found.count > 5 ? ", …" : "")."
  }

  /// The names of the rules that a pattern fits.
  ///
  /// - Parameter pattern: A name, or a pattern such as `unknown-*`.
  /// - Returns: The names, at least one.
  /// - Throws: `HealthError` of code `.usage` if nothing has that name.
  public static func names(matching pattern: String) throws(HealthError) -> [String] {
    let glob = Glob(pattern)
    let names = all.map(\.name).filter { glob.matches($0) }
    return names.isEmpty ? [try named(pattern).name] : names
  }
}

extension RuleSettings {
  /// Settings as the words of options give them.
  ///
  /// - Parameters:
  ///   - levels: Rules or patterns of them, each with a level; later ones hold over earlier ones.
  ///   - selected: The rules to check, as patterns; all where it is empty.
  ///   - ignored: The rules not to check, as patterns.
  /// - Throws: `HealthError` of code `.usage` for a rule or a level that there is not.
  public init(
    levels: [(pattern: String, level: String)], selected: [String], ignored: [String]
  ) throws(HealthError) {
    self.init()
    for (pattern, text) in levels {
      guard let level = Level(rawValue: text) else {
        throw HealthError(
          .usage,
          "rule '\(pattern)' has the level '\(text)', expected "
            + Level.allCases.map(\.rawValue).joined(separator: ", "))
      }
      for name in try Rule.names(matching: pattern) { self.levels[name] = level }
    }
    for pattern in selected + ignored { _ = try Rule.names(matching: pattern) }
    self.selected = selected.map { Glob($0) }
    self.ignored = ignored.map { Glob($0) }
  }
}
