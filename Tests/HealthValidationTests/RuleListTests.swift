import Foundation
import HealthConv
import HealthModel
import HealthValidation
import Testing

/// What holds for every rule of the list.
@Suite struct RuleListTests {
  @Test func namesAreUnique() {
    let names = Rule.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(name)")
    }
  }

  @Test(arguments: Rule.all.filter { $0.examples != nil }.map(\.name))
  func examplesShowWhatIsFoundAndWhatIsNot(_ name: String) throws {
    let rule = try #require(Rule.all.first { $0.name == name })
    let examples = try #require(rule.examples)
    let export =
      name == "missing-export-date"
      ? MarkedExport(examples.bad, exported: nil) : MarkedExport(examples.bad)
    let bad = try export.findings()
    #expect(bad.map(\.rule) == [name])
    #expect(bad.map(\.severity) == [rule.severity])
    #expect(try MarkedExport(examples.good).findings().map(\.description) == [])
  }

  /// A rule that is written but missing from the list would never be checked.
  @Test func everyRuleIsInTheList() throws {
    let rules = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/HealthValidation/Rules")
    let files = try #require(
      FileManager.default.enumerator(at: rules, includingPropertiesForKeys: nil))
    var written: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /static let \w+ = Rule\(\s*"(?<name>[a-z0-9-]+)"/) {
        written.insert(String(match.name))
      }
    }
    #expect(written == Set(Rule.general.map(\.name)))
  }

  @Test func theirTextsAreWhole() {
    for rule in Rule.all {
      #expect(!rule.title.isEmpty && rule.title.last != ".", "\(rule.name)")
      #expect(rule.explanation.last == ".", "\(rule.name)")
      #expect(rule.exceptions.isEmpty || rule.exceptions.last == ".", "\(rule.name)")
      #expect(rule.makeCheck == nil || rule.examples != nil, "\(rule.name)")
    }
  }
}
