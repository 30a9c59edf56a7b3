import Foundation
import HealthTesting
import Testing

/// The commands on the pages of `Samples/commands` and in the README do what the pages say.
struct CommandFileTests {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let samples = root.appendingPathComponent("Samples")

  static let pages =
    ["README.md"]
    + ((try? FileManager.default.contentsOfDirectory(
      atPath: samples.appendingPathComponent("commands").path)) ?? [])
    .filter { $0.hasSuffix(".md") && (hasServers || !ofServers.contains($0)) }.sorted()
    .map { "Samples/commands/" + $0 }

  /// Pages of a tool that was built with PostgreSQL, as the Makefile does.
  private static let ofServers = ["formats.md", "postgres.md"]
  #if PostgreSQL
    static let hasServers = true
  #else
    static let hasServers = false
  #endif
  static let needsServers: ConditionTrait = .enabled(
    if: hasServers, "built without the trait PostgreSQL: run make test")

  @Test(needsServers) func pagesOfServersAreAmongThem() {
    #expect(Self.ofServers.allSatisfy { Self.pages.contains("Samples/commands/" + $0) })
  }

  @Test func thereArePages() {
    #expect(Self.pages.count > 1)
  }

  @Test(arguments: pages)
  func commandsDoWhatThePageSays(_ page: String) throws {
    let url = Self.root.appendingPathComponent(page)
    let outcome = try CommandFile(url).run(in: CommandShell(samples: Self.samples))
    for difference in outcome.differences { Issue.record("\(difference)") }
    if ProcessInfo.processInfo.environment["RECORD"] == "1", !outcome.differences.isEmpty {
      try outcome.recorded.write(to: url, atomically: true, encoding: .utf8)
    }
  }
}
