import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Routes are written with what was measured on the way, valid by the schema, and what is lost is counted.
@Suite struct GPXWriterTests {
  /// In whatever order the samples come.
  @Test(arguments: [false, true])
  func theNearestHeartRateIsMergedIn(isBefore: Bool) throws {
    let rates = [
      rate(60, at: 0), rate(70, at: 20), rate(71, at: 24), rate(72.5, at: 100), rate(99, at: 900),
    ]
    let workout = Sample.workout(watchWorkout(seconds: [0, 8, 14, 16, 22, 36, 50, 100]))
    let (text, losses) = try GPXText.write(
      isBefore ? Array(rates.reversed()) + [workout] : [workout] + rates)
    // Nothing within 15 seconds of 50; 16 is nearer to 20 than to 0; at 22 the earlier of two counts.
    #expect(heartRates(text) == ["60", "60", "70", "70", "70", "71", "", "73"])
    #expect(losses == ["samples": 1, "measurements": 4, "workouts": 1])
    #expect(try GPXText.violations(text) == [])
  }

  /// The watch that recorded the workout goes before a strap that is nearer.
  @Test func theWorkoutsOwnSourceGoesFirst() throws {
    let (text, _) = try GPXText.write([
      rate(60, at: 3, source: "Watch"), rate(99, at: 10, source: "Strap"),
      .workout(watchWorkout(seconds: [10, 25, 40])),
    ])
    #expect(heartRates(text) == ["60", "99", ""])
  }

  @Test func allThatAPointHasAPlaceForIsMergedIn() throws {
    func quantity(_ type: QuantityType, _ value: String, _ unit: String) throws -> Sample {
      .quantity(
        QuantitySample(
          header: header(.quantity(type), at: 0, unit: unit), number: try #require(Number(value))))
    }
    let samples = try [
      quantity(.heartRate, "1.5", "count/s"), quantity(.cyclingCadence, "85.4", "count/min"),
      quantity(.cyclingPower, "0.25", "kW"), quantity(.runningPower, "300", "W"),
      quantity(.waterTemperature, "50", "degF"), quantity(.underwaterDepth, "120", "cm"),
      quantity(.stepCount, "9", "count"), quantity(.heartRate, "300", "count/min"),
      quantity(.heartRate, "60", "kg"),
    ]
    let (text, losses) = try GPXText.write(
      samples + [.workout(watchWorkout(.cycling, seconds: [0]))])
    #expect(
      text.contains(
        "<gpxtpx:wtemp>10</gpxtpx:wtemp><gpxtpx:depth>1.2</gpxtpx:depth><gpxtpx:hr>90</gpxtpx:hr>"
          + "<gpxtpx:cad>85</gpxtpx:cad><gpxtpx:speed>2.500000</gpxtpx:speed>"))
    #expect(text.contains("<gpxpx:PowerInWatts>250</gpxpx:PowerInWatts>"))
    #expect(losses == ["samples": 4, "measurements": 5, "workouts": 1])
    #expect(try GPXText.violations(text) == [])
  }

  /// More than fit into one run, in any order.
  @Test func measurementsAreSortedOnTheDisk() throws {
    let count = 35_000
    var samples = (0..<count).map { rate(Double(60 + $0 % 100), at: ($0 * 37_123) % count) }
    samples.append(.workout(watchWorkout(seconds: Array(stride(from: 0, to: count, by: 700)))))
    let (text, losses) = try GPXText.write(samples)
    // The inverse of the permutation above.
    var rates: [Int: Int] = [:]
    for index in 0..<count { rates[(index * 37_123) % count] = 60 + index % 100 }
    #expect(
      heartRates(text) == stride(from: 0, to: count, by: 700).map { String(rates[$0] ?? 0) })
    #expect(losses["measurements"] == 50)
    #expect(losses["samples"] == count - 50)
  }

  /// Points that go back in time, and two workouts at once.
  @Test func anyOrderOfPoints() throws {
    let (text, losses) = try GPXText.write([
      rate(60, at: 0), rate(90, at: 1_000), .workout(watchWorkout(seconds: [1_000, 0, 1_000])),
      .workout(watchWorkout(seconds: [0])),
    ])
    #expect(heartRates(text) == ["90", "60", "90", "60"])
    #expect(losses == ["measurements": 2, "workouts": 2])
  }

  /// What was read of a file is written without a loss, and stays the same from then on.
  @Test(arguments: ["garmin", "apple"])
  func whatWasReadIsWrittenAgain(name: String) throws {
    let document = try Fixtures.bytes(Fixtures.samples + "/accept/gpx/\(name).gpx")
    let first = GPXText.read(document)
    let (text, losses) = try GPXText.write(first.samples, first.info)
    #expect(losses == [:])
    #expect(try GPXText.violations(text) == [])
    let second = GPXText.read(text)
    #expect(second.samples == first.samples)
    #expect(second.info == first.info)
    #expect(try GPXText.write(second.samples, second.info).text == text)
  }

  @Test func version10BecomesValid() throws {
    let found = GPXText.read(try Fixtures.bytes(Fixtures.samples + "/accept/gpx/gpx10.gpx"))
    let (text, losses) = try GPXText.write(found.samples, found.info)
    #expect(try GPXText.violations(text) == [])
    #expect(losses == ["workouts": 1, "elements": 3])
    let again = GPXText.read(text)
    #expect(try GPXText.write(again.samples, again.info).losses == [:])
  }

  /// Apple's own spelling, which is what the export of the route would be.
  @Test func applesSpelling() throws {
    var options = WriteOptions()
    options.usesAppleSpelling = true
    let (text, losses) = try GPXText.write(
      [rate(60, at: 0), .workout(watchWorkout(seconds: [0]))], options: options)
    #expect(
      text.contains(
        #"<trkpt lon="13.350000" lat="52.514000"><time>2024-06-01T00:00:00Z</time><extensions><speed>2.500000</speed></extensions></trkpt>"#
      ))
    #expect(losses["samples"] == 1)
    #expect(try GPXText.violations(text).isEmpty == false)
  }

  @Test func whatNoFileCanHoldIsCounted() throws {
    let workout = watchWorkout(seconds: [0, 1, 2, 3])
    var fields = workout.fields
    fields.routes[0].ownLocations[0].latitude = Number("91")
    fields.routes[0].ownLocations[1].longitude = Number("180")
    fields.routes[0].ownLocations[2].latitude = nil
    let (text, losses) = try GPXText.write(
      [.workout(Workout(header: workout.header, fields: fields))])
    #expect(losses == ["points": 3, "workouts": 1])
    #expect(try GPXText.violations(text) == [])
  }

  /// Every kind of sample with every field: what is no track is counted, and what is written is valid.
  @Test func everyKind() throws {
    let (text, losses) = try GPXText.write(MarkedSamples.all, MarkedSamples.dataset)
    #expect(try GPXText.violations(text) == [])
    #expect(losses["dataset"] == 1)
    #expect(try GPXText.write(GPXText.read(text).samples, GPXText.read(text).info).losses == [:])
  }

  @Test func aFileForEachWorkout() throws {
    var options = WriteOptions()
    options.layout = "files"
    let sink = BytesSink()
    let output = OutputContainer(archive: sink)
    var writer = GPXWriter(output, options)
    try writer.begin(DatasetInfo())
    for workout in [
      watchWorkout(seconds: [0]), watchWorkout(seconds: [1, 2]), watchWorkout(.other, seconds: [0]),
    ] {
      try writer.write(.workout(workout))
    }
    try writer.finish()
    try output.finish()
    let names = [
      "2024-06-01T00-00-00Z_running.gpx", "2024-06-01T00-00-00Z_running_2.gpx",
      "2024-06-01T00-00-00Z_workout.gpx",
    ]
    let text = String(decoding: sink.bytes, as: Unicode.ASCII.self)
    for name in names { #expect(text.contains(name)) }
  }

  /// Each file states the date and further metadata of the dataset.
  @Test func filesHaveTheSamplesOfOneFile() throws {
    let folder = try Folder()
    var info = DatasetInfo()
    info.exportDate = Timestamp(secondsSince1970: 1_717_300_000, offsetMinutes: 0)
    let metadata = Element(
      name: "metadata", children: [.element(Element(name: "name", children: [.text("Runs")]))])
    let samples: [Sample] = [
      .unknown(metadata), .workout(watchWorkout(seconds: [0])),
      .workout(watchWorkout(seconds: [3_600, 3_601])),
    ]
    var options = WriteOptions()
    options.layout = "files"
    let output = OutputContainer(folder: try AtomicFolder(folder.path + "/out"))
    var writer = GPXWriter(output, options)
    try writer.begin(info)
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    try output.finish()
    let input = Input(name: "out", container: try InputContainer(folder.path + "/out"))
    let makeReader = try #require(Format.gpx.makeReader)
    var reader = try makeReader(input, ReadOptions())
    let dataset = try reader.dataset()
    var found: [Sample] = []
    while let sample = try reader.next() { found.append(sample) }
    let one = GPXText.read(try GPXText.write(samples, info).text)
    #expect(found.count == 3 && found == one.samples)
    #expect(dataset == one.info && dataset.exportDate != nil)
    withExtendedLifetime(folder) {}
  }

  // MARK: Samples

  private func header(
    _ type: SampleType, at second: Int, unit: String? = nil, source: String = "Watch"
  ) -> SampleHeader {
    let date = Timestamp(secondsSince1970: 1_717_200_000 + Int64(second), offsetMinutes: 120)
    let descriptor = SampleDescriptor(
      type: type, unitText: unit, source: Source(name: source, version: "10.5"))
    return SampleHeader(descriptor: descriptor, start: date, end: date)
  }

  private func rate(_ value: Double, at second: Int, source: String = "Watch") -> Sample {
    .quantity(
      QuantitySample(
        header: header(.quantity(.heartRate), at: second, unit: "count/min", source: source),
        number: Number(value) ?? Number(0)))
  }

  /// With its points inside, as iOS 11 wrote them.
  private func watchWorkout(
    _ activity: WorkoutActivityType = .running, seconds: [Int]
  ) -> Workout {
    var fields = Sample.WorkoutFields()
    var route = WorkoutRoute()
    route.ownLocations = seconds.map { second in
      var location = RouteLocation()
      location.date = Timestamp(
        secondsSince1970: 1_717_200_000 + Int64(second), offsetMinutes: 120)
      location.latitude = Number("52.514000")
      location.longitude = Number("13.350000")
      location.speed = Number("2.500000")
      return location
    }
    fields.routes = [route]
    return Workout(header: header(.workout(activity), at: 0), fields: fields)
  }

  /// The heart rate of each point, empty where it has none.
  private func heartRates(_ text: String) -> [String] {
    text.split(separator: "<trkpt ").dropFirst().map { point in
      let parts = point.split(separator: "<gpxtpx:hr>")
      return parts.count < 2 ? "" : String(parts[1].prefix { $0 != "<" })
    }
  }
}
