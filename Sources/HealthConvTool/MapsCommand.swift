import ArgumentParser
import HealthConv

/// `healthconv maps`.
struct MapsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "maps",
    abstract: "List the maps that read CSV files of other programs, or print one.",
    discussion: """
      A map is a YAML file that defines how rows become samples. Give --map the name of a map listed here, one of \
      its tables (withings#weight), or a file of your own. To write your own, start from the text of one of these.
      """)

  @Argument(help: "The map to print. Default: list all.")
  var map: String?

  func run() throws {
    if let map {
      guard let shipped = CSVMap.shipped.first(where: { $0.name == map }) else {
        _ = try CSVMap.named(map)
        throw ConversionError(
          .usage, "unknown map '\(map)'", remedy: .list(.maps))
      }
      print(shipped.yaml, terminator: "")
      return
    }
    for shipped in CSVMap.shipped {
      let map = try shipped.map()
      print("\(map.name): \(map.title)")
      var table = TextTable(.left, .left)
      for item in map.tables { table.add("#\(item.name)", item.title) }
      print(table.text(indent: "  "), terminator: "")
    }
  }
}
