import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// Workouts of several sessions have the totals of these; sports that FIT has no number for become the nearest.
@Suite struct FITSessionTests {
  /// 2024-06-01T06:00:00Z, as the format has it.
  private static let start: UInt64 = 1_717_221_600 - 631_065_600

  /// A session of a sport, ten minutes long; a total that is `nil` is not stated.
  private struct Part {
    var sport: UInt64
    var meters: UInt64?
    var energy: UInt64?
  }

  private static func file(_ parts: [Part]) -> [UInt8] {
    var file = FITBytes()
    for (index, part) in parts.enumerated() {
      let first = start + UInt64(index) * 600
      var fields: [FITBytes.Field] = [
        (253, 0x86, 4, first + 600), (2, 0x86, 4, first), (5, 0, 1, part.sport),
        (7, 0x86, 4, 600_000), (8, 0x86, 4, 600_000),
      ]
      if let meters = part.meters { fields.append((9, 0x86, 4, meters * 100)) }
      if let energy = part.energy { fields.append((11, 0x84, 2, energy)) }
      file.add(18, fields)
    }
    return file.bytes
  }

  private static func totals(_ list: [WorkoutStatistics]) -> [String] {
    list.compactMap { statistics in
      statistics.sum.map {
        "\(statistics.type?.dropFirst(24) ?? "") \($0) \(statistics.unit ?? "")"
      }
    }
  }

  private static func written(_ workout: Workout) throws -> Workout {
    let sink = BytesSink()
    var writer = FITWriter(OutputContainer(file: sink))
    try writer.begin(DatasetInfo())
    try writer.write(.workout(workout))
    try writer.finish()
    let found = FITReaderTests.read(sink.bytes)
    #expect(found.error == nil && found.workouts.count == 1)
    return try #require(found.workouts.first)
  }

  private static func expectSame(_ workout: Workout) throws {
    let (fields, copy) = (workout.fields, try written(workout).fields)
    #expect(copy.activities == fields.activities && copy.statistics == fields.statistics)
    #expect(copy.totalDistance == fields.totalDistance && copy.duration == fields.duration)
  }

  /// A workout of three parts of 20 minutes.
  private static func workout(
    _ activity: WorkoutActivityType, _ totals: [WorkoutStatistics] = [],
    _ change: (Int, inout WorkoutActivity) -> Void = { _, _ in }
  ) -> Workout {
    func time(_ second: Int64) -> Timestamp {
      Timestamp(secondsSince1970: 1_717_221_600 + second, offsetMinutes: 120)
    }
    var fields = Sample.WorkoutFields()
    fields.statistics = totals
    fields.activities = (0..<3).map { index in
      var part = WorkoutActivity()
      part.startDate = time(Int64(index) * 1_200)
      part.endDate = time(Int64(index + 1) * 1_200)
      change(index, &part)
      return part
    }
    return Workout(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: .workout(activity), source: Source(name: "Watch")),
        start: time(0), end: time(3_600)), fields: fields)
  }

  private static func total(_ type: QuantityType, _ sum: Int64, _ unit: String) -> WorkoutStatistics
  {
    var total = WorkoutStatistics()
    (total.type, total.sum, total.unit) = (type.identifier, Number(digits: sum, exponent: 0), unit)
    return total
  }

  @Test func severalSportsHaveTheirTotals() throws {
    let file = Self.file([
      Part(sport: 5, meters: 1_500, energy: 300), Part(sport: 3),
      Part(sport: 2, meters: 40_000, energy: 900),
      Part(sport: 3), Part(sport: 1, meters: 10_000, energy: 700),
    ])
    let workout = try #require(FITReaderTests.read(file).workouts.first)
    #expect(workout.activityType == .swimBikeRun && workout.fields.activities.count == 5)
    #expect(
      Self.totals(workout.fields.statistics) == [
        "DistanceSwimming 1500.00 m", "DistanceCycling 40000.00 m",
        "DistanceWalkingRunning 10000.00 m", "ActiveEnergyBurned 1900 kcal",
      ])
    #expect(workout.distance?.number.description == "51500.00" && workout.distance?.unit == "m")
    #expect(workout.energyBurned?.number.description == "1900")
    try Self.expectSame(workout)
  }

  /// Two runs are a run. What not all of one sport state is no total.
  @Test func sessionsOfOneSportAreOfThisSport() throws {
    let file = Self.file([
      Part(sport: 1, meters: 3_000, energy: 200), Part(sport: 1, meters: 2_000),
    ])
    let workout = try #require(FITReaderTests.read(file).workouts.first)
    #expect(workout.activityType == .running && workout.fields.activities.count == 2)
    #expect(Self.totals(workout.fields.statistics) == ["DistanceWalkingRunning 5000.00 m"])
    #expect(workout.fields.totalDistance == nil && workout.energyBurned == nil)
    try Self.expectSame(workout)
    let unstated = Self.file([Part(sport: 1, meters: 3_000), Part(sport: 2)])
    #expect(
      FITReaderTests.read(unstated).workouts.first?.distance?.number.description == "3000.00")
  }

  /// Intervals state little: the workout does, and they are its laps.
  @Test func intervalsAreLapsOfAWorkoutWithItsTotals() throws {
    let totals = [
      Self.total(.activeEnergyBurned, 324, "kcal"), Self.total(.basalEnergyBurned, 52, "kcal"),
      Self.total(.distanceCycling, 8_445, "m"),
    ]
    let workout = Self.workout(.swimBikeRun, totals) { _, part in
      part.statistics = [Self.total(.activeEnergyBurned, 108, "kcal")]
    }
    let found = try Self.written(workout)
    #expect(found.activityType == .swimBikeRun && found.fields.activities.isEmpty)
    #expect(found.distance?.number.description == "8445.00")
    #expect(
      Self.totals(found.fields.statistics) == [
        "ActiveEnergyBurned 324 kcal", "BasalEnergyBurned 52 kcal",
      ])
    #expect(
      found.fields.events.map { "\($0.type ?? "") \($0.duration?.description ?? "")" }
        == Array(repeating: "HKWorkoutEventTypeLap 1200.000", count: 3))
    let run = try Self.written(Self.workout(.running))
    #expect(run.activityType == .running && run.fields.events.count == 3)
  }

  /// Apple's exports do not state the sports of a triathlon.
  @Test func sportsOfATriathlonAreThoseOfItsDistances() throws {
    let types: [QuantityType?] = [.distanceSwimming, nil, .distanceCycling]
    let workout = Self.workout(.swimBikeRun) { index, part in
      part.statistics = [Self.total(.activeEnergyBurned, 100, "kcal")]
      if let type = types[index] { part.statistics.append(Self.total(type, 1_000, "m")) }
    }
    let found = try Self.written(workout)
    #expect(found.activityType == .swimBikeRun)
    #expect(
      found.fields.activities.map { $0.metadata[.activityType] }
        == [WorkoutActivityType.swimming, .transition, .cycling].map {
          $0.rawValue.map { "\($0)" }
        })
    #expect(
      Self.totals(found.fields.statistics) == [
        "DistanceSwimming 1000.00 m", "DistanceCycling 1000.00 m", "ActiveEnergyBurned 300 kcal",
      ])
    #expect(found.distance?.number.description == "2000.00")
  }

  @Test(
    arguments: [
      (.functionalStrengthTraining, .traditionalStrengthTraining),
      (.coreTraining, .traditionalStrengthTraining), (.crossTraining, .mixedCardio),
      (.traditionalStrengthTraining, .traditionalStrengthTraining), (.mixedCardio, .mixedCardio),
      (.curling, .other),
    ] as [(WorkoutActivityType, WorkoutActivityType)])
  func sportsBecomeTheNearest(
    _ activity: WorkoutActivityType, _ nearest: WorkoutActivityType
  ) throws {
    #expect(try Self.written(Self.workout(activity)).activityType == nearest)
  }
}
