import Foundation
import HealthBytes
import HealthConv
import HealthModel
import HealthValidation
import Testing

/// What the reports say.
@Suite struct ReportTests {
  static let twoMasses = """
    <Record type="Q:BodyMass" unit="m" @ value="70"/>
    <Record type="Q:BodyMass" unit="m" @ value="71"/>
    """
  static let strange = #"<Strange/>"#

  @Test func textIsThatOfCompilersAndSumsUp() throws {
    let run = try ReportRun(Self.twoMasses, Self.strange)
    #expect(
      try run.text(.text) == """
        1.xml:2:1: error: the unit 'm' does not fit the type; expected one like 'kg' [unit-fits-type]
        1.xml:3:1: error: the unit 'm' does not fit the type; expected one like 'kg' [unit-fits-type]
        2.xml:2:1: info: \(run.findings[2].message) [unknown-element]
        found: 2 unit-fits-type (error)
        found: 1 unknown-element (info)
        1.xml: 2 samples
        2.xml: 1 sample
        2 errors, 1 note

        """)
  }

  @Test func aListMayBeShortened() throws {
    var options = ReportOptions()
    options.listedPerRule = 1
    let text = try ReportRun(Self.twoMasses).text(.text, options)
    #expect(text.contains("found: 2 unit-fits-type (error), 1 of them listed\n"))
    #expect(text.split(separator: "\n").count == 4)
    let lines = try ReportRun(Self.twoMasses).text(.jsonl, options)
    #expect(lines.split(separator: "\n").count == 1)
  }

  @Test func nothingFoundIsSaid() throws {
    let run = try ReportRun(#"<Record type="Q:BodyMass" unit="kg" @ value="70"/>"#)
    #expect(try run.text(.text) == "1.xml: 1 sample\nno findings\n")
    #expect(try run.text(.jsonl) == "")
    #expect(try run.text(.github) == "healthconv: no findings\n")
    #expect(try run.text(.markdown).hasPrefix("## healthconv: no findings\n"))
  }

  @Test func annotationsAreOneForEachGroup() throws {
    let run = try ReportRun(Self.twoMasses, Self.strange)
    #expect(
      try run.text(.github) == """
        ::error file=1.xml,line=2,col=1,title=unit-fits-type::the unit 'm' does not fit the type; \
        expected one like 'kg' (and 1 more)
        ::notice file=2.xml,line=2,col=1,title=unknown-element::\(run.findings[2].message)
        healthconv: 2 errors, 1 note

        """)
  }

  /// A file may say what it likes; it cannot end a line, color a terminal or command a runner.
  @Test(arguments: ReportOptions.Format.allCases)
  func whatAFileSaysIsHarmless(_ format: ReportOptions.Format) throws {
    let run = try ReportRun(
      "<Record type=\"HKQuantityTypeIdentifier&#10;::error::owned&#9;&lt;b&gt;%|]]>`\" unit=\"m\" @ value=\"1\"/>"
    )
    #expect(!run.findings.isEmpty)
    let text = try run.text(format)
    #expect(!text.contains("\n::error::owned"))
    #expect(!text.unicodeScalars.contains("\t"))
    #expect(!text.contains("<b>") || ![.junit, .markdown].contains(format))
  }

  /// Values, dates of samples and names of sources are nobody's business.
  @Test(arguments: ReportOptions.Format.allCases)
  func noReportShowsValues(_ format: ReportOptions.Format) throws {
    let run = try ReportRun(ReportRun.planted)
    #expect(Set(run.findings.map(\.rule)).count >= 5)
    let text = try run.text(format)
    for value in ["3579", "24680", "09:17", "08:43", "PlantedValue", "Planted/Zone", "Zoë"] {
      #expect(!text.contains(value), "\(value)")
    }
  }

  @Test(arguments: [ReportOptions.Format.text, .json, .jsonl, .sarif, .junit])
  func valuesAreShownToThoseWhoAsk(_ format: ReportOptions.Format) throws {
    var options = ReportOptions()
    options.showsValues = true
    #expect(try ReportRun(ReportRun.planted).text(format, options).contains("24680"))
  }

  @Test func aFaultIsInEveryReport() throws {
    let text = MarkedExport(Self.twoMasses).text
    let run = try ReportRun(texts: [String(text.dropLast(30)), ""])
    #expect(run.report.inputs.map { $0.fault != nil } == [true, true])
    for format in ReportOptions.Format.allCases {
      let text = try run.text(format)
      for finding in run.findings where finding.rule != "unit-fits-type" {
        #expect(text.contains(finding.rule), "\(format)")
      }
    }
  }

  /// A line of a file in an archive is no line of the archive.
  @Test func filesInArchivesAreArtifactsInside() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("healthconv-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (xml, zip) = (folder.path + "/a.xml", folder.path + "/a b.zip")
    try Data(MarkedExport(Self.twoMasses).text.utf8).write(to: URL(fileURLWithPath: xml))
    _ = try Conversion(of: Dataset.open(xml), to: .appleHealth).run(toFile: zip)
    var validation = Validation()
    try validation.check(try Dataset.open(zip))
    let sink = BytesSink()
    var writer = ReportOptions.Format.sarif.makeWriter(to: sink)
    try writer.finish(validation.finish())
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(sink.bytes)) as? [String: Any])
    let run = try #require((document["runs"] as? [[String: Any]])?.first)
    let artifacts = try #require(run["artifacts"] as? [[String: Any]])
    #expect(artifacts.map { $0["parentIndex"] as? Int } == [nil, 0])
    let uris = artifacts.map { ($0["location"] as? [String: Any])?["uri"] as? String ?? "" }
    #expect(uris[0].hasSuffix("/a%20b.zip"))
    #expect(uris[1] == "/apple_health_export/export.xml")
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(result["occurrenceCount"] as? Int == 2)
    let lines = String(decoding: sink.bytes, as: UTF8.self)
    #expect(lines.contains("\"index\": 1"))
    let annotations = BytesSink()
    var github = ReportOptions.Format.github.makeWriter(to: annotations)
    try github.finish(validation.finish())
    #expect(!String(decoding: annotations.bytes, as: UTF8.self).contains(",line="))
  }

  /// A source for every finding: more than are told apart.
  @Test func manyFindingsStayWithinLimits() throws {
    func record(against baseline: Baseline) -> (groups: FindingGroups, new: Int) {
      var recorder = FindingRecorder(against: baseline, keepingPerRule: 10)
      var new = 0
      for number in 0..<12_000 {
        let finding = Finding(
          rule: "a-rule", severity: .error, place: Place(file: "a", line: number + 1),
          message: "something", type: "Type", source: "source \(number)")
        if recorder.add(finding, input: 0) { new += 1 }
      }
      return (recorder.groups, new)
    }
    let (groups, new) = record(against: Baseline())
    #expect(new == 12_000)
    #expect(groups.count == 12_000)
    #expect(groups.list.count == FindingGroups.usualGroupLimit + 1)
    #expect(groups.list.last?.count == 2_000)
    #expect(groups.list.allSatisfy { $0.first.count == 1 })
    #expect(record(against: Baseline(groups)).new == 0)
  }

  @Test func aRunThatFailsFastEndsAtOnce() throws {
    var options = Validation.Options()
    options.failsFast = true
    let run = try ReportRun(Self.strange + Self.twoMasses, Self.twoMasses, options: options)
    #expect(run.findings.map(\.rule) == ["unknown-element", "unit-fits-type"])
    #expect(run.report.isCutShort)
    #expect(run.report.inputs.count == 1)
  }
}
