import ArgumentParser
import HealthBytes
import HealthConv

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Summarize health data: types, counts, dates, sources, units, findings.")

  @Argument(
    help: "What to read: a file, a folder or an archive; - is standard input.", completion: .file())
  var path: String

  @OptionGroup(title: "Reading") var input: InputOptions
  @OptionGroup(title: "Reading") var policy: PolicyOptions

  @Flag(help: "Print a JSON document.")
  var json = false

  @Option(help: "Exit with status 1 at any finding of at least this severity.")
  var failOn = FailOn.never

  @Option(help: "Progress on standard error. Default: bar, if it is a terminal.")
  var progress: ProgressStyle?

  @OptionGroup var colors: ColorOption

  @Flag(name: .shortAndLong, help: "Print only findings that are errors on standard error.")
  var quiet = false

  func run() throws { try run(listing: .max) }

  func run(listing limit: Int) throws {
    let line = ProgressLine(progress)
    let inventories = try inventories(line)
    let isList = inventories.count > 1
    if json, isList { print("[", terminator: "") }
    for (index, inventory) in inventories.enumerated() {
      if json {
        if index > 0 { print(",", terminator: "") }
        print(inventory.json(), terminator: "")
      } else {
        if index > 0 { print("") }
        inventory.printText(types: limit)
      }
    }
    if json, isList { print("]") }
    var isFailure = false
    for inventory in inventories {
      FindingList(inventory.findings).write(isQuiet: quiet)
      if let error = inventory.readError { throw error }
      isFailure = isFailure || failOn.isReached(by: inventory.findings, losses: [])
    }
    if isFailure { throw ExitStatus.findings.error }
  }

  /// The inventory of the input, for each participant its own.
  private func inventories(_ line: ProgressLine) throws -> [Inventory] {
    defer { line.clear() }
    return try policy.applied(input.open([path]))[0].byParticipant().map {
      try Inventory(of: $0, onProgress: line.show)
    }
  }
}

extension Inventory {
  /// Prints the inventory for people.
  fileprivate func printText(types limit: Int) {
    print(headline, terminator: "")
    if !types.isEmpty { table(limit).printWithHeading() }
    if limit < types.count { print("… and \(Figures.count(types.count - limit)) more types") }
    print(remainder, terminator: "")
  }

  private var headline: String {
    var text = "\(name): \(format)"
    if let participant = info.participant { text += ", participant \(participant)" }
    if let version = info.exportVersion { text += ", version \(version)" }
    if let date = info.exportDate { text += ", exported \(date)" }
    if let locale = info.locale { text += ", locale \(locale)" }
    return text.printable + "\n"
      + Figures.samples(count, nested: nestedCount, types: types.count) + "\n"
  }

  private func table(_ limit: Int) -> TextTable {
    // The column is there only where something is nested.
    let hasNested = nestedCount > 0
    var table = TextTable(
      [.left, .left, .right] + (hasNested ? [.right] : []) + [.left, .left, .left, .left])
    table.add(
      ["type", "kind", "samples"] + (hasNested ? ["nested"] : [])
        + ["first", "last", "units", "sources"])
    for type in types.prefix(limit) {
      table.add(
        [type.identifier, type.kind.rawValue, Figures.count(type.count)]
          + (hasNested ? [Figures.count(type.nested)] : [])
          + [
            type.first?.dayText ?? "", type.last?.dayText ?? "",
            Self.list(type.units), Self.list(type.sources),
          ])
    }
    return table
  }

  private var remainder: String {
    var text = ""
    for (title, names) in [("offsets", offsets), ("unknown elements", unknownElements)]
    where !names.entries.isEmpty {
      text += "\(title): \(Self.counts(names))".printable + "\n"
    }
    return text + notes.text + findings.text
  }

  private static func list(_ names: Inventory.NameCounts) -> String {
    let shown = names.entries.prefix(3).map(\.name)
    let rest = names.entries.count - shown.count
    return shown.joined(separator: ", ")
      + (names.unlisted > 0 ? ", more" : rest > 0 ? ", +\(rest)" : "")
  }

  private static func counts(_ names: Inventory.NameCounts) -> String {
    let shown = names.entries.map { "\($0.name) (\(Figures.count($0.count)))" }
    let unlisted = names.unlisted
    return (shown + (unlisted > 0 ? ["others (\(Figures.count(unlisted)))"] : []))
      .joined(separator: ", ")
  }
}
