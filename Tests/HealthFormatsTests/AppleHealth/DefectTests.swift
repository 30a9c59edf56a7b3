import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// What is known to be broken in real exports is read, each with a finding that says where and what was
/// done; reading strictly, it is refused there.
@Suite struct DefectTests {
  @Test(arguments: defects)
  func aDefectIsReadWithAFinding(defect: KnownDefect) {
    let reading = Reading(defect.document)
    #expect(reading.error == nil)
    #expect(reading.findings.map(\.description) == defect.findings)
    #expect(reading.differences(from: defect.document) == [])
    #expect(reading.samples.last == Reading(export(steps("1"))).samples.last)
  }

  @Test(arguments: defects)
  func aDefectIsRefusedWhenReadingStrictly(defect: KnownDefect) {
    let reading = Reading(defect.document, isStrict: true)
    #expect(reading.error?.description == defect.refusal)
    #expect(reading.findings.filter { $0.severity > .info } == [])
  }

  @Test func aSecondStartIsTheEnd() {
    guard case .workout(let workout)? = Reading(duplicateStart).samples.first else {
      Issue.record("found no workout")
      return
    }
    let statistics = workout.fields.statistics.first
    #expect(statistics?.startDate?.description == "2024-06-01 08:00:00 +0200")
    #expect(statistics?.endDate?.description == "2024-06-01 08:30:00 +0200")
    #expect(
      statistics?.extras?.renamed == [.init(field: "endDate", writtenAs: "startDate")])
  }

  /// An attribute that is not known is found once for each name, at its own line; known ones are not.
  @Test func unknownAttributesAreFound() {
    let reading = Reading(
      export(
        steps("1", " mood=\"good\""), steps("2", " mood=\"good\""),
        "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(common) mood=\"good\">\n"
          + "<WorkoutEvent type=\"HKWorkoutEventTypeLap\"/>\n"
          + "<WorkoutEvent type=\"HKWorkoutEventTypeLap\" hue=\"red\"/>\n</Workout>"))
    #expect(
      reading.findings.map(\.description) == [
        "export.xml:3:2: info: the attribute 'mood' of Record is not known; preserved [unknown-attribute]",
        "export.xml:7:1: info: the attribute 'hue' of WorkoutEvent is not known; preserved [unknown-attribute]",
        "export.xml:5:2: info: the attribute 'mood' of Workout is not known; preserved [unknown-attribute]",
      ])
  }

  @Test func aControlCharacterIsReadAsReplacement() {
    let reading = Reading(export(steps("1", " sourceVersion=\"1\u{B}2\"")))
    #expect(reading.samples.first?.healthSample?.source.version == "1\u{FFFD}2")
  }
}

struct KnownDefect: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let document: [UInt8]
  let findings: [String]
  let refusal: String

  init(_ name: String, _ document: [UInt8], _ findings: [String], refusal: String) {
    testDescription = name
    self.document = document
    self.findings = findings
    self.refusal = refusal
  }
}

private let duplicateStart = export(
  """
  <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(common)>
    <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" startDate="2024-06-01 08:00:00 +0200" startDate="2024-06-01 08:30:00 +0200" average="120" unit="count/min"/>
   </Workout>
  """, steps("1"))

private let brokenDoctype = Array(
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE HealthData [
  <!-- HealthKit Export Version: 12 -->
  <!ELEMENT HealthData (ExportDate)>
  <!ATTLIST VisionPrescription
    type CDATA #REQUIRED
  <!ELEMENT MetadataEntry EMPTY>
    device CDATA #IMPLIED
  >
  >
  ]>
  <HealthData>
   \(steps("1"))
  </HealthData>

  """.utf8)

let defects: [KnownDefect] = [
  KnownDefect(
    "the document type of iOS 16.0", brokenDoctype,
    ["export.xml:7:1: warning: the document type is not well-formed; it was skipped [broken-dtd]"],
    refusal:
      "export.xml:7:1: error: found something else in a declaration, expected a name [malformed-doctype]"
  ),
  KnownDefect(
    "statistics with two starts, iOS 16.0", duplicateStart,
    [
      "export.xml:4:101: warning: an attribute that the element already has; both are preserved [duplicate-attribute]"
    ],
    refusal:
      "export.xml:4:101: error: found a second attribute 'startDate', expected each attribute of an element once [duplicate-attribute]"
  ),
  KnownDefect(
    "a control character", export(#"<Odd a="1\#u{B}2"/>"#, steps("1")),
    [
      "export.xml:3:11: warning: a character that XML does not allow; read as U+FFFD [illegal-character]",
      "export.xml:3:2: info: Odd is not known; preserved [unknown-element]",
    ],
    refusal:
      "export.xml:3:11: error: found the character U+000B, expected a character that XML allows [illegal-character]"
  ),
  KnownDefect(
    "a control character by number", export(#"<Odd a="&#11;"/>"#, steps("1")),
    [
      "export.xml:3:10: warning: a character that XML does not allow; read as U+FFFD [illegal-character]",
      "export.xml:3:2: info: Odd is not known; preserved [unknown-element]",
    ],
    refusal:
      "export.xml:3:10: error: found the character U+000B, expected a character that XML allows [illegal-character]"
  ),
  KnownDefect(
    "bytes that are not UTF-8",
    export("<Odd a=\"~\"/>", steps("1")).flatMap { $0 == UInt8(ascii: "~") ? [0xC3, 0x28] : [$0] },
    [
      "export.xml:3:10: warning: bytes that are not UTF-8; read as U+FFFD [invalid-utf8]",
      "export.xml:3:2: info: Odd is not known; preserved [unknown-element]",
    ],
    refusal:
      "export.xml:3:10: error: found bytes that are not UTF-8, expected UTF-8 [invalid-utf8]"
  ),
  KnownDefect(
    "attribute names with spaces, iOS 8.3",
    export(
      #"<Record type="HKQuantityTypeIdentifierStepCount" source="A" Mate App Version="1" startDate="20150104084300-0800" endDate="20150104084400-0800" value="119"/>"#,
      steps("1")),
    [
      "export.xml:3:62: warning: an attribute name with spaces; the spaces are read as part of the name [malformed-attribute-name]"
    ],
    refusal:
      "export.xml:3:62: error: found the attribute 'Mate' without a value, expected '=' and a value in quotes [malformed-attribute]"
  ),
  KnownDefect(
    "a bare ampersand", export(#"<Odd a="b & c"/>"#, steps("1")),
    [
      "export.xml:3:12: warning: an ampersand that begins no reference; read as an ampersand [bare-ampersand]",
      "export.xml:3:2: info: Odd is not known; preserved [unknown-element]",
    ],
    refusal:
      "export.xml:3:12: error: found an '&' that begins no reference, expected '&amp;', or a name followed by ';' [malformed-reference]"
  ),
  KnownDefect(
    "a date with month 13",
    export(
      #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="A" creationDate="2024-13-01 08:00:00 +0200" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200" value="1"/>"#,
      steps("1")),
    [
      "export.xml:3:2: warning: creationDate has month 13, expected 01 to 12; preserved as text [malformed-date]"
    ],
    refusal: "export.xml:3:2: error: creationDate has month 13, expected 01 to 12 [malformed-date]"),
  KnownDefect(
    "a quantity without a value",
    export(#"<Record type="HKQuantityTypeIdentifierHeartRate" \#(common)/>"#, steps("1")),
    [
      "export.xml:3:2: error: a quantity has no value; preserved as an unknown element [missing-value]"
    ],
    refusal: "export.xml:3:2: error: a quantity has no value [missing-value]"),
  KnownDefect(
    "a quantity with words for a value", export(steps("many"), steps("1")),
    [
      "export.xml:3:2: error: the value of a quantity is not a number; preserved as an unknown element [malformed-number]"
    ], refusal: "export.xml:3:2: error: the value of a quantity is not a number [malformed-number]"),
  KnownDefect(
    "a record without a start",
    export(#"<Record type="HKQuantityTypeIdentifierHeartRate" value="1"/>"#, steps("1")),
    [
      "export.xml:3:2: error: Record has no startDate and no endDate; preserved as an unknown element [missing-attribute]"
    ],
    refusal: "export.xml:3:2: error: Record has no startDate and no endDate [missing-attribute]"),
  KnownDefect(
    "a record whose start is no date",
    export(
      #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="A" startDate="2024-13-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200" value="1"/>"#,
      steps("1")),
    [
      "export.xml:3:2: error: startDate has month 13, expected 01 to 12; preserved as an unknown element [malformed-date]"
    ],
    refusal: "export.xml:3:2: error: startDate has month 13, expected 01 to 12 [malformed-date]"),
  KnownDefect(
    "a nested number and a nested attribute",
    export(
      "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(common)>\n"
        + "<WorkoutEvent type=\"HKWorkoutEventTypeLap\" duration=\"long\"/>\n</Workout>", steps("1")
    ),
    [
      "export.xml:4:1: warning: duration is not a number; preserved as text [malformed-number]"
    ],
    refusal: "export.xml:4:1: error: duration is not a number [malformed-number]"),
  KnownDefect(
    "a list of beats with more in it",
    export(
      #"<Record type="HKQuantityTypeIdentifierHeartRate" \#(common) value="1"><HeartRateVariabilityMetadataList><Beat/></HeartRateVariabilityMetadataList></Record>"#,
      steps("1")),
    [
      "export.xml:3:154: warning: a list of beats contains something else; preserved [malformed-beat]"
    ],
    refusal: "export.xml:3:154: error: a list of beats contains something else [malformed-beat]"),
  KnownDefect(
    "text between samples", export("words", steps("1")),
    [
      "export.xml:2:28: warning: text between elements; preserved as an unknown element [unexpected-text]"
    ], refusal: "export.xml:2:28: error: text between elements [unexpected-text]"),
  KnownDefect(
    "text in a record",
    export(
      #"<Record type="HKQuantityTypeIdentifierHeartRate" \#(common) value="1">words</Record>"#,
      steps("1")),
    ["export.xml:3:154: warning: text in a record; preserved [unexpected-text]"],
    refusal: "export.xml:3:154: error: text in a record [unexpected-text]"),
]
