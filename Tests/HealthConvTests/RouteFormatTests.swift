import Foundation
import HealthConv
import HealthModel
import HealthTesting
import Testing

/// One workout in the formats of routes: positions to 1e-7 degrees, times to the second, and everything else counted.
@Suite struct RouteFormatTests {
  /// A point as a reader of any format finds it.
  struct Point {
    let latitude: Double
    let longitude: Double
    let time: Double
  }

  private static let export = """
    <HealthData locale="en_FR">
     <ExportDate value="2024-06-02 09:00:00 +0200"/>
    \((0..<6).map(heartRate).joined(separator: "\n"))
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="1" durationUnit="min" sourceName="Watch" \
    startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:01:00 +0200">
      <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-01 08:00:00 +0200" duration="0.5" durationUnit="min"/>
      <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-06-01 08:00:30 +0200" duration="0.5" durationUnit="min"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" startDate="2024-06-01 08:00:00 +0200" \
    endDate="2024-06-01 08:01:00 +0200" sum="20" unit="kcal"/>
      <WorkoutRoute sourceName="Watch" startDate="2024-06-01 08:00:00 +0200" endDate="2024-06-01 08:01:00 +0200">
    \((0..<6).map(location).joined(separator: "\n"))
      </WorkoutRoute>
     </Workout>
    </HealthData>
    """

  private static func heartRate(_ index: Int) -> String {
    let date = "2024-06-01 08:00:\(index)1 +0200"
    return
      "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" unit=\"count/min\" "
      + "startDate=\"\(date)\" endDate=\"\(date)\" value=\"\(120 + index)\"/>"
  }

  private static func location(_ index: Int) -> String {
    "<Location date=\"2024-06-01 08:00:\(index)0 +0200\" latitude=\"52.51400\(index)123456789\" "
      + "longitude=\"-13.35000\(index)987654321\" altitude=\"34.\(index)\" horizontalAccuracy=\"4.5\" "
      + "verticalAccuracy=\"2\" course=\"90\" speed=\"2.5\"/>"
  }

  private static let expected = (0..<6).map { index in
    Point(
      latitude: 52.514 + Double(index) * 1e-6 + 0.000000123456789,
      longitude: -13.35 - Double(index) * 1e-6 - 0.000000987654321,
      time: 1_717_221_600 + Double(index) * 10)
  }

  private func expectSame(_ points: [Point], _ name: String) {
    #expect(points.count == Self.expected.count, "\(name)")
    for (point, expected) in zip(points, Self.expected) {
      #expect(abs(point.latitude - expected.latitude) <= 1e-7, "\(name)")
      #expect(abs(point.longitude - expected.longitude) <= 1e-7, "\(name)")
      #expect(abs(point.time - expected.time) < 1, "\(name)")
    }
  }

  @Test(arguments: [
    ["a.tcx"], ["a.gpx"], ["a.tcx", "b.gpx"], ["a.gpx", "b.tcx"],
    ["a.gpx", "b.tcx", "c.gpx", "d.tcx"], ["a.fit"], ["a.fit", "b.tcx", "c.fit"],
    ["a.gpx", "b.fit", "c.jsonl"],
  ])
  func aWorkoutIsTheSameAfterAnyWay(_ names: [String]) throws {
    let folder = try TemporaryFolder()
    let last = try convert(names, in: folder)
    let found = try read(last)
    expectSame(found.points, last)
    #expect(found.heartRates == [120, 121, 122, 123, 124, 125])
    let path = folder.path + "/z.geojson"
    _ = try Conversion(of: .open(last), to: .geoJSON).run(toFile: path)
    let (points, heartRates) = try geoJSON(path)
    expectSame(points, "\(names) and GeoJSON")
    #expect(heartRates == found.heartRates)
  }

  /// What a format cannot hold is counted.
  @Test func lossesAreCounted() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(bytes: Array(Self.export.utf8), "export.xml")
    for (format, points) in [(Format.tcx, 6), (.geoJSON, 0), (.kml, 0), (.fit, 6)] {
      let report = try Conversion(of: .open(input), to: format)
        .run(toFile: folder.path + "/out.\(format.extensions[0])")
      let losses = Dictionary(
        uniqueKeysWithValues: report.losses.map { ($0.loss.name, $0.count) })
      #expect(
        losses == ["samples": 0, "measurements": 6, "workouts": 1, "points": points, "dataset": 1])
    }
  }

  /// Other programs find the same points.
  @Test(arguments: ["a.gpx", "a.tcx", "a.kml", "a.geojson", "a.fit"])
  func gpsbabelReadsTheSame(_ name: String) throws {
    guard try OtherProgram.run("gpsbabel", ["-V"]).status == 0 else {
      print("skipped: there is no gpsbabel")
      return
    }
    let folder = try TemporaryFolder()
    let path = try convert([name], in: folder)
    let kinds = [
      "a.gpx": "gpx", "a.tcx": "gtrnctr", "a.kml": "kml", "a.geojson": "geojson",
      "a.fit": "garmin_fit",
    ]
    let output = folder.path + "/babel.gpx"
    let run = try OtherProgram.run(
      "gpsbabel", ["-t", "-i", kinds[name] ?? "", "-f", path, "-o", "gpx", "-F", output],
      joinsErrors: true)
    #expect(run.status == 0, "\(run.output)")
    if name == "a.geojson" {
      // It reads a line as a route, without times.
      let text = try String(contentsOf: URL(fileURLWithPath: output), encoding: .utf8)
      #expect(text.matches(of: /<rtept/).count == 6)
      return
    }
    expectSame(try read(output).points, name)
  }

  @Test func gpxpyReadsTheSame() throws {
    guard Python.has("gpxpy") else {
      print("skipped: python3 has no gpxpy")
      return
    }
    let folder = try TemporaryFolder()
    let path = try convert(["a.gpx"], in: folder)
    let script = """
      import sys, gpxpy
      for p in gpxpy.parse(open(sys.argv[1])).walk(only_points=True):
        print(p.latitude, p.longitude, p.time.timestamp())
      """
    expectSame(try points(Python.run(script, [path])), "gpxpy")
  }

  @Test func fitdecodeReadsTheSame() throws {
    guard Python.has("fitdecode") else {
      print("skipped: python3 has no fitdecode")
      return
    }
    let folder = try TemporaryFolder()
    let path = try convert(["a.fit"], in: folder)
    let script = """
      import sys, fitdecode
      found = {}
      with fitdecode.FitReader(sys.argv[1], check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.RAISE) as fit:
        for frame in fit:
          if not isinstance(frame, fitdecode.FitDataMessage): continue
          found.setdefault(frame.name, []).append(frame)
          if frame.name == 'record':
            degrees = [frame.get_value(n) * 180 / 2**31 for n in ('position_lat', 'position_long')]
            print(*degrees, frame.get_value('timestamp').timestamp())
      session, activity = found['session'][0], found['activity'][0]
      print('#', session.get_value('sport'), session.get_value('total_calories'), session.get_value('total_elapsed_time'),
        len(found['lap']), [x.get_value('heart_rate') for x in found['record']],
        (activity.get_value('local_timestamp') - activity.get_value('timestamp')).total_seconds())
      """
    let run = try Python.run(script, [path])
    expectSame(try points(run), "fitdecode")
    #expect(
      run.output.contains("# running 20 60.0 2 [120, 121, 122, 123, 124, 125] 7200.0"),
      "\(run.output)")
  }

  /// A file of FIT holds one workout; an archive has a file for each.
  @Test func severalWorkoutsNeedSeveralFiles() throws {
    let folder = try TemporaryFolder()
    let workout = try #require(Self.export.firstMatch(of: /(?s)<Workout .*<\/Workout>/)).output
    let input = try folder.write(
      bytes: Array(
        Self.export.replacing(
          "</HealthData>",
          with: "\(workout.replacing("2024-06-01", with: "2024-06-03"))</HealthData>"
        ).utf8), "export.xml")
    let conversion = Conversion(of: try .open(input), to: .fit)
    let error = #expect(throws: HealthError.self) {
      _ = try conversion.run(toFile: folder.path + "/a.fit")
    }
    #expect(error?.remedy == .writeFolder(format: "fit"))
    _ = try conversion.run(toFile: folder.path + "/a.zip")
    let found = try read(folder.path + "/a.zip")
    #expect(found.points.count == 12)
    #expect(throws: HealthError.self) {
      let empty = try folder.write(bytes: Array("<HealthData/>".utf8), "none.xml")
      _ = try Conversion(of: .open(empty), to: .fit).run(toFile: folder.path + "/b.fit")
    }
  }

  @Test func tcxparserReadsTheSame() throws {
    guard Python.has("tcxparser") else {
      print("skipped: python3 has no tcxparser")
      return
    }
    let folder = try TemporaryFolder()
    let path = try convert(["a.tcx"], in: folder)
    let script = """
      import sys, tcxparser
      from datetime import datetime
      t = tcxparser.TCXParser(sys.argv[1])
      times = [str(x) for x in t.time_values()]
      for (lat, lon), time in zip(t.position_values(), times):
        print(lat, lon, datetime.fromisoformat(time.replace('Z', '+00:00')).timestamp())
      print('#', t.activity_type, t.calories, t.hr_values())
      """
    let run = try Python.run(script, [path])
    expectSame(try points(run), "tcxparser")
    #expect(run.output.contains("# running 20 [120, 121, 122, 123, 124, 125]"), "\(run.output)")
  }

  // MARK: Readers

  /// Converts the export to a format, that file to the next, and so on; returns the path of the last.
  private func convert(_ names: [String], in folder: TemporaryFolder) throws -> String {
    var path = try folder.write(bytes: Array(Self.export.utf8), "export.xml")
    for name in names {
      let output = folder.path + "/" + name
      let report = try Conversion(of: .open(path), to: Format.forWriting(to: name))
        .run(toFile: output)
      #expect(report.readError == nil)
      path = output
    }
    return path
  }

  private func read(_ path: String) throws -> (points: [Point], heartRates: [Int]) {
    var samples = try Dataset.open(path).samples()
    var found: (points: [Point], heartRates: [Int]) = ([], [])
    while let sample = try samples.next() {
      switch sample {
      case .quantity(let quantity) where quantity.type == .heartRate:
        found.heartRates.append(Int(quantity.number.doubleValue))
      case .workout(let workout):
        for location in workout.fields.routes.flatMap(\.locations) {
          let date = try #require(location.date)
          found.points.append(
            Point(
              latitude: try #require(location.latitude).doubleValue,
              longitude: try #require(location.longitude).doubleValue,
              time: Double(date.secondsSince1970)))
        }
      default: continue
      }
    }
    return found
  }

  private func geoJSON(_ path: String) throws -> ([Point], [Int]) {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let features = try #require(object["features"] as? [[String: Any]])
    let geometry = try #require(features[0]["geometry"] as? [String: Any])
    let properties = try #require(features[0]["properties"] as? [String: Any])
    let lists = try #require(properties["coordinateProperties"] as? [String: Any])
    func flat<Item>(_ value: Any?, _ type: Item.Type) -> [Item] {
      (value as? [[Item]])?.flatMap { $0 } ?? value as? [Item] ?? []
    }
    let positions =
      (geometry["coordinates"] as? [[[Double]]])?.flatMap { $0 }
      ?? geometry["coordinates"] as? [[Double]] ?? []
    let times = flat(lists["times"], String.self)
    #expect(positions.count == times.count)
    return (
      try zip(positions, times).map { position, time in
        let date = try #require(ISO8601DateFormatter().date(from: time))
        return Point(
          latitude: position[1], longitude: position[0], time: date.timeIntervalSince1970)
      }, flat(lists["heart"], Int.self)
    )
  }

  /// The points that a script printed: latitude, longitude, seconds since 1970.
  private func points(_ run: OtherProgram.Run) throws -> [Point] {
    #expect(run.status == 0, "\(run.output)")
    return run.output.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 3 else { return nil }
      return Point(latitude: numbers[0], longitude: numbers[1], time: numbers[2])
    }
  }
}
