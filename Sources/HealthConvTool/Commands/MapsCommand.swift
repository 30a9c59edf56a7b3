import ArgumentParser
import HealthBytes
import HealthConv

struct MapsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "maps",
    abstract: "List the maps that read CSV, JSON and SQLite files of other programs, or print one.",
    discussion: """
      A map is a YAML file that defines how rows become samples. Give --map the name of a map listed here, one of \
      its tables (withings#weight), or a file of your own. To write your own, start from the text of one of these.
      """)

  @Argument(help: "The map to print. Default: list all.", completion: .maps)
  var map: String?

  @Flag(help: "List the maps as a JSON document.")
  var json = false

  func validate() throws {
    guard map == nil || !json else {
      throw ValidationError("--json cannot be combined with the name of a map")
    }
  }

  func run() throws {
    if let map {
      guard let builtIn = CSVMap.builtIn.first(where: { $0.name == map.prefix { $0 != "#" } })
      else {
        _ = try CSVMap.named(map)
        throw HealthError(
          .usage, "unknown map '\(map)'", remedy: .list(.maps))
      }
      print(builtIn.yaml, terminator: "")
      return
    }
    if json { return print(try Self.json(), terminator: "") }
    for builtIn in CSVMap.builtIn {
      let map = try builtIn.map()
      print("\(map.name): \(map.title)")
      var table = TextTable(.left, .left)
      for item in map.tables { table.add("#\(item.name)", item.title) }
      print(table.text(indent: "  "), terminator: "")
    }
  }

  private static func json() throws -> String {
    let maps = try CSVMap.builtIn.map { try $0.map() }
    return JSONText.document([
      JSONText.list("maps", maps) { map in
        [
          ("name", .string(map.name)), ("title", .string(map.title)),
          JSONText.list("tables", map.tables) { table in
            [("name", .string(table.name)), ("title", .string(table.title))]
          },
        ]
      }
    ])
  }
}
