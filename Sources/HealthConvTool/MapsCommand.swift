import ArgumentParser
import HealthConv

/// `healthconv maps`.
struct MapsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "maps",
    abstract: "Lists the maps by which CSV files of other programs are read; prints one.",
    discussion: """
      A map is a YAML file that says how rows become samples. Name it after --map: one of these, one of its \
      tables (withings#weight), or a file of your own. The text of one of these is a good beginning for that.
      """)

  @Argument(help: "The map to print; by default all are listed.")
  var map: String?

  func run() throws {
    if let map {
      guard let shipped = CSVMap.shipped.first(where: { $0.name == map }) else {
        _ = try CSVMap.named(map)
        throw ConversionError(
          .usage, "'\(map)' does not ship with healthconv", remedy: .list(.maps))
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
