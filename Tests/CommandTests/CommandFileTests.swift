import Foundation
import HealthTesting
import Testing

/// The commands on the pages of `Samples/commands` do what the pages say.
struct CommandFileTests {
  static let samples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Samples")

  static let pages =
    (try? FileManager.default.contentsOfDirectory(
      atPath: samples.appendingPathComponent("commands").path))?
    .filter { $0.hasSuffix(".md") }.sorted() ?? []

  @Test func thereArePages() {
    #expect(!Self.pages.isEmpty)
  }

  @Test(arguments: pages)
  func commandsDoWhatThePageSays(_ page: String) throws {
    let url = Self.samples.appendingPathComponent("commands").appendingPathComponent(page)
    let outcome = try CommandFile(url).run(in: CommandShell(samples: Self.samples))
    for difference in outcome.differences { Issue.record("\(difference)") }
    if ProcessInfo.processInfo.environment["RECORD"] == "1", !outcome.differences.isEmpty {
      try outcome.recorded.write(to: url, atomically: true, encoding: .utf8)
    }
  }
}
