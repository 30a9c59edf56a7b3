import HealthBytes
import HealthModel
import HealthStatistics
import HealthTesting
import HealthUnits
import Testing

@Suite struct CollectorTests {
  private func only(_ samples: [Sample], _ change: (inout StatisticsPlan) -> Void = { _ in })
    throws -> StatisticsRow
  {
    var plan = StatisticsPlan()
    change(&plan)
    let rows = try Make.rows(plan, samples)
    #expect(rows.count == 1)
    return try #require(rows.first)
  }

  // MARK: Aggregation styles

  @Test func arithmeticMean() throws {
    let row = try only(
      zip(["70.1", "70.2", "71"], [0, 500, 100]).map {
        Make.quantity(.bodyMass, $0, from: $1, to: $1)
      })
    let difference = abs(try #require(row.average) - 70.433_333_333_333_33)
    #expect(difference < 1e-12)
    #expect(row.minimum?.description == "70.1")
    #expect(row.maximum?.description == "71")
    #expect(row.mostRecent?.description == "70.2")
    #expect(row.mostRecentInterval?.start == Make.time(500))
    #expect(row.sum == nil)
    #expect(row.count == 3)
  }

  /// An average of a period states its extremes, if these are in the same unit.
  @Test(
    arguments: [
      ("44", "98", "44", "98"), ("44", nil, "52", "61"), ("4400", "9800", "52", "61"),
      ("60", "98", "52", "61"), ("low", "98", "52", "61"),
    ] as [(String, String?, String, String)])
  func averagesHaveExtremes(
    _ least: String, _ most: String?, _ minimum: String, _ maximum: String
  ) throws {
    var metadata = Metadata([
      MetadataEntry(key: MetadataKey("aggregate"), value: "average"),
      MetadataEntry(key: MetadataKey("minimum"), value: least),
    ])
    if let most {
      metadata.entries.append(MetadataEntry(key: MetadataKey("maximum"), value: most))
    }
    let samples = [
      Make.quantity(.heartRate, "52", from: 0, to: 600, metadata: metadata),
      Make.quantity(.heartRate, "61", from: 900, to: 900),
    ]
    for zone in [DayZone.record, .automatic] {
      let row = try only(samples) { ($0.interval, $0.zone) = (.day, zone) }
      #expect(row.minimum?.description == minimum && row.maximum?.description == maximum)
      #expect(row.count == 2 && row.mostRecent?.description == "61")
      #expect(try #require(row.average) < 61)
    }
  }

  @Test func heartRateIsWeightedByTime() throws {
    // 60 for half an hour each five minutes, then 120 each five seconds for a minute.
    let rest = (0...6).map { Make.quantity(.heartRate, "60", from: $0 * 300, to: $0 * 300) }
    let sport = (1...12).map {
      Make.quantity(.heartRate, "120", from: 1_800 + $0 * 5, to: 1_800 + $0 * 5)
    }
    let row = try only(rest + sport)
    // 1802.5 s of 60 and 57.5 s of 120: 115,050 beats · s / min.
    let expected: Double = 115_050 / 1_860
    let difference = abs(try #require(row.average) - expected)
    #expect(difference < 1e-9)
  }

  @Test func aGapCountsForFiveMinutesOnEachSide() throws {
    let row = try only([
      Make.quantity(.heartRate, "60", from: 0, to: 0),
      Make.quantity(.heartRate, "90", from: 36_000, to: 36_000),
      Make.quantity(.heartRate, "90", from: 36_010, to: 36_010),
    ])
    let expected: Double = (18_000 + 27_450 + 450) / 610
    let difference = abs(try #require(row.average) - expected)
    #expect(difference < 1e-9)
  }

  @Test func aloneOneSampleIsTheMean() throws {
    #expect(try only([Make.quantity(.heartRate, "61.5", from: 5, to: 5)]).average == 61.5)
  }

  @Test func durationsWeigh() throws {
    let row = try only([
      Make.quantity(.heartRate, "60", from: 0, to: 30),
      Make.quantity(.heartRate, "90", from: 30, to: 40),
    ])
    #expect(row.average == 67.5)
  }

  @Test func soundHasTheLevelOfEqualEnergy() throws {
    // 90 dB for a minute and 80 dB for nine: 10 lg((10^9 + 9 · 10^8) / 10).
    let row = try only([
      Make.quantity(.environmentalAudioExposure, "90", from: 0, to: 60),
      Make.quantity(.environmentalAudioExposure, "80", from: 60, to: 600),
    ])
    let difference = abs(try #require(row.average) - 82.787_536_009_528_29)
    #expect(difference < 1e-9)
    #expect(row.maximum?.description == "90")
  }

  @Test func categoriesHaveACountAndTheUnionOfTheirTimes() throws {
    let row = try only([
      Make.sleep(.sleepAnalysisAsleepCore, from: 0, to: 600, "Phone"),
      Make.sleep(.sleepAnalysisAsleepCore, from: 300, to: 900, "Watch"),
      Make.sleep(.sleepAnalysisAsleepCore, from: 2_000, to: 2_060, "Watch"),
    ])
    #expect(row.duration == 960)
    #expect(row.count == 3)
    #expect(row.mostRecent == nil)
  }

  @Test func durationOfAQuantity() throws {
    let row = try only(Make.sources) { $0.options = [.cumulativeSum, .duration] }
    #expect(row.duration == 3_000)
  }

  @Test func percentilesAreInterpolated() throws {
    let values = [15, 20, 35, 40, 50]
    let row = try only(
      values.enumerated().reversed().map {
        Make.quantity(.bodyMass, "\($1)", from: $0, to: $0)
      }
    ) { $0.percentiles = [0, 25, 40, 50, 90, 100] }
    let expected: [Double] = [15, 20, 29, 35, 46, 50]
    #expect(zip(row.percentiles, expected).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(row.percentiles.count == 6)
    #expect(try only(Make.sources) { $0.percentiles = [50] }.percentiles.isEmpty)
  }

  // MARK: Sums

  @Test func sumsAreExact() throws {
    let row = try only(
      (0..<1_000).map { Make.quantity(.activeEnergyBurned, "0.1", from: $0, to: $0 + 1) })
    #expect(row.sum?.description == "100")
  }

  @Test func sharesOfASampleAddUpToIt() throws {
    var plan = StatisticsPlan()
    plan.interval = .hour
    let rows = try Make.rows(
      plan, [Make.quantity(.distanceWalkingRunning, "1", from: 3_000, to: 13_001)])
    #expect(rows.count == 4)
    #expect(rows.map(\.count) == [1, 0, 0, 0])
    let sum: Double = rows.reduce(0) { $0 + ($1.sum?.doubleValue ?? 0) }
    let error: Double = abs(sum - 1)
    #expect(error < 1e-15)
    let second: Double = rows[1].sum?.doubleValue ?? 0
    let difference: Double = abs(second - 3_600 / 10_001)
    #expect(difference < 1e-15)
    plan.interval = nil
    let whole = try Make.rows(
      plan, [Make.quantity(.distanceWalkingRunning, "1", from: 3_000, to: 13_001)])
    #expect(whole.first?.sum?.description == "1")
  }

  @Test func partsThatOverlapCountByTheirTime() throws {
    // The phone counts 100 in ten minutes, the watch 30 in the middle five.
    let row = try only([
      Make.steps(100, from: 0, to: 600, "Phone"), Make.steps(30, from: 150, to: 450, "Watch"),
    ])
    #expect(row.sum?.description == "80")
  }

  @Test func momentarySamplesCountWholeOrNot() throws {
    let phone = [
      Make.steps(7, from: 100, to: 100, "Phone"), Make.steps(9, from: 700, to: 700, "Phone"),
    ]
    let watch = [
      Make.steps(10, from: 0, to: 600, "Watch"), Make.steps(1, from: 700, to: 700, "Watch"),
    ]
    #expect(try only(phone + watch).sum?.description == "11")
    #expect(try only(watch + phone).sum?.description == "11")
    // The end of a sample is not part of it.
    let later = [
      Make.steps(5, from: 600, to: 600, "Phone"), Make.steps(10, from: 0, to: 600, "Watch"),
    ]
    #expect(try only(later).sum?.description == "15")
  }

  @Test func samplesOfOneSourceAddUp() throws {
    let row = try only([
      Make.steps(10, from: 0, to: 600, "Phone"), Make.steps(5, from: 300, to: 400, "Phone"),
    ])
    #expect(row.sum?.description == "15")
  }

  @Test func maximumIsChosenInEachInterval() throws {
    var plan = StatisticsPlan()
    (plan.sources, plan.interval) = (.max, .hour)
    let rows = try Make.rows(
      plan,
      [
        Make.steps(10, from: 0, to: 600, "A"), Make.steps(12, from: 0, to: 600, "B"),
        Make.steps(20, from: 3_600, to: 3_700, "A"), Make.steps(1, from: 3_600, to: 3_700, "B"),
      ])
    #expect(rows.map { $0.sum?.description } == ["12", "20"])
  }

  // MARK: Units

  @Test func unitsAreConvertedExactly() throws {
    let row = try only([
      Make.quantity(.distanceWalkingRunning, "1", from: 0, to: 10, unit: "mi"),
      Make.quantity(.distanceWalkingRunning, "2.5", from: 20, to: 30, unit: "km"),
      Make.quantity(.distanceWalkingRunning, "300", from: 40, to: 50, unit: "m"),
    ])
    #expect(row.sum?.description == "4.409344")
    #expect(row.type.unit == "km")
    let temperature = try only([
      Make.quantity(.bodyTemperature, "98.6", from: 0, to: 0, unit: "degF")
    ])
    #expect(temperature.average == 37)
  }

  @Test func aUnitThatDoesNotFitIsCountedAndStated() throws {
    var collector = try StatisticsCollector(StatisticsPlan())
    try collector.add(Make.steps(5, from: 0, to: 1))
    try collector.add(Make.quantity(.stepCount, "7", from: 0, to: 1, unit: "kg"))
    try collector.add(Make.quantity(.stepCount, "7", from: 0, to: 1, unit: "paces"))
    try collector.add(Make.quantity(.stepCount, "1e19", from: 0, to: 1))
    var rows = try collector.finish()
    #expect(try rows.next()?.sum?.description == "5")
    #expect(try rows.next() == nil)
    let excluded = try #require(rows.summary.excluded.first)
    #expect(rows.summary.excluded.count == 1)
    #expect(excluded.type.shortName == "StepCount")
    #expect(excluded.counts == [.unit: 2, .value: 1])
  }

  @Test func typesThatNobodyKnowsAreTakenInTheirOwnUnits() throws {
    let type = QuantityType("HKQuantityTypeIdentifierFuture")
    let rows = try Make.rows(
      StatisticsPlan(),
      [
        Make.quantity(type, "3", from: 0, to: 0, unit: "mg"),
        Make.quantity(type, "5", from: 1, to: 1, unit: "mg"),
        Make.quantity(type, "1", from: 2, to: 2, unit: "L"),
      ])
    #expect(rows.map(\.type.unit) == ["L", "mg"])
    #expect(rows.map(\.average) == [1, 4])
    #expect(rows.allSatisfy { $0.sum == nil })
  }

  // MARK: Sources

  /// By what wrote a sample, never by a name.
  @Test func whatPersonsEnterComesBeforeWatchesPhonesAndApps() throws {
    var collector = try StatisticsCollector(StatisticsPlan())
    var device = Device()
    (device.manufacturer, device.model, device.hardwareVersion) = (
      "Apple Inc.", "Watch", "Watch7,2"
    )
    let names = [
      "Zepp", "Sam’s iPhone", "Mein Handgelenk", "An app on the watch", "Apple\u{A0}Watch von Sam",
      "Telefon", "Apple Watch Workouts by hand",
    ]
    for (index, name) in names.enumerated() {
      var own = device
      own.softwareVersion = name == "Mein Handgelenk" ? "10.5" : "9.0"
      if name == "Zepp" {
        (own.manufacturer, own.hardwareVersion, own.softwareVersion) = ("Apple", "iPhone8,1", "3.1")
      }
      let source = Source(
        name: name, version: name == "Mein Handgelenk" ? "10.5" : "3.1",
        productType: name == "Telefon" ? "iPhone15,4" : nil)
      let descriptor = SampleDescriptor(
        type: .quantity(.stepCount), unitText: "count", source: source, device: own)
      let header = SampleHeader(
        descriptor: descriptor, start: Make.time(index), end: Make.time(index))
      try collector.add(.quantity(QuantitySample(header: header, number: Number(1))))
      guard index > 4 else { continue }
      var entered = header
      entered.metadata = Metadata([MetadataEntry(key: .wasUserEntered, value: "1")])
      try collector.add(.quantity(QuantitySample(header: entered, number: Number(1))))
    }
    let rows = try collector.finish()
    #expect(
      rows.summary.order == [
        "Apple Watch Workouts by hand (entered by hand)", "Telefon (entered by hand)",
        "Mein Handgelenk", "Telefon", "Zepp", "An app on the watch",
        "Apple Watch Workouts by hand", "Apple\u{A0}Watch von Sam", "Sam’s iPhone",
      ])
    #expect(rows.summary.sources.count == 7)
  }

  /// An export may lack the versions of sources.
  @Test func theDeviceDecidesIfTheSourceHasNoVersion() throws {
    func steps(_ value: String, _ source: String, _ name: String, _ model: String) -> Sample {
      var device = Device()
      (device.name, device.manufacturer, device.model) = (name, "Apple Inc.", model)
      (device.hardwareVersion, device.softwareVersion) = (model + "7,2", "10.1")
      return Make.quantity(.stepCount, value, from: 0, to: 3_600, source, device: device)
    }
    var collector = try StatisticsCollector(StatisticsPlan())
    try collector.add(steps("400", "Handy", "iPhone", "iPhone"))
    try collector.add(steps("1000", "Uhr", "Apple Watch", "Watch"))
    var rows = try collector.finish()
    let row = try rows.next()
    let order = rows.summary.order
    #expect(order == ["Uhr", "Handy"])
    #expect(row?.sum?.description == "1000")
    func kind(_ version: String?, on system: String?) -> SourceClass {
      var device = Device()
      (device.manufacturer, device.model, device.softwareVersion) = ("Apple Inc.", "Watch", system)
      return SourceClass(
        SampleDescriptor(
          type: .quantity(.stepCount), source: Source(name: "A", version: version), device: device))
    }
    #expect(kind(nil, on: nil) == .watch && kind("", on: "10.1") == .watch)
    #expect(kind("10.1", on: "10.1.0") == .watch && kind("10.1", on: "10.1.1") == .app)
    #expect(kind("3.1", on: nil) == .app)
  }

  // MARK: Order and memory

  @Test(arguments: [SourceRule.none, .priority, .max, .separate])
  func theOrderOfTheInputDoesNotMatter(_ rule: SourceRule) throws {
    var numbers = FixedRandom(seed: 7)
    var samples: [Sample] = []
    for _ in 0..<600 {
      let start = Int.random(in: 0..<200_000, using: &numbers)
      let length = [0, 0, 60, 333, 5_000, 90_000].randomElement(using: &numbers) ?? 0
      let source = ["Watch", "Phone", "App", "Other"].randomElement(using: &numbers) ?? ""
      let value =
        "\(Int.random(in: 1...99_999, using: &numbers))e-\(Int.random(in: 0...4, using: &numbers))"
      let type: QuantityType =
        [.stepCount, .heartRate, .environmentalAudioExposure, .bodyMass].randomElement(
          using: &numbers) ?? .stepCount
      samples.append(Make.quantity(type, value, from: start, to: start + length, source))
    }
    var plan = StatisticsPlan()
    (plan.sources, plan.interval, plan.percentiles) = (rule, .hour, [5, 50])
    plan.options.insert(.duration)
    let expected = try Make.rows(plan, samples)
    #expect(expected.count > 100)
    for _ in 0..<3 {
      samples.shuffle(using: &numbers)
      #expect(try Make.rows(plan, samples) == expected)
    }
  }

  @Test func moreIntervalsThanFitInMemoryAreMergedFromTheDisk() throws {
    var plan = StatisticsPlan()
    plan.interval = .hour
    // 50,000 hours, twice: the second time after those of the first were put aside.
    var samples: [Sample] = []
    for round in 0..<2 {
      for hour in 0..<50_000 {
        let start = hour * 3_600 + round * 60
        samples.append(Make.steps(1 + round, from: start, to: start + 30))
      }
    }
    var collector = try StatisticsCollector(plan)
    for sample in samples { try collector.add(sample) }
    var rows = try collector.finish()
    var (right, wrong) = (0, 0)
    while let row = try rows.next() {
      if row.sum?.description == "3", row.count == 2 { right += 1 } else { wrong += 1 }
    }
    #expect(right == 50_000)
    #expect(wrong == 0)
  }

  @Test func samplesThatOverlapWithoutEndAreRefused() throws {
    var collector = try StatisticsCollector(StatisticsPlan())
    for index in 0..<5_000 { try collector.add(Make.steps(1, from: index, to: 1_000_000)) }
    do throws(HealthError) {
      _ = try collector.finish()
      Issue.record("nothing was thrown")
    } catch { #expect(error.code == .overlap) }
  }

  /// However sources are merged, the time for long samples is bounded.
  @Test(arguments: [SourceRule.none, .priority, .max, .separate])
  func samplesOfManyIntervalsHaveALimit(_ rule: SourceRule) throws {
    let types: [QuantityType] = [.stepCount, .environmentalAudioExposure]
    #expect(try StatisticsCollector(StatisticsPlan()).mostSharedIntervals == 1 << 24)
    for type in types {
      var plan = StatisticsPlan()
      (plan.interval, plan.sources) = (.hour, rule)
      var collector = try StatisticsCollector(plan)
      collector.mostSharedIntervals = 1 << 19
      // Two years each.
      func add(_ index: Int) throws {
        try collector.add(
          Make.quantity(type, "1", from: index, to: index + 2 * 365 * 86_400, "Source \(index % 7)")
        )
      }
      // A day is no long time.
      for index in 0..<2_000 {
        try collector.add(Make.quantity(type, "1", from: index, to: index + 86_400))
      }
      for index in 0..<20 { try add(index) }
      do {
        for index in 20..<40 { try add(index) }
        Issue.record("nothing was thrown")
      } catch let error as HealthError {
        #expect(error.code == .overlap)
        #expect(error.description.contains("(limit 'shared-intervals')"))
      }
    }
  }

  /// A row is the same whatever limits there are, and has the effects of samples beyond them.
  @Test(arguments: SourceRule.allCases, [CalendarInterval.day, .hour])
  func limitsSelectRows(_ rule: SourceRule, _ interval: CalendarInterval) throws {
    var numbers = FixedRandom(seed: 11)
    let samples = (0..<400).map { _ in
      let start = Int.random(in: 0..<10 * 86_400, using: &numbers)
      let length = [0, 600, 90_000].randomElement(using: &numbers) ?? 0
      return Make.quantity(
        [.stepCount, .heartRate, .bodyMass].randomElement(using: &numbers) ?? .stepCount,
        "\(Int.random(in: 1...999, using: &numbers))", from: start, to: start + length,
        ["Watch", "Phone", "App"].randomElement(using: &numbers) ?? "")
    }
    var plan = StatisticsPlan()
    (plan.sources, plan.interval, plan.percentiles) = (rule, interval, [50])
    plan.options.insert(.duration)
    let all = try Make.rows(plan, samples)
    let day = Make.day / 86_400
    plan.limits = RowLimits(
      since: .day(day + 2), until: .clock((Make.day + 6 * 86_400) * 1_000_000))
    let found = try Make.rows(plan, samples)
    // The last sample may end beyond the limits.
    func text(_ row: StatisticsRow) -> String {
      "\(row.type.shortName) \(row.source ?? "") \(row.interval ?? "") \(row.count) \(row.average ?? 0) "
        + "\(row.sum?.description ?? "") \(row.minimum?.description ?? "") \(row.duration ?? 0) \(row.percentiles)"
    }
    let wanted = all.filter {
      ("2024-06-03"..<"2024-06-07").contains(String(($0.interval ?? "").prefix(10)))
    }
    #expect(wanted.count > 10)
    #expect(found.map(text) == wanted.map(text))
    #expect(found.allSatisfy { !$0.isPartial })
  }

  @Test func longerIntervalsAtALimitArePartial() throws {
    var plan = StatisticsPlan()
    plan.interval = .week
    let samples = (0..<14).map { Make.steps(1, from: $0 * 86_400, to: $0 * 86_400 + 60) }
    let day = Make.day / 86_400
    // From Sunday, June 2, to Tuesday, June 11.
    plan.limits = RowLimits(since: .day(day + 1), until: .day(day + 11))
    let rows = try Make.rows(plan, samples)
    #expect(rows.map(\.interval) == ["2024-05-27", "2024-06-03", "2024-06-10"])
    #expect(rows.map(\.sum?.description) == ["1", "7", "2"])
    #expect(rows.map(\.isPartial) == [true, false, true])
  }

  @Test func categoriesAreCountedForEachValue() throws {
    let rows = try Make.rows(
      StatisticsPlan(),
      [
        Make.sleep(.sleepAnalysisAsleepCore, from: 0, to: 600, "Watch"),
        Make.sleep(.sleepAnalysisInBed, from: 0, to: 3_600, "Phone"),
        Make.sleep(.sleepAnalysisAsleepCore, from: 300, to: 900, "Ring"),
        // The old name of one value.
        Make.sleep(.sleepAnalysisAsleep, from: 0, to: 60, "App"),
        Make.sleep(.sleepAnalysisAsleepUnspecified, from: 60, to: 120, "App"),
      ])
    #expect(rows.map(\.type.valueName) == ["InBed", "AsleepUnspecified", "AsleepCore"])
    #expect(rows.map(\.count) == [1, 2, 2])
    #expect(rows.map(\.duration) == [3_600, 120, 900])
  }

  @Test func extremeDatesAndLengthsAreExcluded() throws {
    var plan = StatisticsPlan()
    plan.interval = .hour
    var collector = try StatisticsCollector(plan)
    try collector.add(Make.steps(1, from: 0, to: 100_000_000))
    try collector.add(Make.steps(1, from: 1 << 50, to: 1 << 50))
    try collector.add(Make.steps(2, from: 100, to: 0))
    var rows = try collector.finish()
    #expect(try rows.next()?.sum?.description == "2")
    #expect(rows.summary.excluded.first?.counts == [.length: 1, .date: 1])
  }

  @Test func nestedSamplesAreCountedOnce() throws {
    let systolic = Make.quantity(.bloodPressureSystolic, "118", from: 0, to: 0)
    let diastolic = Make.quantity(.bloodPressureDiastolic, "76", from: 0, to: 0)
    let header = SampleHeader(
      descriptor: SampleDescriptor(type: .correlation(.bloodPressure), source: nil),
      start: Make.time(0), end: Make.time(0))
    let correlation = Correlation(
      header: header,
      members: [
        .init(sample: systolic, membership: .alsoTopLevel),
        .init(sample: diastolic, membership: .nestedOnly),
      ])
    let rows = try Make.rows(StatisticsPlan(), [systolic, .correlation(correlation)])
    #expect(rows.map(\.count) == [1, 1])
  }

  /// A table has the name of a device, but neither its model nor its system.
  @Test func theNameOfADeviceDecidesIfNothingElseIsKnown() throws {
    func kind(_ name: String, _ change: (inout Device) -> Void = { _ in }) -> SourceClass {
      var device = Device()
      device.name = name
      change(&device)
      return SourceClass(
        SampleDescriptor(
          type: .quantity(.stepCount), source: Source(name: "A", version: "9.0"), device: device))
    }
    #expect(kind("Apple Watch") == .watch)
    #expect(kind("iPhone") == .phone)
    #expect(kind("My Watch") == .app)
    #expect(kind("") == .app)
    // An app on a watch.
    let app = kind("Apple Watch") { device in
      (device.manufacturer, device.model) = ("Apple Inc.", "Watch")
      device.softwareVersion = "10.5"
    }
    #expect(app == .app)
    func steps(_ value: String, _ source: String, on name: String) -> Sample {
      var device = Device()
      device.name = name
      return Make.quantity(.stepCount, value, from: 0, to: 3_600, source, device: device)
    }
    let samples = [steps("1200", "B", on: "iPhone"), steps("1000", "C", on: "Apple Watch")]
    let rows = try Make.rows(StatisticsPlan(), samples)
    #expect(rows.map { $0.sum?.description } == ["1000"])
  }
}
