import Foundation
import HealthBytes
import HealthConv
import Testing

/// A finding about a file next to the main one, or about a nested structure, is at its own file and line.
@Suite struct SideFileFindingTests {
  private static let moment =
    #"sourceName="Me" startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:30:00 +0200""#
  static let workout = """
    <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(moment)>
    <WorkoutRoute \(moment)>
    <FileReference path="/workout-routes/r.gpx"/>
    </WorkoutRoute>
    </Workout>
    """
  static let record = """
    <ClinicalRecord type="Observation" identifier="1" sourceName="Clinic" fhirVersion="4.0.1" \
    receivedDate="2024-06-01 08:00:00 +0200" resourceFilePath="/clinical-records/o.json"/>
    """
  static let head = """
    Name,Sam Example
    Date of Birth,"Jan 5, 1980"
    Recorded Date,2024-06-01 09:00:00 +0200
    Classification,Sinus Rhythm
    Symptoms,
    Software Version,1.90
    Device,"Watch6,7"
    Sample Rate,512 hertz


    Lead,Lead I
    Unit,µV


    """
  static let voltages = String(repeating: "1.5\n", count: 30 * 512)
  static let gpx = """
    <gpx version="1.1" creator="Apple" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    <trkpt lon="13.35" lat="52.51"><ele>40</ele><time>2024-06-01T07:05:00Z</time></trkpt>
    <trkpt lon="13.35" lat="52.51"><ele>40</ele><time>2024-06-01T07:04:00Z</time></trkpt>
    </trkseg></trk></gpx>

    """
  static let cda = "<ClinicalDocument>\n<id/>\n</ClinicalDocument>\n"

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let text: String
    var body = ""
    /// `line:column: severity: part of the message`, or nothing.
    var finding: String?
    var kind = SampleKind.document

    init(
      _ name: String, _ file: String, _ text: String, body: String = "", _ finding: String?,
      _ kind: SampleKind = .document
    ) {
      (testDescription, self.file, self.text) = (name, file, text)
      (self.body, self.finding, self.kind) = (body, finding, kind)
    }
  }

  private static let ecg = "electrocardiograms/e.csv"
  static let rows = [
    Row("a recording", ecg, head + voltages, nil, .electrocardiogram),
    Row(
      "a recording without a date", ecg, head.replacing("2024-06-01", with: "June") + voltages,
      ":3: error: found no date of the recording"),
    Row(
      "a recording of words", ecg, head + "1\n2\nthree\n",
      ":16: error: found something else, expected a voltage"),
    Row("a recording of nothing", ecg, "", ":1: error: found the end of the file"),
    Row("a recording that ends in its head", ecg, head, "error: found the end of the file"),
    Row(
      "a sample rate of 0", ecg, head.replacing("512 hertz", with: "0 hertz") + voltages,
      ":8:1: warning: the sample rate is not above 0", .electrocardiogram),
    Row(
      "a recording cut in a line", ecg, head + voltages + "-12",
      ":15374: warning: ends in the middle of a line", .electrocardiogram),
    Row(
      "a recording cut between lines", ecg, head + String(voltages.prefix(4 * 9_000)),
      ":1:1: warning: the recording has less than 30 seconds", .electrocardiogram),
    Row(
      "a recording in another folder", "ekg/ecg_1.csv", head,
      "error: found the end of the file, expected voltages"),
    Row("a table elsewhere", "notes/e.csv", "a,b\n1,2\n", nil),
    Row(
      "a clinical record", "clinical-records/o.json", "{\n \"a\": [1, 2]\n}\n", body: record, nil,
      .clinicalRecord),
    Row(
      "a broken clinical record", "clinical-records/o.json", "{\n \"é\": [1, 2\n}\n", body: record,
      ":3:1: error: the JSON is not well-formed", .clinicalRecord),
    Row(
      "two clinical records in one", "clinical-records/o.json", "{}\n{}", body: record,
      ":2:1: error: the JSON is not well-formed", .clinicalRecord),
    Row(
      "an empty clinical record", "clinical-records/o.json", "", body: record,
      ":1:1: error: the JSON is not well-formed", .clinicalRecord),
    Row("a document", "export_cda.xml", cda, nil),
    Row(
      "a document that is cut", "export_cda.xml", String(cda.dropLast(8)),
      ":3:13: error: the XML is not well-formed"),
    Row(
      "a document of two roots", "export_cda.xml", cda + cda,
      ":4:1: warning: the XML is not well-formed"),
    Row(
      "a route that goes back", "workout-routes/r.gpx", gpx, body: workout,
      ":3:1: warning: a point of the route is earlier", .workout),
    Row(
      "a route that is cut", "workout-routes/r.gpx", String(gpx.prefix(200)), body: workout,
      ":3:24: error: found the end of the document", .document),
  ]

  @Test(arguments: rows) func aFindingIsAtItsOwnFileAndLine(_ row: Row) throws {
    let (findings, samples, folder) = try Self.validate(row)
    let found = findings.filter { $0.rule != "orphan-side-file" }
    let own = folder.path + "/apple_health_export/" + row.file
    #expect(found.count == (row.finding == nil ? 0 : 1), "\(found)")
    if let finding = row.finding, let first = found.first {
      #expect(first.description.hasPrefix(own + ":"))
      #expect(first.description.dropFirst(own.count).description.contains(finding), "\(first)")
    }
    #expect(samples.contains { $0.kind == row.kind })
    // Whatever it is, the bytes come back.
    let copy = folder.path + "/copy.zip"
    _ = try Conversion(of: .open(folder.path + "/apple_health_export"), to: .appleHealth).run(
      toFile: copy)
    let written = try InputContainer(copy)
    let entry = try #require(written.entries.first { $0.path.hasSuffix(row.file) })
    #expect(try written.open(entry).readAll(limit: 1 << 20) == Array(row.text.utf8))
  }

  /// The findings, the samples and the folder of an export with one file next to it.
  private static func validate(
    _ row: Row
  ) throws -> (findings: [Finding], samples: [Sample], folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    let export = folder.path + "/apple_health_export"
    let file = URL(fileURLWithPath: export + "/" + row.file)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(row.text.utf8).write(to: file)
    _ = try folder.write(
      bytes: Array("<HealthData>\n\(row.body)\n</HealthData>\n".utf8),
      "apple_health_export/export.xml")
    let dataset = try Dataset.open(export)
    var validation = Validation()
    var findings: [Finding] = []
    try validation.check(dataset) { findings.append($0) }
    var samples = try dataset.samples()
    var all: [Sample] = []
    while let sample = try samples.next() { all.append(sample) }
    return (findings, all, folder)
  }

  /// Conversions with checks find the same.
  @Test func conversionsFindThemOnRequest() throws {
    let row = Self.rows.first { $0.testDescription == "a document of two roots" }
    let (_, _, folder) = try Self.validate(try #require(row))
    var conversion = Conversion(of: try .open(folder.path + "/apple_health_export"), to: .jsonLines)
    #expect(try conversion.dryRun(toFile: nil).findings.count == 0)
    conversion.checks = RuleSettings()
    #expect(try conversion.dryRun(toFile: nil).findings.first.map(\.place.line) == [4])
  }
}

extension SideFileFindingTests {
  /// Of GPX, too, a point is at its own line, in whatever segment.
  @Test func aPointOfATrackIsAtItsOwnLine() throws {
    let folder = try TemporaryFolder()
    let second = Self.gpx.replacing("<trk><trkseg>", with: "<trk><trkseg>\n</trkseg><trkseg>")
    for (text, line) in [(Self.gpx, 3), (second, 4)] {
      let path = try folder.write(bytes: Array(text.utf8), "r.gpx")
      var validation = Validation()
      var findings: [Finding] = []
      try validation.check(Dataset.open(path)) { findings.append($0) }
      let found = findings.filter { $0.rule == "route-goes-back" }
      #expect(found.map(\.place.description) == ["\(path):\(line):1"])
    }
  }
}

extension SideFileFindingTests {
  /// Of the tables of a dataset, a nested structure is at the row of its own table.
  @Test func aNestedRowIsAtItsOwnTable() throws {
    let folder = try TemporaryFolder()
    let moment = Self.workout.split(separator: "\n")[0].split(separator: "Running\" ")[1].dropLast()
    let body = """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(moment)>
      <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-01 09:10:00 +0200"/>
      <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-09 09:10:00 +0200"/>
      <WorkoutRoute \(moment)><Location date="2024-06-01 09:10:00 +0200" latitude="48" longitude="2"/>
      <Location date="2024-06-01 09:10:00 +0200" latitude="148" longitude="2"/></WorkoutRoute>
      </Workout>
      <Correlation type="HKCorrelationTypeIdentifierFood" \(moment)>
      <Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" \(moment) value="70"/>
      </Correlation>
      """
    let path = try folder.write(
      bytes: Array("<HealthData>\n\(body)\n</HealthData>\n".utf8), "export.xml")
    let tables = folder.path + "/tables.zip"
    _ = try Conversion(of: .open(path), to: .csvDataset).run(toFile: tables)
    var validation = Validation()
    var places: [String: String] = [:]
    try validation.check(Dataset.open(tables)) { finding in
      places[finding.rule] = String(finding.place.description.dropFirst(tables.utf8.count + 1))
    }
    #expect(places["outside-workout"] == "workout_events.csv:3:1")
    #expect(places["impossible-coordinate"] == "workout_routes_locations.csv:3:1")
    #expect(places["correlation-members"] == "quantity.csv:2:1")
  }
}
