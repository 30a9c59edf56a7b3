import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// What an archive is written of, where samples do not come from one.
@Suite struct ArchiveWriterTests {
  private static let date = MarkedSamples.date("2024-05-02 18:15:00 +0200")

  private static func track(_ name: String) -> WorkoutRoute.Track {
    var location = RouteLocation()
    location.latitude = Number("52.5")
    location.longitude = Number("13.35")
    var track = WorkoutRoute.Track()
    track.name = name
    track.locations = [location]
    return track
  }

  private static func workout(_ tracks: [(path: String?, name: String)]) -> Sample {
    var route = WorkoutRoute()
    route.files = tracks.map { path, name in
      var file = WorkoutRoute.FileReference()
      file.path = path
      file.track = track(name)
      return file
    }
    var fields = Sample.WorkoutFields()
    fields.routes = [route]
    let descriptor = SampleDescriptor(
      type: .workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")), source: nil)
    return .workout(
      Workout(
        header: SampleHeader(descriptor: descriptor, start: date, end: date), fields: fields))
  }

  private static func document(
    _ path: String?, _ data: String, offset: Int? = nil, size: Int? = nil
  ) -> Sample {
    var fields = Sample.HealthDocumentFields()
    fields.path = path
    fields.offset = offset.map { Number($0) }
    fields.size = size.map { Number($0) }
    fields.data = Array(data.utf8)
    let descriptor = SampleDescriptor(type: .other("Document"), source: nil)
    return .document(
      HealthDocument(
        header: SampleHeader(descriptor: descriptor, start: .unknown, end: .unknown),
        fields: fields))
  }

  private static func electrocardiogram(_ path: String?, _ voltage: Int) -> Sample {
    var fields = Sample.ElectrocardiogramFields()
    fields.path = path
    fields.voltages = [Number(voltage)]
    fields.sampleRate = Number(512)
    fields.sampleRateUnit = "hertz"
    let descriptor = SampleDescriptor(
      type: .other("HKDataTypeIdentifierElectrocardiogram"), source: nil)
    return .electrocardiogram(
      Electrocardiogram(
        header: SampleHeader(
          descriptor: descriptor, start: date, end: date.advanced(byNanoseconds: 2_000_000)),
        fields: fields))
  }

  private func files(_ samples: [Sample]) throws -> (texts: [String: String], losses: [String: Int])
  {
    let (bytes, losses) = try Archive.write(samples)
    let texts = try Archive.files(bytes).map { path, bytes in
      (
        String(path.dropFirst("apple_health_export/".count)),
        String(decoding: bytes, as: UTF8.self)
      )
    }
    return (Dictionary(uniqueKeysWithValues: texts), losses)
  }

  @Test func filesWithoutAPathGetOneInApplesManner() throws {
    let (files, losses) = try files([
      Self.workout([(nil, "one"), (nil, "two")]), Self.workout([(nil, "three")]),
      Self.electrocardiogram(nil, 1), Self.electrocardiogram(nil, 2),
    ])
    #expect(losses == [:])
    #expect(
      Set(files.keys) == [
        "export.xml", "workout-routes/route_2024-05-02_6.15pm.gpx",
        "workout-routes/route_2024-05-02_6.15pm_1.gpx",
        "workout-routes/route_2024-05-02_6.15pm_2.gpx", "electrocardiograms/ecg_2024-05-02.csv",
        "electrocardiograms/ecg_2024-05-02_1.csv",
      ])
    let references = try #require(files["export.xml"]).split(separator: "\n")
      .filter { $0.contains("<FileReference path=") }
    #expect(
      references == [
        #"   <FileReference path="/workout-routes/route_2024-05-02_6.15pm.gpx"/>"#,
        #"   <FileReference path="/workout-routes/route_2024-05-02_6.15pm_1.gpx"/>"#,
        #"   <FileReference path="/workout-routes/route_2024-05-02_6.15pm_2.gpx"/>"#,
      ])
    #expect(files["workout-routes/route_2024-05-02_6.15pm_1.gpx"]?.contains("two") == true)
    #expect(
      files["electrocardiograms/ecg_2024-05-02_1.csv"]
        == "Name\nDate of Birth,\nRecorded Date,2024-05-02 18:15:00 +0200\nClassification,\nSymptoms,\n"
        + "Software Version,\nDevice,\nSample Rate,512 hertz\n\n\nLead,\nUnit,\n\n2\n")
  }

  @Test(arguments: [
    ("00:05", "12.05am"), ("09:30", "9.30am"), ("12:00", "12.00pm"), ("23:59", "11.59pm"),
  ])
  func routesAreNamedByTheClock(time: String, name: String) throws {
    guard case .workout(var workout) = Self.workout([(nil, "a")]) else { return }
    workout.header.end = MarkedSamples.date("2024-12-31 \(time):00 -0330")
    #expect(
      try files([.workout(workout)]).texts.keys.contains(
        "workout-routes/route_2024-12-31_\(name).gpx"))
  }

  /// Paths come from data; none leads out of the export, and none takes another's place.
  @Test(arguments: [
    ("/../../etc/passwd", "apple_health_export/etc/passwd"),
    ("../../../tmp/a", "apple_health_export/tmp/a"),
    ("//a//b", "apple_health_export/a/b"), ("/", "apple_health_export/file"),
    ("", "apple_health_export/file"),
    ("..", "apple_health_export/file"), ("/a\\..\\b", "apple_health_export/a/b"),
    ("/a\u{0}b", "apple_health_export/a/b"),
    ("/export.xml", "apple_health_export/export_1.xml"),
    ("C:\\a.txt", "apple_health_export/C:/a.txt"),
    (
      "/x/" + String(repeating: "é", count: 300) + ".gpx",
      "apple_health_export/x/" + String(repeating: "é", count: 88) + ".gpx"
    ),
  ])
  func pathsStayInside(path: String, entry: String) throws {
    let (bytes, losses) = try Archive.write([Self.document(path, "data")])
    let files = try Archive.files(bytes)
    #expect(Set(files.keys) == [entry, "apple_health_export/export.xml"])
    #expect(files[entry] == Array("data".utf8))
    #expect(losses == ["paths": 1])
  }

  /// On a disk nothing is a file and a folder at once, nor can such an archive be unpacked.
  @Test(arguments: [
    (["/x", "/x/e.txt"], ["x", "x_e.txt"]), (["/x/e.txt", "/x"], ["x/e.txt", "x_1"]),
    (["/a/b", "/a/b/c/d", "/a/b/c"], ["a/b", "a/b_c/d", "a/b_c_1"]),
    (["/export.xml/y"], ["export.xml_y"]),
  ])
  func noFileIsAFolder(paths: [String], names: [String]) throws {
    let (files, losses) = try files(paths.map { Self.document($0, $0) })
    for (path, name) in zip(paths, names) { #expect(files[name] == path) }
    #expect(files.count == paths.count + 1)
    #expect(losses["paths"] == zip(paths, names).count { $0 != "/" + $1 })
  }

  @Test(arguments: [
    "../export.xml", "/export.xml", "", "a//b.xml", String(repeating: "a/", count: 400) + "b",
  ])
  func theMainFileStaysInside(path: String) throws {
    var info = DatasetInfo()
    info.path = path
    let bytes = try Archive.write([], info).bytes
    #expect(Array(try Archive.files(bytes).keys) == ["apple_health_export/export.xml"])
  }

  @Test func partsMayTakeTurns() throws {
    let (files, losses) = try files([
      Self.document("/a", "one ", size: 7), Self.document("/b", "eins ", size: 9),
      Self.document("/a", "two", offset: 4, size: 7),
      Self.document("/b", "zwei", offset: 5, size: 9),
      Self.document("/a", "other", size: 5),
    ])
    #expect(losses == ["paths": 1])
    #expect(files["a"] == "one two")
    #expect(files["b"] == "eins zwei")
    #expect(files["a_1"] == "other")
  }

  @Test func partsThatAreMissingAreCounted() throws {
    let (files, losses) = try files([
      Self.document("/a", "one ", size: 11), Self.document("/a", "three", offset: 8, size: 11),
      Self.document("/b", "end", offset: 3, size: 6),
    ])
    // The third of `a` and the second of `b` have nowhere to go, and `a` is not whole.
    #expect(losses == ["side-files": 3])
    #expect(files["a"] == "one ")
    #expect(files["b"] == nil)
  }

  @Test func manyDocumentsMayBeOpen() throws {
    let (files, losses) = try files((0..<20).map { Self.document("/\($0)", "\($0)") })
    #expect(losses == [:])
    #expect(files.count == 21)
  }

  /// What came as a document is not written again; what another dataset calls the same is.
  @Test func documentsComeFirst() throws {
    let (files, losses) = try files([
      Self.document("/e.csv", "to the letter"), Self.electrocardiogram("/e.csv", 1),
      Self.document("/r.gpx", "gpx"), Self.workout([("/r.gpx", "a")]),
      Self.electrocardiogram("/f.csv", 1), Self.electrocardiogram("/f.csv", 2),
    ])
    #expect(files["e.csv"] == "to the letter")
    #expect(files["r.gpx"] == "gpx")
    #expect(files["f.csv"]?.hasSuffix("\n1\n") == true)
    #expect(files["f_1.csv"]?.hasSuffix("\n2\n") == true)
    #expect(files.count == 5)
    #expect(losses == ["paths": 1])
  }

  /// Every kind with every field filled: what is lost is counted, and what is written is read.
  @Test func allKindsAreWritten() throws {
    let (bytes, losses) = try Archive.write(MarkedSamples.kinds, MarkedSamples.dataset)
    // The document is a part from the middle of one.
    #expect(losses["side-files"] == 1)
    #expect(losses["details"] == 1)
    let reading = try Archive.read(bytes)
    #expect(reading.error == nil)
    for kind in [SampleKind.workout, .clinicalRecord, .electrocardiogram] {
      #expect(reading.counts[kind] == 1)
    }
  }

  @Test func timesAreThoseOfTheExport() throws {
    let bytes = try Archive.write([], MarkedSamples.dataset).bytes
    let folder = try Folder()
    try folder.write("a.zip", bytes)
    let archive = try ZipArchive(folder.path + "/a.zip")
    #expect(
      archive.entries.map(\.modified)
        == [ZipTimestamp(year: 2024, month: 6, day: 30, hour: 21, minute: 15)])
  }
}
