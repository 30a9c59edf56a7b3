import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Laps of an Apple watch need not cover their workout; those of FIT and TCX do.
@Suite struct WorkoutLapTests {
  static func time(_ second: Int64) -> Timestamp {
    Timestamp(secondsSince1970: 1_717_221_600 + second, offsetMinutes: 120)
  }

  static let source = Source(name: "Watch", version: "10.5")

  static func event(
    _ name: String, _ second: Int64, minutes: String? = nil, style: Int? = nil
  ) -> WorkoutEvent {
    var event = WorkoutEvent()
    (event.type, event.date) = ("HKWorkoutEventType\(name)", time(second))
    if let minutes { (event.duration, event.durationUnit) = (Number(minutes), "min") }
    if let style { event.metadata = [.swimmingStrokeStyle: .number(Number(style))] }
    return event
  }

  /// A workout of 22 minutes with the totals of an export.
  static func workout(
    _ activity: WorkoutActivityType, _ events: [WorkoutEvent], meters: Int64? = 3_960,
    _ metadata: Metadata = Metadata()
  ) -> Workout {
    var fields = Sample.WorkoutFields()
    (fields.duration, fields.durationUnit) = (Number("22"), "min")
    if let meters {
      fields.totalDistance = Number(digits: meters, exponent: 0)
      fields.totalDistanceUnit = "m"
    }
    (fields.totalEnergyBurned, fields.totalEnergyBurnedUnit) = (Number("220"), "kcal")
    fields.events = events
    return Workout(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: .workout(activity), source: source), start: time(0),
        end: time(1_320), metadata: metadata), fields: fields)
  }

  static func fit(_ samples: [Sample]) throws -> FITReaderTests.Outcome {
    let sink = BytesSink()
    var writer = FITWriter(OutputContainer(file: sink))
    try writer.begin(DatasetInfo())
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    let found = FITReaderTests.read(sink.bytes)
    #expect(found.error == nil && found.workouts.count == 1)
    return found
  }

  /// The start and the length of each lap, in seconds, in the order of time.
  static func laps(_ workout: Workout) -> [String] {
    workout.fields.events.filter { $0.type == "HKWorkoutEventTypeLap" }
      .sorted { ($0.date ?? .unknown) < ($1.date ?? .unknown) }
      .map { lap in
        let start = (lap.date?.secondsSince1970 ?? 0) - 1_717_221_600
        return "\(start) \(lap.duration?.doubleValue ?? 0)"
      }
  }

  /// What each lap states, in the order of time.
  static func figures(_ workout: Workout, _ name: String) -> [String] {
    workout.fields.events.filter { $0.type == "HKWorkoutEventTypeLap" }
      .sorted { ($0.date ?? .unknown) < ($1.date ?? .unknown) }
      .map { lap in
        (lap.extras?.content ?? []).compactMap { node -> String? in
          guard case .element(let element) = node, element.name == name,
            case .text(let text)? = element.children.first
          else { return nil }
          return text
        }.first ?? "-"
      }
  }

  private static let cases: [([WorkoutEvent], [String])] = [
    ([event("Lap", 480), event("Lap", 960)], ["0 480.0", "480 480.0", "960 360.0"]),
    ([event("Lap", 480), event("Lap", 1_320)], ["0 480.0", "480 840.0"]),
    ([event("Lap", 0)], ["0 1320.0"]),
    (
      [event("Lap", 0, minutes: "8"), event("Lap", 480, minutes: "8")],
      ["0 480.0", "480 480.0", "960 360.0"]
    ),
    (
      [event("Lap", 60, minutes: "1"), event("Lap", 300, minutes: "2")],
      ["0 60.0", "60 60.0", "120 180.0", "300 120.0", "420 900.0"]
    ),
    // A second is rounding, and a pause is in no lap.
    (
      [
        event("Lap", 1, minutes: "10"), event("Pause", 601), event("Resume", 720),
        event("Lap", 720, minutes: "10"),
      ], ["1 600.0", "720 600.0"]
    ),
  ]

  @Test(arguments: cases)
  func lapsCoverTheirWorkout(_ events: [WorkoutEvent], _ expected: [String]) throws {
    let workout = Self.workout(.running, events)
    let fit = try #require(try Self.fit([.workout(workout)]).workouts.first)
    #expect(Self.laps(fit) == expected)
    #expect(fit.start == workout.start && fit.end == workout.end)
    let tcx = try #require(
      TCXText.read(try TCXText.write([.workout(workout)]).text).workouts.first)
    #expect(Self.laps(tcx) == expected)
    #expect(abs(tcx.start.timeInterval(since: workout.start)) <= 1)
    #expect(tcx.end == workout.end)
    #expect(tcx.distance?.number.doubleValue == 3_960)
  }

  /// In a pool, nothing is swum between the lengths.
  @Test func restsInAPoolAreRestingLaps() throws {
    let laps = [Self.event("Lap", 0, minutes: "11"), Self.event("Lap", 720, minutes: "10")]
    let workout = Self.workout(.swimming, laps, meters: 50, [.swimmingLocationType: 1])
    let text = try TCXText.write([.workout(workout)]).text
    let parts = text.split(separator: "<Lap ").dropFirst()
    let isResting = [false, true, false]
    #expect(parts.map { $0.contains("Resting") } == isResting)
    #expect(parts.map { $0.contains("<DistanceMeters>0</DistanceMeters>") } == isResting)
  }

  /// A heart rate each 10 s and the distance of the 10 s after it: 3 m/s, and no distance after a quarter of an hour.
  static func measured() -> [Sample] {
    let heartRate = SampleDescriptor(
      type: .quantity(.heartRate), unitText: "count/min", source: source)
    let distance = SampleDescriptor(
      type: .quantity(.distanceWalkingRunning), unitText: "m", source: source)
    return (0..<132).flatMap { step -> [Sample] in
      let start = time(Int64(step) * 10)
      let rate = QuantitySample(
        header: SampleHeader(descriptor: heartRate, start: start, end: start),
        number: Number(step < 48 ? 120 : step < 90 ? 130 : 140))
      guard step < 90 else { return [.quantity(rate)] }
      let meters = QuantitySample(
        header: SampleHeader(
          descriptor: distance, start: start, end: start.advanced(byNanoseconds: 10_000_000_000)),
        number: Number(30))
      return [.quantity(rate), .quantity(meters)]
    }
  }

  @Test func lapsOfFITHaveWhatWasMeasured() throws {
    let workout = Self.workout(.running, [Self.event("Lap", 480)], meters: 2_700)
    let found = try #require(try Self.fit(Self.measured() + [.workout(workout)]).workouts.first)
    #expect(Self.laps(found) == ["0 480.0", "480 840.0"])
    #expect(Self.figures(found, "DistanceMeters") == ["1440.00", "1260.00"])
    #expect(Self.figures(found, "Calories") == ["80", "140"])
    #expect(Self.figures(found, "AverageHeartRateBpm") == ["120", "135"])
    #expect(Self.figures(found, "MaximumHeartRateBpm") == ["120", "140"])
    // Without measurements, the distance is divided by time.
    let bare = try #require(try Self.fit([.workout(workout)]).workouts.first)
    #expect(Self.figures(bare, "DistanceMeters") == ["981.82", "1718.18"])
    #expect(Self.figures(bare, "AverageHeartRateBpm") == ["-", "-"])
  }

  /// A route from the fifth to the tenth minute, with a point each so many seconds.
  private static func route(each step: Int) -> WorkoutRoute {
    var track = WorkoutRoute.Track()
    track.creator = "Apple Health Export"
    track.locations = stride(from: 300, through: 600, by: step).map { second in
      var location = RouteLocation()
      location.date = time(Int64(second))
      location.latitude = Number(digits: 4_700_000 + Int64(second), exponent: -5)
      location.longitude = Number("8.9")
      return location
    }
    var file = WorkoutRoute.FileReference()
    file.track = track
    var route = WorkoutRoute()
    route.files = [file]
    return route
  }

  /// What was measured where a route has no points has points of its own.
  @Test func aShortRouteDoesNotEndTheWorkout() throws {
    let plain = Self.workout(.running, [Self.event("Lap", 480)], meters: 2_700)
    var fields = plain.fields
    fields.routes = [Self.route(each: 1)]
    let samples = Self.measured() + [.workout(Workout(header: plain.header, fields: fields))]
    let tcx = try TCXText.write(samples).text
    let found = [TCXText.read(tcx).samples, try Self.fit(samples).samples]
    for samples in found {
      let quantities = samples.compactMap { sample -> QuantitySample? in
        if case .quantity(let sample) = sample { sample } else { nil }
      }
      let rates = quantities.filter { $0.type == .heartRate }
      #expect(rates.count == 30 + 301 + 71)
      #expect(rates.map(\.start).min() == Self.time(0))
      #expect(rates.map(\.start).max() == Self.time(1_310))
      let meters = quantities.filter { $0.type == .distanceWalkingRunning }
      #expect(abs(meters.reduce(0) { $0 + $1.number.doubleValue } - 2_700) < 0.01)
    }
    // In order, and the points of the route in one track for each lap.
    let times = tcx.split(separator: "<Time>").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(times == times.sorted())
    #expect(tcx.ranges(of: "<Track>").count == 2)
    #expect(try GPXText.write(samples).text.ranges(of: "<trkpt").count == 301)
  }

  /// Heart rates each 5 s and points each 20 s: none is moved to a point or left out.
  @Test func heartRatesBetweenPointsHavePointsOfTheirOwn() throws {
    let plain = Self.workout(.running, [], meters: 2_700)
    var fields = plain.fields
    fields.routes = [Self.route(each: 20)]
    let descriptor = SampleDescriptor(
      type: .quantity(.heartRate), unitText: "count/min", source: Self.source)
    let seconds = (0..<60).map { Int64(302 + $0 * 5) }
    let rates = seconds.map { second in
      QuantitySample(
        header: SampleHeader(
          descriptor: descriptor, start: Self.time(second), end: Self.time(second)),
        number: Number(Int(second) / 5))
    }
    let samples =
      rates.map { Sample.quantity($0) } + [.workout(Workout(header: plain.header, fields: fields))]
    let tcx = try TCXText.write(samples)
    for found in [TCXText.read(tcx.text).samples, try Self.fit(samples).samples] {
      let back = found.compactMap { sample -> QuantitySample? in
        if case .quantity(let sample) = sample { sample } else { nil }
      }
      #expect(back.map { $0.start.secondsSince1970 - 1_717_221_600 } == seconds)
      #expect(back.map(\.number.doubleValue) == rates.map(\.number.doubleValue))
    }
    #expect(tcx.losses["samples"] == nil)
    #expect(tcx.text.ranges(of: "<Position>").count == 16)
    // Where positions are needed, the nearest counts.
    #expect(try GPXText.write(samples).text.ranges(of: "<gpxtpx:hr>").count == 16)
  }

  /// Two sets of two lengths, and a rest between them; the lengths have strokes, or make up the distance.
  @Test(arguments: [2, nil] as [Int?])
  func lengthsOfAPoolAreLengths(_ style: Int?) throws {
    let events = [
      Self.event("Lap", 0, minutes: "1", style: style),
      Self.event("Lap", 60, minutes: "1", style: style),
      Self.event("Segment", 0, minutes: "2"),
      Self.event("Lap", 1_200, minutes: "1", style: style),
      Self.event("Lap", 1_260, minutes: "1", style: style),
      Self.event("Segment", 1_200, minutes: "2"),
    ]
    let workout = Self.workout(
      .swimming, events, meters: 100,
      [.swimmingLocationType: 1, .lapLength: .quantity(Number(25), unit: "m")])
    let outcome = try Self.fit([.workout(workout)])
    let found = try #require(outcome.workouts.first)
    #expect(Self.laps(found) == ["0 120.0", "120 1080.0", "1200 120.0"])
    #expect(Self.figures(found, "Intensity") == ["-", "Resting", "-"])
    #expect(Self.figures(found, "DistanceMeters") == ["50.00", "0.00", "50.00"])
    let lengths = found.fields.events.filter { $0.type == "HKWorkoutEventTypeSegment" }
    let starts: [Timestamp?] = [0, 60, 1_200, 1_260].map { Self.time($0) }
    #expect(lengths.map(\.date) == starts)
    #expect(lengths.allSatisfy { $0.metadata[.swimmingStrokeStyle] == style.map { "\($0)" } })
    #expect(outcome.values(.distanceSwimming).count == 4)
    // And they stay what they are.
    let again = try #require(try Self.fit(outcome.samples).workouts.first)
    #expect(again.fields.events == found.fields.events)
  }

  @Test func aTriathlonHasTheSumOfItsDistances() throws {
    let plain = Self.workout(.swimBikeRun, [], meters: nil)
    var fields = plain.fields
    let totals: [(QuantityType, String, String)] = [
      (.distanceSwimming, "1500", "m"), (.distanceCycling, "40", "km"),
      (.distanceWalkingRunning, "10.1", "km"),
    ]
    fields.statistics = totals.map { type, sum, unit in
      var total = WorkoutStatistics()
      (total.type, total.sum, total.unit) = (type.identifier, Number(sum), unit)
      return total
    }
    let workout = Workout(header: plain.header, fields: fields)
    #expect(workout.distance?.number == Number(51_600) && workout.distance?.unit == "m")
    let text = try TCXText.write([.workout(workout)]).text
    #expect(text.contains("<DistanceMeters>51600</DistanceMeters>"))
  }

  /// What no total states is the distance of the points.
  @Test func theDistanceOfALapIsThatOfItsPoints() throws {
    let workout = Self.workout(.running, [], meters: nil)
    let text = try TCXText.write(Self.measured() + [.workout(workout)]).text
    let lap = try #require(text.split(separator: "<Track>").first)
    #expect(lap.contains("<DistanceMeters>2700</DistanceMeters>"))
  }

  /// Programs that import FIT refuse a file without records.
  @Test func aWorkoutWithoutMeasurementsHasRecords() throws {
    let sink = BytesSink()
    var writer = FITWriter(OutputContainer(file: sink))
    try writer.begin(DatasetInfo())
    try writer.write(.workout(Self.workout(.elliptical, [])))
    try writer.finish()
    // The definition of a record with a time alone, and two of them.
    let bytes = sink.bytes
    let definition: [UInt8] = [0x43, 0, 0, 20, 0, 1, 253, 4, 0x86]
    let first = try #require(bytes.indices.first { bytes[$0...].starts(with: definition) })
    #expect(bytes[first + definition.count] == 3 && bytes[first + definition.count + 5] == 3)
    let found = FITReaderTests.read(bytes)
    #expect(found.samples.count == 1 && found.findings == [])
    #expect(found.workouts.first?.start == Self.time(0))
    #expect(found.workouts.first?.end == Self.time(1_320))
  }
}
