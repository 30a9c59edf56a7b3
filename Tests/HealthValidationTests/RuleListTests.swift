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

  @Test func theirTextsAreWhole() {
    for rule in Rule.all {
      #expect(!rule.title.isEmpty && rule.title.last != ".", "\(rule.name)")
      #expect(rule.explanation.last == ".", "\(rule.name)")
      #expect(rule.exceptions.isEmpty || rule.exceptions.last == ".", "\(rule.name)")
      #expect(rule.makeCheck == nil || rule.examples != nil, "\(rule.name)")
    }
  }
}
