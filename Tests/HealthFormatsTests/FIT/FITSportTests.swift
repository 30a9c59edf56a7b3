import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// What was measured in each sport of a workout is written, and what only records of FIT have a place for.
@Suite struct FITSportTests {
  /// 2024-06-01T06:00:00Z, as the format has it.
  private static let start: UInt64 = 1_717_221_600 - 631_065_600

  private static func session(
    _ file: inout FITBytes, _ sport: UInt64, from first: UInt64, _ meters: UInt64
  ) {
    file.add(
      18,
      [
        (253, 0x86, 4, start + first + 600), (2, 0x86, 4, start + first), (5, 0, 1, sport),
        (7, 0x86, 4, 600_000), (8, 0x86, 4, 600_000), (9, 0x86, 4, meters * 100),
        (11, 0x84, 2, 90), (16, 2, 1, 120), (17, 2, 1, 150),
      ])
  }

  /// The beginning of a file that states its maker.
  private static var garmin: FITBytes {
    var file = FITBytes()
    file.add(0, [(0, 0, 1, 4), (1, 0x84, 2, 1)])
    return file
  }

  /// A swim, a transition and a ride of 10 minutes each, whose distances begin anew.
  private static var triathlon: [UInt8] {
    var file = garmin
    let parts: [(sport: UInt64, meters: [UInt64], total: UInt64)] = [
      (5, [10, 300, 590], 600), (3, [5, 20, 50], 55), (2, [10, 3_000, 6_000], 6_010),
    ]
    for (index, part) in parts.enumerated() {
      for (second, meters) in zip([10, 310, 590] as [UInt64], part.meters) {
        let time = UInt64(index) * 600 + second
        var fields: [FITBytes.Field] = [
          (253, 0x86, 4, start + time), (0, 0x85, 4, 500_000_000 + time),
          (1, 0x85, 4, 100_000_000), (3, 2, 1, 120), (5, 0x86, 4, meters * 100),
        ]
        if part.sport == 2 { fields += [(4, 2, 1, 85), (7, 0x84, 2, 210)] }
        file.add(20, fields)
      }
    }
    for (index, part) in parts.enumerated() {
      session(&file, part.sport, from: UInt64(index) * 600, part.total)
    }
    return file.bytes
  }

  private static func written(_ samples: [Sample]) throws -> (
    bytes: [UInt8], losses: [String: Int]
  ) {
    let sink = BytesSink()
    var writer = FITWriter(OutputContainer(file: sink))
    try writer.begin(DatasetInfo())
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    let losses = writer.losses.filter { $0.count > 0 }.map { ($0.loss.name, $0.count) }
    return (sink.bytes, Dictionary(uniqueKeysWithValues: losses))
  }

  private static func sum(_ type: QuantityType, _ samples: [Sample]) -> Double {
    samples.reduce(0) { sum, sample in
      guard case .quantity(let quantity) = sample, quantity.type == type else { return sum }
      return sum + quantity.number.doubleValue
    }
  }

  @Test func eachSportHasWhatWasMeasuredInIt() throws {
    let found = FITReaderTests.read(Self.triathlon)
    #expect(found.values(.cyclingPower).count == 3)
    let copy = try Self.written(found.samples)
    let back = FITReaderTests.read(copy.bytes)
    #expect(back.error == nil && copy.losses["samples"] == nil)
    for type in [QuantityType.cyclingPower, .cyclingCadence, .heartRate] {
      #expect(back.values(type) == found.values(type))
    }
    for type in [QuantityType.distanceSwimming, .distanceCycling] {
      #expect(Self.sum(type, back.samples) == Self.sum(type, found.samples))
    }
    let (before, after) = (try #require(found.workouts.first), try #require(back.workouts.first))
    #expect(after.fields.activities == before.fields.activities)
    #expect(before.distance?.number.doubleValue == 6_665)
    #expect(after.distance?.number.doubleValue == 6_665)
    // One lap for each session.
    #expect(after.fields.events.map(\.duration?.doubleValue) == [600, 600, 600])
  }

  /// A swim, a ride and a run of 10, 20 and 10 minutes; the energy is that of the workout, or that of its parts.
  @Test(
    arguments: [
      ([nil, nil, nil], nil, [75, 150, 75]), ([nil, nil, nil], 40, [75, 150, 75]),
      ([100, 120, 80], 40, [100, 120, 80]),
    ] as [([Int?], Int?, [Double])])
  func sportsShareTheEnergyOfTheirWorkout(
    _ stated: [Int?], _ resting: Int?, _ expected: [Double]
  ) throws {
    func energy(_ type: QuantityType, _ sum: Int) -> WorkoutStatistics {
      var statistics = WorkoutStatistics()
      (statistics.type, statistics.unit) = (type.identifier, "kcal")
      statistics.sum = Number(sum)
      return statistics
    }
    var fields = Sample.WorkoutFields()
    fields.statistics = [energy(.activeEnergyBurned, 300)]
    if let resting { fields.statistics.append(energy(.basalEnergyBurned, resting)) }
    let edges: [Int64] = [0, 600, 1_800, 2_400]
    fields.activities = [WorkoutActivityType.swimming, .cycling, .running].enumerated().map {
      index, sport in
      var part = WorkoutActivity()
      part.startDate = WorkoutLapTests.time(edges[index])
      part.endDate = WorkoutLapTests.time(edges[index + 1])
      part.metadata = [.activityType: .number(Number(sport.rawValue ?? 0))]
      if let sum = stated[index] { part.statistics = [energy(.activeEnergyBurned, sum)] }
      return part
    }
    let workout = Workout(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: .workout(.swimBikeRun), source: Source(name: "Watch")),
        start: WorkoutLapTests.time(0), end: WorkoutLapTests.time(2_400)), fields: fields)
    let found = try #require(try WorkoutLapTests.fit([.workout(workout)]).workouts.first)
    func sums(_ type: QuantityType) -> [Double] {
      found.fields.activities.compactMap { part in
        part.statistics.first { $0.type == type.identifier }?.sum?.doubleValue
      }
    }
    #expect(sums(.activeEnergyBurned) == expected)
    #expect(sums(.basalEnergyBurned) == (resting == nil ? [] : [10, 20, 10]))
    #expect(found.energyBurned?.number.doubleValue == 300)
  }

  @Test func distancesOfSeveralSportsDoNotFall() throws {
    let found = FITReaderTests.read(Self.triathlon)
    let written = try TCXText.write(found.samples)
    let points = written.text.split(separator: "<Trackpoint>").dropFirst()
    let meters = points.compactMap { point -> Double? in
      let parts = point.split(separator: "DistanceMeters>")
      return parts.count > 1 ? Double(parts[1].dropLast(2)) : nil
    }
    #expect(meters == [10, 300, 590, 595, 610, 640, 650, 3_640, 6_640])
    #expect(written.text.ranges(of: "<ns3:Watts>210</ns3:Watts>").count == 3)
    #expect(written.text.ranges(of: "<Cadence>85</Cadence>").count == 3)
    #expect(written.losses["samples"] == nil)
    let track = try GPXText.write(found.samples)
    #expect(track.text.ranges(of: ">210</gpxpx:PowerInWatts>").count == 3)
    #expect(track.text.ranges(of: ">85</gpxtpx:cad>").count == 3)
  }

  @Test func whatOnlyRecordsHaveComesBack() throws {
    var file = Self.garmin
    for second in [0, 5] as [UInt64] {
      file.add(
        20,
        [
          (253, 0x86, 4, Self.start + second), (3, 2, 1, 140), (39, 0x84, 2, 812),
          (41, 0x84, 2, 2_455), (73, 0x86, 4, 2_778), (85, 0x84, 2, 10_420),
          (108, 0x84, 2, 2_850),
        ])
    }
    Self.session(&file, 1, from: 0, 1_500)
    let found = FITReaderTests.read(file.bytes)
    let copy = try Self.written(found.samples)
    let back = FITReaderTests.read(copy.bytes)
    #expect(copy.losses["samples"] == nil && copy.losses["measurements"] == nil)
    for type in [
      QuantityType.runningVerticalOscillation, .runningGroundContactTime, .runningStrideLength,
      .runningSpeed, .respiratoryRate,
    ] {
      #expect(found.values(type).count == 2)
      #expect(back.values(type) == found.values(type))
    }
  }

  @Test func theLapOfAWorkoutWithoutLapsHasItsTotals() throws {
    var file = FITBytes()
    Self.session(&file, 1, from: 0, 1_500)
    let copy = try Self.written(FITReaderTests.read(file.bytes).samples)
    let lap = try #require(FITReaderTests.read(copy.bytes).workouts.first?.fields.events.first)
    let content = (lap.extras?.content ?? []).compactMap { node -> String? in
      guard case .element(let element) = node else { return nil }
      return node.plainText(of: element.name).map { "\(element.name) \($0)" }
    }
    #expect(
      Set(content).isSuperset(of: [
        "DistanceMeters 1500.00", "Calories 90", "AverageHeartRateBpm 120",
        "MaximumHeartRateBpm 150",
      ]))
  }

  @Test func lengthsHaveTheirStrokes() throws {
    func time(_ second: Int64) -> Timestamp {
      Timestamp(secondsSince1970: 1_717_221_600 + second)
    }
    let source = Source(name: "Watch")
    let strokes = SampleDescriptor(
      type: .quantity(.swimmingStrokeCount), unitText: "count", source: source)
    let counts: [(Int64, Int64, Int)] = [(0, 12, 7), (12, 29, 9), (31, 58, 17)]
    var samples = counts.map { start, end, count -> Sample in
      .quantity(
        QuantitySample(
          header: SampleHeader(descriptor: strokes, start: time(start), end: time(end)),
          number: Number(count)))
    }
    var fields = Sample.WorkoutFields()
    fields.events = ([0, 30] as [Int64]).map { second -> WorkoutEvent in
      var event = WorkoutEvent()
      (event.type, event.date) = ("HKWorkoutEventTypeSegment", time(second))
      (event.duration, event.durationUnit) = (Number(30), "s")
      return event
    }
    samples.append(
      .workout(
        Workout(
          header: SampleHeader(
            descriptor: SampleDescriptor(type: .workout(.swimming), source: source),
            start: time(0), end: time(60)), fields: fields)))
    let written = try Self.written(samples)
    #expect(written.losses["samples"] == nil && written.losses["measurements"] == 3)
    // The fields of a length, of which strokes are the seventh, after 21 bytes.
    let bytes = written.bytes
    let fieldBytes: [UInt8] = [5, 2, 0x84, 7, 1, 0, 12, 1, 0]
    let end = try #require(
      bytes.indices.first { bytes[$0...].starts(with: fieldBytes) }.map { $0 + fieldBytes.count })
    #expect(bytes[end + 21] == 16 && bytes[end + 22] == 0)
  }
}
