import HealthBytes
import HealthConv
import HealthStatistics
import HealthValidation

extension Tool {
  /// What the data contain.
  static let describe = Tool(
    name: "describe", title: "What the data contain",
    description:
      "The types of the data with their counts, first and last dates, units and kinds of sources; the age of the export and "
      + "known defects of it. Call this first.",
    parameters: [.types],
    output: [
      (
        "inputs",
        .list(of: .schema("object"), "The format of each input, when it was exported, its age.")
      ),
      (
        "zone",
        .schema(
          "string",
          "The zone that samples name, in which days begin, or the UTC offsets of the times.")
      ),
      ("sources", .schema("string", "What the counts contain of sources.")),
      ("columns", .list(of: .schema("string"), "What the items of each row are.")),
      ("rows", .list(of: .schema("array"), "The types, those with the most samples first.")),
      ("types", .list(of: .schema("string"), "Their names, if the rows are too large.")),
      (
        "defects",
        .list(of: .schema("object"), "What was found in reading: rule, severity, count, title.")
      ),
      ("definition", .schema("string", "What the figures are.")),
      ("left_out", .list(of: .schema("string"), "What is not in the result.")),
    ], required: ["inputs", "zone", "sources", "definition", "left_out"]
  ) { (arguments, server) throws(ToolError) in
    let types = try server.selection(arguments).types
    var description = Description()
    let zone = server.knownZone ?? KnownZone()
    let inventories = try server.withToolErrors { () throws(HealthError) in
      try Inventory.describing(server.datasets, zone)
    }
    description.named = zone.named
    for inventory in inventories {
      if let error = inventory.readError { throw server.toolError(logging: error) }
      description.add(inventory) { type in
        types.isEmpty || types.contains { $0.matches(.other(type.identifier), kind: type.kind) }
      }
    }
    return description.result(leftOut: server.leftOut(.figures))
  }
}

/// What several inventories contain.
private struct Description {
  private struct Entry {
    let identifier: String
    var count = 0
    var first: Timestamp?
    var last: Timestamp?
    var kinds: Set<SourceClass> = []

    var name: String { SampleType.other(identifier).shortName.clipped }
  }

  private var inputs: [JSONText] = []
  private var types: [String: Entry] = [:]
  private var offsets: [String: Int] = [:]
  private var findings = FindingLog()
  var named: (zone: String, samples: Int)?

  mutating func add(_ inventory: Inventory, where isWanted: (Inventory.TypeEntry) -> Bool) {
    inputs.append(Self.input(inventory))
    for type in inventory.types where isWanted(type) {
      // Workouts are one type, as in answers.
      let identifier = type.kind == .workout ? type.kind.rawValue : type.identifier
      var entry = types[identifier] ?? Entry(identifier: identifier)
      entry.count += type.count
      entry.first = [entry.first, type.first].compactMap(\.self).min()
      entry.last = [entry.last, type.lastStart].compactMap(\.self).max()
      entry.kinds.formUnion(type.sourceKinds)
      types[identifier] = entry
    }
    for offset in inventory.offsets.entries { offsets[offset.name, default: 0] += offset.count }
    for rule in inventory.findings.rules { for finding in rule.first { findings.add(finding) } }
  }

  private static func input(_ inventory: Inventory) -> JSONText {
    var members: [(String, JSONText)] = [("format", .string(inventory.format))]
    if let date = inventory.info.exportDate {
      let age = (SystemClock.secondsSince1970 - date.secondsSince1970) / 86_400
      members += [
        ("exported", .string(date.text(.iso8601).description)), ("age_days", .number(Int(age))),
      ]
    }
    return .object(members)
  }

  func result(leftOut: JSONText) -> ToolResult {
    let entries = types.values.sorted { ($1.count, $0.identifier) < ($0.count, $1.identifier) }
    let frame: [(String, JSONText)] = [
      ("inputs", .array(inputs)),
      ("zone", .string(zone)),
      ("sources", .string("counts contain the samples of all sources, also what several measured")),
      defects,
      (
        "definition",
        .string(
          "count: samples, nested ones included; first and last: the days on which the earliest and the latest of them start"
            + (inputs.count > 1 ? "; what several inputs have in common counts for each" : ""))
      ), ("left_out", leftOut),
    ]
    let rows: [(String, JSONText)] = [
      ("columns", .array(Self.columns.map { .string($0) })),
      ("rows", .array(entries.map(Self.row))),
    ]
    let names = ("types", JSONText.array(entries.map { .string($0.name) }))
    let count = (
      "types", JSONText.array([.string("\(entries.count) types: name some, or a pattern")])
    )
    return ToolResult(
      members: frame + rows, offer: { _, _ in "Name fewer types." },
      smaller: [frame + [names], frame + [count]])
  }

  private var zone: String {
    if let named {
      return "days begin in \(named.zone.clipped), which \(named.samples.grouped) samples name"
    }
    let shown = offsets.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return "UTC offsets of the times: "
      + (shown.isEmpty ? "none" : shown.prefix(5).map(\.key).joined(separator: ", "))
      + (shown.count > 5 ? ", …" : "")
  }

  private var defects: (String, JSONText) {
    JSONText.list("defects", findings.rules.prefix(20)) { rule in
      [
        ("rule", .string(rule.name)), ("severity", .string(rule.severity.rawValue)),
        ("count", .number(rule.count)),
      ] + JSONText.optional("title", Rule.all.first { $0.name == rule.name }?.title)
    }
  }

  private static let columns = ["type", "unit", "count", "first", "last", "sources"]

  private static func row(_ entry: Entry) -> JSONText {
    func text(_ text: String?) -> JSONText { text.map { .string($0) } ?? .literal("null") }
    return .array([
      .string(entry.name), text(QuantityType(entry.identifier).canonicalUnit), .number(entry.count),
      text(entry.first?.dayText), text(entry.last?.dayText),
      .string(entry.kinds.sorted().map { "\($0)" }.joined(separator: " ")),
    ])
  }
}
