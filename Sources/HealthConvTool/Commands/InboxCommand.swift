import ArgumentParser
import HealthBytes
import HealthConv
import HealthStore

struct InboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "Print the files that 'load' has read, their counts, and the days without data.",
    discussion: """
      A row for each content, in the order in which files came: the name under which it came first, its status, the number of \
      its samples, how many of them were new, changed (replaced another version) and superseded (aggregates that were not \
      saved, since there are better data of their time), how many earlier aggregates were removed because of it, and its \
      first and last day. Then the days between the first and the last of all files on which no sample of a file begins.
      """)

  @OptionGroup var store: StoreArgument

  @Flag(help: "Print a JSON document.")
  var json = false

  func run() throws {
    let opened = try store.open(for: .reading)
    var files = try (opened as? any InboxStore)?.inboxFiles() ?? []
    if HiddenPaths.names != nil { for index in files.indices { files[index].hideName() } }
    let days = DayRanges(files.flatMap(\.days.ranges))
    print(json ? document(store.name(of: opened), files, days) : text(files, days), terminator: "")
  }

  private func text(_ files: [InboxFile], _ days: DayRanges) -> String {
    if files.isEmpty { return "no files\n" }
    var table = TextTable(
      .left, .left, .right, .right, .right, .right, .right, .left, .left)
    table.add(
      "file", "status", "samples", "new", "changed", "superseded", "removed", "first", "last")
    for file in files {
      let counts = [file.samples, file.new, file.changed, file.superseded, file.removed]
      table.add(
        [file.name, file.status.rawValue] + counts.map { Figures.count($0) }
          + [file.days.first, file.days.last].map { $0.map(DayRanges.text) ?? "" })
    }
    let missing = days.gaps.reduce(0) { $0 + $1.count }
    var text = table.text() + "days without data: \(Figures.count(missing))\n"
    for gap in days.gaps {
      text += "  \(DayRanges.text(gap.lowerBound))"
      text += gap.count == 1 ? "\n" : " to \(DayRanges.text(gap.upperBound))\n"
    }
    return text
  }

  private func document(_ name: String, _ files: [InboxFile], _ days: DayRanges) -> String {
    let listed = JSONText.list("files", files) { file in
      [
        ("name", .string(file.name)), ("hash", .string(file.hash)),
        ("size", .number(Int(file.size))), ("status", .string(file.status.rawValue)),
      ] + JSONText.optional("rule", file.rule) + [
        ("samples", .number(file.samples)), ("new", .number(file.new)),
        ("changed", .number(file.changed)), ("superseded", .number(file.superseded)),
        ("removed", .number(file.removed)),
      ] + JSONText.optional("first", file.days.first.map(DayRanges.text))
        + JSONText.optional("last", file.days.last.map(DayRanges.text))
        + [("loaded", .string(file.date.text(.iso8601).description))]
    }
    let gaps = JSONText.list("daysWithoutData", days.gaps) { gap in
      [
        ("first", .string(DayRanges.text(gap.lowerBound))),
        ("last", .string(DayRanges.text(gap.upperBound))),
      ]
    }
    return JSONText.document([("name", .string(name)), listed, gaps])
  }
}
