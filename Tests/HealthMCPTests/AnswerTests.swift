import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthMCP
import HealthStatistics
import HealthTesting
import Testing

/// Answers of the server.
struct AnswerTests {
  /// The result of a call has the members of `stats --to json`.
  @Test func randomCallsEqualStatsAsJSON() throws {
    let text = try export(.records(150))
    var server = try server(text, allowing: [.names])
    server.limit = 1 << 20
    let dataset = try Dataset.open(bytes: Array(text.utf8), named: "export.xml")
    var random = FixedRandom(seed: 29)
    var rows = 0
    for number in 0..<500 {
      let call = try RandomCall(&random, of: dataset)
      let result = try server.call(call.tool, .object(call.arguments), id: number).result
      let sink = BytesSink()
      do throws(HealthError) { _ = try call.answer.write(to: sink, named: "", as: .json) } catch {
        #expect(result["isError"] != nil, "\(call.arguments): \(error)")
        continue
      }
      let printed = try #require(
        JSONText(parsing: sink.bytes.filter { $0 != UInt8(ascii: "\n") }))
      let content = try #require(result["structuredContent"], "\(call.arguments): \(result.line)")
      guard case .object(let members) = printed else { continue }
      for (name, value) in members where name != "version" {
        #expect(
          content[name]?.line == value.line, "\(name) of \(JSONText.object(call.arguments).line)")
      }
      #expect(result["content"]?.items.first?["text"]?.string == content.line)
      rows += content["rows"]?.items.count ?? 0
    }
    #expect(rows > 1_000)
  }

  /// No reply is over the limit, and what is offered instead of a large one fits.
  @Test func repliesFitTheLimit() throws {
    // A store looks up what a call is about.
    let folder = FileManager.default.temporaryDirectory.path + "/mcp-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let text = try export(.days(5), seed: 2)
    _ = try Conversion(
      of: .open(bytes: Array(text.utf8), named: "export.xml"), to: .sqlite
    ).run(toFile: folder + "/health.db")
    let dataset = try Dataset.open(folder + "/health.db")
    var server = AssistantServer([dataset], Grant(types: [], since: nil, allowing: [.samples]))
    var random = FixedRandom(seed: 7)
    var (large, offered) = (0, 0)
    for _ in 0..<30 {
      server.limit = 1 << (12 + random.below(2))
      let call = try RandomCall(&random, of: dataset)
      let (reply, result) = try server.call(call.tool, .object(call.arguments))
      #expect(reply.utf8.count < server.limit)
      guard result["isError"] != nil, let message = result["content"]?.items[0]["text"]?.string,
        message.hasPrefix("The result is larger")
      else { continue }
      large += 1
      for (pattern, name) in [("\"interval\": \"", "interval"), ("\"since\": \"", "since")] {
        guard let start = message.firstRange(of: pattern)?.upperBound else { continue }
        let value = String(message[start...].prefix { $0 != "\"" })
        let arguments = call.arguments.filter { $0.0 != name } + [(name, .string(value))]
        let (reply, result) = try server.call(call.tool, .object(arguments))
        #expect(reply.utf8.count < server.limit)
        #expect(result["isError"] == nil, "\(JSONText.object(arguments).line): \(message)")
        offered += 1
      }
    }
    #expect(large > 3 && offered > 3, "\(large), \(offered)")
    for limit in [1 << 12, 1 << 14] {
      server.limit = limit
      for (tool, arguments) in [
        ("describe", JSONText.object([])), ("units", .object([])),
        ("samples", .object([("limit", .number(500))])), ("samples", .object([])),
        ("statistics", .object([("types", .string(String(repeating: "x", count: 100_000)))])),
      ] {
        #expect(try server.call(tool, arguments).reply.utf8.count < limit, "\(tool)")
      }
    }
  }

  /// Samples are those of the dataset, page by page.
  @Test func samplesComeInPages() throws {
    let server = try server(try export(.days(2)), types: ["steps"], allowing: [.samples])
    let all = try server.call("statistics", .object([("sources", .string("none"))])).result
    guard case .number(let count)? = all["structuredContent"]?["rows"]?.items[0]["count"] else {
      Issue.record("no count")
      return
    }
    var offset = 0
    var starts: [String] = []
    while true {
      let result = try server.call(
        "samples", .object([("offset", .number(offset)), ("limit", .number(20))])
      ).result
      let content = try #require(result["structuredContent"], "\(result.line)")
      for row in content["rows"]?.items ?? [] {
        #expect(row["type"]?.string == "HKQuantityTypeIdentifierStepCount")
        starts.append(try #require(row["start"]?.string))
      }
      guard case .number(let next)? = content["next_offset"] else { break }
      offset = next
    }
    #expect(starts.count == count && count > 40)
  }

  @Test(arguments: [
    (["types": "StepCoun"], "unknown type 'StepCoun'. Did you mean 'StepCount'?"),
    (["since": "yesterday"], "'since' is 'yesterday', expected a date"),
    (["interval": "fortnight"], "'interval' is 'fortnight', expected minute, hour, day"),
    (["zone": "Atlantis"], "Atlantis"), (["typ": "steps"], "unknown argument 'typ'"),
    (["sources": "all"], "expected one of: none, priority, max, separate"),
  ])
  func mistakesAreExplained(arguments: [String: String], message: String) throws {
    let server = try server(try export(.days(1)))
    let result = try server.call(
      "statistics", .object(arguments.map { ($0.key, .string($0.value)) })
    ).result
    #expect(result["isError"] != nil)
    #expect(
      result["content"]?.items[0]["text"]?.string?.contains(message) == true, "\(result.line)")
  }

  /// A sum of a part of the data is no answer.
  @Test func damagedDataHaveNoAnswer() throws {
    let text = try export(.days(1))
    var server = try server(String(text.prefix(text.count / 2)))
    let errors = Monitor([HealthError]())
    server.onError = { error in errors.withLock { $0.append(error) } }
    for tool in ["describe", "statistics"] {
      let result = try server.call(tool, .object([])).result
      #expect(result["isError"] != nil)
      let message = try #require(result["content"]?.items[0]["text"]?.string)
      #expect(message.hasPrefix("The data are damaged") && !message.contains("export.xml"))
    }
    #expect(errors.withLock { $0.count } == 2)
  }
}
