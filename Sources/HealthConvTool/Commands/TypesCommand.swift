import ArgumentParser
import HealthBytes
import HealthConv

struct TypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract: "List the known types of samples; for a single one, also its values.")

  @Argument(
    help: "Names or patterns, such as HeartRate or 'Dietary*'. Default: all.", completion: .types)
  var patterns: [String] = []

  @Flag(help: "Print a JSON document.")
  var json = false

  @OptionGroup var colors: ColorOption

  func run() throws {
    let entries =
      try patterns.isEmpty
      ? Catalog.allTypes : patterns.flatMap(\.commaSeparated).flatMap(Self.entries)
    if json { return print(Self.json(entries), terminator: "") }
    var table = TextTable(.left, .left, .left, .left, .left)
    table.add("type", "kind", "unit", "aggregation", "since")
    for entry in entries {
      table.add(
        entry.identifier, entry.kind, entry.unit ?? "", entry.aggregationStyle?.rawValue ?? "",
        entry.introduced.map { "iOS \($0)" } ?? "")
    }
    table.printWithHeading()
    if entries.count == 1, let values = entries.first?.values, !values.isEmpty {
      var table = TextTable(.right, .left)
      for value in values { table.add(value.number.map { "\($0)" } ?? "", value.name) }
      print("values:\n" + table.text(indent: "  "), terminator: "")
    }
  }

  private static func json(_ entries: [Catalog.Entry]) -> String {
    JSONText.document([
      JSONText.list("types", entries) { entry in
        [
          ("type", .string(entry.identifier)), ("name", .string(entry.shortName)),
          ("kind", .string(entry.kind)),
        ] + JSONText.optional("group", entry.group) + JSONText.optional("unit", entry.unit)
          + JSONText.optional("aggregation", entry.aggregationStyle?.rawValue)
          + JSONText.optional("since", entry.introduced.map { "iOS \($0)" }) + values(of: entry)
      }
    ])
  }

  private static func values(of entry: Catalog.Entry) -> [(String, JSONText)] {
    let values = entry.values.map { value in
      JSONText.object(
        [("name", .string(value.name))]
          + (value.number.map { [("number", .number(Int($0)))] } ?? []))
    }
    return values.isEmpty ? [] : [("values", .array(values))]
  }

  private static func entries(matching pattern: String) throws -> [Catalog.Entry] {
    let entries = Catalog.types(matching: pattern)
    if entries.isEmpty {
      let name = pattern.lowercased()
      let activity = WorkoutActivityType.all.first { $0.shortName.lowercased() == name }
      if let activity {
        throw HealthError(
          .usage,
          "'\(activity.shortName)' is an activity of workouts, not a type. --type \(name) selects its workouts; "
            + "'healthconv types workout' shows the type.")
      }
      throw HealthError(
        .usage, "no known type matches '\(pattern)'.\(Catalog.question(for: pattern))")
    }
    return entries
  }
}
