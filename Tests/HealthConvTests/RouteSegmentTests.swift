import HealthConv
import HealthModel
import HealthStatistics
import HealthTesting
import Testing

/// What lies between the segments of a track was not recorded: it is no part of the distance and the time.
@Suite struct RouteSegmentTests {
  /// Two segments of 0.01 degrees along a meridian, of ten minutes each, two hours and 100 km apart.
  private static let gpx = """
    <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>hiking</type>
    <trkseg><trkpt lat="50.00" lon="8"><time>2024-05-01T08:00:00Z</time></trkpt>
    <trkpt lat="50.01" lon="8"><time>2024-05-01T08:10:00Z</time></trkpt></trkseg>
    <trkseg><trkpt lat="51.00" lon="8"><time>2024-05-01T10:10:00Z</time></trkpt>
    <trkpt lat="51.01" lon="8"><time>2024-05-01T10:20:00Z</time></trkpt></trkseg></trk></gpx>
    """

  private func workout(_ bytes: [UInt8], _ name: String) throws -> Workout {
    var samples = try Dataset.open(bytes: bytes, named: name).samples()
    while let sample = try samples.next() {
      if case .workout(let workout) = sample { return workout }
    }
    throw CancellationError()
  }

  private func expectTwoParts(_ workout: Workout, _ format: String) throws {
    let figures = try #require(RouteFigures(workout))
    #expect(abs(figures.distance - 2 * 1_111.95) < 1, "\(format)")
    #expect(figures.duration == 1_200, "\(format)")
    let pauses = workout.fields.events.filter { $0.type == "HKWorkoutEventTypePause" }
    #expect(pauses.count == 1, "\(format)")
  }

  @Test func gapsBetweenSegmentsArePauses() throws {
    try expectTwoParts(workout(Array(Self.gpx.utf8), "t.gpx"), "gpx")
  }

  /// An Apple workout has pauses, and one file for its whole route.
  @Test(arguments: [
    ("gpx", "</trkseg>"), ("tcx", "</Track>"), ("kml", "</gx:Track>"),
    ("geojson", "MultiLineString"),
  ]) func pausesDivideARoute(_ name: String, _ mark: String) throws {
    let format = try #require(Format.all.first { $0.name == name })
    let track = try workout(Array(Self.gpx.utf8), "t.gpx")
    var fields = track.fields
    fields.routes[0].files.removeLast()
    fields.routes[0].files[0].track?.locations = track.fields.routes.flatMap(\.locations)
    let folder = try TemporaryFolder()
    let whole = Workout(header: track.header, fields: fields)
    let dataset = try Dataset.open(try folder.write([.workout(whole)], "t.jsonl"))
    _ = try Conversion(of: dataset, to: format).run(toFile: "\(folder.path)/t.\(name)")
    let output = try Fixtures.bytes("\(folder.path)/t.\(name)")
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.ranges(of: mark).count == (name == "geojson" ? 1 : 2), "\(name)")
    if format.makeReader != nil { try expectTwoParts(workout(output, "t.\(name)"), name) }
  }

  /// The same after other formats of activities.
  @Test(arguments: ["gpx", "tcx", "fit", "jsonl"]) func theyStayPauses(_ name: String) throws {
    let format = try #require(Format.all.first { $0.name == name || $0.extensions.contains(name) })
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/t.\(name)"
    let dataset = try Dataset.open(bytes: Array(Self.gpx.utf8), named: "t.gpx")
    _ = try Conversion(of: dataset, to: format).run(toFile: path)
    try expectTwoParts(workout(Fixtures.bytes(path), "t.\(name)"), name)
  }

  /// Formats without events state the time without the pauses, and none for a workout that has no pauses.
  @Test(arguments: [
    ("fhir", "bundle", #""value":20,"#), ("health-auto-export", "", #""duration":1200,"#),
    ("influx", "", ",duration_s=1200,"),
  ]) func pausesAreNoPartOfTheDuration(_ name: String, _ layout: String, _ mark: String) throws {
    let format = try #require(Format.all.first { $0.name == name })
    let whole = Self.gpx.replacing("</trkseg>\n<trkseg>", with: "")
    for (gpx, isPaused) in [(Self.gpx, true), (whole, false)] {
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/t.out"
      let dataset = try Dataset.open(bytes: Array(gpx.utf8), named: "t.gpx")
      var conversion = Conversion(of: dataset, to: format)
      if !layout.isEmpty { conversion.options.layout = layout }
      _ = try conversion.run(toFile: path)
      let text = String(decoding: try Fixtures.bytes(path), as: UTF8.self)
      #expect(text.contains(mark) == isPaused, "\(name)")
    }
  }
}
