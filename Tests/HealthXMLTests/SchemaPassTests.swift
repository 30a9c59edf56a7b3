import Foundation
import HealthBytes
import HealthXML
import Testing

/// Documents are held to a schema to their ends, with exact places and without a value in what is said.
@Suite struct SchemaPassTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Schemas").standardizedFileURL

  private static func validator(_ name: String) throws -> SchemaValidator {
    var documents: [String: [UInt8]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasSuffix(".xsd") {
      documents[file] = Array(try Data(contentsOf: folder.appendingPathComponent(file)))
    }
    return try SchemaValidator(name, in: documents)
  }

  private static func violations(
    _ document: [UInt8], _ validator: SchemaValidator, pieces: Int? = nil,
    options: XMLTokenizer.Options = .init()
  ) throws -> [String] {
    var pass = try SchemaPass(
      of: BytesSource(document, pieces: pieces), against: validator, options: options)
    var found: [String] = []
    while let violations = try pass.next() {
      found += violations.map { "\($0.place) \($0.message)" }
    }
    return found
  }

  private static let dates =
    #"startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:00:00 +0200""#

  /// What may be in an export behind its head, and before it.
  private static let samples =
    "Record, Correlation, Workout, ActivitySummary, ClinicalRecord, Audiogram, VisionPrescription"
  private static let head = "ExportDate, Me, " + samples

  private static let exports: [(body: String, expected: [String])] = [
    ("", []),
    (#"<ExportDate value="2024-06-01 08:00:00 +0200"/>"#, []),
    (
      "<Me HKCharacteristicTypeIdentifierDateOfBirth='' HKCharacteristicTypeIdentifierNew='secret'/>",
      []
    ),
    ("<Record type='T' sourceName='' \(dates) value='' unit=''/>", []),
    (
      "<!-- secret --><?a secret?><Record type='T' sourceName='' \(dates)> \n <!-- a --></Record>",
      []
    ),
    // Attributes
    ("<Record type='T' \(dates)/>", ["2:1 Record lacks the attribute sourceName"]),
    (
      "<Record type='T' sourceName='a' \(dates) vlaue='secret'/>",
      ["2:1 Record has the attribute vlaue, which the schema does not define"]
    ),
    (
      "<Record type='' sourceName='a' \(dates)/>",
      ["2:1 type of Record violates the schema"]
    ),
    (
      "<Record type='T' sourceName='a' startDate='secret' endDate='2024-13-01 00:00:00 +0000'/>",
      [
        "2:1 startDate of Record violates the schema",
        "2:1 endDate of Record violates the schema",
      ]
    ),
    (
      "<ActivitySummary activeEnergyBurned='5.91532e-05' appleMoveTime='NaN' dateComponents='1.6.24'/>",
      [
        "2:1 appleMoveTime of ActivitySummary violates the schema",
        "2:1 dateComponents of ActivitySummary violates the schema",
      ]
    ),
    (
      """
      <Audiogram type='T' sourceName='a' \(dates)>
      <SensitivityPoint frequencyValue='1' frequencyUnit='Hz' leftEarMasked='secret'/>
      </Audiogram>
      """,
      ["3:1 leftEarMasked of SensitivityPoint violates the schema, expected 'YES', 'NO'"]
    ),
    // Elements: what comes after one that is not expected is looked at
    (
      "<Odd a='secret'><Record/>secret</Odd>\n<Record type='T' \(dates)/>\n<Me/>\n<Odder/>",
      [
        "2:1 found Odd in HealthData, where it is not allowed; expected \(head)",
        "3:1 Record lacks the attribute sourceName",
        "4:1 found Me in HealthData, where it is not allowed; expected \(samples)",
        "5:1 found Odder in HealthData, where it is not allowed; expected \(head)",
      ]
    ),
    (
      "<MetadataEntry key='a' value='b'/><FileReference path='a'/>",
      [
        "2:1 found MetadataEntry in HealthData, where it is not allowed; expected \(head)",
        "2:35 found FileReference in HealthData, where it is not allowed; expected \(head)",
      ]
    ),
    ("secret", ["1:1 HealthData has text inside, expected elements only"]),
    (
      "<Record type='T' sourceName='a' \(dates)><MetadataEntry key='a' value='b'>secret</MetadataEntry></Record>",
      ["2:107 MetadataEntry has text inside, expected nothing"]
    ),
    (
      "<Record type='T' sourceName='a' \(dates)><MetadataEntry key='a' value='b'><x/></MetadataEntry></Record>",
      ["2:140 found x inside MetadataEntry, expected nothing"]
    ),
    // Names
    (
      "<x:Record/>",
      [
        "2:1 the prefix x has no namespace",
        "2:1 found x:Record in HealthData, where it is not allowed; expected \(head)",
      ]
    ),
    (
      "<Record xmlns='urn:a'/>",
      ["2:1 found Record in HealthData, where it is not allowed; expected \(head)"]
    ),
    // Not well-formed
    (
      "<Record type='T'></record>",
      [
        "2:1 Record lacks the attribute sourceName", "2:1 Record lacks the attribute startDate",
        "2:1 Record lacks the attribute endDate",
        "2:18 not well-formed: found the end tag 'record', expected the end tag 'Record' of the element that "
          + "began in this line",
      ]
    ),
  ]

  @Test(arguments: exports)
  func anExport(body: String, expected: [String]) throws {
    let validator = try Self.validator("health-export.xsd")
    let document = Array("<HealthData locale='en'>\n\(body)\n</HealthData>".utf8)
    let found = try Self.violations(document, validator)
    #expect(found == expected)
    #expect(!found.contains { $0.contains("secret") })
    for pieces in [1, 2, 3, 7, 64] {
      #expect(try Self.violations(document, validator, pieces: pieces) == expected)
    }
  }

  private static let tracks: [(points: String, expected: [String])] = [
    ("<trkpt lat='1' lon='2'><ele>3</ele><time>2024-06-01T08:00:00Z</time></trkpt>", []),
    (
      "<trkpt lat='91' lon='180'><ele>secret</ele><ele/></trkpt>",
      [
        "2:1 lat of trkpt violates the schema, expected at most 90",
        "2:1 lon of trkpt violates the schema, expected less than 180",
        "2:27 ele violates the schema, expected xs:decimal",
        "2:44 found ele in trkpt, where it is not allowed; expected time, magvar, geoidheight, name, cmt, "
          + "desc, src, link, sym, type",
      ]
    ),
    (
      "<trkpt lat='1' lon='2'><ele>1<b/></ele></trkpt>",
      ["2:30 found b inside ele, expected a value"]
    ),
    // Extensions: what is known is checked, under whatever prefix; what is not may say anything
    (
      "<trkpt lat='1' lon='2'><extensions><p:PowerInWatts xmlns:p='http://www.garmin.com/xmlschemas/PowerExtension/v1'>secret</p:PowerInWatts></extensions></trkpt>",
      ["2:36 PowerInWatts violates the schema, expected xs:unsignedShort"]
    ),
    (
      "<trkpt lat='1' lon='2'><extensions><PowerInWatts xmlns='http://www.garmin.com/xmlschemas/PowerExtension/v1'>9</PowerInWatts><a xmlns='urn:a'><b/></a></extensions></trkpt>",
      []
    ),
    (
      "<trkpt lat='1' lon='2'><extensions><speed>1</speed></extensions></trkpt>",
      [
        "2:36 found speed in extensions, where it is not allowed; expected elements of other namespaces"
      ]
    ),
    // Where a document says its schemas are is neither here nor there
    (
      """
      <trkpt lat='1' lon='2' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' \
      i:schemaLocation='urn:a \(folder.path)/README.md' i:noNamespaceSchemaLocation='no.xsd'><extensions>\
      <a xmlns='urn:a'/></extensions></trkpt>
      """, []
    ),
  ]

  @Test(arguments: tracks)
  func aTrack(points: String, expected: [String]) throws {
    let validator = try Self.validator("gpx11-all.xsd")
    let document = Array(
      """
      <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      \(points)
      </trkseg></trk></gpx>
      """.utf8)
    #expect(try Self.violations(document, validator) == expected)
    #expect(try Self.violations(document, validator, pieces: 7) == expected)
    // libxml2 by itself gives up earlier; what it finds is on the lines where we find it.
    let lines = try Set(validator.violations(in: BytesSource(document)).map(\.line))
    #expect(lines.isSubset(of: Set(expected.map { _ in 2 })))
    #expect(lines.isEmpty == expected.isEmpty || points.contains("schemaLocation"))
  }

  @Test func aRouteOfTheHealthAppIsWhatItIs() throws {
    let extensions = "<speed>1.5</speed><course>-1</course><hAcc>2</hAcc><vAcc>3</vAcc>"
    let document = { (extensions: String) in
      Array(
        """
        <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\
        <trkpt lat="1" lon="2"><extensions>\(extensions)</extensions></trkpt></trkseg></trk></gpx>
        """.utf8)
    }
    let validator = try Self.validator("gpx11-route.xsd")
    #expect(try Self.violations(document(extensions), validator) == [])
    #expect(
      try Self.violations(document("<mood>1</mood><speed>fast</speed>"), validator) == [
        "1:122 found mood in extensions, where it is not allowed; expected elements of other namespaces, speed, "
          + "course, hAcc, vAcc",
        "1:136 speed violates the schema, expected xs:double",
      ])
  }

  @Test func whatIsRepairedIsNoViolation() throws {
    let validator = try Self.validator("health-export.xsd")
    let document = Array(
      """
      <!DOCTYPE HealthData [<!ELEMENT HealthData ANY> >
      <!ATTLIST Record a b c d
      ]>
      <HealthData><Record type='T' type='U' sourceName='\u{B}' a b='c' \(Self.dates)/></HealthData>
      """.utf8)
    #expect(try Self.violations(document, validator, options: .repairing) == [])
    #expect(try Self.violations(document, validator).count == 1)
  }

  /// Faults in great number, and in great depth, do not pile up.
  @Test func manyFaults() throws {
    let validator = try Self.validator("health-export.xsd")
    let many = String(repeating: "<Odd/><Me/><Record/>secret", count: 3_000)
    let found = try Self.violations(Array("<HealthData>\(many)</HealthData>".utf8), validator)
    #expect(
      found.count { $0.contains("found Odd in HealthData") } == 3_000)
    #expect(found.count(where: { $0.hasSuffix("Record lacks the attribute type") }) == 3_000)
    let deep = String(repeating: "<Record>", count: 200)
    let levels = try Self.violations(Array("<HealthData>\(deep)".utf8), validator)
    #expect(levels.last?.contains("not well-formed") == true)
    let long = String(
      repeating: "<MetadataEntry/>" + String(repeating: "secret", count: 1_000), count: 100)
    #expect(
      try !Self.violations(
        Array("<HealthData><Record>\(long)</Record></HealthData>".utf8), validator
      )
      .contains { $0.contains("secret") })
  }

  @Test func aSchemaThatIncludesWhatIsNotThere() throws {
    let schema = """
      <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="README.md"/></xs:schema>
      """
    #expect(throws: SchemaValidator.SchemaError.self) {
      try SchemaValidator("a.xsd", in: ["a.xsd": Array(schema.utf8)])
    }
    #expect(throws: SchemaValidator.SchemaError.self) { try SchemaValidator("b.xsd", in: [:]) }
  }
}
