import Foundation
import HealthTesting
import Testing

/// The table of formats in the README is that of the list of formats.
struct FormatTableTests {
  @Test(CommandFileTests.needsServers) func theReadmeHasTheTable() throws {
    let url = CommandFileTests.root.appendingPathComponent("README.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let begin = try #require(text.range(of: "<!-- formats -->\n"))
    let end = try #require(text.range(of: "<!-- /formats -->"))
    let shell = try CommandShell(samples: CommandFileTests.samples)
    let table = try shell.run("healthconv formats --markdown").output
    #expect(table.hasPrefix("| format"))
    guard text[begin.upperBound..<end.lowerBound] != table else { return }
    Issue.record("the table in the README is not that of 'healthconv formats --markdown'")
    guard ProcessInfo.processInfo.environment["RECORD"] == "1" else { return }
    try text.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: table)
      .write(to: url, atomically: true, encoding: .utf8)
  }
}
