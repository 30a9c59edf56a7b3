import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// An activity with more points than a workout can hold is several workouts, which have the sport, the zone and together
/// the totals of the activity.
@Suite struct FITLongTests {
  /// 2024-06-01T06:00:00Z, as the format has it.
  private static let start: UInt64 = 1_717_221_600 - 631_065_600

  /// Ten records, ten seconds and 25 m from one to the next, with a pause from 40 to 50 s and two laps.
  private static func activity(isLocated: Bool) -> [UInt8] {
    var file = FITBytes()
    file.add(21, [(253, 0x86, 4, start), (0, 0, 1, 0), (1, 0, 1, 0)])
    for index in UInt64(0)..<10 {
      let position: [FITBytes.Field] =
        isLocated ? [(0, 0x85, 4, 500_000_000 + index), (1, 0x85, 4, 100_000_000)] : []
      if index == 4 {
        file.add(21, [(253, 0x86, 4, start + 40), (0, 0, 1, 0), (1, 0, 1, 4)])
        file.add(21, [(253, 0x86, 4, start + 50), (0, 0, 1, 0), (1, 0, 1, 0)])
      }
      file.add(
        20,
        [(253, 0x86, 4, start + index * 10), (3, 2, 1, 100 + index), (5, 0x86, 4, index * 2_500)]
          + position)
    }
    file.add(
      19,
      [
        (253, 0x86, 4, start + 30), (2, 0x86, 4, start), (7, 0x86, 4, 30_000), (8, 0x86, 4, 30_000),
        (9, 0x86, 4, 7_500), (25, 0, 1, 1),
      ])
    file.add(
      19,
      [
        (253, 0x86, 4, start + 90), (2, 0x86, 4, start + 30), (7, 0x86, 4, 60_000),
        (8, 0x86, 4, 50_000), (9, 0x86, 4, 15_000), (25, 0, 1, 1),
      ])
    file.add(
      18,
      [
        (253, 0x86, 4, start + 90), (2, 0x86, 4, start), (5, 0, 1, 1), (7, 0x86, 4, 90_000),
        (8, 0x86, 4, 80_000), (9, 0x86, 4, 22_500), (11, 0x84, 2, 16), (16, 2, 1, 104),
      ])
    file.add(34, [(253, 0x86, 4, start + 90), (5, 0x86, 4, start + 90 + 3600)])
    return file.bytes
  }

  @Test func partsHaveTheSportTheZoneAndTheTotals() throws {
    let bytes = Self.activity(isLocated: true)
    let whole = FITReaderTests.read(bytes)
    let found = FITReaderTests.read(bytes, recordLimit: 4)
    #expect(found.error == nil && whole.workouts.count == 1)
    let parts = found.workouts
    #expect(parts.map(\.activityType) == [.running, .running, .running])
    #expect(parts.map(\.start.offsetMinutes) == [60, 60, 60])
    #expect(parts.map { $0.fields.routes[0].locations.count } == [4, 4, 2])
    // One ends where the next one begins.
    #expect(parts.map(\.start.secondsSince1970) == [1_717_221_600, 1_717_221_640, 1_717_221_680])
    #expect(parts.map(\.end.secondsSince1970) == [1_717_221_640, 1_717_221_680, 1_717_221_690])
    #expect(parts.map { $0.fields.duration?.description } == ["40.000", "30.000", "10.000"])
    #expect(parts.map { $0.distance?.number.description } == ["75.00", "100.00", "50.00"])
    #expect(parts.map { $0.energyBurned?.number.description } == ["8", "6", "2"])
    #expect(parts.map { $0.heartRate.average } == [nil, nil, nil])
    #expect(
      parts.map {
        $0.fields.events.map { "\($0.type?.dropFirst(18) ?? "") \($0.duration ?? Number(0))" }
      }
        == [["Lap 30.000", "Lap 10.000"], ["Pause 0", "Resume 0", "Lap 40.000"], ["Lap 10.000"]])
    // The samples are those of one workout.
    func measured(_ outcome: FITReaderTests.Outcome) -> [Sample] {
      outcome.samples.filter { $0.kind == .quantity }
    }
    #expect(measured(found) == measured(whole) && measured(found).count == 19)
    #expect(found.findings.filter { $0.rule == "long-activity" }.count == 1)
    #expect(FITReaderTests.read(bytes, capacity: 5, recordLimit: 4) == found)
  }

  /// Records that are no points may be as many as there are: those that are not in memory wait on the disk.
  @Test func recordsWithoutPositionsAreOneWorkout() {
    let bytes = Self.activity(isLocated: false)
    let whole = FITReaderTests.read(bytes)
    #expect(whole.workouts.count == 1 && whole.samples.count == 20)
    for limit in [1, 3, 4, 9] { #expect(FITReaderTests.read(bytes, recordLimit: limit) == whole) }
  }

  /// Without a session, as of a device that lost its power, parts last from their first record to their last.
  @Test func partsWithoutASessionDoNotOverlap() {
    var file = FITBytes()
    for index in UInt64(0)..<5 {
      file.add(
        20,
        [
          (253, 0x86, 4, Self.start + index), (0, 0x85, 4, 500_000_000 + index),
          (1, 0x85, 4, 100_000_000),
        ])
    }
    let parts = FITReaderTests.read(file.bytes, recordLimit: 3).workouts
    #expect(parts.map(\.start.secondsSince1970) == [1_717_221_600, 1_717_221_603])
    #expect(parts.map(\.end.secondsSince1970) == [1_717_221_602, 1_717_221_604])
  }
}
