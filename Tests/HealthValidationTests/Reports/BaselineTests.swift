import HealthConv
import HealthModel
import HealthValidation
import Testing

/// What is known does not count; what is new does.
@Suite struct BaselineTests {
  static let mass = #"<Record type="Q:BodyMass" unit="m" @ value="70"/>"#
  static let steps = #"<Record type="Q:StepCount" unit="kg" @ value="7"/>"#

  /// The same sample stands for several of one kind: that it is a duplicate is beside the point.
  private static var options: Validation.Options {
    var options = Validation.Options()
    options.settings.ignored = [Glob("exact-duplicate")]
    return options
  }

  private func run(_ body: String, against baseline: Baseline) throws -> ReportRun {
    var options = Self.options
    options.baseline = baseline
    return try ReportRun(body, options: options)
  }

  @Test func theSameExportPassesAndANewDefectFails() throws {
    let baseline = Baseline(
      try ReportRun(Self.mass + "\n" + Self.mass, options: Self.options).report.groups)
    let same = try run("<!-- moved -->\n" + Self.mass + Self.mass, against: baseline)
    #expect(same.findings == [])
    #expect(!same.report.hasNewFindings(from: .info))
    #expect(
      try same.text(.text) == "known: 2 unit-fits-type (error)\n1.xml: 2 samples\nno findings\n")
    // One more of a kind that is known.
    let more = try run(Self.mass + Self.mass + Self.mass, against: baseline)
    #expect(more.findings.count == 1)
    // One of another kind.
    let other = try run(Self.mass + Self.mass + Self.steps, against: baseline)
    #expect(other.findings.map(\.type) == ["HKQuantityTypeIdentifierStepCount"])
    #expect(other.report.hasNewFindings(from: .error))
  }

  @Test func whatIsGoneIsTold() throws {
    let baseline = Baseline(
      try ReportRun(Self.mass + Self.mass + Self.steps, options: Self.options).report.groups)
    let run = try run(Self.mass, against: baseline)
    #expect(
      run.report.fixed.map(\.description) == [
        "1 of 2 unit-fits-type (HKQuantityTypeIdentifierBodyMass)",
        "1 of 1 unit-fits-type (HKQuantityTypeIdentifierStepCount)",
      ])
    #expect(try run.text(.text).contains("fixed: 1 of 1 unit-fits-type"))
  }

  @Test func theFileIsSortedAndReadBack() throws {
    let strange = #"<Record type="HKQuantityTypeIdentifier of 100%" unit="m" @ value="1"/>"#
    let baseline = Baseline(
      try ReportRun(Self.steps + Self.mass + Self.mass + strange, options: Self.options).report
        .groups)
    let lines = baseline.text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[2].hasPrefix("unit-fits-type HKQuantityTypeIdentifierBodyMass "))
    #expect(lines[2].hasSuffix(" 2"))
    #expect(lines[4].hasPrefix("unknown-type HKQuantityTypeIdentifier%20of%20100%25 "))
    #expect(try Baseline(text: baseline.text, file: "b") == baseline)
  }

  /// What a merge of two branches leaves.
  @Test func linesOfOneCauseAreOne() throws {
    let line = "unit-fits-type T 0123456789abcdef0123456789abcdef"
    let text = "# healthconv baseline 1\n\(line) 2\r\n\n\(line) 3\n"
    let baseline = try Baseline(text: text, file: "b")
    #expect(baseline.entries.values.map(\.count) == [3])
  }

  @Test(arguments: [
    ("", "b:1:1"), ("something else\n", "b:1:1"), ("# healthconv baseline 2\n", "b:1:1"),
    ("# healthconv baseline 1\n\nunit-fits-type - 1\n", "b:3:1"),
    ("# healthconv baseline 1\na - 0123456789abcdef0123456789abcdef 0\n", "b:2:1"),
    ("# healthconv baseline 1\na - 0123456789abcdef0123456789abcdeg 1\n", "b:2:1"),
  ])
  func whatIsNoBaselineIsRefused(_ text: String, _ place: String) {
    let fault = #expect(throws: HealthError.self) { try Baseline(text: text, file: "b") }
    #expect(fault?.place.description == place)
  }
}
