import Foundation
import HealthTesting
import Testing

/// Blocks of the README fit the column of a code host in a window of 1,200 pixels.
@Test func blocksOfTheReadmeFitTheirColumn() throws {
  let url = CommandFileTests.root.appendingPathComponent("README.md")
  var isBlock = false
  for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
    if line.hasPrefix("```") { isBlock.toggle() }
    if isBlock || line.hasPrefix("    ") {
      #expect(line.count <= (isBlock ? 88 : 92), "\(line)")
    }
  }
}

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
