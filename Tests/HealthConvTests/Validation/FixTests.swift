import HealthBytes
import HealthConv
import Testing

/// `validate --fix` changes what a finding names, and nothing else.
@Suite struct FixTests {
  private static let moment =
    #"sourceName="Me" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200""#
  private static let mass =
    #"<Record type="HKQuantityTypeIdentifierBodyMass" unit="lb" \#(moment) value="155.0"/>"#
  private static let asleep =
    #"<Record type="HKCategoryTypeIdentifierSleepAnalysis" \#(moment) value="HKCategoryValueSleepAnalysisAsleep"/>"#
  private static let food = """
    <Correlation type="HKCorrelationTypeIdentifierFood" \(moment)>\
    <Record type="HKQuantityTypeIdentifierDietaryIron" unit="g" \(moment) value="1"/></Correlation>
    """

  /// What is done to an export, and the lines of the records that are left.
  private static func fix(
    _ lines: [String], exported: String = "2024-06-02 09:00:00 +0200",
    _ settings: RuleSettings = RuleSettings()
  ) throws -> (lines: [String], report: Conversion.Report) {
    let folder = try TemporaryFolder()
    let body = (["<ExportDate value=\"\(exported)\"/>"] + lines).joined(separator: "\n")
    let input = try folder.write(
      bytes: Array("<HealthData>\n\(body)\n</HealthData>".utf8), "export.xml")
    var conversion = Conversion(of: try Dataset.open(input), to: .jsonLines)
    conversion.fixes = settings
    let sink = BytesSink()
    let report = try conversion.run(into: OutputContainer(file: sink), name: "out")
    let written = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    return (written.map(String.init), report)
  }

  @Test func unitsAndOrderStay() throws {
    let (lines, report) = try Self.fix([Self.food, Self.mass, Self.asleep])
    #expect(report.samplesConverted == 0 && report.correlationsRelinked == 0)
    #expect(report.renamings.map(\.count) == [1])
    #expect(lines.map { $0.contains("\"kind\":\"correlation\"") } == [true, false, false])
    #expect(lines[1].contains("\"unit\":\"lb\"") && lines[1].contains("155.0"))
    #expect(lines[2].contains("AsleepUnspecified"))
  }

  @Test func onlyEqualSamplesAreDropped() throws {
    let unknown = "<Strange/>"
    let (lines, report) = try Self.fix([
      Self.mass, Self.mass, Self.mass.replacing("Me", with: "You"), unknown, unknown,
    ])
    #expect(report.duplicates == 1)
    #expect(lines.count == 4)
  }

  @Test func namesThatWereNotYetReplacedStay() throws {
    let (lines, report) = try Self.fix([Self.asleep], exported: "2022-06-01 09:00:00 +0200")
    #expect(report.renamings.isEmpty)
    #expect(lines.first?.contains("SleepAnalysisAsleep\"") == true)
  }

  @Test func rulesThatAreOffFixNothing() throws {
    var settings = RuleSettings()
    settings.levels = ["deprecated-value": .off]
    settings.ignored = [Glob("exact-*")]
    let (lines, report) = try Self.fix([Self.mass, Self.mass, Self.asleep], settings)
    #expect(report.duplicates == 0 && report.renamings.isEmpty)
    #expect(lines.count == 3)
  }

  /// Of an export with one bad example of each rule, as many samples change as there are such findings.
  @Test func whatIsChangedWasFound() throws {
    let examples = Rule.all.enumerated().compactMap { index, rule -> String? in
      guard let bad = rule.examples?.bad, bad.hasPrefix("<"), !bad.hasPrefix("<Me") else {
        return nil
      }
      return bad.replacing(" sourceName=\"", with: " sourceName=\"\(index) ")
    }
    let (lines, report) = try Self.fix(examples)
    let (before, _) = try Self.fix(examples, Self.none)
    let changed = Set(before).symmetricDifference(lines)
    #expect(report.duplicates == 1 && report.renamings.map(\.count) == [1])
    // The one that is dropped was there before; the one that is renamed is there before and after.
    #expect(before.count - lines.count == 1 && changed.count == 3)
  }

  private static var none: RuleSettings {
    var settings = RuleSettings()
    settings.ignored = [Glob("*")]
    return settings
  }
}
