import ArgumentParser
import HealthBytes
import HealthConv
import HealthStore

struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract:
      "Describe a store, check it for damage, list loaded files, grant parts of it, or save statistics in it.",
    subcommands: [
      Info.self, Check.self, InboxCommand.self, GrantCommand.self, StoreAnswersCommand.self,
    ])

  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "info",
      abstract: "Print the identifier and the state of a store, and what it holds.")

    @OptionGroup var store: StoreArgument

    @Flag(help: "Print a JSON document.")
    var json = false

    func run() throws {
      let opened = try store.open(for: .reading)
      let name = store.name(of: opened)
      print(try json ? document(opened, name) : text(opened, name), terminator: "")
    }

    private func document(
      _ store: any SampleStore, _ name: String
    ) throws(HealthError) -> String {
      let anchor = try store.anchor()
      let contents = try store.contents(limit: Self.mostTypes)
      let types = JSONText.list("types", contents.types) { type in
        [
          ("type", .string(type.type)), ("kind", .string(type.kind.rawValue)),
          ("count", .number(type.count)), ("nested", .number(type.nested)),
        ]
      }
      let date = try store.info().exportDate?.text(.iso8601).description
      return JSONText.document(
        [
          ("name", .string(name)), ("store", .string("\(anchor.store)")),
          ("anchor", .string("\(anchor)")),
        ] + JSONText.optional("exportDate", date) + [
          ("samples", .number(contents.sampleCount)),
          ("nestedSamples", .number(contents.nestedCount)),
          ("typeCount", .number(contents.typeCount)), types,
        ])
    }

    private func text(_ store: any SampleStore, _ name: String) throws(HealthError) -> String {
      let anchor = try store.anchor()
      var text = "\(name.printable): store \(anchor.store)\nanchor: \(anchor)\n"
      if let date = try store.info().exportDate { text += "newest export: \(date)\n" }
      let contents = try store.contents(limit: Self.mostTypes)
      text +=
        Figures.samples(
          contents.sampleCount, nested: contents.nestedCount, types: contents.typeCount) + "\n"
      if contents.types.isEmpty { return text }
      let hasNested = contents.nestedCount > 0
      var table = TextTable([.left, .left, .right] + (hasNested ? [.right] : []))
      table.add(["type", "kind", "samples"] + (hasNested ? ["nested"] : []))
      for type in contents.types {
        table.add(
          [type.type, type.kind.rawValue, Figures.count(type.count)]
            + (hasNested ? [Figures.count(type.nested)] : []))
      }
      let left = contents.typeCount - contents.types.count
      return text + table.text() + (left > 0 ? "… and \(Figures.count(left)) more\n" : "")
    }

    /// The most types that are listed: more than anybody has who did not make them up.
    private static let mostTypes = 1_000
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check a store for damage.",
      discussion: """
        The database's own integrity check is run, and every sample is read and compared with the digest that was \
        stored when it was saved. Exit status: 0 sound; 1 damaged. Possible defects:
        \(defectNames)
        """)

    private static let defectNames = StoreDefect.Name.allCases
      .map { "\($0): \($0.explanation)" }.joined(separator: "\n")

    @OptionGroup var store: StoreArgument

    @Flag(help: "Print a JSON document.")
    var json = false

    func run() throws {
      let opened = try store.open(for: .reading)
      let name = store.name(of: opened)
      let defects = try opened.check()
      if json {
        print(Self.document(name, defects), terminator: "")
        if defects.isEmpty { return }
        throw ExitStatus.findings.exitCode
      }
      for defect in defects {
        print("\(defect.name): \(defect.message.printable)\(defect.key.map { " (\($0))" } ?? "")")
      }
      print(
        "\(name.printable): \(defects.isEmpty ? "sound" : Figures.count(defects.count, "defect"))"
      )
      if !defects.isEmpty { throw ExitStatus.findings.exitCode }
    }

    private static func document(_ name: String, _ defects: [StoreDefect]) -> String {
      let listed = JSONText.list("defects", defects) { defect in
        [("defect", .string(defect.name.rawValue)), ("message", .string(defect.message))]
          + JSONText.optional("key", defect.key.map { "\($0)" })
      }
      return JSONText.document([
        ("name", .string(name)), ("sound", .boolean(defects.isEmpty)), listed,
      ])
    }
  }
}

struct StoreAnswersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answers",
    abstract: "Save statistics in a store for SQL: days, steps, nights of sleep, workouts.",
    discussion: """
      These statistics are called answers: the views 'daily', 'steps_by_day' and 'sleep_by_night' have the numbers of \
      'healthconv stats --by day' and 'healthconv stats --answer sleep'. While a store has answers, 'convert', 'merge' and \
      'delete' calculate them again from all samples. After a change by another program the views have no rows until this \
      command is run again.
      """)

  @OptionGroup var store: StoreArgument

  @OptionGroup var days: DayOptions

  @OptionGroup var file: ConfigurationOptions

  @Flag(help: "Remove the answers, so that loads do not calculate them.")
  var remove = false

  @OptionGroup var reporting: ProgressOptions

  func validate() throws {
    if remove, days.dayZone != nil || !days.sourcePriority.isEmpty {
      throw ValidationError("--remove cannot be combined with other options")
    }
  }

  func run() throws {
    if remove { return try StoreAnswers.remove(from: store.path) }
    var answers = StoreAnswers()
    answers.zone = try days.zone()
    answers.priority = days.priority(try file.read { !$0.sourcePriority.isEmpty })
    answers.checksPriority = !days.sourcePriority.isEmpty
    let report = try answers.withProgress(reporting.progress) { try $0.save(in: store.path) }
    if reporting.quiet { return }
    print(
      "saved \(Figures.count(report.days, "row")) of days, \(Figures.count(report.nights, "night")), "
        + Figures.count(report.workouts, "workout")
    )
    report.zoneNote?.write()
    for note in report.notes { MessageOutput.write("healthconv: note: \(note.printable)\n") }
  }
}

extension HealthError {
  /// States on standard error why a store was changed but its answers were not updated.
  func writeNoteOnAnswers() {
    guard code != .unsupported else {
      return MessageOutput.write(
        "healthconv: note: the views of answers have no rows: \(message.printable)\n")
    }
    MessageOutput.write(
      "healthconv: note: the answers of the store were not calculated again, so their views have no rows until 'healthconv "
        + "store answers': \(message.printable)\n")
  }
}

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
