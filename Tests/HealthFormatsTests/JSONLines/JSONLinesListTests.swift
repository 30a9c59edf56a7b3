import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Lists so long that they are taken apart one item at a time.
@Suite struct JSONLinesListTests {
  static let count = 300
  /// What is long here.
  static let limit = 16

  static var samples: [Sample] {
    var route = WorkoutRoute()
    var file = WorkoutRoute.FileReference()
    var track = WorkoutRoute.Track()
    var events: [WorkoutEvent] = []
    for index in 0..<count {
      var location = RouteLocation()
      location.date = Timestamp(secondsSince1970: Int64(1_700_000_000 + index))
      location.latitude = Number("48.\(100_000 + index)")
      location.longitude = Number(index.isMultiple(of: 100) ? "+2.5" : "2.5")
      track.locations.append(location)
      var event = WorkoutEvent()
      event.type = "lap \(index)"
      event.metadata = Metadata([MetadataEntry(key: MetadataKey("k"), value: "\(index)")])
      events.append(event)
    }
    file.track = track
    route.files = [file]
    route.ownLocations = track.locations
    var workout = Sample.WorkoutFields()
    workout.routes = [route]
    workout.events = events
    workout.samples = (0..<count).map { NestedSample(sample: MarkedSamples.quantity("\($0)")) }
    var electrocardiogram = Sample.ElectrocardiogramFields()
    electrocardiogram.voltages = (0..<count).compactMap {
      Number(["\($0)", "-\($0).250", "+\($0)", "1e\($0 % 9)"][$0 % 4])
    }
    let children = (0..<count).map {
      Element.Node.element(Element(name: "E\($0)", children: [.text("t")]))
    }
    return [
      .workout(
        Workout(
          header: header(.workout(WorkoutActivityType("HKWorkoutActivityTypeRunning"))),
          fields: workout)),
      .electrocardiogram(
        Electrocardiogram(header: header(.other("T")), fields: electrocardiogram)),
      .unknown(Element(name: "Long", children: children + [.text("end")])),
    ]
  }

  @Test(arguments: [nil, 7, 4_096] as [Int?])
  func theyComeBack(pieces: Int?) throws {
    let written = try JSONLinesText.write(Self.samples, DatasetInfo())
    let read = try JSONLinesText.read(written, pieces: pieces, listLimit: Self.limit)
    #expect(read.findings == [])
    let isSame = read.samples == Self.samples
    #expect(isSame)
    let isSameText = try JSONLinesText.write(read.samples, read.dataset) == written
    #expect(isSameText)
  }

  /// One of everything, its lists taken apart one item at a time from the second on.
  @Test func everythingComesBack() throws {
    let written = try JSONLinesText.write(MarkedSamples.all, MarkedSamples.dataset)
    let read = try JSONLinesText.read(written, listLimit: 1)
    #expect(read.findings == [])
    let isSameText = try JSONLinesText.write(read.samples, read.dataset) == written
    #expect(isSameText)
  }

  static let faults: [(items: String, end: String, error: String)] = [
    ("{\"longitude\":1}", "{\"longitude\":\"\"}", "found a string, expected a number"),
    ("{\"longitude\":1}", "{\"longitude\":1,}", "found '}', expected the name of a member"),
    ("{\"longitude\":1}", "7", "found a number, expected an object"),
    ("7", "7", "found a number, expected an object"),
    ("{\"date\":\"2024-06-01T08:00:00Z\"}", "}", "found '}', expected a value"),
  ]

  @Test(arguments: faults.indices)
  func faultsAreFoundAtTheirPlace(_ index: Int) {
    let (item, end, error) = Self.faults[index]
    let start =
      "{\"kind\":\"workout\",\"type\":\"HKWorkoutTypeIdentifier\",\"workoutActivityType\":\"T\","
      + "\(JSONLinesRefusalTests.dates),\"routes\":[{\"locations\":["
    let items = String(repeating: item + ",", count: 50)
    let reading = JSONLinesText.readUntilError(
      Array((JSONLinesRefusalTests.first + start + items + end + "]}]}").utf8),
      listLimit: Self.limit)
    #expect(reading.error?.message == error)
    #expect(reading.samples.isEmpty)
    let column = reading.error?.place.column ?? 0
    #expect(column > start.count && column <= start.count + items.count + end.count)
    if item != end { #expect(column > start.count + items.count) }
  }

  /// Lists where none are expected are refused, however long.
  @Test(arguments: ["{\"a\":1}", "7", "[\"a\"]", "\"a\""])
  func metadataAreNoSuchList(item: String) {
    let line =
      JSONLinesFindingTests.quantity + ",\"metadata\":["
      + String(repeating: item + ",", count: 50) + item + "]}"
    let reading = JSONLinesText.readUntilError(
      Array((JSONLinesRefusalTests.first + line).utf8), listLimit: Self.limit)
    #expect(reading.error?.rule == "malformed-value")
  }

  /// The memory for items is larger than their text: their number has a limit.
  @Test func itemsHaveALimit() {
    let line =
      "{\"kind\":\"electrocardiogram\",\"type\":\"T\",\(JSONLinesRefusalTests.dates),\"voltages\":["
      + String(repeating: "7,", count: 250_000) + "7]}"
    let reading = JSONLinesText.readUntilError(Array((JSONLinesRefusalTests.first + line).utf8))
    #expect(
      reading.error?.message == "found more than 250000 items in a JSON text (limit 'line-items')")
  }

  private static func header(_ type: SampleType) -> SampleHeader {
    let date = MarkedSamples.date("2024-06-01 08:00:00 +0200")
    return SampleHeader(
      descriptor: SampleDescriptor(type: type, source: Source(name: "W")), start: date, end: date)
  }
}
