import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthModel
import HealthValidation
import Testing

/// What the validator does whatever the rules are.
@Suite struct ValidatorTests {
  static let mass = #"<Record type="Q:BodyMass" unit="m" @ value="7000"/>"#

  @Test func samplesInsideAreCheckedOnce() throws {
    let systolic = #"<Record type="Q:BloodPressureSystolic" unit="kg" @ value="120"/>"#
    let alone =
      #"<Correlation type="HKCorrelationTypeIdentifierBloodPressure" @>^\#(systolic)</Correlation>"#
    let twin = #"^\#(systolic)\#n\#(alone.replacing("^", with: ""))"#
    let workout =
      #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @>^\#(systolic)</Workout>"#
    for body in [alone, twin, workout] {
      let export = MarkedExport(body)
      let findings = try export.findings().filter { $0.rule == "unit-fits-type" }
      #expect(findings.map(\.mark) == export.marks)
      #expect(findings.allSatisfy { $0.type == "HKQuantityTypeIdentifierBloodPressureSystolic" })
    }
  }

  @Test func settingsChooseRulesAndSeverities() throws {
    func found(_ change: (inout RuleSettings) -> Void) throws -> [String] {
      var settings = RuleSettings()
      change(&settings)
      return try MarkedExport(#"<Strange/>"# + Self.mass).findings(settings: settings).map {
        "\($0.severity) \($0.rule)"
      }
    }
    #expect(try found { _ in } == ["info unknown-element", "error unit-fits-type"])
    #expect(
      try found { $0.levels = ["unit-fits-type": .warning, "unknown-element": .error] }
        == ["error unknown-element", "warning unit-fits-type"])
    #expect(try found { $0.levels = ["unit-fits-type": .off, "unknown-element": .off] } == [])
    #expect(try found { $0.selected = [Glob("unit-*")] } == ["error unit-fits-type"])
    #expect(try found { $0.ignored = [Glob("unit-*")] } == ["info unknown-element"])
  }

  /// Findings go into reports that are passed on: what is said of a sample is in `detail` alone.
  @Test func messagesHoldNoValuesAndNoSources() throws {
    var count = 0
    for row in RuleTests.cases where row.body.hasPrefix("^") {
      let body = row.body.replacing(
        " @",
        with:
          " sourceName=\"Zoë’s Phone\" startDate=\"2024-06-01 09:00:00 +0200\" endDate=\"2024-06-01 09:00:00 +0200\""
      )
      for finding in try MarkedExport(body, exported: row.exported).findings() {
        #expect(!finding.message.contains("Zoë"))
        if let detail = finding.detail {
          #expect(!finding.message.contains(detail))
          count += 1
        }
      }
    }
    #expect(count > 15)
  }

  /// What differs between two names can be seen from the message, the names only on request.
  @Test(arguments: [
    (
      "Ann's Watch", "Ann\u{2019}s\u{A0}Watch",
      "U+2019 where the other has U+0027, and U+00A0 where the other has U+0020"
    ),
    ("Watch", "Wat\u{200B}ch", "U+200B where the other has nothing"),
    ("Wat\u{200B}ch", "Watch", "nothing where the other has U+200B"),
    ("Zo\u{EB}", "Zoe\u{308}", "separate accents where the other has composed letters"),
  ])
  func lookalikesSayWhatDiffers(_ first: String, _ second: String, _ difference: String) throws {
    let records = [first, second].enumerated().map { index, name in
      #"<Record type="Q:BodyMass" unit="kg" sourceName="\#(name)" startDate="2024-05-0\#(index + 1) 09:00:00 +0200" endDate="2024-05-0\#(index + 1) 09:00:00 +0200" value="70"/>"#
    }
    let finding = try #require(try MarkedExport(records.joined()).findings().first)
    #expect(
      finding.message
        == "the source's name looks like that of another source, but has \(difference)")
    #expect(finding.detail == "'\(second)' and '\(first)'")
  }

  @Test func findingsAreKnownAgain() throws {
    let findings = try MarkedExport(Self.mass + "\n" + Self.mass).findings().filter {
      $0.rule == "unit-fits-type"
    }
    #expect(findings.count == 2)
    #expect(findings[0].place != findings[1].place)
    #expect(findings[0].fingerprint == findings[1].fingerprint)
    let other = try MarkedExport(Self.mass.replacing("@", with: "@ sourceVersion=\"2\"")).findings()
    #expect(other.first?.fingerprint == findings[0].fingerprint)
    let renamed = Self.mass.replacing("BodyMass", with: "LeanBodyMass")
    #expect(try MarkedExport(renamed).findings().first?.fingerprint != findings[0].fingerprint)
  }

  /// To find a similar name takes long, so that it is done for the first unknown types only.
  @Test func similarTypesAreSuggestedForTheFirstUnknownTypes() {
    var validator = Validator(Rule.all.filter { $0.name == "unknown-type" })
    let start = Timestamp(secondsSince1970: 1_717_225_200)
    var messages: [String] = []
    for index in 0..<2_000 {
      let type = QuantityType("HKQuantityTypeIdentifierHeartRat\(index)")
      let header = SampleHeader(
        descriptor: SampleDescriptor(type: .quantity(type), source: nil), start: start, end: start)
      validator.check(
        .quantity(QuantitySample(header: header, number: Number(70))), at: Place(file: "a"))
      messages += validator.takeFindings().map(\.message)
    }
    #expect(messages.count == 2_000)
    let suggested = messages.count { $0.contains("did you mean") }
    #expect(0 < suggested && suggested <= 256)
  }

  /// To find a nested structure takes time in proportion to the sample, so that the first hundred are found.
  @Test func theFirstPartsOfASampleAreFoundAtTheirLines() throws {
    let event = #"<WorkoutEvent type="HKWorkoutEventTypeMarker" date="2024-05-01 09:10:00 +0200"/>"#
    let workout =
      #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" @>"#
      + String(repeating: "\n" + event, count: 150) + "\n</Workout>"
    let lines = try MarkedExport(workout).findings().filter { $0.rule == "outside-workout" }
      .map(\.place.line)
    #expect(lines == Array(3..<103) + Array(repeating: 2, count: 50))
  }

  /// A source for every sample, more than the table of descriptors keeps.
  @Test func manyDescriptorsAreForgotten() {
    var validator = Validator(Rule.all.filter { $0.name == "unit-fits-type" })
    let start = Timestamp(secondsSince1970: 1_717_225_200)
    var found = 0
    for index in 0..<20_000 {
      let descriptor = SampleDescriptor(
        type: .quantity(.bodyMass), unitText: index % 2 == 0 ? "kg" : "m",
        source: Source(name: "source \(index)"))
      let header = SampleHeader(descriptor: descriptor, start: start, end: start)
      validator.check(
        .quantity(QuantitySample(header: header, number: Number(70))), at: Place(file: "a"))
      found += validator.takeFindings().count
    }
    #expect(found == 10_000)
  }

  @Test func aCleanExportHasNoFindings() throws {
    #expect(try Self.findings(of: ExportGenerator.Options(size: .days(2))) == [:])
    #expect(
      try Self.findings(of: ExportGenerator.Options(seed: 3, size: .days(2), units: .metric)) == [:]
    )
  }

  @Test func plantedDefectsAreFoundOnceEach() throws {
    let defects = Set(Defect.allCases).subtracting([.truncated])
    let found = try Self.findings(of: ExportGenerator.Options(size: .days(1), defects: defects))
    #expect(
      found == [
        "broken-dtd": 1, "illegal-character": 1, "invalid-utf8": 1, "duplicate-attribute": 1,
        "end-before-start": 1, "impossible-value": 1, "malformed-number": 1, "unknown-element": 1,
        "exact-duplicate": 1,
      ])
  }

  /// The bad example of every rule in one export, those of one rule with a source of their own.
  @Test func oneDefectOfEachKindIsFoundOnce() throws {
    // This export has a date.
    let planted = Rule.all.filter {
      $0.examples?.bad.hasPrefix("<") == true && $0.name != "missing-export-date"
    }
    let bodies = planted.enumerated().map { index, rule in
      (rule.examples?.bad ?? "").replacing(
        /sourceName="(?<first>[^"])/, with: { "sourceName=\"\(index) \($0.output.first)" })
    }
    // An export describes the person first.
    let body = bodies.filter { $0.hasPrefix("<Me") } + bodies.filter { !$0.hasPrefix("<Me") }
    let findings = try MarkedExport(body.joined(separator: "\n")).findings()
    #expect(findings.map(\.rule).sorted() == planted.map(\.name).sorted())
    #expect(planted.count > 30)
  }

  /// Findings of the end come in parts, so that they need not all be in memory.
  @Test func findingsOfTheEndComeInParts() {
    var validator = Validator()
    let start = Timestamp(secondsSince1970: 1_717_225_200)
    let header = SampleHeader(
      descriptor: SampleDescriptor(
        type: .quantity(.bodyMass), unitText: "kg", source: Source(name: "Me")),
      start: start, end: start)
    let mass = Sample.quantity(QuantitySample(header: header, number: Number(70)))
    for line in 1...5_000 { validator.check(mass, at: Place(file: "a.xml", line: line, column: 2)) }
    #expect(validator.takeFindings().isEmpty)
    var places: [Place] = []
    while validator.finish() {
      let findings = validator.takeFindings()
      #expect(findings.count < 1_100)
      places += findings.map(\.place)
    }
    #expect(places == (2...5_000).map { Place(file: "a.xml", line: $0, column: 2) })
  }

  private static func findings(of options: ExportGenerator.Options) throws -> [String: Int] {
    let sink = BytesSink()
    _ = try ExportGenerator(options).writeXML(to: sink)
    var reader = AppleHealthReader(source: BytesSource(sink.bytes), name: "export.xml")
    var validator = Validator()
    validator.begin(try reader.dataset(), at: Place(file: "export.xml"))
    var counts: [String: Int] = [:]
    while let sample = try reader.next() {
      validator.check(sample, at: reader.place)
      for finding in validator.takeFindings() {
        counts["\(finding.rule)", default: 0] += 1
      }
    }
    validator.add(reader.takeFindings())
    while validator.finish() {
      for finding in validator.takeFindings() { counts[finding.rule, default: 0] += 1 }
    }
    return counts
  }
}
