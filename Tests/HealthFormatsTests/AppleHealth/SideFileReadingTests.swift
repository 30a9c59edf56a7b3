import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// The files beside an export's main one go to the samples that refer to them, or come as documents.
@Suite struct SideFileReadingTests {
  static let gpx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1" \
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
    xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
      <metadata>
        <time>2024-06-30T19:15:00Z</time>
      </metadata>
      <trk>
        <name>Route 2024-06-01 8:30am</name>
        <trkseg>
          <trkpt lon="13.350000" lat="52.514000"><ele>40.250000</ele><time>2024-06-01T06:00:03Z</time>\
    <extensions><speed>2.500000</speed><course>90.000000</course><hAcc>3.000000</hAcc>\
    <vAcc>2.000000</vAcc></extensions></trkpt>
        </trkseg>
      </trk>
    </gpx>

    """
  static func workout(_ path: String) -> String {
    #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" \#(common)>"#
      + #"<WorkoutRoute \#(common)><FileReference path="\#(path)"/></WorkoutRoute></Workout>"#
  }
  static func record(_ path: String) -> String {
    #"<ClinicalRecord type="Observation" identifier="1" sourceName="Clinic" fhirVersion="4.0.1" "#
      + #"receivedDate="2024-06-01 08:00:00 +0200" resourceFilePath="\#(path)"/>"#
  }
  static let ecg = ElectrocardiogramFileTests.head + "-1.5\n2\n"

  private static func track(of sample: Sample) -> WorkoutRoute.Track? {
    guard case .workout(let workout) = sample else { return nil }
    return workout.fields.routes.first?.files.first?.track
  }

  private static func document(_ sample: Sample) -> Sample.HealthDocumentFields? {
    if case .document(let document) = sample { document.fields } else { nil }
  }

  @Test func everyFileHasItsPlace() throws {
    let reading = try Archive.read(
      Archive.export(
        Self.workout("/workout-routes/a.gpx"), Self.record("/clinical-records/o.json"), steps("1"),
        beside: [
          "/export_cda.xml": "<ClinicalDocument/>", "/workout-routes/a.gpx": Self.gpx,
          "/electrocardiograms/ecg.csv": Self.ecg, "/clinical-records/o.json": #"{"a": "é"}"#,
          "/attachments/a.csv": "a,b\n", "/.DS_Store": "x",
        ]))
    #expect(reading.error == nil)
    #expect(reading.findings == [])
    #expect(
      reading.samples.map(\.kind)
        == [.workout, .clinicalRecord, .quantity, .electrocardiogram, .document, .document])
    let track = try #require(Self.track(of: reading.samples[0]))
    #expect(track.name == "Route 2024-06-01 8:30am")
    #expect(track.locations.map { $0.longitude?.description } == ["13.350000"])
    guard case .clinicalRecord(let record) = reading.samples[1] else { return }
    #expect(record.fields.resource == #"{"a": "é"}"#)
    guard case .electrocardiogram(let sample) = reading.samples[3] else { return }
    #expect(sample.fields.path == "/electrocardiograms/ecg.csv")
    #expect(sample.fields.voltages.count == 2)
    #expect(
      reading.samples.compactMap { Self.document($0)?.path }
        == ["/export_cda.xml", "/attachments/a.csv"])
    #expect(
      reading.samples.suffix(2).map { $0.header?.descriptor.type.identifier }
        == ["HKDocumentTypeIdentifierCDA", "Document"])
    #expect(reading.notes.unreadFiles == [".DS_Store": 1])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let element: String
    var file: (path: String, text: String)?
    var findings: [String]
    var kinds: [SampleKind]

    var testDescription: String { name }
  }

  static let rows = [
    Row(
      name: "a route that is not there", element: workout("/workout-routes/a.gpx"),
      findings: [
        "export.zip/apple_health_export/export.xml:2:2: warning: refers to '/workout-routes/a.gpx', which is missing [missing-side-file]"
      ], kinds: [.workout]),
    Row(
      name: "a record that is not there", element: record("/clinical-records/o.json"),
      findings: [
        "export.zip/apple_health_export/export.xml:2:2: warning: refers to '/clinical-records/o.json', which is missing [missing-side-file]"
      ], kinds: [.clinicalRecord]),
    Row(
      name: "a route that nobody refers to", element: steps("1"),
      file: ("/workout-routes/b.gpx", gpx),
      findings: [
        "export.zip/apple_health_export/workout-routes/b.gpx: info: no sample refers to it; read as a document [orphan-side-file]"
      ], kinds: [.quantity, .document]),
    Row(
      name: "a record that nobody refers to", element: steps("1"),
      file: ("/clinical-records/b.json", "{}"),
      findings: [
        "export.zip/apple_health_export/clinical-records/b.json: info: no sample refers to it; read as a document [orphan-side-file]"
      ], kinds: [.quantity, .document]),
    Row(
      name: "a route that breaks off", element: workout("/workout-routes/a.gpx"),
      file: ("/workout-routes/a.gpx", String(gpx.prefix(500))),
      findings: ["unreadable-side-file"], kinds: [.workout, .document]),
    Row(
      name: "a route that is none", element: workout("/workout-routes/a.gpx"),
      file: ("/workout-routes/a.gpx", "hello"),
      findings: ["unreadable-side-file"], kinds: [.workout, .document]),
    Row(
      name: "a route in another spelling", element: workout("/workout-routes/a.gpx"),
      file: ("/workout-routes/a.gpx", gpx.replacing("      <", with: "\t<")),
      findings: [], kinds: [.document, .workout]),
    Row(
      name: "a route for two",
      element: workout("/workout-routes/a.gpx") + workout("/workout-routes/a.gpx"),
      file: ("/workout-routes/a.gpx", gpx), findings: ["shared-side-file"],
      kinds: [.workout, .workout]),
    Row(
      name: "a path without its slash", element: workout("workout-routes/a.gpx"),
      file: ("/workout-routes/a.gpx", gpx), findings: [], kinds: [.workout]),
    Row(
      name: "a name decomposed", element: workout("/workout-routes/é.gpx"),
      file: ("/workout-routes/e\u{301}.gpx", gpx), findings: [], kinds: [.workout]),
    Row(
      name: "an electrocardiogram without a last line end", element: steps("1"),
      file: ("/electrocardiograms/a.csv", String(ecg.dropLast())),
      findings: [
        "export.zip/apple_health_export/electrocardiograms/a.csv:15: warning: ends in the middle of a line; the last voltage may be cut [unreadable-side-file]"
      ],
      kinds: [.quantity, .document, .electrocardiogram]),
  ]

  @Test(arguments: rows)
  func whatCanBeWrong(row: Row) throws {
    let zip =
      try row.file.map { try Archive.export(row.element, beside: [$0.path: $0.text]) }
      ?? Archive.export(row.element, beside: [:])
    let reading = try Archive.read(zip)
    #expect(reading.error == nil)
    #expect(reading.samples.map(\.kind) == row.kinds)
    let found = reading.findings.map(\.description)
    #expect(found.count == row.findings.count)
    for (finding, expected) in Swift.zip(found, row.findings) {
      #expect(finding.contains(expected))
    }
    // Whatever it is, it is all written again.
    let written = try Archive.files(Archive.write(reading.samples, reading.info).bytes)
    let files = try Archive.files(zip)
    #expect(Set(written.keys) == Set(files.keys))
    for (path, bytes) in files where !path.hasSuffix("export.xml") {
      #expect(written[path] == bytes, "\(path)")
    }
  }

  @Test func strictlyAMissingFileIsAnError() throws {
    var options = ReadOptions()
    options.isStrict = true
    let reading = try Archive.read(
      Archive.export(Self.workout("/a.gpx"), beside: [:]), options: options)
    #expect(reading.error?.rule == "missing-side-file")
    #expect(reading.samples == [])
  }

  @Test func recordsThatAreNoTextAreDocuments() throws {
    let zip = try Archive.zip([
      ("export.xml", Array("<HealthData>\(Self.record("/o.json"))</HealthData>".utf8)),
      ("o.json", [0x22, 0xFF, 0x22]),
    ])
    let reading = try Archive.read(zip)
    #expect(reading.samples.map(\.kind) == [.clinicalRecord, .document])
    #expect(reading.rules == ["unreadable-side-file": 1])
  }

  /// Long files come in parts, empty ones in one; packed files stay packed.
  @Test func documentsComeWhole() throws {
    let long = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 11) }
    let exact = Array(long.prefix(2 * Sample.HealthDocumentFields.longestData))
    let packed = BytesSink()
    let gzip = try GzipSink(packed)
    try gzip.write(long.span)
    try gzip.finish()
    let zip = try Archive.zip([
      ("apple_health_export/export.xml", export(steps("1"))),
      ("apple_health_export/long.bin", long), ("apple_health_export/exact.bin", exact),
      ("apple_health_export/empty", []), ("apple_health_export/packed.gz", packed.bytes),
      ("elsewhere/b.bin", [1]),
    ])
    var options = ReadOptions()
    options.readsAllFiles = true
    let reading = try Archive.read(zip, options: options)
    let parts = reading.samples.compactMap(Self.document)
    #expect(
      parts.map(\.path) == Array(repeating: "/long.bin", count: 3)
        + Array(repeating: "/exact.bin", count: 2) + ["/empty"]
        + Array(repeating: "/packed.gz", count: (packed.bytes.count - 1) / 196_608 + 1)
        + ["elsewhere/b.bin"])
    #expect(
      parts.prefix(3).map { $0.offset?.description } == [nil, "196608", "393216"])
    #expect(parts.allSatisfy { $0.size != nil && $0.data.count <= 196_608 })
    #expect(parts.prefix(3).flatMap(\.data) == long)
    #expect(Set(reading.samples.map(\.id)).count == reading.samples.count)
    #expect(try Archive.files(Archive.write(reading.samples, reading.info).bytes).count == 6)
    let written = try Archive.files(Archive.write(reading.samples, reading.info).bytes)
    for (path, bytes) in try Archive.files(zip) where !path.hasSuffix(".xml") {
      // Of long files, the arrays are not compared in a message.
      let isInside = path.hasPrefix("apple_health_export/")
      let isSame = written[isInside ? path : "apple_health_export/\(path)"] == bytes
      #expect(isSame, "\(path)")
    }
  }

  /// A damaged file is an error where it is: nothing is passed over.
  @Test func aDamagedFileEndsTheReading() throws {
    var zip = try Archive.zip([
      ("apple_health_export/export.xml", export(steps("1"))),
      ("apple_health_export/a.bin", [1, 2, 3]),
    ])
    let directory = try #require(
      zip.indices.dropLast(4).last { Array(zip[$0..<($0 + 4)]) == [0x50, 0x4B, 1, 2] })
    zip[directory + 16] ^= 1
    let reading = try Archive.read(zip)
    #expect(reading.counts == [.quantity: 1])
    #expect(reading.error?.place.file == "export.zip/apple_health_export/a.bin")
    #expect(reading.error?.rule == "unreadable-input")
  }

  @Test func aBareFileHasNoneBesideIt() throws {
    let reading = try Archive.read(
      export(Self.workout("/workout-routes/a.gpx")), name: "export.xml")
    #expect(reading.samples.map(\.kind) == [.workout])
    #expect(reading.findings == [])
    #expect(reading.info.path == nil)
  }
}
