import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Tracks become workouts, what was measured on them becomes samples, and nothing is dropped.
@Suite struct GPXReaderTests {
  @Test func tracksAreWorkouts() throws {
    let found = try sample("garmin")
    let workouts = found.samples.compactMap { sample in
      if case .workout(let workout) = sample { workout } else { nil }
    }
    #expect(found.error == nil)
    #expect(found.info.exportDate == Timestamp("2024-06-01T06:00:00Z"))
    #expect(workouts.map(\.activityType) == [.running, .cycling])
    #expect(workouts.map(\.source.name) == ["Garmin Connect", "Edge 530"])
    let run = try #require(workouts.first)
    #expect(run.start == Timestamp("2024-06-01T06:00:00Z"))
    #expect(run.end == Timestamp("2024-06-01T18:00:00Z"))
    let files = try #require(run.fields.routes.first).files
    #expect(files.map { $0.track?.locations.count } == [3, 2])
    #expect(files.map { $0.track?.name } == ["Morning & evening run", "Morning & evening run"])
    #expect(run.extras?.content.count == 1, "its description")
    #expect(files[1].track?.locations[1].latitude?.description == "-47.200100")
  }

  @Test func measurementsAreSamples() throws {
    let found = try sample("garmin")
    let measured = found.samples.compactMap { sample in
      if case .quantity(let quantity) = sample {
        "\(quantity.type.shortName) \(quantity.number) \(quantity.unit ?? "") \(quantity.start)"
      } else {
        nil
      }
    }
    #expect(
      measured == [
        "HeartRate 92 count/min 2024-06-01 06:00:00 +0000",
        "HeartRate 93 count/min 2024-06-01 06:00:01 +0000",
        "HeartRate 93 count/min 2024-06-01 06:00:01.5 +0000",
        "HeartRate 120 count/min 2024-06-02 06:00:00 +0000",
        "CyclingCadence 85 count/min 2024-06-02 06:00:00 +0000",
        "CyclingPower 210 W 2024-06-02 06:00:00 +0000",
        "HeartRate 121 count/min 2024-06-02 06:00:01 +0000",
        "CyclingCadence 0 count/min 2024-06-02 06:00:01 +0000",
        "CyclingPower 215 W 2024-06-02 06:00:01 +0000",
      ])
  }

  /// HealthKit has no type for the air's temperature and the cadence of a runner, and a point without a time
  /// no time for a heart rate.
  @Test func whatHasNoTypeStaysWithThePoint() throws {
    let found = try sample("garmin")
    let kept = found.samples.compactMap { sample -> [String]? in
      guard case .workout(let workout) = sample, workout.activityType == .running else {
        return nil
      }
      return workout.fields.routes.flatMap(\.files).flatMap { $0.track?.locations ?? [] }
        .map { String(describing: $0.extras?.content.count ?? 0) + text($0.extras?.content ?? []) }
    }.joined()
    #expect(
      Array(kept) == [
        "1extensions(atemp(12.0)cad(80))", "1extensions(atemp(12.0)cad(80))", "0",
        "2fix(3d)sat(7)", "1extensions(hr(101))",
      ])
  }

  @Test func everythingElseIsCarriedAsUnknown() throws {
    let found = try sample("garmin")
    let names = found.samples.compactMap { sample in
      if case .unknown(let element) = sample { element.name } else { nil }
    }
    #expect(names == ["metadata", "wpt", "rte", "trk", "extensions"])
    #expect(
      found.findings.map(\.description) == [
        "t.gpx:20:3: warning: points of the track without a time: 1; preserved [missing-time]",
        "t.gpx:45:3: warning: a track without a time; preserved as an unknown element [missing-time]",
        "t.gpx:41:105: info: elements in extensions without a namespace of their own, which the schema of GPX does not allow: 2; read by their names [unqualified-extensions]",
      ])
  }

  @Test func version10IsRead() throws {
    let found = try sample("gpx10")
    guard case .workout(let workout) = found.samples.last else {
      Issue.record("the last sample is no workout")
      return
    }
    let points = try #require(workout.fields.routes[0].files[0].track).locations
    #expect(points.map { $0.speed?.description } == ["1.25", "-1"])
    #expect(points.map { $0.course?.description } == ["90.5", "-1"])
    #expect(points[1].date == Timestamp("2004-06-01T06:00:10Z"), "without an offset it is UTC")
  }

  @Test func activitiesAreKnownByManyWords() {
    for (text, activity) in [
      ("running", WorkoutActivityType.running), ("Trail Running", .running), ("Run", .running),
      ("gravel_cycling", .cycling), ("HIKE", .hiking), ("crosscountryskiing", .crossCountrySkiing),
      ("9", .other), ("", .other),
    ] {
      let found = GPXText.read(track("<type>\(text)</type>", point()))
      guard case .workout(let workout) = found.samples.last else {
        Issue.record("\(text) is no workout")
        continue
      }
      #expect(workout.activityType == activity, "\(text)")
    }
  }

  /// A type may state that it was indoors, or where a person swam; a type that is not known is counted.
  @Test(
    arguments: [
      ("treadmill_running", .running, "1", nil), ("indoor_cycling", .cycling, "1", nil),
      ("VirtualRide", .cycling, "1", nil), ("lap_swimming", .swimming, nil, "1"),
      ("open_water_swimming", .swimming, nil, "2"), ("running", .running, nil, nil),
      ("resort_skiing_snowboarding_ws", .downhillSkiing, nil, nil),
      ("skate_skiing_ws", .crossCountrySkiing, nil, nil),
      ("backcountry_skiing", .crossCountrySkiing, nil, nil),
      ("stand_up_paddleboarding", .paddleSports, nil, nil),
      ("strength_training", .traditionalStrengthTraining, nil, nil),
      ("motorcycling_v2", .other, nil, nil), ("moon walk", .other, nil, nil),
    ] as [(String, WorkoutActivityType, String?, String?)])
  func typesStateWhere(
    _ type: String, _ activity: WorkoutActivityType, _ indoor: String?, _ swimming: String?
  ) throws {
    let found = GPXText.read(track("<type>\(type)</type>", point()))
    guard case .workout(let workout) = found.samples.last else {
      Issue.record("it is no workout")
      return
    }
    #expect(workout.activityType == activity)
    #expect(workout.metadata[.indoorWorkout] == indoor)
    #expect(workout.metadata[.swimmingLocationType] == swimming)
    let rules = found.findings.map(\.rule).filter { $0 == "unknown-activity" }
    #expect(rules == (type == "moon walk" ? ["unknown-activity"] : []))
    let written = try GPXText.write(found.samples)
    #expect(written.losses == [:])
    #expect(GPXText.read(written.text).samples == found.samples)
  }

  /// Strava's archive has files that begin with ten spaces.
  @Test func spacesBeforeTheDeclarationAreSkipped() {
    let document = #"<?xml version="1.0" encoding="UTF-8"?>"# + track("", point())
    for start in ["          ", "\n", "\u{FEFF} \r\n\t"] {
      let found = GPXText.read(start + document)
      #expect(found.samples == GPXText.read(document).samples)
      #expect(found.findings.map(\.rule) == ["leading-space"])
      for capacity in [1, 2, 3, 7] {
        #expect(GPXText.read(start + document, capacity: capacity) == found)
      }
      #expect(GPXText.read(start + document, isStrict: true).error?.rule == "malformed-markup")
    }
    for start in ["<!-- a --> ", "<?a?>", document, " a "] {
      #expect(GPXText.read(start + document).error != nil)
    }
  }

  @Test(arguments: [
    ("StravaGPX", "9", WorkoutActivityType.running), ("StravaGPX", "1", .cycling),
    ("StravaGPX iPhone", "17", .cycling), ("StravaGPX", "running", .running),
    ("StravaGPX", "99", .other), ("Logger", "9", .other),
  ])
  func numbersAreActivitiesOfStrava(
    _ creator: String, _ type: String, _ activity: WorkoutActivityType
  ) throws {
    let document = track("<type>\(type)</type>", point())
      .replacing("creator=\"Test\"", with: "creator=\"\(creator)\"")
    let found = GPXText.read(document)
    guard case .workout(let workout) = found.samples.last else {
      Issue.record("it is no workout")
      return
    }
    #expect(workout.activityType == activity)
    let isIndoor = type == "17"
    #expect(workout.metadata[.indoorWorkout] == (isIndoor ? "1" : nil))
    let written = try GPXText.write(found.samples)
    #expect(written.losses == [:] && written.text.contains("<type>\(type)</type>"))
    #expect(GPXText.read(written.text).samples == found.samples)
  }

  /// Strava writes the power without a prefix, in the namespace of GPX; other programs write more than one extension of
  /// Garmin.
  @Test(arguments: [
    "<power>210</power><gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr></gpxtpx:TrackPointExtension>",
    "<ns3:TrackPointExtension><ns3:hr>120</ns3:hr></ns3:TrackPointExtension><gpxpx:PowerInWatts>210</gpxpx:PowerInWatts>",
    "<gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr></gpxtpx:TrackPointExtension><gpxpx:PowerExtension><gpxpx:PowerInWatts>210</gpxpx:PowerInWatts></gpxpx:PowerExtension>",
    "<gpxdata:hr>120</gpxdata:hr><gpxdata:watts>210</gpxdata:watts>",
  ])
  func measurementsAreReadInAnyExtension(_ extensions: String) {
    let time = "<time>2024-06-01T06:00:00Z</time>"
    let found = GPXText.read(
      track("<type>ride</type>", point("\(time)<extensions>\(extensions)</extensions>")))
    let measured = found.samples.compactMap { sample in
      if case .quantity(let quantity) = sample {
        "\(quantity.type.shortName) \(quantity.number)"
      } else {
        nil
      }
    }
    #expect(measured == ["HeartRate 120", "CyclingPower 210"])
    #expect(found.findings.allSatisfy { $0.severity == .info })
  }

  @Test func heartRatesOfZeroWereNotMeasured() {
    let points = [(0, 0), (1, 102), (2, 0)].map { second, rate in
      point("<time>\(time(second))</time><extensions><hr>\(rate)</hr></extensions>")
    }
    let found = GPXText.read(track("", points.joined()))
    let rates = found.samples.compactMap { sample in
      if case .quantity(let quantity) = sample { quantity.number.description } else { nil }
    }
    #expect(rates == ["102"])
    #expect(found.findings.allSatisfy { $0.severity == .info } && found.error == nil)
    let zeros = found.findings.filter { $0.rule == "zero-heart-rate" }
    #expect(zeros.count == 1 && zeros.first?.message.contains(": 2;") == true)
  }

  @Test func elevationsThatNoPlaceHasAreNotRead() {
    let points = ["10", "-9999", "8848", "12000"].enumerated().map { index, meters in
      point("<ele>\(meters)</ele><time>\(time(index))</time>")
    }
    let found = GPXText.read(track("", points.joined()))
    let locations = found.workouts.first?.fields.routes.first?.locations ?? []
    #expect(locations.map { $0.altitude?.doubleValue } == [10, nil, 8_848, nil])
    let findings = found.findings.filter { $0.rule == "implausible-elevation" }
    #expect(findings.count == 1 && findings.first?.message.contains(": 2;") == true)
  }

  /// Programs that stop recording during a pause need not begin another segment.
  @Test func aLongGapAtOnePlaceIsAPause() throws {
    let points = [(0, "1.0"), (10, "1.0001"), (3_610, "1.0002"), (3_620, "1.0003"), (7_220, "1.1")]
    let found = GPXText.read(
      track(
        "",
        points.map { second, latitude in
          point("<time>\(time(second))</time>", place: "lat=\"\(latitude)\" lon=\"2\"")
        }.joined()))
    let workout = try #require(found.workouts.first)
    #expect(
      workout.fields.events.map(\.type) == ["HKWorkoutEventTypePause", "HKWorkoutEventTypeResume"])
    #expect(
      workout.fields.events.map(\.date?.secondsSince1970) == [1_717_200_010, 1_717_203_610])
    #expect(found.findings.filter { $0.rule == "implied-pause" }.count == 1)
    let written = try GPXText.write(found.samples, found.info)
    #expect(written.losses == [:])
    #expect(GPXText.read(written.text).samples == found.samples)
  }

  /// The second version of Garmin's extension has the speed, the course and the bearing.
  @Test func theSecondExtensionOfGarminIsRead() throws {
    let found = GPXText.read(
      track(
        "",
        point(
          "<time>2024-06-01T06:00:00Z</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>99</gpxtpx:hr>"
            + "<gpxtpx:speed>2.5</gpxtpx:speed><gpxtpx:course>90.5</gpxtpx:course>"
            + "<gpxtpx:bearing>91</gpxtpx:bearing></gpxtpx:TrackPointExtension></extensions>")))
    guard case .workout(let workout) = found.samples.last else {
      Issue.record("it is no workout")
      return
    }
    let point = try #require(workout.fields.routes.first?.locations.first)
    #expect(point.speed == Number("2.5") && point.course == Number("90.5"))
    #expect(text(point.extras?.content ?? []) == "extensions(bearing(91))")
    #expect(try GPXText.write(found.samples).losses == [:])
  }

  @Test(arguments: gpxDefects)
  func whatIsOddIsReadAndSaid(defect: GPXDefect) {
    let found = GPXText.read(defect.document)
    #expect(found.error == nil)
    #expect(found.findings.map(\.description) == defect.findings)
    let strict = GPXText.read(defect.document, isStrict: true)
    #expect((strict.error == nil) == defect.findings.allSatisfy { $0.contains(": info: ") })
  }

  @Test func aTrackOfManyPointsIsSeveralWorkouts() {
    let points = (0..<7).map { point("<time>\(time($0))</time>") }.joined()
    let found = GPXText.read(Array(track("", points).utf8), pointLimit: 3)
    let sizes = found.samples.compactMap { sample in
      if case .workout(let workout) = sample {
        workout.fields.routes[0].files[0].track?.locations.count
      } else {
        nil
      }
    }
    #expect(sizes == [3, 3, 1])
    #expect(found.findings.map(\.rule) == ["long-track", "long-track"])
  }

  @Test func ownSamplesAreRefusedForTheStatedReason() throws {
    let folder = Fixtures.samples + "/refuse/gpx"
    let paths = try Fixtures.files(in: folder, suffix: ".gpx")
    #expect(paths.count == 3)
    for path in paths {
      let message = String(decoding: try Fixtures.bytes(path.dropLast(4) + ".txt"), as: UTF8.self)
      let place = message.split(separator: ":", maxSplits: 1)[1].dropLast()
      #expect(GPXText.read(try Fixtures.bytes(path)).error?.description == "t.gpx:" + place)
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func inPiecesTheSame(capacity: Int) throws {
    var documents = gpxDefects.map { Array($0.document.utf8) }
    for folder in ["/accept/gpx", "/refuse/gpx"] {
      for path in try Fixtures.files(in: Fixtures.samples + folder, suffix: ".gpx") {
        documents.append(try Fixtures.bytes(path))
      }
    }
    for document in documents {
      #expect(GPXText.read(document, capacity: capacity) == GPXText.read(document))
    }
  }

  private func sample(_ name: String) throws -> GPXText.Outcome {
    GPXText.read(try Fixtures.bytes(Fixtures.samples + "/accept/gpx/\(name).gpx"))
  }

  private func text(_ nodes: [Element.Node]) -> String {
    nodes.map { node in
      switch node {
      case .element(let element): "\(element.name)(\(text(element.children)))"
      case .text(let text): text
      }
    }.joined()
  }
}

struct GPXDefect: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let document: String
  let findings: [String]
}

private let gpxDefects: [GPXDefect] = [
  GPXDefect(
    testDescription: "a place beyond the earth",
    document: track("", point("<time>2024-06-01T06:00:00Z</time>", place: #"lat="91" lon="2""#)),
    findings: [
      "t.gpx:1:72: warning: lat is beyond 90 degrees; preserved [out-of-range]"
    ]),
  GPXDefect(
    testDescription: "no place",
    document: track("", point("<time>2024-06-01T06:00:00Z</time>", place: #"lat="1""#)),
    findings: [
      "t.gpx:1:60: warning: a point without coordinates; preserved [missing-attribute]"
    ]),
  GPXDefect(
    testDescription: "a number and a date that are none",
    document: track("", point("<ele>high</ele><time>noon</time>") + point()),
    findings: [
      "t.gpx:1:92: warning: ele is not a number, or occurs twice; preserved [malformed-number]",
      "t.gpx:1:108: warning: time is not a date, or occurs twice; preserved [malformed-date]",
      "t.gpx:1:47: warning: points of the track without a time: 1; preserved [missing-time]",
    ]),
  GPXDefect(
    testDescription: "text between elements",
    document: track("", point() + "odd"),
    findings: [
      "t.gpx:1:124: warning: text between elements; preserved [unexpected-text]"
    ]),
]

func track(_ head: String, _ points: String) -> String {
  #"<gpx version="1.1" creator="Test" xmlns="u:x"><trk>"#
    + "\(head)<trkseg>\(points)</trkseg></trk></gpx>"
}

func point(
  _ children: String = "<time>2024-06-01T06:00:00Z</time>", place: String = #"lat="1" lon="2""#
) -> String {
  "<trkpt \(place)>\(children)</trkpt>"
}

/// A time so many seconds into a day.
func time(_ second: Int) -> String {
  let date = Timestamp(secondsSince1970: 1_717_200_000 + Int64(second))
  return date.text(.iso8601).description.dropLast(6) + "Z"
}
