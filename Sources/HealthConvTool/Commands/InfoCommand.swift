import ArgumentParser
import HealthBytes
import HealthConv

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Summarize health data: types, counts, dates, sources, units, findings.",
    discussion:
      "Several inputs are a table with a row for each input and participant; with --json, a list of documents."
  )

  @OptionGroup var paths: InputPaths
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
    var failure: (any Error)?
    let inventories = try inventories(line) { error in
      error.printError()
      failure = failure ?? error.kind.exitStatus.exitCode
    }
    let isList = inventories.count > 1 || paths.inputs.count > 1
    if json {
      print(
        isList
          ? "[" + inventories.map { $0.json() }.joined(separator: ",") + "]\n"
          : inventories[0].json(),
        terminator: "")
    } else if paths.inputs.count > 1 {
      Inventory.table(inventories).printWithHeading()
    } else {
      for (index, inventory) in inventories.enumerated() {
        if index > 0 { print("") }
        inventory.printText(types: limit)
      }
    }
    var isFailure = false
    for inventory in inventories {
      FindingList(inventory.findings).write(isQuiet: quiet)
      if let error = inventory.readError {
        if paths.inputs.count == 1 { throw error }
        error.printError()
        failure = failure ?? error.kind.exitStatus.exitCode
      }
      isFailure = isFailure || failOn.isReached(by: inventory.findings, losses: [])
    }
    if let failure { throw failure }
    if isFailure { throw ExitStatus.findings.exitCode }
  }

  /// The inventories of the inputs, for each participant its own.
  ///
  /// - Parameter onError: Receives the error of one of several inputs that cannot be read from the start.
  private func inventories(
    _ line: ProgressLine, onError: (HealthError) -> Void
  ) throws -> [Inventory] {
    defer { line.clear() }
    var inventories: [Inventory] = []
    for dataset in try policy.applied(input.open(paths.inputs)) {
      do throws(HealthError) {
        for one in try dataset.byParticipant() {
          inventories.append(try Inventory(of: one, onProgress: line.show))
        }
      } catch {
        if paths.inputs.count == 1 { throw error }
        line.clear()
        onError(error)
      }
    }
    return inventories
  }
}

extension Inventory {
  /// A row for each of several inputs.
  fileprivate static func table(_ inventories: [Inventory]) -> TextTable {
    let hasPeople = inventories.contains { $0.info.participant != nil }
    let people: [TextTable.Side] = hasPeople ? [.left] : []
    var table = TextTable([.left] + people + [.left, .right, .right, .left, .left])
    table.add(
      ["input"] + (hasPeople ? ["participant"] : [])
        + ["format", "samples", "types", "first", "last"])
    for inventory in inventories {
      table.add(
        [inventory.name] + (hasPeople ? [inventory.info.participant ?? ""] : []) + [
          inventory.format, Figures.count(inventory.count), Figures.count(inventory.types.count),
          inventory.types.compactMap(\.first).min()?.dayText ?? "",
          inventory.types.compactMap(\.last).max()?.dayText ?? "",
        ])
    }
    return table
  }

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
    if let policy = info.deidentified { text += ", result of the policy \(policy)" }
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
