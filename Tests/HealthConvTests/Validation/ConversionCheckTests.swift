import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthValidation
import Testing

/// The rules on the way of a conversion.
@Suite struct ConversionCheckTests {
  static let moment =
    #"sourceName="Me" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:00:00 +0200""#
  static let export = """
    <HealthData locale="en_FR">
    <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" \(moment) value="70"/>
    <Record type="HKQuantityTypeIdentifierBodyMass" unit="m" \(moment) value="71"/>
    <Record type="HKQuantityTypeIdentifierHartRate" unit="count/min" \(moment) value="61"/>
    </HealthData>
    """

  /// Converts the export: what is written, and what was done.
  private func convert(
    rejects: BytesSink? = nil, _ change: (inout Conversion) -> Void
  ) throws -> (output: [String], report: Conversion.Report) {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes: Array(Self.export.utf8), "a.xml")
    var conversion = Conversion(of: try Dataset.open(path), to: .jsonLines)
    change(&conversion)
    let sink = BytesSink()
    let report = try conversion.run(
      into: OutputContainer(file: sink), name: "out", rejects: rejects)
    return (Self.lines(sink), report)
  }

  private static func lines(_ sink: BytesSink) -> [String] {
    String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func findsAndWritesAll() throws {
    let (output, report) = try convert { $0.checks = RuleSettings() }
    #expect(output.count == 4)
    #expect(
      report.findings.rules.map(\.name) == [
        "missing-export-date", "unit-fits-type", "unknown-type",
      ])
    #expect(report.findings.first.contains { $0.place.line == 3 })
    #expect(report.samplesWritten == 3)
    #expect(report.rejected == 0)
    #expect(try convert { _ in }.report.findings.count == 0)
  }

  @Test func putsAsideWhatHasErrors() throws {
    let rejects = BytesSink()
    let (output, report) = try convert(rejects: rejects) { $0.checks = RuleSettings() }
    let all = try convert { _ in }.output
    #expect(output == [all[0], all[1], all[3]])
    #expect(report.rejected == 1)
    #expect(report.samplesRead == 3)
    #expect(report.samplesWritten == 2)
    let lines = Self.lines(rejects)
    #expect(lines.count == 1)
    let line = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect((line["place"] as? String)?.hasSuffix(".xml:3:1") == true)
    let findings = line["findings"] as? [[String: String]]
    #expect(findings?.map { $0["rule"] } == ["unit-fits-type"])
    // The sample is the line that the format has for it.
    #expect(lines[0].hasSuffix(",\"sample\":\(all[2])}"))
  }

  @Test func settingsHold() throws {
    let (_, report) = try convert(rejects: BytesSink()) {
      $0.checks = RuleSettings()
      $0.checks?.levels = [
        "unit-fits-type": .warning, "unknown-type": .off, "missing-export-date": .off,
      ]
    }
    #expect(report.findings.rules.map(\.severity) == [.warning])
    #expect(report.rejected == 0)
  }
}
