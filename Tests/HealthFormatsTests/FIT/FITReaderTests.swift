import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// FIT files become workouts and samples; damaged ones are read up to their fault.
@Suite struct FITReaderTests {
  /// All that comes of reading.
  struct Outcome: Equatable {
    var samples: [Sample] = []
    var findings: [Finding] = []
    var error: HealthError?

    var workouts: [Workout] {
      samples.compactMap { if case .workout(let workout) = $0 { workout } else { nil } }
    }

    /// The values of a type, with their start in seconds since 1970.
    func values(_ type: QuantityType) -> [String] {
      samples.compactMap {
        guard case .quantity(let sample) = $0, sample.type == type else { return nil }
        return "\(sample.start.secondsSince1970) \(sample.end.secondsSince1970) \(sample.number) "
          + (sample.unit ?? "")
      }
    }
  }

  static func read(
    _ bytes: [UInt8], capacity: Int = 1 << 16, isStrict: Bool = false, recordLimit: Int = 50_000
  ) -> Outcome {
    var options = ReadOptions()
    options.isStrict = isStrict
    var reader = FITReader(
      source: BytesSource(bytes), name: "t.fit", options: options, capacity: capacity,
      recordLimit: recordLimit)
    var outcome = Outcome()
    do throws(HealthError) {
      while let sample = try reader.next() { outcome.samples.append(sample) }
    } catch { outcome.error = error }
    outcome.findings = reader.takeFindings()
    return outcome
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    try Fixtures.bytes(Fixtures.samples + "/commands/" + name)
  }

  @Test func anActivityIsAWorkoutWithItsRoute() throws {
    let found = Self.read(try Self.bytes("run.fit"))
    #expect(found.error == nil)
    let workout = try #require(found.workouts.first)
    #expect(found.workouts.count == 1)
    #expect(workout.activityType == .running)
    #expect(workout.start == Timestamp("2024-06-01T08:00:00+02:00"))
    #expect(workout.start.offsetMinutes == 120)
    #expect(workout.end == Timestamp("2024-06-01T08:01:50+02:00"))
    #expect(workout.source.name == "Test watch")
    #expect(workout.fields.duration?.description == "50.000")
    #expect(
      workout.fields.events.map { "\($0.type ?? "") \($0.date?.secondsSince1970 ?? 0)" } == [
        "HKWorkoutEventTypePause 1717221630", "HKWorkoutEventTypeResume 1717221690",
        "HKWorkoutEventTypeLap 1717221600",
      ])
    #expect(
      workout.fields.statistics.map { "\($0.type ?? "") \($0.sum ?? $0.average ?? Number(0))" } == [
        "HKQuantityTypeIdentifierDistanceWalkingRunning 125.00",
        "HKQuantityTypeIdentifierActiveEnergyBurned 9", "HKQuantityTypeIdentifierHeartRate 95",
        "HKQuantityTypeIdentifierStepCount 120",
      ])
    let points = try #require(workout.fields.routes.first).locations
    #expect(points.count == 7)
    #expect(points[0].latitude?.description == "52.51400001")
    #expect(points[0].altitude?.description == "34.0")
    #expect(points[0].speed?.description == "2.500")
    #expect(found.values(.heartRate).first == "1717221600 1717221600 90 count/min")
    #expect(found.values(.heartRate).count == 7)
    #expect(found.values(.runningPower).count == 7)
    #expect(found.values(.distanceWalkingRunning).first == "1717221600 1717221610 25.00 m")
    #expect(found.findings == [])
  }

  /// The distance of a sport of which HealthKit has no type is the total, and is written again.
  @Test(arguments: [(123_450, "1234.50"), (0, nil)] as [(UInt64, String?)])
  func otherSportsHaveADistance(_ steps: UInt64, _ meters: String?) throws {
    var file = FITBytes()
    file.add(
      18,
      [
        (253, 0x86, 4, 1_000_000_100), (2, 0x86, 4, 1_000_000_000), (7, 0x86, 4, 100_000),
        (8, 0x86, 4, 100_000), (9, 0x86, 4, steps), (5, 0, 1, 0), (6, 0, 1, 0),
      ])
    let workout = try #require(Self.read(file.bytes).workouts.first)
    #expect(workout.activityType == .other && workout.fields.statistics.isEmpty)
    #expect(workout.distance?.number.description == meters)
    let sink = BytesSink()
    let make = try #require(Format.fit.makeWriter)
    var writer = try make(OutputContainer(file: sink), WriteOptions())
    try writer.begin(DatasetInfo())
    try writer.write(.workout(workout))
    try writer.finish()
    #expect(Self.read(sink.bytes).workouts.first?.distance?.number.description == meters)
  }

  @Test func aDayHasItsMeasurements() throws {
    let found = Self.read(try Self.bytes("day.fit"))
    #expect(found.error == nil)
    let midnight: Int64 = 1_717_192_800
    #expect(
      found.values(.stepCount) == [
        "\(midnight) \(midnight + 28_800) 1000 count",
        "\(midnight + 28_800) \(midnight + 32_400) 600 count",
      ])
    #expect(
      found.values(.activeEnergyBurned) == [
        "\(midnight) \(midnight + 28_800) 40 kcal",
        "\(midnight + 28_800) \(midnight + 32_400) 20 kcal",
      ])
    #expect(found.values(.heartRate).map { $0.suffix(12) } == ["71 count/min", "64 count/min"])
    #expect(found.values(.heartRate)[0].hasPrefix("\(midnight + 28_860) "))
    #expect(found.values(.restingHeartRate).map { $0.suffix(12) } == ["50 count/min"])
    #expect(found.values(.oxygenSaturation).map { $0.suffix(6) } == ["0.97 %"])
    #expect(found.values(.respiratoryRate).map { $0.suffix(15) } == ["14.50 count/min"])
    #expect(found.values(.heartRateVariabilityRMSSD).map { $0.suffix(13) } == ["42.2500000 ms"])
    #expect(found.values(.bodyMass).map { $0.suffix(8) } == ["72.50 kg"])
    #expect(found.values(.bodyFatPercentage).map { $0.suffix(8) } == ["0.1840 %"])
    let stages = found.samples.compactMap { sample -> String? in
      guard case .category(let sample) = sample else { return nil }
      return "\((sample.start.secondsSince1970 - midnight) / 3600) "
        + "\((sample.end.secondsSince1970 - midnight) / 3600) \(sample.value?.shortName ?? "")"
    }
    #expect(
      stages == ["15 16 AsleepUnspecified", "1 2 AsleepCore", "2 3 AsleepDeep", "3 4 AsleepREM"])
    let pressures = found.samples.compactMap { sample -> [Sample]? in
      if case .correlation(let sample) = sample { sample.members.map(\.sample) } else { nil }
    }
    #expect(pressures.map(\.count) == [2])
  }

  @Test(arguments: ["run.fit", "day.fit"])
  func inPiecesTheSame(_ name: String) throws {
    let bytes = try Self.bytes(name)
    let whole = Self.read(bytes)
    for capacity in [1, 2, 3, 7, 64] {
      #expect(Self.read(bytes, capacity: capacity) == whole)
    }
  }

  @Test(arguments: ["run.fit", "day.fit"])
  func cutFilesAreReadUpToTheirEnd(_ name: String) throws {
    let bytes = try Self.bytes(name)
    let whole = Self.read(bytes)
    for count in 0..<bytes.count {
      let found = Self.read(Array(bytes[..<count]))
      #expect(found.samples.count <= whole.samples.count + 1)
      if count < 14 {
        #expect(found.error != nil, "\(count)")
      } else {
        #expect(found.error == nil, "\(count)")
        #expect(found.findings.contains { $0.severity == .warning }, "\(count)")
        #expect(Self.read(Array(bytes[..<count]), isStrict: true).error != nil, "\(count)")
      }
    }
  }

  @Test(arguments: UInt64(1)...4)
  func changedFilesAreReadWithoutACrash(seed: UInt64) throws {
    for name in ["run.fit", "day.fit"] {
      let bytes = try Self.bytes(name)
      var state = seed
      func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
      }
      for _ in 0..<300 {
        var changed = bytes
        for _ in 0...next(4) { changed[next(changed.count)] = UInt8(next(256)) }
        if next(4) == 0 { changed.remove(at: next(changed.count)) }
        if next(4) == 0 { changed.removeLast(next(changed.count)) }
        #expect(Self.read(changed) == Self.read(changed, capacity: Int(seed) * 5))
      }
    }
  }

  @Test func filesMayFollowOneAnother() throws {
    let (run, day) = (try Self.bytes("run.fit"), try Self.bytes("day.fit"))
    let found = Self.read(run + day)
    #expect(found.samples.count == Self.read(run).samples.count + Self.read(day).samples.count)
    let withoutChecksum = Self.read(Array(run.dropLast(2)) + day)
    #expect(withoutChecksum.samples == found.samples)
    #expect(withoutChecksum.findings.contains { $0.rule == "fit-checksum" })
  }

  @Test func bytesAfterTheEndAreSkipped() throws {
    let run = try Self.bytes("run.fit")
    let whole = Self.read(run)
    for junk in [[1, 2, 3], Array("<html>502 Bad Gateway</html>".utf8)] as [[UInt8]] {
      let found = Self.read(run + junk)
      #expect(found.error == nil && found.samples == whole.samples)
      #expect(found.findings.last?.rule == "fit-trailing")
      #expect(found.findings.last?.severity == .warning)
      #expect(found.findings.last?.message.contains("at byte \(run.count)") == true)
      let strict = Self.read(run + junk, isStrict: true)
      #expect(strict.error?.rule == "fit-trailing" && strict.samples == whole.samples)
    }
    // A block is filled with zeros, and another file may follow it.
    let zeros = [UInt8](repeating: 0, count: 700)
    #expect(Self.read(run + zeros) == whole)
    #expect(Self.read(run + zeros, capacity: 7) == whole)
    let copies = Self.read(run + zeros + run)
    #expect(copies.samples == whole.samples)
    #expect(copies.findings.map(\.rule).contains("duplicate-file"))
  }

  @Test func aChecksumIsCompared() throws {
    var bytes = try Self.bytes("run.fit")
    bytes[bytes.count - 1] ^= 1
    #expect(Self.read(bytes).findings.map(\.rule).contains("fit-checksum"))
    #expect(Self.read(bytes, isStrict: true).error?.rule == "fit-checksum")
  }

  @Test func otherFilesAreRefused() {
    #expect(Self.read([]).error?.rule == "not-fit")
    #expect(Self.read(Array("<gpx version=\"1.1\"/>".utf8)).error?.rule == "not-fit")
    let newer: [UInt8] = [14, 0x30, 0, 0, 4, 0, 0, 0, 0x2E, 0x46, 0x49, 0x54, 0, 0]
    #expect(Self.read(newer).error?.code == .newer)
  }

  /// What other devices wrote. The number of heart rates is what fitdecode 0.11 finds, but for the last file, which it
  /// refuses, and without the six that fill the last message of a strap.
  @Test(
    .enabled(if: Fixtures.arePresent, "no files of others"),
    arguments: [
      ("2013-02-06-12-11-14.fit", WorkoutActivityType.running, 590),
      ("20170518-191602-1740899583.fit", .rowing, 1641), ("event_timestamp.fit", .swimming, 11_286),
      ("garmin-edge-820-bike.fit", .cycling, 15), ("garmin-fenix-5-run.fit", .running, 21),
      ("synthetic_run_big_endian.fit", .running, 11),
      ("synthetic_run_compressed_timestamps.fit", .running, 11),
      ("synthetic_run_developer_fields.fit", .running, 11),
      ("synthetic_zero_data_size.fit", .running, 11),
    ])
  func filesOfOthersAreRead(_ name: String, _ activity: WorkoutActivityType, _ rates: Int) throws {
    let found = Self.read(try Fixtures.bytes(Fixtures.folder + "/interop/fit/" + name))
    #expect(found.error == nil)
    #expect(found.workouts.map(\.activityType) == [activity])
    #expect(found.values(.heartRate).count == rates)
  }
}
