import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthMCP
import HealthTesting
import Testing

/// Answers about stores, which look up what they can, and about inputs that change between calls.
struct StoreTests {
  private static let grants: [(types: [String], since: String?)] = [
    ([], nil), (["steps", "hr"], nil), (["sleep", "workout"], nil), (["BloodPressure"], nil),
    ([], "2024-04-02"),
  ]

  private static let calls: [(tool: String, arguments: [(String, JSONText)])] =
    [
      ("describe", []), ("describe", [("types", .array([.string("Distance*")]))]),
      ("statistics", []), ("statistics", [("interval", .string("day"))]),
      ("statistics", [("types", .array([.string("hr")])), ("since", .string("2024-04-02"))]),
      ("explain", [("row", .string("2024-04-02"))]),
      ("explain", [("row", .string("2024-04-02")), ("answer", .string("sleep"))]),
      ("explain", [("row", .string("2024-04-02")), ("answer", .string("summary"))]),
    ]
    + Answer.Kind.allCases.filter { $0 != .statistics }.map {
      ("answer", [("answer", .string($0.rawValue))])
    }

  private static func server(
    _ path: String, _ grant: (types: [String], since: String?) = ([], nil)
  ) throws -> AssistantServer {
    var server = AssistantServer(
      [try Dataset.open(path)],
      Grant(
        types: try grant.types.map { try TypePattern($0) },
        since: grant.since.flatMap { DateBound($0) }, allowing: []))
    server.limit = 1 << 20
    return server
  }

  /// A folder that is removed afterwards.
  private static func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/mcp-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private static func save(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// What differs between formats: the name of the format, and how sources are numbered, in the order in which they are read.
  private static func comparable(_ result: JSONText) -> String {
    guard case .object(let members)? = result["structuredContent"] else { return result.line }
    let text = JSONText.object(members.filter { $0.0 != "inputs" && $0.0 != "defects" }).line
    return text.replacing(/(watch|phone|app) \d+/) { "\($0.output.1)" }
  }

  /// The same replies about a file and about a store of it, whatever is granted.
  @Test(arguments: 0..<5)
  func storesAnswerLikeFiles(round: Int) throws {
    try Self.inFolder { folder in
      let (file, store) = (folder + "/export.xml", folder + "/health.db")
      try Self.save(try export(.records(200), seed: UInt64(round)), file)
      _ = try Conversion(of: .open(file), to: .sqlite).run(toFile: store)
      let grant = Self.grants[round]
      let servers = (try Self.server(file, grant), try Self.server(store, grant))
      var bytes = 0
      for call in Self.calls {
        let expected = try servers.0.call(call.tool, .object(call.arguments))
        let found = try servers.1.call(call.tool, .object(call.arguments))
        #expect(
          Self.comparable(found.result) == Self.comparable(expected.result),
          "\(grant): \(call.tool) \(JSONText.object(call.arguments).line)")
        bytes += expected.reply.utf8.count
      }
      #expect(bytes > 10_000)
    }
  }

  /// Stores look up only what limits need: the figures are those of a file, which is read whole.
  @Test(arguments: 0..<3)
  func limitedAnswersOfStoresAreThoseOfFiles(seed: Int) throws {
    try Self.inFolder { folder in
      let (file, store) = (folder + "/few.xml", folder + "/health.db")
      try Self.save(try export(.records(30_000), seed: UInt64(seed)), folder + "/export.xml")
      // Most records are of these.
      var fewer = try Conversion(of: .open(folder + "/export.xml"), to: .appleHealth)
      fewer.selection.excludedTypes = [try TypePattern("HeartRate")]
      fewer.selection.excludedTypes.append(try TypePattern("ActiveEnergyBurned"))
      _ = try fewer.run(toFile: file)
      _ = try Conversion(of: .open(file), to: .sqlite).run(toFile: store)
      let servers = (try Self.server(file), try Self.server(store))
      var random = FixedRandom(seed: UInt64(seed))
      func bound() -> String {
        let day = 20 + random.below(14)
        let date = day > 31 ? "2024-04-0\(day - 31)" : "2024-03-\(day)"
        return date + ["", "T07:30:00", "T18:00:00-11:00", "T23:59:59+14:00"][random.below(4)]
      }
      var bytes = 0
      for kind in Answer.Kind.allCases {
        let bounds = [bound(), bound()].sorted()
        let limits = [("since", JSONText.string(bounds[0])), ("until", .string(bounds[1]))]
          .filter { _ in random.below(4) > 0 }
        let call =
          kind == .statistics
          ? ("statistics", [("interval", JSONText.string(["day", "week", "hour"][seed % 3]))])
          : ("answer", [("answer", .string(kind.rawValue))])
        let arguments = JSONText.object(call.1 + limits)
        let expected = try servers.0.call(call.0, arguments)
        let found = try servers.1.call(call.0, arguments)
        // A store does not look up sources of other times.
        func figures(_ result: JSONText) -> String {
          Self.comparable(result).replacing(/"priority \(.*?\)"/, with: "")
        }
        #expect(figures(found.result) == figures(expected.result), "\(arguments.line)")
        bytes += expected.reply.utf8.count
      }
      #expect(bytes > 10_000)
    }
  }

  /// A reply that is kept is that of the data: once they change, it is calculated anew.
  @Test func repliesFollowTheData() throws {
    try Self.inFolder { folder in
      let texts = try [export(.records(60), seed: 1), export(.records(60), seed: 2)]
      for name in ["export.xml", "health.db"] {
        let (source, path) = (folder + "/source.xml", folder + "/" + name)
        func put(_ text: String) throws {
          try Self.save(text, source)
          if name == "export.xml" {
            try Self.save(text, path)
          } else {
            _ = try Conversion(of: .open(source), to: .sqlite).run(
              toFile: path, overwriting: true)
          }
        }
        try put(texts[0])
        var server = try Self.server(path)
        server.limit = 1 << 16
        func replies(_ server: AssistantServer) throws -> [String] {
          try Self.calls.prefix(4).map {
            Self.comparable(try server.call($0.tool, .object($0.arguments)).result)
          }
        }
        let first = try replies(server)
        #expect(try replies(server) == first)
        try put(texts[1])
        let second = try replies(server)
        #expect(try replies(try Self.server(path)) == second)
        #expect(zip(first, second).count { $0 != $1 } > 2)
      }
    }
  }
}
