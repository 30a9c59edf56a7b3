import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import HealthXML
import Testing

/// Routes are written with the values measured at their points, and everything else is counted.
@Suite struct RouteWriterTests {
  @Test(arguments: ["garmin", "strava"])
  func activitiesComeBackFromTCX(_ name: String) throws {
    let found = TCXText.read(try TCXText.sample(name))
    let written = try TCXText.write(found.samples)
    #expect(written.losses == [:])
    _ = try LibXML2.events(of: Array(written.text.utf8))
    let back = TCXText.read(written.text)
    #expect(back.error == nil)
    #expect(back.samples == found.samples)
    #expect(try TCXText.write(back.samples).text == written.text)
  }

  /// What is lost is counted once, and nothing changes from then on.
  @Test(arguments: ["garmin", "apple", "gpx10"])
  func tracksOfGPXBecomeStable(_ name: String) throws {
    let found = GPXText.read(try Fixtures.bytes(Fixtures.samples + "/accept/gpx/\(name).gpx"))
    let once = try TCXText.write(found.samples, found.info)
    let back = TCXText.read(once.text)
    #expect(back.error == nil)
    let twice = try TCXText.write(back.samples)
    #expect(twice.losses == [:])
    #expect(twice.text == once.text)
  }

  @Test func lapsOfAnExportShareItsTotals() throws {
    var fields = Sample.WorkoutFields()
    fields.duration = Number("1")
    fields.durationUnit = "min"
    fields.totalDistance = Number("0.3")
    fields.totalDistanceUnit = "km"
    fields.totalEnergyBurned = Number("31")
    fields.totalEnergyBurnedUnit = "kcal"
    for (second, duration) in [(0, "0.25"), (15, "0.75")] {
      var lap = WorkoutEvent()
      lap.type = "HKWorkoutEventTypeLap"
      lap.date = Timestamp("2024-06-01T06:00:00Z")?.advanced(
        byNanoseconds: Int64(second) * 1_000_000_000)
      lap.duration = Number(duration)
      lap.durationUnit = "min"
      fields.events.append(lap)
    }
    let start = try #require(Timestamp("2024-06-01T06:00:00Z"))
    let workout = Workout(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: .workout(.hiking), source: Source(name: "Watch")),
        start: start, end: start.advanced(byNanoseconds: 60_000_000_000)), fields: fields)
    let written = try TCXText.write([.workout(workout)])
    #expect(written.losses == ["workouts": 1])
    let back = try #require(TCXText.read(written.text).workouts.first)
    #expect(back.activityType == .hiking && back.source.name == "Watch")
    #expect(back.fields.events.map(\.duration) == [Number("15"), Number("45")])
    #expect(written.text.contains("<DistanceMeters>75</DistanceMeters>"))
    #expect(written.text.contains("<DistanceMeters>225</DistanceMeters>"))
    #expect(written.text.contains("<Calories>8</Calories>"))
    #expect(written.text.contains("<Calories>23</Calories>"))
  }

  @Test func featuresHaveTimesAndValues() throws {
    let found = TCXText.read(try TCXText.sample("garmin"))
    let written = try TCXText.write(found.samples, as: .geoJSON)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(written.text.utf8)) as? [String: Any])
    #expect(object["type"] as? String == "FeatureCollection")
    let features = try #require(object["features"] as? [[String: Any]])
    // Two points in the first segment; the others are alone.
    let kinds = features.map { ($0["geometry"] as? [String: Any])?["type"] as? String }
    #expect(kinds == ["LineString", "Point", "Point"])
    let line = try #require(features[0]["geometry"] as? [String: Any])
    #expect(
      line["coordinates"] as? [[Double]] == [[8.5001, 47.2001, 410.5], [8.5002, 47.2002, 410.6]])
    let properties = try #require(features[0]["properties"] as? [String: Any])
    #expect(properties["type"] as? String == "running")
    let lists = try #require(properties["coordinateProperties"] as? [String: Any])
    #expect(lists["times"] as? [String] == ["2024-06-01T06:00:00Z", "2024-06-01T06:00:01.5Z"])
    #expect(lists["heart"] as? [Int] == [92, 93])
    #expect((lists["power"] as? [Any])?.last is NSNull)
    #expect(written.losses == ["samples": 1, "measurements": 6, "workouts": 1])
  }

  /// A line that crosses the antimeridian is cut there, and lists are nested as the coordinates are.
  @Test func linesAreCutAtTheAntimeridian() throws {
    let points = [("179.9", 0), ("179.95", 1), ("-179.95", 2), ("-179.9", 3)].map {
      longitude, second in
      point("<time>\(time(second))</time>", place: "lat=\"1\" lon=\"\(longitude)\"")
    }
    let written = try TCXText.write(GPXText.read(track("", points.joined())).samples, as: .geoJSON)
    #expect(
      written.text.contains(
        "\"MultiLineString\",\"coordinates\":[[[179.9,1],[179.95,1]],[[-179.95,1],[-179.9,1]]]"))
    #expect(
      written.text.contains(
        "\"times\":[[\"\(time(0))\",\"\(time(1))\"],[\"\(time(2))\",\"\(time(3))\"]]"))
  }

  @Test func placemarksHaveAsManyTimesAsCoordinates() throws {
    let found = TCXText.read(try TCXText.sample("garmin"))
    let written = try TCXText.write(found.samples, as: .kml)
    _ = try LibXML2.events(of: Array(written.text.utf8))
    let lines = written.text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("<when>") }.count == 4)
    #expect(lines.filter { $0.hasPrefix("<gx:coord>") }.count == 4)
    #expect(lines.contains("<gx:coord>8.5001 47.2001000 410.5</gx:coord>"))
    #expect(lines.contains("<gx:value>92</gx:value>") && written.text.contains("<gx:MultiTrack>"))
  }

  @Test(arguments: [Format.geoJSON, .kml, .tcx])
  func withoutRoutesADocumentIsEmptyAndValid(_ format: Format) throws {
    let written = try TCXText.write([.unknown(Element(name: "x"))], as: format)
    #expect(written.losses == ["samples": 1])
    if format.name == "geojson" {
      #expect(written.text == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
    } else {
      _ = try LibXML2.events(of: Array(written.text.utf8))
    }
  }
}
