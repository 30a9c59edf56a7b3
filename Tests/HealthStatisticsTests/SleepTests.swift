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

  /// A night that an app states as a whole, with the hours asleep.
  @Test(
    arguments: [
      (["totalSleep": "6.5", "core": "4", "deep": "1", "rem": "1.5"], 23_400),
      (["core": "4", "deep": "1", "rem": "1.5", "asleep": "0"], 23_400),
      (["asleep": "7"], 25_200), (["asleep": "0"], nil), (["asleep": "9"], nil),
      (["asleep": "808742334249947"], nil), (["deepSleepSeconds": "4320"], nil),
      (["deepSleepSeconds": "3600", "lightSleepSeconds": "19800"], 23_400),
      (["Asleep duration (min)": "390"], 23_400), (["Asleep duration (min)": "0"], nil),
      (["total_sleep_duration": "23400"], 23_400), (["deepSleepTime": "60"], nil),
      (["deepSleepTime": "60", "shallowSleepTime": "300", "REMTime": "30"], 23_400),
      (["deep (s)": "3600", "light (s)": "18000", "rem (s)": "1800"], 23_400),
      (["asleep": "PT6H30M"], 23_400), (["asleep": "PT23400S"], 23_400),
      (["asleep": "PT6H30"], nil), (["asleep": "PT"], nil), (["asleep": "6H"], nil),
    ] as [([String: String], Double?)])
  func aNightAsAWhole(_ hours: [String: String], _ asleep: Double?) throws {
    var metadata = Metadata([
      MetadataEntry(key: MetadataKey("aggregate"), value: "total"),
      MetadataEntry(key: MetadataKey("sleepStart"), value: "2024-06-01 22:30:00 +0000"),
      MetadataEntry(key: MetadataKey("sleepEnd"), value: "2024-06-02 05:30:00 +0000"),
    ])
    for (key, value) in hours {
      metadata.entries.append(MetadataEntry(key: MetadataKey(key), value: value))
    }
    let whole = Make.sleep(
      .sleepAnalysisInBed, from: Self.evening, to: Self.evening + 8 * Self.hour, "App",
      metadata: metadata)
    let night = try #require(try nights([whole]).first)
    #expect(night.inBed == 28_800)
    #expect(night.asleep == asleep)
    #expect(night.core == nil)
    if asleep != nil {
      #expect(night.naps == 0)
      #expect(night.start == Make.time(Self.evening + 1_800))
      #expect(night.end == Make.time(Self.evening + 7 * Self.hour + 1_800))
    }
    // Stages of the same source count in its place.
    let stages = Make.sleep(
      .sleepAnalysisAsleepCore, from: Self.evening, to: Self.evening + 8 * Self.hour, "App")
    #expect(try nights([whole, stages]).first?.asleep == 28_800)
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
    #expect(night.core == nil)
    #expect(night.awake == nil)
    #expect(night.inBed == nil)
    #expect(night.source == "Phone, App")
    #expect(night.date == "2024-06-01")
    #expect(night.efficiency == 1)
  }

  /// What is not measured is not 0.
  @Test func onlyInBed() throws {
    let night = try #require(
      try nights([Make.sleep(.sleepAnalysisInBed, from: 0, to: 3_600, "Phone")]).first)
    #expect(night.inBed == 3_600)
    #expect(night.asleep == nil)
    #expect(night.start == nil)
    #expect(night.efficiency == nil)
  }

  /// A nap of the watch, and a watch that stops: the ring has the rest of the night.
  @Test func aSourceTakesOverWhereAnotherIsSilent() throws {
    let ring = [
      Make.sleep(
        .sleepAnalysisAsleepCore, from: Self.evening, to: Self.evening + 4 * Self.hour, "Ring"),
      Make.sleep(
        .sleepAnalysisAsleepDeep, from: Self.evening + 4 * Self.hour,
        to: Self.evening + 8 * Self.hour, "Ring"),
    ]
    let nap = Make.sleep(
      .sleepAnalysisAsleepCore, from: 86_400 + 50_400, to: 86_400 + 51_600, "Watch")
    let bed = Make.sleep(
      .sleepAnalysisInBed, from: Self.evening, to: Self.evening + 9 * Self.hour, "Phone")
    let napped = try #require(try nights(ring + [nap, bed]).first)
    #expect(napped.asleep == Double(8 * Self.hour + 1_200))
    #expect(napped.naps == 1_200)
    #expect(napped.source == "Watch, Ring")
    let watch = Make.sleep(
      .sleepAnalysisAsleepREM, from: Self.evening, to: Self.evening + 2 * Self.hour, "Watch")
    let stopped = try #require(try nights(ring + [watch, bed]).first)
    #expect(stopped.asleep == Double(8 * Self.hour))
    #expect(stopped.rem == Double(2 * Self.hour))
    #expect(stopped.core == Double(2 * Self.hour))
    #expect(stopped.deep == Double(4 * Self.hour))
    #expect(stopped.inBed == Double(9 * Self.hour))
  }

  @Test func nightsBeginAtSixInTheEveningOnTheClock() throws {
    // 17:00 to 20:00 in Berlin, which is 15:00 to 18:00 UTC.
    let sample = Make.sleep(
      .sleepAnalysisAsleepUnspecified, from: 15 * 3_600, to: 18 * 3_600, "Watch")
    // No sleep is divided: it is of the night in which its middle is.
    let found = try nights([sample], .zone(Zone("Europe/Berlin")))
    #expect(found.map(\.date) == ["2024-06-02"])
    #expect(found.map(\.asleep) == [3 * 3_600])
    // On the record's own clock, which is UTC, it is the night before.
    #expect(try nights([sample]).map(\.date) == ["2024-06-01"])
  }

  @Test func whatLastsLongerThanADayIsDivided() throws {
    let sample = Make.sleep(
      .sleepAnalysisAsleepUnspecified, from: 0, to: 48 * Self.hour, "Watch")
    let found = try nights([sample])
    #expect(found.map(\.date) == ["2024-06-01", "2024-06-02", "2024-06-03"])
    #expect(found.map(\.asleep) == [18, 24, 6].map { Double($0 * Self.hour) })
  }

  /// An app that states sleep all the time needs no memory for all of it.
  @Test func sleepWithoutAnEndIsDivided() throws {
    let parts = (0..<80_000).map { index in
      Make.sleep(
        index % 3 == 0 ? .sleepAnalysisInBed : .sleepAnalysisAsleepCore, from: index * 600,
        to: index * 600 + 1_200, "App")
    }
    let found = try nights(parts)
    #expect(found.count == 556)
    #expect(found.dropFirst().dropLast().allSatisfy { $0.asleep == 86_400 && $0.inBed == 57_600 })
  }

  /// The night of each limit is whole.
  @Test func limitsSelectNights() throws {
    let samples = (0..<5).map { day in
      let start = day * 86_400 + Self.evening
      return Make.sleep(.sleepAnalysisAsleepCore, from: start, to: start + 8 * Self.hour, "Watch")
    }
    func dates(_ limits: RowLimits) throws -> [String] {
      var collector = try SleepCollector(limits: limits)
      for sample in samples { try collector.add(sample) }
      var nights = try collector.finish()
      var dates: [String] = []
      while let night = try nights.next() {
        #expect(night.asleep == Double(8 * Self.hour))
        dates.append(String(night.date.suffix(2)))
      }
      return dates
    }
    let day = Make.day / 86_400
    #expect(try dates(RowLimits()) == ["02", "03", "04", "05", "06"])
    #expect(try dates(RowLimits(since: .day(day + 2), until: .day(day + 4))) == ["03", "04"])
    // Half past twelve in the night of the third.
    let time = (Make.day + 2 * 86_400 + 1_800) * 1_000_000
    #expect(try dates(RowLimits(since: .clock(time))) == ["03", "04", "05", "06"])
    #expect(try dates(RowLimits(until: .instant(time))) == ["02", "03"])
  }

  @Test func averagesOfPeriods() throws {
    // Asleep at 23:00 and 1:00, up at 6:00 and 8:00.
    let samples = [(23, 7), (25, 7)].enumerated().map { day, hours in
      let start = (7 * day * 24 + hours.0) * Self.hour
      return Make.sleep(
        .sleepAnalysisAsleepCore, from: start, to: start + hours.1 * Self.hour, "Watch")
    }
    let bed = Make.sleep(
      .sleepAnalysisInBed, from: 22 * Self.hour, to: 32 * Self.hour, "Phone")
    func averages(_ period: SleepPeriod, _ limits: RowLimits = RowLimits()) throws
      -> [SleepAverages]
    {
      var collector = try SleepCollector(limits: limits)
      for sample in samples + [bed] { try collector.add(sample) }
      var periods = try SleepPeriods(collector.finish(), by: period)
      var all: [SleepAverages] = []
      while let next = try periods.next() { all.append(next) }
      return all
    }
    for (period, label) in [(SleepPeriod.weekday, "Sunday"), (.interval(.month), "2024-06")] {
      let found = try averages(period)
      #expect(found.map(\.label) == [label])
      #expect(found.first?.nights == 2)
      #expect(found.first?.asleep == Double(7 * Self.hour))
      // One night was measured.
      #expect(found.first?.inBed == Double(10 * Self.hour))
      #expect(found.first?.bedTime == 0)
      #expect(found.first?.wakeTime == Double(7 * Self.hour))
      #expect(found.first?.isPartial == false)
    }
    #expect(try averages(.interval(.week)).map(\.label) == ["2024-05-27", "2024-06-03"])
    let limits = RowLimits(since: .day(Make.day / 86_400 + 1))
    #expect(try averages(.interval(.week), limits).map(\.isPartial) == [true, false])
  }
}
