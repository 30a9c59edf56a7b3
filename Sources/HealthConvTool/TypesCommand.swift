import ArgumentParser
import HealthConv

/// `healthconv types`.
struct TypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract: "List the known types of samples; for a single one, also its values.")

  @Argument(help: "Names or patterns, such as HeartRate or 'Dietary*'. Default: all.")
  var patterns: [String] = []

  func run() throws {
    let entries =
      try patterns.isEmpty
      ? Catalog.allTypes : patterns.flatMap(\.typeNames).flatMap(Self.entries)
    var table = TextTable(.left, .left, .left, .left, .left)
    table.add("type", "kind", "unit", "aggregation", "since")
    for entry in entries {
      table.add(
        entry.identifier, entry.kind, entry.unit ?? "", entry.aggregationStyle?.rawValue ?? "",
        entry.introduced.map { "iOS \($0)" } ?? "")
    }
    print(table.text(), terminator: "")
    if entries.count == 1, let values = entries.first?.values, !values.isEmpty {
      var table = TextTable(.right, .left)
      for value in values { table.add(value.number.map { "\($0)" } ?? "", value.name) }
      print("values:\n" + table.text(indent: "  "), terminator: "")
    }
  }

  private static func entries(matching pattern: String) throws -> [CatalogEntry] {
    let entries = Catalog.types(matching: pattern)
    if entries.isEmpty {
      throw ConversionError(
        .usage, "no known type matches '\(pattern)'.\(Catalog.question(for: pattern))")
    }
    return entries
  }
}
