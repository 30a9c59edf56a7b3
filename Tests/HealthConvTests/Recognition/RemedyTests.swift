import Foundation
import HealthConv
import HealthModel
import Testing

/// What can be done about an error is told apart from what is wrong.
struct RemedyTests {
  @Test func aSentenceIsAddedBeforeTheNameOfTheRule() {
    let place = Place(file: "a.csv", line: 2, column: 1)
    let located = HealthError(
      .malformed, rule: "missing-zone", place: place, "no zone", remedy: .nameZone)
    #expect(located.remedy == .nameZone)
    #expect(located.description == "a.csv:2:1: error: no zone [missing-zone]")
    #expect(
      located.adding("Do it.").description == "a.csv:2:1: error: no zone. Do it. [missing-zone]")
    #expect(
      HealthError(.usage, "unknown. Did you mean 'x'?").adding("See.").message
        == "unknown. Did you mean 'x'? See.")
    #expect(HealthError(.usage, "unknown").adding("See.").message == "unknown. See.")
  }

  /// The library does not name options or commands of the tool: other programs have neither.
  @Test func noLibraryMessageNamesAnOptionOfTheTool() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources")
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      // Explanations of rules are documentation.
      let isLibrary = !["HealthConvTool", "HealthGenerator", "CatalogGenerator", "Rules"].contains {
        file.pathComponents.contains($0)
      }
      guard isLibrary, !file.lastPathComponent.hasSuffix("Rules.swift") else { continue }
      count += 1
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let code = line.drop { $0 == " " }
        if code.hasPrefix("//") { continue }
        // Names of CSS are in parentheses.
        let isNamed = code.contains(/"(--[a-z]|[^"]*([^("]--[a-z]|'healthconv ))/)
        #expect(!isNamed, "\(file.lastPathComponent): \(code)")
      }
    }
    #expect(count > 300)
  }
}
