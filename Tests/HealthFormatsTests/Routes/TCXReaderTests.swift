import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Activities become workouts with laps, a route and totals; what was measured becomes samples.
@Suite struct TCXReaderTests {
  @Test func activitiesAreWorkouts() throws {
    let found = TCXText.read(try TCXText.sample("garmin"))
    #expect(found.error == nil && found.findings == [])
    let workout = try #require(found.workouts.first)
    #expect(found.workouts.count == 1 && workout.activityType == .running)
    #expect(workout.source.name == "Forerunner 255")
    let device = try #require(workout.header.descriptor.device)
    #expect(device.model == "3992" && device.localIdentifier == "12345")
    #expect(device.softwareVersion == "20.26.0.0")
    #expect(workout.start == Timestamp("2024-06-01T06:00:00Z"))
    #expect(workout.end == Timestamp("2024-06-01T06:00:30.5Z"))
    #expect(workout.fields.duration == Number("30.5") && workout.fields.durationUnit == "s")
    #expect(workout.distance?.number == Number("90.25") && workout.distance?.unit == "m")
    #expect(workout.energyBurned?.number == Number("7") && workout.energyBurned?.unit == "kcal")
    #expect(workout.heartRate.maximum == Number("99") && workout.heartRate.average == nil)
    #expect(workout.header.metadata[MetadataKey("Notes")] == "Morning & run")
    let events = workout.fields.events.map { "\($0.type ?? "") \($0.date?.description ?? "")" }
    #expect(
      events == [
        "HKWorkoutEventTypeLap 2024-06-01 06:00:00 +0000",
        "HKWorkoutEventTypePause 2024-06-01 06:00:01.5 +0000",
        "HKWorkoutEventTypeResume 2024-06-01 06:00:15 +0000",
        "HKWorkoutEventTypeLap 2024-06-01 06:00:20.5 +0000",
      ])
    #expect(workout.fields.routes.first?.files.map { $0.track?.locations.count } == [2, 1, 1])
    let point = try #require(workout.fields.routes.first?.locations.first)
    #expect(point.latitude?.description == "47.2001000" && point.speed == Number("3"))
    #expect(
      found.samples.last.map { if case .unknown(let element) = $0 { element.name } else { "" } }
        == "Author")
  }

  @Test func sportsThatAreNotKnownAreCounted() throws {
    let text = String(decoding: try TCXText.sample("garmin"), as: UTF8.self)
    for (sport, count) in [("Running", 0), ("Other", 0), ("Moonwalk", 1)] {
      let found = TCXText.read(text.replacing("Sport=\"Running\"", with: "Sport=\"\(sport)\""))
      #expect(found.findings.count { $0.rule == "unknown-activity" } == count, "\(sport)")
    }
  }

  @Test func measurementsAreSamples() throws {
    #expect(
      TCXText.read(try TCXText.sample("garmin")).measurements == [
        "HeartRate 92 2024-06-01 06:00:00 +0000", "RunningPower 250 2024-06-01 06:00:00 +0000",
        "HeartRate 93 2024-06-01 06:00:01.5 +0000",
        "DistanceWalkingRunning 4.5 2024-06-01 06:00:00 +0000",
        "HeartRate 95 2024-06-01 06:00:15 +0000",
        "HeartRate 99 2024-06-01 06:00:21 +0000",
      ])
    let strava = TCXText.read(try TCXText.sample("strava"))
    #expect(
      strava.measurements == [
        "HeartRate 120 2024-06-02 06:00:00 +0000", "CyclingCadence 0 2024-06-02 06:00:00 +0000",
        "CyclingPower 180 2024-06-02 06:00:00 +0000",
        "DistanceCycling 7.2 2024-06-02 06:00:00 +0000",
        "CyclingCadence 85 2024-06-02 06:00:03 +0000",
        "HeartRate 101 2024-06-03 06:00:10 +0000", "CyclingCadence 90 2024-06-03 06:00:10 +0000",
        "HeartRate 102 2024-06-03 06:00:11 +0000",
      ])
    #expect(strava.workouts.map(\.fields.routes.count) == [1, 0])
    #expect(
      strava.findings.map(\.description) == [
        "t.tcx:1:11: warning: white space before the XML declaration; skipped [leading-space]",
        "t.tcx:9:26: warning: MaximumSpeed is in meters per hour; read as meters per second [implausible-speed]",
        "t.tcx:39:3: info: points of the activity without a position: 2; their heart rates are read, and cadence and power where HealthKit has a type [missing-position]",
        "t.tcx:33:29: info: heart rates of 0, which a device writes without a signal: 1; not read [zero-heart-rate]",
      ])
  }

  /// A workout is the same whether its points came as TCX or as GPX.
  @Test func routesAreThoseOfGPX() throws {
    let tcx = TCXText.read(try TCXText.sample("garmin"))
    let written = try GPXText.write(tcx.samples)
    let gpx = GPXText.read(written.text)
    #expect(gpx.error == nil)
    let (a, b) = (tcx.workouts[0], gpx.workouts[0])
    #expect(a.activityType == b.activityType && a.source.name == b.source.name)
    #expect(a.fields.routes[0].locations == b.fields.routes[0].locations)
    // GPX has no distance.
    #expect(tcx.measurements.filter { !$0.hasPrefix("Distance") } == gpx.measurements)
  }

  @Test func inPiecesTheSame() throws {
    for name in ["garmin", "strava"] {
      let document = try TCXText.sample(name)
      let whole = TCXText.read(document)
      for capacity in [1, 2, 3, 7, 64] {
        #expect(TCXText.read(document, capacity: capacity) == whole)
      }
    }
  }

  /// A file that ends early gives what is before its end, and an error with a place.
  @Test func aCutFileIsRefused() throws {
    let document = try TCXText.sample("garmin")
    let end = document.count - 2
    for length in stride(from: 0, to: end, by: 1) {
      let found = TCXText.read(Array(document[..<length]))
      let error = try #require(found.error, "\(length)")
      #expect(error.place.line > 0)
    }
  }

  @Test(arguments: tcxDefects)
  func whatIsOddIsReadAndSaid(_ name: String, _ old: String, _ new: String, _ findings: [String])
    throws
  {
    let document = String(decoding: try TCXText.sample("garmin"), as: UTF8.self)
      .replacing(old, with: new, maxReplacements: 1)
    let found = TCXText.read(document)
    #expect(found.error == nil)
    #expect(found.findings.map { "\($0.place.line) \($0.rule)" } == findings, "\(name)")
  }

  @Test func anActivityOfManyPointsIsSeveralWorkouts() throws {
    let found = TCXText.read(try TCXText.sample("garmin"), pointLimit: 3)
    #expect(found.workouts.map { $0.fields.routes[0].locations.count } == [3, 1])
    #expect(found.measurements.count == 6)
    #expect(found.findings.map(\.rule) == ["long-track"])
  }

  @Test func coursesAreNotRead() {
    let found = TCXText.read(
      "<TrainingCenterDatabase><Folders/><Courses><Course><Name>a</Name></Course><Course/></Courses>"
        + "</TrainingCenterDatabase>")
    #expect(found.samples == [] && found.error == nil)
    #expect(found.findings.map(\.rule) == ["no-activity"])
    #expect(found.findings.first?.message.contains(": 2;") == true)
  }

  @Test func sportsOfAMultiSportSessionAreWorkouts() {
    func activity(_ sport: String, _ day: Int) -> String {
      "<Activity Sport=\"\(sport)\"><Id>x</Id><Lap StartTime=\"2024-06-0\(day)T06:00:00Z\">"
        + "<TotalTimeSeconds>60</TotalTimeSeconds></Lap></Activity>"
    }
    let found = TCXText.read(
      "<TrainingCenterDatabase><Activities><MultiSportSession><Id>2024-06-01T06:00:00Z</Id>"
        + "<FirstSport>\(activity("Biking", 1))</FirstSport>"
        + "<NextSport><Transition StartTime=\"2024-06-01T06:01:00Z\"><TotalTimeSeconds>60</TotalTimeSeconds>"
        + "</Transition>\(activity("Running", 2))</NextSport><NextSport>\(activity("Hiking", 3))</NextSport>"
        + "</MultiSportSession></Activities></TrainingCenterDatabase>")
    #expect(found.workouts.map(\.activityType) == [.cycling, .running, .hiking])
    #expect(found.error == nil)
    // What is between the sports is no course.
    #expect(
      found.findings.map { "\($0.rule) \($0.message)" } == [
        "unknown-content transitions and notes of sessions of several sports: 1; not read"
      ])
  }

  /// Swims and hikes are others in TCX, of whose distance HealthKit has no type: it is the total.
  @Test func otherSportsHaveADistance() throws {
    func laps(_ meters: [String]) -> String {
      "<TrainingCenterDatabase><Activities><Activity Sport=\"Other\"><Id>x</Id>"
        + meters.enumerated().map {
          "<Lap StartTime=\"2024-06-01T06:0\($0.offset):00Z\"><TotalTimeSeconds>60</TotalTimeSeconds>"
            + "<DistanceMeters>\($0.element)</DistanceMeters></Lap>"
        }.joined() + "</Activity></Activities></TrainingCenterDatabase>"
    }
    let workout = try #require(TCXText.read(laps(["250.5", "200"])).workouts.first)
    #expect(workout.activityType == .other && workout.fields.statistics.isEmpty)
    #expect(workout.distance?.number == Number("450.5") && workout.distance?.unit == "m")
    #expect(TCXText.read(laps(["0"])).workouts.first?.distance == nil)
  }

  @Test func heartRatesOfZeroWereNotMeasured() throws {
    let text =
      "<TrainingCenterDatabase><Activities><Activity Sport=\"Running\"><Id>x</Id><Lap StartTime=\"2024-06-01T06:00:00Z\">"
      + "<TotalTimeSeconds>60</TotalTimeSeconds><AverageHeartRateBpm><Value>0</Value></AverageHeartRateBpm>"
      + "<MaximumHeartRateBpm><Value>0</Value></MaximumHeartRateBpm></Lap></Activity></Activities></TrainingCenterDatabase>"
    let workout = try #require(TCXText.read(text).workouts.first)
    #expect(workout.fields.statistics.isEmpty)
    let points = TCXText.read(try TCXText.sample("strava"))
    let zeros = points.findings.filter { $0.rule == "zero-heart-rate" }
    #expect(zeros.map { $0.place.line } == [33] && zeros.first?.message.contains(": 1;") == true)
  }

  @Test func otherDocumentsAreRefused() {
    #expect(TCXText.read("<gpx/>").error?.rule == "not-tcx")
    #expect(TCXText.read("").error != nil)
  }
}

private let tcxDefects: [(String, String, String, [String])] = [
  ("a latitude beyond the pole", "47.2002", "97.2002", ["26 out-of-range"]),
  ("no number", "410.6", "high", ["27 malformed-number"]),
  ("no date", "2024-06-01T06:00:15.000Z", "noon", ["34 malformed-date", "4 missing-time"]),
  (
    "a point without a position", "<LatitudeDegrees>47.2002</LatitudeDegrees>", "",
    ["4 missing-position"]
  ),
  (
    "a figure of a lap", "<Intensity>Active</Intensity>", "<Intensity>High</Intensity>",
    ["13 unknown-content"]
  ),
  ("text", "<Track>", "<Track>a", ["15 unexpected-text"]),
  (
    "an element", "<AltitudeMeters>410.6", "<SensorState>Absent</SensorState><AltitudeMeters>410.6",
    ["27 unknown-content"]
  ),
]

extension GPXText.Outcome {
  var workouts: [Workout] {
    samples.compactMap { if case .workout(let workout) = $0 { workout } else { nil } }
  }

  var measurements: [String] {
    samples.compactMap { sample in
      if case .quantity(let quantity) = sample {
        "\(quantity.type.shortName) \(quantity.number) \(quantity.start)"
      } else {
        nil
      }
    }
  }

  @Test func ownSamplesAreRefusedForTheStatedReason() throws {
    let folder = Fixtures.samples + "/refuse/tcx"
    let paths = try Fixtures.files(in: folder, suffix: ".tcx")
    #expect(paths.count == 3)
    for path in paths {
      let message = String(decoding: try Fixtures.bytes(path.dropLast(4) + ".txt"), as: UTF8.self)
      let place = message.split(separator: ":", maxSplits: 1)[1].dropLast()
      #expect(TCXText.read(try Fixtures.bytes(path)).error?.description == "t.tcx:" + place)
    }
  }
}
