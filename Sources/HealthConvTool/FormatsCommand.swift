import ArgumentParser
import HealthConv

/// `healthconv formats`.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "Lists the formats, and whether they can be read and written."
  )

  func run() throws {
    var table = TextTable(.left, .left, .left, .left, .left)
    table.add("format", "read", "write", "extensions", "what it is")
    for format in formats {
      table.add(
        format.name, format.makeReader == nil ? "no" : "yes",
        format.makeWriter == nil ? "no" : "yes", format.extensions.joined(separator: " "),
        format.title)
    }
    print(table.text(), terminator: "")
  }
}
