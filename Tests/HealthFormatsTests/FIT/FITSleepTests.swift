import HealthModel
import Testing

/// The time of a stage is its end, and event 74 states when a sleep started.
@Suite struct FITSleepTests {
  /// 2024-06-01T06:00:00Z, in seconds since 1970 and as the format has it.
  private static let midnight: Int64 = 1_717_221_600
  private static let start = UInt64(midnight - 631_065_600)

  private static func stage(_ file: inout FITBytes, _ minute: UInt64, _ level: UInt64) {
    file.add(275, [(253, 0x86, 4, start + minute * 60), (0, 0, 1, level)])
  }

  private static func event(_ file: inout FITBytes, _ minute: UInt64, _ type: UInt64) {
    file.add(21, [(253, 0x86, 4, start + minute * 60), (0, 0, 1, 74), (1, 0, 1, type)])
  }

  /// The stages with their minutes.
  private static func stages(_ outcome: FITReaderTests.Outcome) -> [String] {
    outcome.samples.compactMap {
      guard case .category(let sample) = $0 else { return nil }
      return "\((sample.start.secondsSince1970 - midnight) / 60) "
        + "\((sample.end.secondsSince1970 - midnight) / 60) \(sample.value?.shortName ?? "")"
    }
  }

  @Test(arguments: [false, true])
  func aStageEndsAtItsTime(eventsAreFirst: Bool) {
    var file = FITBytes(type: 49)
    if eventsAreFirst {
      Self.event(&file, 0, 0)
      Self.event(&file, 40, 1)
    }
    for (minute, level) in [(10, 2), (20, 3), (30, 4), (40, 1)] as [(UInt64, UInt64)] {
      Self.stage(&file, minute, level)
    }
    if !eventsAreFirst {
      Self.event(&file, 0, 0)
      Self.event(&file, 40, 1)
    }
    let found = FITReaderTests.read(file.bytes)
    #expect(
      Self.stages(found) == [
        "0 10 AsleepCore", "10 20 AsleepDeep", "20 30 AsleepREM", "30 40 Awake",
      ])
    #expect(found.findings == [])
    // Each file of a chain has its own sleep.
    let chained = FITReaderTests.read(file.bytes + file.bytes)
    #expect(Self.stages(chained) == Self.stages(found) + Self.stages(found))
  }

  @Test func theFirstStageNeedsAStart() {
    var file = FITBytes(type: 49)
    Self.stage(&file, 10, 1)
    Self.stage(&file, 20, 3)
    // A stage that was not measured only ends the one before it.
    Self.stage(&file, 30, 0)
    Self.stage(&file, 40, 2)
    let found = FITReaderTests.read(file.bytes)
    #expect(Self.stages(found) == ["10 20 AsleepDeep", "30 40 AsleepCore"])
    #expect(
      found.findings.map(\.message) == [
        "first stages of sleep without a start: 1; not read",
        "stages of sleep that were not measured: 1",
      ])
  }

  @Test func eachStartBeginsASleep() {
    var file = FITBytes(type: 49)
    Self.event(&file, 0, 0)
    Self.stage(&file, 60, 2)
    Self.event(&file, 60, 1)
    // A nap in the afternoon.
    Self.event(&file, 600, 0)
    Self.stage(&file, 630, 3)
    Self.event(&file, 630, 1)
    // A sleep without a start, of which only the second stage has a beginning.
    Self.stage(&file, 700, 2)
    Self.stage(&file, 710, 4)
    // Two nights without events are more than 12 hours apart.
    Self.stage(&file, 1_500, 2)
    Self.stage(&file, 1_510, 1)
    let found = FITReaderTests.read(file.bytes)
    #expect(
      Self.stages(found) == [
        "0 60 AsleepCore", "600 630 AsleepDeep", "700 710 AsleepREM", "1500 1510 Awake",
      ])
    #expect(
      found.findings.map(\.message) == ["first stages of sleep without a start: 2; not read"])
  }

  @Test func aSleepThatStopsInAStageEndsIt() {
    var file = FITBytes(type: 49)
    Self.event(&file, 0, 0)
    Self.stage(&file, 10, 3)
    Self.event(&file, 15, 1)
    Self.stage(&file, 20, 1)
    let found = FITReaderTests.read(file.bytes)
    #expect(Self.stages(found) == ["0 10 AsleepDeep", "10 15 Awake"])
    #expect(found.findings == [])
  }

  @Test func eventsOfSleepWithoutStagesAreCounted() {
    var file = FITBytes(type: 49)
    Self.event(&file, 0, 0)
    #expect(
      FITReaderTests.read(file.bytes).findings.map(\.message) == ["events that have no field: 1"])
  }

  /// A watch off the wrist measures nothing, whatever it writes.
  @Test func oxygenOffTheWristIsNoSample() {
    var file = FITBytes(type: 32)
    for (minute, mode) in [(0, 0), (1, 3)] as [(UInt64, UInt64)] {
      file.add(269, [(253, 0x86, 4, Self.start + minute * 60), (0, 2, 1, 96), (2, 0, 1, mode)])
    }
    let found = FITReaderTests.read(file.bytes)
    #expect(found.values(.oxygenSaturation).count == 1)
    #expect(found.findings.map(\.message).contains { $0.contains("contact to the wrist: 1") })
  }
}
