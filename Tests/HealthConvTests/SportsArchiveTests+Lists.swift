import HealthBytes
import HealthConv
import HealthModel
import HealthTesting
import Testing

/// Lists of activities that maps read, next to the files of the activities.
extension SportsArchiveTests {
  /// Activities of Garmin's list without a file are workouts; of the others, the file has the name.
  @Test func garminsListIsJoinedWithItsFiles() throws {
    let folder = try TemporaryFolder()
    // The start and the length of the run in the file.
    func row(_ name: String, _ type: String, _ start: Int, _ length: Int = 110) -> String {
      """
      {"activityId":\(start),"name":"\(name)","activityType":"\(type)","beginTimestamp":\(start)000,
      "elapsedDuration":\(length)000,"duration":\(length)000,"steps":7}
      """
    }
    let list =
      "[{\"summarizedActivitiesExport\":["
      + [
        row("Morning", "running", 1_717_221_630), row("Pool", "lap_swimming", 1_717_300_000),
        row("Ski", "resort_skiing_snowboarding_ws", 1_717_100_000),
      ].joined(separator: ",") + "]}]"
    let inner = try Self.archive([("a.fit", try Self.sample("commands/run.fit"))])
    let path = try folder.write(
      bytes: Self.archive([
        ("DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip", inner),
        ("DI_CONNECT/DI-Connect-Fitness/a_0_summarizedActivities.json", Array(list.utf8)),
      ]), "garmin.zip")
    let found = try read(path)
    #expect(found.workouts.map(\.activityType) == [.running, .downhillSkiing, .swimming])
    #expect(
      found.workouts.map { $0.header.metadata[MetadataKey("Name")] } == ["Morning", "Ski", "Pool"])
    #expect(
      found.workouts.map(\.source.name) == ["Test watch", "Garmin Connect", "Garmin Connect"])
    #expect(found.workouts.last?.header.metadata[.swimmingLocationType] == "1")
    // What the map does not name is only with workouts of the list.
    #expect(
      found.workouts.map { $0.header.metadata[MetadataKey("steps")] } == [nil, "7", "7"])
    #expect(
      found.findings.filter { $0.rule == "activity-list" }.map(\.message) == [
        "activities of the list that have a file: 1; of the list, their names and what the file lacks are read"
      ])
  }

  /// The list of Runkeeper names its files; activities without one need a zone.
  @Test(arguments: [nil, "Europe/Berlin"] as [String?])
  func runkeepersListIsJoinedWithItsFiles(_ zone: String?) throws {
    let list = """
      Activity Id,Date,Type,Route Name,Distance (km),Duration,Calories Burned,Average Heart Rate (bpm),Notes,GPX File
      a-1,2026-03-01 08:00:00,Running,,4.99,30:00,400.0,150,Nice,2026-03-01-080000.gpx
      a-2,2026-03-05 18:00:00,Cycling,,20.00,1:00:00,500.0,,,

      """
    let gpx = """
      <gpx version="1.1" creator="Test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      <trkpt lat="47" lon="11"><time>2026-03-01T07:00:00Z</time></trkpt>
      <trkpt lat="47.01" lon="11"><time>2026-03-01T07:50:00Z</time></trkpt></trkseg></trk></gpx>
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(
      bytes: Self.archive([
        ("cardioActivities.csv", Array(list.utf8)), ("2026-03-01-080000.gpx", Array(gpx.utf8)),
      ]), "runkeeper.zip")
    var options = ReadOptions()
    if let zone { options.zone = try Zone(zone) }
    let dataset = try Dataset.open(path, options: options)
    #expect(dataset.format.name == "sports-archive")
    var samples = try dataset.samples()
    var workouts: [Workout] = []
    while let sample = try samples.next() {
      if case .workout(let workout) = sample { workouts.append(workout) }
    }
    let findings = samples.takeFindings().map(\.rule)
    let run = try #require(workouts.first)
    #expect(run.activityType == .running && run.fields.duration?.doubleValue == 1_800)
    #expect(run.distance?.number.doubleValue.rounded() == 4_990 && run.distance?.unit == "m")
    #expect(run.heartRate.average == Number("150") && run.energyBurned?.number == Number("400.0"))
    #expect(run.header.metadata[.externalUUID] == "a-1")
    #expect(run.header.metadata[MetadataKey("Notes")] == "Nice")
    #expect(run.end == Timestamp("2026-03-01T07:50:00Z"))
    if zone == nil {
      #expect(workouts.count == 1 && findings.contains("missing-zone"))
    } else {
      #expect(workouts.count == 2 && !findings.contains("missing-zone"))
      #expect(workouts.last?.start == Timestamp("2026-03-05T18:00:00+01:00"))
      #expect(workouts.last?.distance?.number == Number("20.00"))
    }
  }

  /// A file that an archive or a folder has twice is read once, and counted; a file of the same size is another one.
  @Test(arguments: ["twice.zip", ""])
  func copiesAreReadOnce(_ name: String) throws {
    let gpx = String(decoding: try Self.sample("accept/gpx/garmin.gpx"), as: UTF8.self)
    // A year earlier, with as many bytes.
    let other = gpx.replacing("2024-", with: "2023-")
    #expect(other != gpx)
    func read(_ files: [(path: String, bytes: [UInt8])]) throws -> (count: Int, copies: [String]) {
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      var path = folder.path
      if name.isEmpty {
        for file in files { _ = try folder.write(bytes: file.bytes, file.path) }
      } else {
        path = try folder.write(bytes: Self.archive(files), name)
      }
      var samples = try Dataset.open(path).samples()
      var count = 0
      while try samples.next() != nil { count += 1 }
      let copies = samples.takeFindings().filter { $0.rule == "duplicate-file" }
      let lines = copies.map { finding in
        "\(finding.place.file.split(separator: "/").last ?? ""): \(finding.message)"
      }
      return (count, lines)
    }
    let (first, second) = (Array(gpx.utf8), Array(other.utf8))
    let fit = try Self.sample("commands/run.fit")
    let message = "files that are exact copies of another one: 1; not read"
    let one = try read([("1.gpx", first)])
    #expect(one.count > 1 && one.copies == [])
    let two = try read([("1.gpx", first), ("2.gpx", second)])
    #expect(two.count == 2 * one.count && two.copies == [])
    let three = try read([("1.gpx", first), ("2.gpx", first), ("3.gpx", second)])
    #expect(three.count == two.count && three.copies == ["2.gpx: \(message)"])
    let mixed = try read([("1.gpx", first), ("2.fit", fit)])
    let copied = try read([("1.gpx", first), ("2.fit", fit), ("3.fit", fit)])
    #expect(copied.count == mixed.count && copied.copies == ["3.fit: \(message)"])
  }

  /// Settings of a watch are counted, once for all files.
  @Test func settingsAreCounted() throws {
    func settings(_ version: UInt8) -> [UInt8] {
      [12, 0x20, version, 0, 11, 0, 0, 0] + Array(".FIT".utf8)
        + [0x40, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0, 0]
    }
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Filename
      1,"Jun 1, 2024, 6:00:00 AM",Morning,Run,110,125,activities/3.fit

      """
    let folder = try TemporaryFolder()
    let path = try folder.write(
      bytes: Self.archive([
        ("activities.csv", Array(list.utf8)), ("activities/1.fit", settings(1)),
        ("activities/2.fit", settings(2)),
        ("activities/3.fit", try Self.sample("commands/run.fit")),
      ]), "export.zip")
    let found = try read(path)
    #expect(found.workouts.count == 1)
    let plans = found.findings.filter { $0.rule == "no-activity" }
    #expect(
      plans.map(\.message) == ["the file is settings, not an activity; not read (2 times)"])
    #expect(plans.map(\.severity) == [.info])
  }

  /// A type of Strava may state that the activity was indoors.
  @Test(
    arguments: [("Virtual Ride", "1"), ("Vélo virtuel", "1"), ("Ride", nil)]
      as [(String, String?)])
  func stravasTypesStateIndoor(_ type: String, _ indoor: String?) throws {
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance
      1,"Mar 2, 2026, 6:00:00 AM",A,\(type),600,1500

      """
    let folder = try TemporaryFolder()
    let found = try read(try folder.write(bytes: Array(list.utf8), "activities.csv"))
    #expect(found.workouts.map { $0.header.metadata[.indoorWorkout] } == [indoor])
  }

  /// A block that a disk lost, in the header and in a row.
  @Test func stravasListWithZeroBytes() throws {
    let list =
      "Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Other\0\0\n"
      + "1,\"Mar 2, 2026, 6:00:00 AM\",A\0,Run,2700,\n"
    let folder = try TemporaryFolder()
    let found = try read(try folder.write(bytes: Array(list.utf8), "activities.csv"))
    let findings = found.findings.filter { $0.rule == "zero-byte" }
    #expect(findings.map { "\($0.place.line):\($0.place.column)" } == ["1:73"])
    #expect(findings.first?.message.hasSuffix("(2 times)") == true)
  }
}
