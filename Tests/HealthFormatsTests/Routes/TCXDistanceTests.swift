import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Distances of TCX count from the start of the activity or of each lap; times without a zone are reported once a file.
@Suite struct TCXDistanceTests {
  private static func point(_ time: String, _ meters: String?, zone: String = "Z") -> String {
    "<Trackpoint><Time>2024-06-01T\(time)\(zone)</Time><Position><LatitudeDegrees>47</LatitudeDegrees>"
      + "<LongitudeDegrees>8</LongitudeDegrees></Position>"
      + (meters.map { "<DistanceMeters>\($0)</DistanceMeters>" } ?? "") + "</Trackpoint>"
  }

  private static func lap(
    _ start: String, _ seconds: Int, _ meters: String, _ points: [String], zone: String = "Z"
  ) -> String {
    "<Lap StartTime=\"2024-06-01T\(start)\(zone)\"><TotalTimeSeconds>\(seconds)</TotalTimeSeconds>"
      + "<DistanceMeters>\(meters)</DistanceMeters><Calories>9</Calories><Intensity>Active</Intensity>"
      + "<TriggerMethod>Manual</TriggerMethod><Track>\(points.joined())</Track></Lap>"
  }

  private static func file(_ laps: [String]) -> String {
    "<TrainingCenterDatabase><Activities><Activity Sport=\"Running\"><Id>2024-06-01T06:00:00Z</Id>"
      + laps.joined() + "</Activity></Activities></TrainingCenterDatabase>"
  }

  private static func distances(_ laps: [String]) -> [String] {
    TCXText.read(file(laps)).samples.compactMap { sample in
      guard case .quantity(let sample) = sample else { return nil }
      let first: Int64 = 1_717_221_600
      return
        "\(sample.start.secondsSince1970 - first) \(sample.end.secondsSince1970 - first) \(sample.number)"
    }
  }

  @Test func distanceCountsFromTheStart() {
    #expect(
      Self.distances([
        Self.lap(
          "06:00:00", 10, "25", [Self.point("06:00:05", "10"), Self.point("06:00:10", "25")])
      ]) == ["0 5 10", "5 10 15"])
    // A lap counts anew, or does not.
    #expect(
      Self.distances([
        Self.lap(
          "06:00:00", 10, "25", [Self.point("06:00:00", "3"), Self.point("06:00:10", "25")]),
        Self.lap(
          "06:00:10", 10, "20", [Self.point("06:00:15", "8"), Self.point("06:00:20", "20")]),
      ]) == ["0 0 3", "0 10 22", "10 15 8", "15 20 12"])
    #expect(
      Self.distances([
        Self.lap("06:00:00", 10, "25", [Self.point("06:00:10", "25")]),
        Self.lap("06:00:10", 10, "20", [Self.point("06:00:20", "45")]),
      ]) == ["0 10 25", "10 20 20"])
    // More than the lap states, and more than can be covered.
    for meters in ["30", "900"] {
      #expect(
        Self.distances([
          Self.lap(
            "06:00:00", 10, meters == "30" ? "25" : "1000",
            [Self.point("06:00:05", meters), Self.point("06:00:10", "1000")])
        ]).count == 1)
    }
  }

  /// Within a lap, a device begins a new count, or writes a wrong value.
  @Test(arguments: [
    (["10", "20", "0", "15"], ["0 5 10", "5 10 10", "15 20 15"]),
    (["10", "20", "0", "35"], ["0 5 10", "5 10 10", "10 20 15"]),
    (["10", "20", "0", "20"], ["0 5 10", "5 10 10"]),
  ])
  func distanceFallsWithinALap(_ meters: [String], _ expected: [String]) {
    let points = zip(["05", "10", "15", "20"], meters).map { Self.point("06:00:\($0)", $1) }
    #expect(Self.distances([Self.lap("06:00:00", 20, "35", points)]) == expected)
  }

  /// A point without a distance has 0: the next one counts from the point before. A count that begins anew goes on from 0.
  @Test(
    arguments: [
      (["0", "30", "0", "90", "120"], ["0 10 30", "10 30 60", "30 40 30"]),
      (["0", "30", "0", "3", "8"], ["0 10 30", "20 30 3", "30 40 5"]),
    ])
  func aCountThatFallsForAMomentCountsNothingTwice(_ meters: [String], _ expected: [String]) {
    let points = meters.enumerated().map { Self.point("06:00:\($0.offset)0", $0.element) }
    #expect(Self.distances([Self.lap("06:00:00", 40, "120", points)]) == expected)
  }

  @Test func noDistanceSpansAClockThatIsSet() {
    let points = [Self.point("06:00:00", "0"), Self.point("11:00:00", "25")]
    let laps = [Self.lap("06:00:00", 10, "25", points)]
    #expect(Self.distances(laps) == [])
    let findings = TCXText.read(Self.file(laps)).findings
    #expect(findings.map(\.rule) == ["unknown-content"])
    #expect(findings.first?.message.contains("hours apart") == true)
    // The lap states that it is so long.
    let long = [Self.lap("06:00:00", 18_000, "25", points)]
    #expect(Self.distances(long) == ["0 18000 25"])
  }

  @Test func aDividedLapSharesItsTotals() {
    let points = (0..<6).map { Self.point("06:00:\($0)0", "\($0 * 30)") }
    let found = TCXText.read(
      Self.file([Self.lap("06:00:00", 50, "150", points)]), pointLimit: 4)
    let parts = found.workouts
    #expect(parts.map { $0.fields.routes[0].locations.count } == [4, 2])
    #expect(parts.map(\.start.secondsSince1970) == [1_717_221_600, 1_717_221_640])
    #expect(parts.map(\.end.secondsSince1970) == [1_717_221_630, 1_717_221_660])
    #expect(parts.map { $0.fields.duration?.doubleValue } == [30, 20])
    #expect(parts.map { $0.distance?.number.doubleValue } == [90, 60])
    #expect(parts.map { $0.energyBurned?.number.doubleValue } == [5, 4])
    #expect(found.findings.map(\.rule) == ["long-track"])
    #expect(found.measurements.count == 5)
  }

  @Test func timesWithoutAZoneAreReportedOnce() {
    let found = TCXText.read(
      Self.file([
        Self.lap(
          "06:00:00", 10, "25",
          [Self.point("06:00:00", nil, zone: ""), Self.point("06:00:10", nil, zone: "+02:00")],
          zone: "")
      ]))
    #expect(found.findings.map(\.rule) == ["time-without-zone"])
    #expect(found.findings.first?.message == "times without a zone: 2; read as UTC")
    #expect(found.findings.first?.severity == .info)
    let document =
      "<gpx version=\"1.1\" creator=\"x\"><trk><trkseg>"
      + ["06:00:00", "06:00:01", "06:00:02Z"].map {
        "<trkpt lat=\"1\" lon=\"2\"><time>2024-06-01T\($0)</time></trkpt>"
      }.joined() + "</trkseg></trk></gpx>"
    let gpx = GPXText.read(document)
    #expect(gpx.findings.map(\.message) == ["times without a zone: 2; read as UTC"])
    #expect(gpx.findings.map(\.rule) == ["time-without-zone"])
  }
}
