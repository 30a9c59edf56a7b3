import HealthBytes
import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// What programs for training write apart from plain activities: plans, counts that fall, clocks that are set, fields of sensors,
/// sports indoors and sums of several sports.
@Suite struct FITTrialTests {
  /// 2024-06-01T06:00:00Z, as the format has it.
  private static let start: UInt64 = 1_717_221_600 - 631_065_600

  private static func record(_ file: inout FITBytes, _ time: UInt64, _ centimeters: UInt64) {
    file.add(20, [(253, 0x86, 4, time), (5, 0x86, 4, centimeters)])
  }

  private static func session(
    _ file: inout FITBytes, _ sport: UInt64, _ detail: UInt64 = 0, from first: UInt64 = 0,
    _ fields: [FITBytes.Field] = []
  ) {
    let usual: [FITBytes.Field] = [
      (253, 0x86, 4, start + first + 10), (2, 0x86, 4, start + first), (5, 0, 1, sport),
      (6, 0, 1, detail), (7, 0x86, 4, 10_000),
    ]
    file.add(18, usual + fields)
  }

  private static func meters(_ bytes: [UInt8]) -> [String] {
    FITReaderTests.read(bytes).values(.distanceWalkingRunning).map {
      String($0.split(separator: " ")[2])
    }
  }

  @Test(
    arguments: [
      (2, "settings"), (5, "a planned workout"), (6, "a course"), (11, "goals"),
      (34, "a segment"),
    ] as [(UInt64, String)])
  func plansAreNoActivities(_ type: UInt64, _ name: String) {
    var file = FITBytes(type: type)
    file.add(31, [(4, 0, 1, 1)])
    Self.record(&file, Self.start, 0)
    Self.record(&file, Self.start + 1, 300)
    Self.session(&file, 1)
    let found = FITReaderTests.read(file.bytes)
    #expect(found.samples == [] && found.error == nil)
    #expect(found.findings.map(\.rule) == ["no-activity"])
    #expect(found.findings.map(\.severity) == [.warning])
    #expect(found.findings.map(\.message) == ["the file is \(name), not an activity; not read"])
    #expect(FITReaderTests.read(file.bytes, isStrict: true).error?.rule == "no-activity")
    // An activity that follows is read.
    var run = FITBytes()
    Self.session(&run, 1)
    #expect(FITReaderTests.read(file.bytes + run.bytes).workouts.count == 1)
  }

  /// Next to other files, settings and plans are counted, and end no strict reading.
  @Test func plansAmongOtherFilesAreCounted() throws {
    var run = FITBytes()
    Self.session(&run, 1)
    let contents = [2, 2, 6].map { FITBytes(type: $0).bytes } + [run.bytes]
    let files = contents.enumerated().map { (index, bytes) in
      Input.File(name: "\(index).fit") { BytesSource(bytes) }
    }
    var options = ReadOptions()
    options.isStrict = true
    var reader = FITReader(files, options)
    var count = 0
    while try reader.next() != nil { count += 1 }
    let findings = reader.takeFindings()
    #expect(count == 1)
    #expect(
      findings.map(\.message) == [
        "the file is settings, not an activity; not read (2 times)",
        "the file is a course, not an activity; not read",
      ])
    #expect(findings.allSatisfy { $0.severity == .info && $0.rule == "no-activity" })
    #expect(findings.first?.place.file == "0.fit")
  }

  /// A program that states no duration of a session.
  @Test func aSessionOfNoTimeLosesNoDistance() {
    var file = FITBytes()
    for part in 0..<5 as Range<UInt64> {
      Self.record(&file, Self.start + part * 1_800, part * 300)
    }
    file.add(
      18, [(253, 0x86, 4, Self.start), (2, 0x86, 4, Self.start), (5, 0, 1, 1), (7, 0x86, 4, 0)])
    #expect(Self.meters(file.bytes) == ["3.00", "3.00", "3.00", "3.00"])
  }

  @Test(
    arguments: [
      // It is back after a moment, or begins anew.
      ([0, 300, 0, 900, 1_200], ["3.00", "6.00", "3.00"]),
      ([0, 300, 0, 0, 900], ["3.00", "6.00"]),
      ([0, 300, 0, 50, 150], ["3.00", "0.50", "1.00"]),
      ([0, 300, 10, 250, 500], ["3.00", "2.40", "2.50"]),
    ] as [([UInt64], [String])])
  func aCountThatFallsForAMomentCountsNothingTwice(_ counts: [UInt64], _ meters: [String]) {
    var file = FITBytes()
    for (second, count) in counts.enumerated() {
      Self.record(&file, Self.start + UInt64(second), count)
    }
    Self.session(&file, 1)
    #expect(Self.meters(file.bytes) == meters)
  }

  /// Before the first satellite was found, the clock was 400 days late.
  @Test func noDistanceSpansAClockThatIsSet() {
    var file = FITBytes()
    let early = Self.start - 400 * 86_400
    Self.record(&file, early, 0)
    Self.record(&file, early + 1, 300)
    Self.record(&file, Self.start + 1, 500)
    Self.record(&file, Self.start + 2, 800)
    Self.session(&file, 1)
    #expect(Self.meters(file.bytes) == ["3.00"])
    #expect(
      FITReaderTests.read(file.bytes).findings.map(\.message) == [
        "distances over hours without records, or hours before or after the activity: 2; not read"
      ])
  }

  @Test func fieldsOfSensorsReplaceThoseForWhichTheyStand() throws {
    var file = FITBytes()
    file.add(207, [(3, 2, 1, 0)])
    func describe(
      _ number: UInt64, _ type: UInt64, _ message: UInt64, _ field: UInt64, _ name: String,
      _ unit: String
    ) {
      file.add(
        206,
        [
          (0, 2, 1, 0), (1, 2, 1, number), (2, 2, 1, type), (14, 0x84, 2, message),
          (15, 2, 1, field),
        ], texts: [(3, name), (8, unit)])
    }
    func bytes(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
    describe(1, 0x88, 20, 7, "Power", "watts")
    describe(2, 0x86, 20, 5, "Distance", "m")
    describe(3, 0x86, 18, 9, "Distance", "m")
    describe(4, 2, 20, 3, "Heart Rate", "bpm")
    for second in [0, 2] as [UInt64] {
      file.add(
        20,
        [
          (253, 0x86, 4, Self.start + second), (3, 2, 1, 150), (5, 0x86, 4, 0), (7, 0x84, 2, 0),
        ],
        developer: [
          (1, 0, bytes(Float(250).bitPattern)), (2, 0, bytes(UInt32(second) * 10)),
          (4, 0, [second == 0 ? 0 : 140]),
        ])
    }
    file.add(
      18,
      [
        (253, 0x86, 4, Self.start + 10), (2, 0x86, 4, Self.start), (5, 0, 1, 2),
        (7, 0x86, 4, 10_000), (9, 0x86, 4, 0),
      ], developer: [(3, 0, bytes(20))])
    let found = FITReaderTests.read(file.bytes)
    func values(_ type: QuantityType) -> [String] {
      found.values(type).map { String($0.split(separator: " ")[2]) }
    }
    #expect(values(.cyclingPower) == ["250", "250"])
    #expect(values(.distanceCycling) == ["20.00"])
    #expect(values(.heartRate) == ["150", "140"])
    let workout = try #require(found.workouts.first)
    #expect(workout.distance?.number.description == "20.00")
    #expect(workout.header.metadata[MetadataKey("Distance")] == nil)
    #expect(found.findings == [])
  }

  /// A negative distance and a power that is not a number; what a sensor did not measure is no value.
  @Test func valuesOfSensorsThatCannotBeReadAreCounted() {
    var file = FITBytes()
    file.add(207, [(3, 2, 1, 0)])
    for (number, type, field, name, unit) in [
      (1, 0x88, 7, "Power", "watts"), (2, 0x85, 5, "Distance", "m"),
    ] as [(UInt64, UInt64, UInt64, String, String)] {
      file.add(
        206,
        [(0, 2, 1, 0), (1, 2, 1, number), (2, 2, 1, type), (14, 0x84, 2, 20), (15, 2, 1, field)],
        texts: [(3, name), (8, unit)])
    }
    let absent: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    for (second, power, distance) in [
      (0, [0, 0, 0xC0, 0x7F], absent), (2, absent, [0xFF, 0xFF, 0xFF, 0x7F]),
    ] as [(UInt64, [UInt8], [UInt8])] {
      file.add(
        20, [(253, 0x86, 4, Self.start + second), (7, 0x84, 2, 200)],
        developer: [(1, 0, power), (2, 0, distance)])
    }
    Self.session(&file, 2)
    let found = FITReaderTests.read(file.bytes)
    #expect(found.values(.cyclingPower).map { $0.split(separator: " ")[2] } == ["200", "200"])
    #expect(
      found.findings.map(\.message) == [
        "values of fields by other developers that have no field: 2"
      ])
  }

  @Test(
    arguments: [
      (11, 27, .walking, "1"), (2, 5, .cycling, "1"), (4, 14, .rowing, "1"), (15, 14, .rowing, "1"),
      (1, 45, .running, "1"), (2, 88, .handCycling, "1"), (21, 28, .cycling, nil),
      (1, 3, .running, nil),
    ] as [(UInt64, UInt64, WorkoutActivityType, String?)])
  func sportsIndoorsAreIndoors(
    _ sport: UInt64, _ detail: UInt64, _ activity: WorkoutActivityType, _ isIndoor: String?
  ) throws {
    var file = FITBytes()
    Self.session(&file, sport, detail)
    let workout = try #require(FITReaderTests.read(file.bytes).workouts.first)
    #expect(workout.activityType == activity)
    #expect(workout.header.metadata[.indoorWorkout] == isIndoor)
  }

  @Test(
    arguments: [(17, 0, "1"), (18, 0, "2"), (0, 2_500, "1"), (0, 0, nil)]
      as [(UInt64, UInt64, String?)])
  func swimsHaveTheirLocation(_ detail: UInt64, _ pool: UInt64, _ location: String?) throws {
    var file = FITBytes()
    Self.session(&file, 5, detail, pool > 0 ? [(44, 0x84, 2, pool)] : [])
    let workout = try #require(FITReaderTests.read(file.bytes).workouts.first)
    #expect(workout.header.metadata[.swimmingLocationType] == location)
  }

  /// HealthKit has no cadence, power or strokes of rowing.
  @Test func valuesOfSessionsWithoutATypeAreCounted() {
    var file = FITBytes()
    Self.session(
      &file, 15, 14, [(10, 0x86, 4, 280), (16, 2, 1, 150), (18, 2, 1, 28), (20, 0x84, 2, 200)])
    #expect(
      FITReaderTests.read(file.bytes).findings.map(\.message) == [
        "values of sessions that have no field: 3"
      ])
  }

  @Test func theAscentOfSeveralSportsIsTheirSum() throws {
    var file = FITBytes()
    Self.session(&file, 5, 18)
    Self.session(&file, 3, from: 10)
    Self.session(&file, 2, from: 20, [(22, 0x84, 2, 50), (23, 0x84, 2, 40)])
    Self.session(&file, 1, from: 30, [(22, 0x84, 2, 20)])
    let workout = try #require(FITReaderTests.read(file.bytes).workouts.first)
    #expect(workout.fields.activities.count == 4)
    #expect(workout.header.metadata[.elevationAscended] == "70 m")
    #expect(workout.header.metadata[.elevationDescended] == nil)
  }
}
