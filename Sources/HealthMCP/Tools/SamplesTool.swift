import HealthBytes
import HealthConv
import HealthStatistics

extension Tool {
  /// Single samples, in the form of JSON Lines without what the grant leaves out.
  static let samples = Tool(
    name: "samples", title: "Single samples",
    description:
      "Samples in order of their start. For sums and averages use statistics: samples of several sources overlap.",
    parameters: [
      .types, .since, .until,
      Parameter("limit", .integer(1...500), "How many. Default: 50."),
      Parameter("offset", .integer(0...1_000_000), "How many to skip. Default: 0."),
      Parameter("descending", .choice(["true", "false"]), "The latest first. Default: false."),
    ],
    output: [
      ("zone", .schema("string", "The zone of the times.")),
      ("sources", .schema("string", "Which sources the samples are of.")),
      ("rows", .list(of: .schema("object"), "The samples.")),
      ("next_offset", .schema("integer", "The offset of the next samples, if there may be more.")),
      ("definition", .schema("string", "What a sample is.")),
      ("left_out", .list(of: .schema("string"), "What is not in the result.")),
    ], required: ["zone", "sources", "rows", "definition", "left_out"]
  ) { (arguments, server) throws(ToolError) in
    let (limit, offset) = (arguments.integer("limit") ?? 50, arguments.integer("offset") ?? 0)
    let rows = try server.samples(
      arguments, limit: limit, offset: offset,
      isDescending: arguments.text("descending") == "true")
    var members: [(String, JSONText)] = [
      ("zone", .string("the UTC offset in each time")),
      ("sources", .string("all, not merged")),
      ("rows", .array(rows)),
    ]
    if rows.count == limit { members.append(("next_offset", .number(offset + limit))) }
    members += [
      ("definition", .string("value: in the unit that the sample was saved in")),
      ("left_out", server.leftOut(.samples)),
    ]
    return ToolResult(
      members: members,
      offer: { most, other in
        let row = JSONText.array(rows).line.utf8.count / max(1, rows.count)
        let fitting = (most - other) / max(1, row * 5 / 2)
        return fitting > 0 && fitting < limit
          ? "It has \(rows.count) samples. Ask with \"limit\": \(fitting)."
          : "One of the samples is too large to be sent."
      })
  }
}

extension AssistantServer {
  /// Samples that the arguments select, in order of their start.
  fileprivate func samples(
    _ arguments: Arguments, limit: Int, offset: Int, isDescending: Bool
  ) throws(ToolError) -> [JSONText] {
    var query = try selection(arguments).query
    query.order = SampleOrdering(.start, isDescending: isDescending)
    query.limit = offset + limit
    let samples = DatasetQuery(query, of: datasets)
    // The first line describes the dataset.
    let sink = LineWindow(limit, skipping: offset + 1)
    let report = try withToolErrors { () throws(HealthError) in
      try samples.run(into: OutputContainer(file: sink), as: .jsonLines, name: "the reply")
    }
    if let error = report.readError { throw toolError(logging: error) }
    let filter = ReplyFilter(grant) { name($0) }
    return sink.lines.compactMap { JSONText(parsing: $0).flatMap(filter.filtered) }
  }
}

/// Keeps the lines after the first `skipped`, up to `limit`.
private final class LineWindow: ByteSink {
  private let limit: Int
  private var skipped: Int
  private var line: [UInt8] = []
  private(set) var lines: [[UInt8]] = []

  init(_ limit: Int, skipping skipped: Int) { (self.limit, self.skipped) = (limit, skipped) }

  func write(_ bytes: Span<UInt8>) throws(HealthError) {
    for index in bytes.indices {
      guard bytes[index] == UInt8(ascii: "\n") else {
        if skipped == 0 { line.append(bytes[index]) }
        continue
      }
      if skipped > 0 {
        skipped -= 1
      } else if lines.count < limit {
        lines.append(line)
      }
      line = []
    }
  }

  func finish() throws(HealthError) {}
}

/// Removes from samples what the grant does not allow. Without the permission `names`, the only remaining texts are dates,
/// units and HealthKit identifiers.
private struct ReplyFilter {
  private let allowsNames: Bool
  private let allowsLocations: Bool
  private let name: (String) -> String

  init(_ grant: Grant, naming name: @escaping (String) -> String) {
    allowsNames = grant.permissions.contains(.names)
    allowsLocations = grant.permissions.contains(.locations)
    self.name = name
  }

  /// Members that identify a person, a device or a file, or whose names are text of a file.
  private static let identifyingMembers: Set<String> = [
    "attributes", "content", "data", "dateOfBirth", "device", "element", "fileHeader", "metadata",
    "name", "order", "path", "renamed", "resource", "spelled", "uuid",
  ]
  /// Members with the location of a person.
  private static let locationMembers: Set<String> = [
    "latitude", "longitude", "locations", "files", "track",
  ]
  private static let mostItems = 100

  func filtered(_ value: JSONText) -> JSONText? {
    switch value {
    case .object(let members):
      return .object(
        members.compactMap { member in filtered(member.0, member.1).map { (member.0.clipped, $0) } }
      )
    case .array(let items) where items.count > Self.mostItems:
      return .object([("items", .number(items.count))])
    case .array(let items): return .array(items.compactMap(filtered))
    case .string(let text): return allowsNames || isPlain(text) ? .string(text.clipped) : nil
    case .number, .boolean, .literal: return value
    }
  }

  private func filtered(_ member: String, _ value: JSONText) -> JSONText? {
    if member == "id" || member == "ordinal" { return nil }
    if !allowsLocations, Self.locationMembers.contains(member) { return nil }
    if member == "source" {
      // An object in a sample, a string in other structures.
      if case .object(let source) = value, case .string(let text)? = source["name"] {
        return .string(name(text))
      }
      return allowsNames ? filtered(value) : nil
    }
    if !allowsNames, Self.identifyingMembers.contains(member) { return nil }
    return filtered(value)
  }

  /// Whether a text is a date, an identifier of the catalog or a unit, and cannot be anything else.
  private func isPlain(_ text: String) -> Bool {
    if text.utf8.count > 100 { return false }
    return Timestamp(text) != nil || Timestamp(text + "T00:00:00Z") != nil
      || Self.identifiers.contains(text) || (try? HealthUnit(text)) != nil
  }

  private static let identifiers: Set<String> = {
    var names = Set(SampleKind.allCases.map(\.rawValue))
    for type in Catalog.allTypes {
      names.insert(type.identifier)
      names.formUnion(type.values.map(\.identifier))
    }
    names.formUnion(WorkoutActivityType.all.map(\.identifier))
    names.formUnion(WorkoutEventType.all.map(\.identifier))
    names.formUnion(ClinicalRecordType.all.map(\.identifier))
    return names.union(["alsoTopLevel", "nestedOnly"])
  }()
}
