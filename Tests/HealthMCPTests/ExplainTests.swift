import HealthBytes
import HealthConv
import HealthGenerator
import HealthMCP
import HealthStatistics
import HealthTesting
import Testing

/// The tool `explain`.
struct ExplainTests {
  private static let kinds = ["statistics", "summary", "activity", "sleep"]

  private static let rows = ["2024-04-01", "2024-04-02", "2024-04", "2024", "all"]

  /// A result has the members of `stats --explain --to json`.
  @Test func resultsEqualStatsAsJSON() throws {
    let text = try export()
    var server = try server(text, allowing: [.names])
    server.limit = 1 << 20
    let dataset = try Dataset.open(bytes: Array(text.utf8), named: "export.xml")
    var lines = 0
    for kind in Self.kinds {
      for row in Self.rows where kind != "sleep" || row.utf8.count == 10 {
        var answer = Answer(try #require(Answer.Kind(rawValue: kind)), of: [dataset])
        answer.explanation = RowName(row)
        let sink = BytesSink()
        let arguments = JSONText.object([("row", .string(row)), ("answer", .string(kind))])
        let result = try server.call("explain", arguments).result
        do throws(HealthError) { _ = try answer.write(to: sink, named: "", as: .json) } catch {
          #expect(result["isError"] != nil, "\(kind) \(row): \(error)")
          continue
        }
        let printed = try #require(
          JSONText(parsing: sink.bytes.filter { $0 != UInt8(ascii: "\n") }))
        let content = try #require(result["structuredContent"], "\(kind) \(row): \(result.line)")
        #expect(content["rows"]?.line == printed["rows"]?.line, "\(kind) \(row)")
        lines += content["rows"]?.items.count ?? 0
      }
    }
    #expect(lines > 50, "\(lines)")
  }

  /// Without the permission, no source is named, also not one that hides another.
  @Test func sourcesHaveLabels() throws {
    let text = try export(.days(3), seed: 1)
    // "Health" is also a part of other words.
    let names = Set(
      text.split(separator: " sourceName=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    ).filter { $0.contains(" ") || $0.contains("’") }
    #expect(names.count > 2)
    var server = try server(text)
    server.limit = 1 << 20
    var hidden = 0
    for kind in Self.kinds {
      for day in ["2024-04-01", "2024-04-02", "2024-04-03"] {
        let arguments = JSONText.object([("row", .string(day)), ("answer", .string(kind))])
        let (reply, result) = try server.call("explain", arguments)
        for name in names { #expect(!reply.contains(name), "\(kind) \(day): \(name)") }
        let rows = result["structuredContent"]?["rows"]?.items ?? []
        hidden += rows.count { $0["hidden_by"] != nil }
      }
    }
    #expect(hidden > 0)
  }

  @Test func otherRowsAreNamed() throws {
    let server = try server(try export())
    for row in ["2024-13", "tomorrow", ""] {
      let result = try server.call("explain", .object([("row", .string(row))])).result
      #expect(result["isError"] != nil, "\(row)")
      #expect(result.line.contains("expected a date such as 2026-01-31"), "\(result.line)")
    }
    #expect(try server.call("explain", .object([])).result["isError"] != nil)
  }
}
