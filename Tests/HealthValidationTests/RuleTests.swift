import HealthConv
import HealthModel
import HealthValidation
import Testing

/// Each rule finds what it says at the place it says, and nothing that is legal.
@Suite struct RuleTests {
  static let cases = sampleCases + metadataCases + structureCases + datasetCases

  @Test(arguments: cases) func findsWhatIsMarked(_ row: RuleCase) throws {
    let export = MarkedExport(row.body, exported: row.exported)
    let findings = try export.findings().filter { $0.rule == row.rule }
    #expect(findings.map(\.mark) == export.marks, "\(export.text)")
  }

  /// Without the date, which the other tests give each export.
  @Test func anExportWithoutADateIsFound() throws {
    let findings = try MarkedExport("", exported: nil).findings()
    #expect(findings.map(\.rule) == ["missing-export-date"])
    #expect(try MarkedExport("").findings().isEmpty)
    #expect(
      try MarkedExport(#"{"kind":"document","type":"a","path":"a"}"#).findings().allSatisfy {
        $0.rule != "missing-export-date"
      })
  }

  @Test func everyRuleHasCasesOfBothKinds() {
    for rule in Rule.all where rule.makeCheck != nil && rule.name != "missing-export-date" {
      let rows = Self.cases.filter { $0.rule == rule.name }
      #expect(rows.contains { $0.body.contains("^") }, "\(rule.name)")
      #expect(rows.contains { !$0.body.contains("^") }, "\(rule.name)")
    }
    #expect(Set(Self.cases.map(\.rule)).isSubset(of: Rule.all.map(\.name)))
  }
}
