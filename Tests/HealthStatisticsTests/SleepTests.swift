import HealthBytes
import HealthModel
import HealthStatistics
import Testing

@Suite struct SleepTests {
  private func nights(_ samples: [Sample], _ zone: DayZone = .record) throws -> [SleepNight] {
    var collector = try SleepCollector(zone: zone)
    for sample in samples { try collector.add(sample) }
    var nights = try collector.finish()
    var all: [SleepNight] = []
    while let night = try nights.next() { all.append(night) }
    return all
  }

  private static let evening = 22 * 3_600
  private static let hour = 3_600

  /// A watch with stages, a phone that records in bed, and an app that records both.
  private static let night: [Sample] = [
    Make.sleep(.sleepAnalysisInBed, from: evening, to: evening + 9 * hour, "iPhone"),
    Make.sleep(.sleepAnalysisAsleepCore, from: evening + hour, to: evening + 3 * hour, "Watch"),
    Make.sleep(.sleepAnalysisAsleepDeep, from: evening + 3 * hour, to: evening + 4 * hour, "Watch"),
    Make.sleep(
      .sleepAnalysisAwake, from: evening + 4 * hour, to: evening + 4 * hour + 600, "Watch"),
    Make.sleep(
      .sleepAnalysisAsleepREM, from: evening + 4 * hour + 600, to: evening + 6 * hour, "Watch"),
    Make.sleep(
      .sleepAnalysisAsleepCore, from: evening + 6 * hour, to: evening + 8 * hour, "Watch"),
    Make.sleep(.sleepAnalysisInBed, from: evening, to: evening + 8 * hour, "Sleep app"),
    Make.sleep(
      .sleepAnalysisAsleepUnspecified, from: evening + hour, to: evening + 8 * hour, "Sleep app"),
    // Another app has stages as well, of lower priority: none of its time counts.
    Make.sleep(.sleepAnalysisAsleepDeep, from: evening + hour, to: evening + 7 * hour, "Other app"),
  ]

  @Test func sourcesThatOverlapCountOnce() throws {
    let nights = try nights(Self.night)
    #expect(nights.count == 1)
    let night = try #require(nights.first)
    #expect(night.date == "2024-06-02")
    #expect(night.source == "Watch")
    #expect(night.core == 14_400)
    #expect(night.deep == 3_600)
    #expect(night.rem == 6_600)
    #expect(night.awake == 600)
    #expect(night.unspecified == 0)
    #expect(night.asleep == 24_600)
    #expect(night.inBed == 32_400)
    #expect(night.naps == 0)
    #expect(night.start == Make.time(Self.evening + Self.hour))
    #expect(night.end == Make.time(Self.evening + 8 * Self.hour))
    let efficiency: Double = 24_600 / 32_400
    #expect(night.efficiency == efficiency)
    #expect(try self.nights(Self.night.reversed()) == nights)
    // All samples of sleep add up to the wrong number.
    let naive = Self.night.reduce(0.0) { sum, sample in
      guard case .category(let stage) = sample, let number = stage.value?.number, number != 0,
        number != 2
      else { return sum }
      return sum + stage.end.timeInterval(since: stage.start)
    }
    #expect(naive == 71_400)
  }

  @Test func naps() throws {
    let nap = Make.sleep(
      .sleepAnalysisAsleepCore, from: 86_400 + 13 * 3_600, to: 86_400 + 14 * 3_600, "Watch")
    let night = try #require(try nights(Self.night + [nap]).first)
    #expect(night.naps == 3_600)
    #expect(night.asleep == 28_200)
    #expect(night.end == Make.time(Self.evening + 8 * Self.hour))
  }

  @Test func stagesThatOverlapWithinOneSourceCountOnce() throws {
    let night = try #require(
      try nights([
        Make.sleep(.sleepAnalysisAsleepCore, from: 0, to: 3_600, "Watch"),
        Make.sleep(.sleepAnalysisAsleepDeep, from: 1_800, to: 3_600, "Watch"),
        Make.sleep(.sleepAnalysisAwake, from: 3_000, to: 4_000, "Watch"),
      ]).first)
    #expect(night.core == 1_800)
    #expect(night.deep == 1_800)
    #expect(night.awake == 400)
    #expect(night.asleep == 3_600)
  }

  @Test func withoutStagesSleepIsUnspecified() throws {
    let night = try #require(
      try nights([
        Make.sleep(.sleepAnalysisAsleep, from: 0, to: 3_600, "App"),
        Make.sleep(.sleepAnalysisAsleepUnspecified, from: 1_800, to: 7_200, "Phone"),
      ]).first)
    #expect(night.unspecified == 7_200)
    #expect(night.source == nil)
    #expect(night.date == "2024-06-01")
    #expect(night.efficiency == 1)
  }

  @Test func onlyInBed() throws {
    let night = try #require(
      try nights([Make.sleep(.sleepAnalysisInBed, from: 0, to: 3_600, "Phone")]).first)
    #expect(night.inBed == 3_600)
    #expect(night.asleep == 0)
    #expect(night.start == nil)
    #expect(night.efficiency == nil)
  }

  @Test func nightsBeginAtSixInTheEveningOnTheClock() throws {
    // 17:00 to 19:00 in Berlin, which is 15:00 to 17:00 UTC.
    let sample = Make.sleep(
      .sleepAnalysisAsleepUnspecified, from: 15 * 3_600, to: 17 * 3_600, "Watch")
    let found = try nights([sample], .zone(Zone("Europe/Berlin")))
    #expect(found.map(\.date) == ["2024-06-01", "2024-06-02"])
    #expect(found.map(\.asleep) == [3_600, 3_600])
    // On the record's own clock, which is UTC, it is one night.
    #expect(try nights([sample]).map(\.date) == ["2024-06-01"])
  }
}
