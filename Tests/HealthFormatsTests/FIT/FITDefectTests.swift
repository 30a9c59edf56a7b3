import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// What the reference says of energy, fields by other developers, running totals and beats.
@Suite struct FITDefectTests {
  /// 2024-06-01T06:00:00Z, as the format has it.
  private static let start: UInt64 = 1_717_221_600 - 631_065_600

  private static func monitoring(_ hours: [(hour: UInt64, steps: UInt64)]) -> [UInt8] {
    var file = FITBytes(type: 32)
    let first = start + hours[0].hour * 3600
    file.add(103, [(253, 0x86, 4, first), (0, 0x86, 4, first)])
    for (hour, steps) in hours {
      file.add(
        55, [(253, 0x86, 4, start + hour * 3600), (3, 0x86, 4, steps), (5, 0, 1, 6)])
    }
    return file.bytes
  }

  @Test func filesOfADayCountNothingTwice() {
    let morning = Self.monitoring([(1, 1_000), (2, 1_500)])
    let evening = Self.monitoring([(3, 1_800), (4, 2_000)])
    let both = FITReaderTests.read(morning + evening)
    #expect(
      both.values(.stepCount).map { $0.split(separator: " ")[2] } == ["1000", "500", "300", "200"])
    // The same file again, and files in another order, add nothing.
    #expect(
      FITReaderTests.read(morning + morning + evening).values(.stepCount)
        == both.values(.stepCount))
    let late = FITReaderTests.read(evening + morning)
    #expect(late.values(.stepCount).map { $0.split(separator: " ")[2] } == ["1800", "200"])
    #expect(late.findings.contains { $0.message.contains("running totals older") })
    // Midnight ends a day, and the next one counts anew.
    let night = FITReaderTests.read(Self.monitoring([(17, 5_000), (18, 5_200), (19, 100)]))
    #expect(
      night.values(.stepCount).map { $0.split(separator: " ")[2] } == ["5000", "200", "100"])
  }

  /// A file without the offset of the clock continues the day of the file of the same device before.
  @Test func aFileWithoutAnOffsetContinuesTheDay() {
    var files: [[UInt8]] = []
    for (index, hours) in ([[1, 2], [3, 4]] as [[UInt64]]).enumerated() {
      var file = FITBytes(type: 32)
      if index == 0 {
        file.add(103, [(253, 0x86, 4, Self.start), (0, 0x86, 4, Self.start + 2 * 3600)])
      }
      for hour in hours {
        file.add(
          55, [(253, 0x86, 4, Self.start + hour * 3600), (3, 0x86, 4, hour * 500), (5, 0, 1, 6)])
      }
      files.append(file.bytes)
    }
    let found = FITReaderTests.read(files[0] + files[1])
    #expect(
      found.values(.stepCount).map { String($0.split(separator: " ")[2]) } == [
        "500", "500", "500", "500",
      ])
    #expect(found.samples.allSatisfy { $0.header?.start.offsetMinutes == 120 })
    // Without the first, the day is that of UTC.
    #expect(
      FITReaderTests.read(files[1]).values(.stepCount).map { String($0.split(separator: " ")[2]) }
        == ["1500", "500"])
  }

  /// A device corrects a total by a little; one that falls to the half at most counts anew.
  @Test(
    arguments: [
      ([5_000, 4_990, 5_010], ["5000", "10"]), ([5_000, 2_501, 5_000, 5_100], ["5000", "100"]),
      ([5_000, 2_500, 2_600], ["5000", "2500", "100"]), ([5_000, 0, 40], ["5000", "40"]),
    ] as [([UInt64], [String])])
  func aTotalThatFallsALittleCountsNothingTwice(_ totals: [UInt64], _ added: [String]) {
    var hours: [(hour: UInt64, steps: UInt64)] = []
    for (hour, steps) in totals.enumerated() {
      hours.append((hour: UInt64(hour) + 1, steps: steps))
    }
    let found = FITReaderTests.read(Self.monitoring(hours))
    #expect(found.values(.stepCount).map { String($0.split(separator: " ")[2]) } == added)
  }

  /// A message of the maximal oxygen uptake has its time in a field of its own.
  @Test func aMaximalUptakeHasItsTime() {
    var file = FITBytes(type: 32)
    file.add(229, [(0, 0x86, 4, Self.start), (2, 0x84, 2, 523)])
    let found = FITReaderTests.read(file.bytes)
    #expect(
      found.values(.vo2Max).map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "1717221600 1717221600 52.3"
      ])
    #expect(!found.findings.contains { $0.message.hasPrefix("measurements without a time") })
  }

  /// Of a time that is stated in short, only the low 16 bits are known, whose count begins anew every 18 hours.
  @Test func aShortTimeOutOfOrderMovesNoOther() {
    var file = FITBytes(type: 32)
    let seconds: [UInt64] = [0, 600, 540, 660, 60_000, 70_000, 69_940, 70_060]
    for (index, second) in seconds.enumerated() {
      let time: FITBytes.Field =
        index == 0
        ? (253, 0x86, 4, Self.start) : (26, 0x84, 2, (Self.start + second) & 0xFFFF)
      file.add(55, [time, (27, 2, 1, 60)])
    }
    let starts = FITReaderTests.read(file.bytes).values(.heartRate).compactMap {
      Int64($0.prefix { $0 != " " })
    }
    #expect(starts == seconds.map { 1_717_221_600 + Int64($0) })
  }

  /// A device writes 0 while a strap has no contact; a clock that was not set gives no times.
  @Test func whatWasNotMeasuredIsNoValue() {
    var file = FITBytes()
    for second in 0..<4 as Range<UInt64> {
      file.add(20, [(253, 0x86, 4, Self.start + second), (3, 2, 1, second % 2 == 0 ? 120 : 0)])
    }
    file.add(
      18,
      [(253, 0x86, 4, Self.start + 4), (2, 0x86, 4, Self.start), (5, 0, 1, 1), (7, 0x86, 4, 4_000)])
    let reading = FITReaderTests.read(file.bytes)
    #expect(reading.values(.heartRate).map { $0.split(separator: " ")[2] } == ["120", "120"])
    #expect(reading.findings.contains { $0.message.hasPrefix("heart rates of 0") })
    var early = FITBytes()
    early.add(20, [(253, 0x86, 4, 5), (3, 2, 1, 120)])
    early.add(18, [(253, 0x86, 4, 9), (2, 0x86, 4, 5), (5, 0, 1, 1), (7, 0x86, 4, 4_000)])
    let found = FITReaderTests.read(early.bytes).findings.filter { $0.severity == .warning }
    #expect(
      found.map(\.message) == [
        "records without a time: 1; not read", "sessions without a time: 1; not read",
      ])
  }

  /// Without a strap, a device states 0 as the heart rates of laps and sessions.
  @Test(
    arguments: [
      (0, [], ["DistanceMeters 60.00"]),
      (
        120, ["120 120 120"],
        ["DistanceMeters 60.00", "AverageHeartRateBpm 120", "MaximumHeartRateBpm 120"]
      ),
    ] as [(UInt64, [String], [String])])
  func heartRatesOf0AreNone(
    _ rate: UInt64, _ statistics: [String], _ figures: [String]
  ) throws {
    var file = FITBytes()
    file.add(
      19,
      [
        (253, 0x86, 4, Self.start + 60), (2, 0x86, 4, Self.start), (7, 0x86, 4, 60_000),
        (9, 0x86, 4, 6_000), (15, 2, 1, rate), (16, 2, 1, rate),
      ])
    file.add(
      18,
      [
        (253, 0x86, 4, Self.start + 60), (2, 0x86, 4, Self.start), (5, 0, 1, 1),
        (7, 0x86, 4, 60_000), (16, 2, 1, rate), (17, 2, 1, rate), (64, 2, 1, rate),
      ])
    let found = FITReaderTests.read(file.bytes)
    let workout = try #require(found.workouts.first)
    let rates = workout.fields.statistics.filter {
      $0.type == "HKQuantityTypeIdentifierHeartRate"
    }
    #expect(
      rates.map {
        [$0.average, $0.maximum, $0.minimum].compactMap { $0?.description }.joined(separator: " ")
      } == statistics)
    let lap = workout.fields.events.first { $0.type == "HKWorkoutEventTypeLap" }
    let texts = (lap?.extras?.content ?? []).compactMap { node -> String? in
      guard case .element(let element) = node, case .text(let text)? = element.children.first else {
        return nil
      }
      return "\(element.name) \(text)"
    }
    #expect(texts == figures)
    #expect(found.findings == [])
  }

  /// The sport of a session that becomes another one is counted; 0 is a sport that nobody chose.
  @Test(arguments: [(UInt64(0), 0), (76, 1)])
  func sportsThatAreNotKnownAreCounted(_ sport: UInt64, _ count: Int) {
    var file = FITBytes()
    file.add(
      18,
      [
        (253, 0x86, 4, Self.start + 60), (2, 0x86, 4, Self.start), (5, 0, 1, sport),
        (7, 0x86, 4, 60_000),
      ])
    let found = FITReaderTests.read(file.bytes)
    #expect(found.workouts.map(\.activityType) == [.other])
    #expect(
      found.findings.map(\.message)
        == Array(repeating: "sports that HealthKit does not have: 1", count: count))
  }

  @Test func energyAtRestIsApart() throws {
    var file = FITBytes()
    file.add(
      18,
      [
        (253, 0x86, 4, Self.start + 60), (2, 0x86, 4, Self.start), (5, 0, 1, 1),
        (7, 0x86, 4, 60_000),
        (11, 0x84, 2, 500), (196, 0x84, 2, 120),
      ])
    let workout = try #require(FITReaderTests.read(file.bytes).workouts.first)
    #expect(
      workout.fields.statistics.map { "\($0.type ?? "") \($0.sum ?? Number(0))" } == [
        "HKQuantityTypeIdentifierActiveEnergyBurned 380",
        "HKQuantityTypeIdentifierBasalEnergyBurned 120",
      ])
  }

  @Test func fieldsByOthersBecomeMetadataOfTheSession() throws {
    var file = FITBytes()
    file.add(207, [(3, 2, 1, 0)])
    file.add(
      206, [(0, 2, 1, 0), (1, 2, 1, 5), (2, 2, 1, 0x88)], texts: [(3, "Form power"), (8, "W")])
    file.add(
      18, [(253, 0x86, 4, Self.start + 60), (2, 0x86, 4, Self.start), (5, 0, 1, 1)],
      developer: [
        (5, 0, (0..<4).map { UInt8(truncatingIfNeeded: Float(61.5).bitPattern >> (8 * $0)) })
      ])
    let workout = try #require(FITReaderTests.read(file.bytes).workouts.first)
    #expect(workout.header.metadata[MetadataKey("Form power")] == "61.5 W")
  }

  @Test func beatsAreASeries() {
    var file = FITBytes()
    file.add(20, [(253, 0x86, 4, Self.start), (3, 2, 1, 60)])
    file.add(78, [(0, 0x84, 6, 1000 | 990 << 16 | 1010 << 32)])
    let found = FITReaderTests.read(file.bytes)
    let series = found.samples.compactMap { sample -> [String]? in
      guard case .heartbeatSeries(let series) = sample else { return nil }
      return series.fields.beats.map { $0.timeSinceStart?.description ?? "" }
    }
    #expect(series == [["1.000", "1.990", "3.000"]])
  }

  /// After the timer was stopped beats go on, but no record tells the time.
  @Test func beatsWithoutRecordsHaveNoGap() {
    var file = FITBytes()
    file.add(20, [(253, 0x86, 4, Self.start), (3, 2, 1, 60)])
    file.add(78, [(0, 0x84, 6, 9000 | 9000 << 16 | 9000 << 32)])
    let series = FITReaderTests.read(file.bytes).samples.compactMap { sample -> Int? in
      guard case .heartbeatSeries(let series) = sample else { return nil }
      return series.fields.beats.count
    }
    #expect(series == [3])
  }

  /// The offset of the clock is at the end of an activity; series that do not fit in memory wait on the disk.
  @Test func beatsHaveTheOffsetOfTheActivity() {
    var file = FITBytes()
    for minute in 0..<3 as Range<UInt64> {
      file.add(20, [(253, 0x86, 4, Self.start + minute * 60), (3, 2, 1, 60)])
      file.add(78, [(0, 0x84, 6, 1000 | 990 << 16 | (1010 + minute) << 32)])
    }
    // A heart rate that a strap stored.
    file.add(
      132, [(253, 0x86, 4, Self.start), (0, 0x84, 2, 0), (6, 2, 1, 80), (9, 0x86, 4, 1_024)])
    file.add(
      18, [(253, 0x86, 4, Self.start + 180), (2, 0x86, 4, Self.start), (7, 0x86, 4, 180_000)])
    file.add(34, [(253, 0x86, 4, Self.start + 180), (5, 0x86, 4, Self.start + 180 - 7 * 3600)])
    let found = FITReaderTests.read(file.bytes)
    let series = found.samples.compactMap { sample -> HeartbeatSeries? in
      if case .heartbeatSeries(let series) = sample { series } else { nil }
    }
    #expect(
      series.map { $0.fields.beats.last?.timeSinceStart?.description } == [
        "3.000", "3.001", "3.002",
      ])
    #expect(
      series.map(\.start.secondsSince1970) == [1_717_221_600, 1_717_221_660, 1_717_221_720])
    #expect(found.samples.allSatisfy { $0.header?.start.offsetMinutes == -420 })
    #expect(FITReaderTests.read(file.bytes, recordLimit: 5).samples == found.samples)
    // The same activity once more.
    let twice = FITReaderTests.read(file.bytes + file.bytes)
    #expect(twice.samples == found.samples)
    #expect(twice.findings.map(\.rule).filter { $0 == "duplicate-file" }.count == 1)
  }

  @Test func ownSamplesAreRefusedForTheStatedReason() throws {
    let folder = Fixtures.samples + "/refuse/fit"
    let paths = try Fixtures.files(in: folder, suffix: ".fit")
    #expect(paths.count == 2)
    for path in paths {
      let message = String(decoding: try Fixtures.bytes(path.dropLast(4) + ".txt"), as: UTF8.self)
      let error = FITReaderTests.read(try Fixtures.bytes(path)).error
      #expect(error.map { "\($0)\n" } == message)
    }
  }
}
