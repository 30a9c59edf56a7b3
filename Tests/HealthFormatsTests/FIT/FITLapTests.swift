import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// What laps of FIT and TCX state stays with them; what they do not state is taken from what was measured.
@Suite struct FITLapTests {
  /// 2024-06-01T06:00:00Z, as the format has it.
  private static let start: UInt64 = 1_717_221_600 - 631_065_600

  /// Two laps of 70 and 20 s, the first of them with a pause of 50 s.
  private static func run(stated: Bool) -> [UInt8] {
    var file = FITBytes()
    file.add(0, [(0, 0, 1, 4), (1, 0x84, 2, 1)])
    func timer(_ second: UInt64, _ type: UInt64) {
      file.add(21, [(253, 0x86, 4, start + second), (0, 0, 1, 0), (1, 0, 1, type)])
    }
    func record(_ second: UInt64, _ centimeters: UInt64) {
      file.add(
        20,
        [
          (253, 0x86, 4, start + second), (0, 0x85, 4, 500_000_000 + second),
          (1, 0x85, 4, 100_000_000), (5, 0x86, 4, centimeters),
        ])
    }
    timer(0, 0)
    record(0, 0)
    record(10, 5_000)
    timer(10, 4)
    timer(60, 0)
    record(60, 5_000)
    record(70, 6_000)
    record(80, 7_000)
    record(90, 8_000)
    let laps: [(UInt64, UInt64, UInt64, UInt64, UInt64)] = [
      (0, 70, 20_000, 6_000, 7), (70, 20, 20_000, 2_000, 3),
    ]
    for (begin, seconds, timer, centimeters, energy) in laps {
      let figures: [FITBytes.Field] = [
        (9, 0x86, 4, centimeters), (11, 0x84, 2, energy), (15, 2, 1, 120), (17, 2, 1, 80),
        (23, 0, 1, 4), (24, 0, 1, 2), (111, 0x86, 4, 5_250),
      ]
      file.add(
        19,
        [
          (253, 0x86, 4, start + begin + seconds), (2, 0x86, 4, start + begin),
          (7, 0x86, 4, seconds * 1000), (8, 0x86, 4, timer), (25, 0, 1, 1),
        ] + (stated ? figures : []))
    }
    file.add(
      18,
      [
        (253, 0x86, 4, start + 90), (2, 0x86, 4, start), (5, 0, 1, 1), (7, 0x86, 4, 90_000),
        (8, 0x86, 4, 40_000), (9, 0x86, 4, 8_000), (11, 0x84, 2, 10),
      ])
    return file.bytes
  }

  private static func laps(_ workout: Workout?) -> [WorkoutEvent] {
    workout?.fields.events.filter { $0.type == "HKWorkoutEventTypeLap" } ?? []
  }

  private static func content(_ lap: WorkoutEvent) -> [String] {
    (lap.extras?.content ?? []).compactMap { node in
      guard case .element(let element) = node else { return nil }
      let texts = element.children.map { if case .text(let text) = $0 { text } else { "?" } }
      return "\(element.name) \(texts.joined())"
    }
  }

  private static func lines(_ name: String, _ text: String) -> [String] {
    text.split(separator: "<\(name)>").dropFirst().map { String($0.prefix { $0 != "<" }) }
  }

  @Test func lapsKeepWhatTheyState() throws {
    let found = FITReaderTests.read(Self.run(stated: true))
    let laps = Self.laps(found.workouts.first)
    #expect(laps.map { $0.duration?.description } == ["70.000", "20.000"])
    // The time without pauses follows from them.
    #expect(
      laps.map(Self.content) == [
        [
          "DistanceMeters 60.00", "MaximumSpeed 5.250", "Calories 7", "AverageHeartRateBpm 120",
          "Intensity Resting", "TriggerMethod Distance", "AvgRunCadence 80",
        ],
        [
          "DistanceMeters 20.00", "MaximumSpeed 5.250", "Calories 3", "AverageHeartRateBpm 120",
          "Intensity Resting", "TriggerMethod Distance", "AvgRunCadence 80",
        ],
      ])
    #expect(found.findings == [])
  }

  @Test func lapsOfTCXHaveTheTimeWithoutPauses() throws {
    let found = FITReaderTests.read(Self.run(stated: true))
    let written = try TCXText.write(found.samples).text
    #expect(Self.lines("TotalTimeSeconds", written) == ["20", "20.000"])
    let laps = written.split(separator: "<Lap ").dropFirst()
    #expect(laps.map { Self.lines("DistanceMeters", String($0)).first } == ["60.00", "20.00"])
    #expect(Self.lines("Calories", written) == ["7", "3"])
    let back = try #require(TCXText.read(written).workouts.first)
    #expect(back.fields.duration?.doubleValue == 40)
    // As HealthKit has it, the lap lasts from its start to its end.
    #expect(Self.laps(back).map { $0.duration?.doubleValue } == [70, 20])
    #expect(
      back.fields.events.filter { $0.type == "HKWorkoutEventTypePause" }.count == 1)
    let again = try TCXText.write(TCXText.read(written).samples)
    #expect(again.text == written && again.losses == [:])
    // And back to FIT.
    let fit = try Self.fit(TCXText.read(written).samples)
    let last = try #require(FITReaderTests.read(fit).workouts.first)
    #expect(last.fields.duration?.doubleValue == 40)
    #expect(Self.laps(last).map { $0.duration?.doubleValue } == [70, 20])
    #expect(
      Self.laps(last).map { Self.content($0).first } == [
        "DistanceMeters 60.00", "DistanceMeters 20.00",
      ])
  }

  /// Without figures of the laps, those of TCX follow from the distances at their edges and from the time without pauses.
  @Test func figuresOfLapsFollowFromWhatWasMeasured() throws {
    let found = FITReaderTests.read(Self.run(stated: false))
    #expect(Self.laps(found.workouts.first).map(Self.content) == [[], []])
    let written = try TCXText.write(found.samples).text
    let laps = written.split(separator: "<Lap ").dropFirst()
    #expect(laps.map { Self.lines("DistanceMeters", String($0)).first } == ["60", "20"])
    #expect(Self.lines("Calories", written) == ["5", "5"])
    #expect(Self.lines("TotalTimeSeconds", written).map { Number($0)?.doubleValue } == [20, 20])
  }

  @Test(arguments: [true, false])
  func activitiesComeBackFromFIT(_ stated: Bool) throws {
    let found = FITReaderTests.read(Self.run(stated: stated))
    #expect(FITReaderTests.read(try Self.fit(found.samples)).samples == found.samples)
  }

  /// A time without pauses that does not follow from the pauses is kept.
  @Test func aTimeOfItsOwnIsKept() throws {
    var file = FITBytes()
    file.add(0, [(0, 0, 1, 4), (1, 0x84, 2, 1)])
    file.add(20, [(253, 0x86, 4, Self.start), (3, 2, 1, 90)])
    file.add(
      19,
      [
        (253, 0x86, 4, Self.start + 60), (2, 0x86, 4, Self.start), (7, 0x86, 4, 60_000),
        (8, 0x86, 4, 45_500), (25, 0, 1, 2),
      ])
    file.add(
      18,
      [
        (253, 0x86, 4, Self.start + 60), (2, 0x86, 4, Self.start), (5, 0, 1, 2),
        (7, 0x86, 4, 60_000), (8, 0x86, 4, 45_500),
      ])
    let found = FITReaderTests.read(file.bytes)
    #expect(Self.laps(found.workouts.first).map(Self.content) == [["TotalTimeSeconds 45.500"]])
    #expect(
      Self.lines("TotalTimeSeconds", try TCXText.write(found.samples).text) == ["45.500"])
    #expect(FITReaderTests.read(try Self.fit(found.samples)).samples == found.samples)
  }

  private static func fit(_ samples: [Sample]) throws -> [UInt8] {
    let sink = BytesSink()
    var writer = FITWriter(OutputContainer(file: sink))
    try writer.begin(DatasetInfo())
    for sample in samples { try writer.write(sample) }
    try writer.finish()
    return sink.bytes
  }
}
