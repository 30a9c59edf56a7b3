import HealthBytes
import HealthConv
import HealthTesting
import Testing

/// Equal files and routes are duplicates, however many samples they come as.
@Suite struct DuplicateStageTests {
  private static let common =
    #"sourceName="Watch" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:30:00 +0200""#
  private static let workout =
    #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" \#(common)>"#
    + #"<WorkoutRoute \#(common)><FileReference path="/workout-routes/a.gpx"/></WorkoutRoute></Workout>"#
  private static let record =
    #"<ClinicalRecord type="Observation" identifier="1" sourceName="Clinic" fhirVersion="4.0.1" "#
    + #"receivedDate="2024-06-01 08:00:00 +0200" resourceFilePath="/clinical-records/a.json"/>"#
  private static let gpx = """
    <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">\
    <trk><trkseg><trkpt lon="13.35" lat="52.51"><time>2024-06-01T06:00:03Z</time></trkpt></trkseg>\
    </trk></gpx>
    """

  /// An export of some elements with files beside it, made on a day.
  private func export(
    _ folder: TemporaryFolder, _ name: String, day: Int, _ elements: String,
    _ files: [(String, [UInt8])]
  ) throws -> String {
    let sink = BytesSink()
    let zip = ZipWriter(sink)
    let document =
      "<HealthData><ExportDate value=\"2024-07-0\(day) 08:00:00 +0200\"/>\(elements)</HealthData>"
    for (path, bytes) in [("export.xml", Array(document.utf8))] + files {
      try zip.beginEntry(name: path)
      try zip.write(bytes.span)
    }
    try zip.finish()
    return try folder.write(bytes: sink.bytes, name)
  }

  private func merged(
    _ paths: [String], in folder: TemporaryFolder
  ) throws -> (duplicates: Int, samples: [Sample]) {
    var conversion = Conversion(of: try paths.map { try Dataset.open($0) }, to: .jsonLines)
    conversion.mergesDuplicates = true
    let report = try conversion.run(toFile: folder.path + "/merged.jsonl", overwriting: true)
    var samples = try Dataset.open(folder.path + "/merged.jsonl").samples()
    var read: [Sample] = []
    while let sample = try samples.next() { read.append(sample) }
    return (report.duplicates, read)
  }

  private func bytes(_ count: Int, seed: Int = 1) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 2_654_435_761 >> 11) }
  }

  /// A clinical document of several parts, in exports of two days.
  @Test(arguments: [10, 196_608, 196_609, 700_000])
  func equalDocumentsAreOne(_ size: Int) throws {
    let folder = try TemporaryFolder()
    let content = bytes(size)
    let paths = try [1, 2].map { day in
      try export(folder, "\(day).zip", day: day, "", [("export_cda.xml", content)])
    }
    let parts = (size + 196_607) / 196_608
    let (duplicates, samples) = try merged(paths, in: folder)
    #expect(duplicates == parts)
    #expect(samples.count == parts)
    #expect(documents(samples) == [content])
  }

  /// Exports of a summer and a winter state equal instants with other offsets. A store has them once, too.
  @Test func offsetsOfDatesDoNotMatter() throws {
    let folder = try TemporaryFolder()
    let paths = try [("08", "+0200"), ("07", "+0100")].enumerated().map { day, clock in
      let (hour, offset) = clock
      return try export(
        folder, "\(day).zip", day: day + 1,
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"App\" unit=\"count\" "
          + "startDate=\"2024-06-01 \(hour):00:00 \(offset)\" "
          + "endDate=\"2024-06-01 \(hour):10:00 \(offset)\" value=\"10\"/>", [])
    }
    let (duplicates, samples) = try merged(paths, in: folder)
    #expect(duplicates == 1 && samples.count == 1)
    let datasets = try paths.map { try Dataset.open($0) }
    let report = try Conversion(of: datasets, to: try Format.named("sqlite"))
      .run(toFile: folder.path + "/all.db")
    #expect(report.duplicates == 1)
  }

  /// Documents that begin or end alike are whole, both of them.
  @Test func differentDocumentsAreTwo() throws {
    let folder = try TemporaryFolder()
    var contents = [bytes(700_000), bytes(700_000), bytes(600_000), bytes(700_000)]
    contents[1][650_000] ^= 1
    contents[3][0] ^= 1
    let paths = try contents.enumerated().map { day, content in
      try export(folder, "\(day).zip", day: day + 1, "", [("export_cda.xml", content)])
    }
    let (duplicates, samples) = try merged(paths + paths, in: folder)
    #expect(documents(samples) == contents)
    #expect(duplicates == samples.count)
  }

  private func documents(_ samples: [Sample]) -> [[UInt8]] {
    var contents: [[UInt8]] = []
    for case .document(let document) in samples {
      if document.fields.offset == nil { contents.append([]) }
      contents[contents.count - 1] += document.fields.data
    }
    return contents
  }

  /// Of two equal workouts or records of an export, the first has the file that both refer to.
  @Test(arguments: [workout, record])
  func aSecondCopyWithoutTheSharedFileIsADuplicate(_ element: String) throws {
    let folder = try TemporaryFolder()
    let files = [
      ("workout-routes/a.gpx", Array(Self.gpx.utf8)), ("clinical-records/a.json", Array("{}".utf8)),
    ]
    let path = try export(folder, "twice.zip", day: 1, element + element, files)
    let (duplicates, samples) = try merged([path], in: folder)
    #expect(duplicates == 1)
    #expect(samples.contains { hasContent($0) })
    // The main file alone has the file of neither, and the copy that has it is the one that stays.
    let bare = try folder.write(
      bytes: Array("<HealthData>\(element)\(element)</HealthData>".utf8), "bare.xml")
    let all = try merged([bare, path], in: folder)
    #expect(all.duplicates == 3)
    #expect(all.samples.contains { hasContent($0) })
    #expect(try merged([bare], in: folder).duplicates == 1)
  }

  /// Two files of one name are not the same because their names are.
  @Test(arguments: [workout, record])
  func differentFilesAreNoDuplicates(_ element: String) throws {
    let folder = try TemporaryFolder()
    let paths = try ["52.51", "52.52"].enumerated().map { day, latitude in
      try export(
        folder, "\(day).zip", day: day + 1, element,
        [
          ("workout-routes/a.gpx", Array(Self.gpx.replacing("52.51", with: latitude).utf8)),
          ("clinical-records/a.json", Array("{\"a\": \(latitude)}".utf8)),
        ])
    }
    let (duplicates, samples) = try merged(paths + paths, in: folder)
    #expect(duplicates == samples.count && duplicates >= 4, "each once, with the other file")
    #expect(try merged(paths, in: folder).duplicates == 0)
  }

  private func hasContent(_ sample: Sample) -> Bool {
    switch sample {
    case .workout(let workout):
      workout.fields.routes.contains { $0.files.contains { $0.track != nil } }
    case .clinicalRecord(let record): record.fields.resource != nil
    default: false
    }
  }

  /// The rule that finds duplicates says the same of them.
  @Test func aWorkoutWithoutTheSharedRouteIsNotOtherContent() throws {
    let folder = try TemporaryFolder()
    let path = try export(
      folder, "twice.zip", day: 1, Self.workout + Self.workout,
      [("workout-routes/a.gpx", Array(Self.gpx.utf8))])
    var validation = Validation()
    try validation.check(Dataset.open(path))
    let rules = Set(validation.finish().groups.list.map(\.rule))
    #expect(rules.contains("exact-duplicate"))
    #expect(!rules.contains("saved-twice"))
  }
}
