import Foundation
import HealthBytes
import HealthModel
import HealthStatistics
import HealthTesting
import HealthUnits
import Testing

@Suite struct CalendarTests {
  /// Counts one momentary step at each instant, and gives the names of the intervals with their counts.
  private func counts(
    _ interval: CalendarInterval, _ zone: String, _ instants: [String],
    anchor: CalendarAnchor = .standard
  ) throws -> [String] {
    var plan = StatisticsPlan()
    (plan.interval, plan.zone, plan.anchor) = (interval, .zone(try Zone(zone)), anchor)
    let samples = try instants.map { text in
      let time = try #require(Timestamp(text))
      let descriptor = SampleDescriptor(
        type: .quantity(.stepCount), unitText: "count", source: nil)
      return Sample.quantity(
        QuantitySample(
          header: SampleHeader(descriptor: descriptor, start: time, end: time), number: Number(1)))
    }
    return try Make.rows(plan, samples).map { "\($0.interval ?? "") \($0.count)" }
  }

  @Test func daysOf23And25Hours() throws {
    // 2024-03-31 in Berlin begins at 23:00 UTC and ends at 22:00; 2024-10-27 begins at 22:00 and ends at 23:00.
    #expect(
      try counts(
        .day, "Europe/Berlin",
        [
          "2024-03-30 22:59:59 +0000", "2024-03-30 23:00:00 +0000", "2024-03-31 21:59:59 +0000",
          "2024-03-31 22:00:00 +0000",
        ]) == ["2024-03-30 1", "2024-03-31 2", "2024-04-01 1"])
    #expect(
      try counts(
        .day, "Europe/Berlin",
        [
          "2024-10-26 21:59:59 +0000", "2024-10-26 22:00:00 +0000", "2024-10-27 22:59:59 +0000",
          "2024-10-27 23:00:00 +0000",
        ]) == ["2024-10-26 1", "2024-10-27 2", "2024-10-28 1"])
  }

  /// The total of a day on which the clock is changed has another UTC offset at its end.
  @Test(
    arguments: [
      ("2024-10-27 00:00:00 +0200", "2024-10-28 00:00:00 +0100"),
      ("2024-03-31 00:00:00 +0100", "2024-04-01 00:00:00 +0200"),
    ], [DayZone.record, .automatic])
  func totalsOfDaysOf23And25Hours(_ times: (String, String), _ zone: DayZone) throws {
    let (start, end) = (try #require(Timestamp(times.0)), try #require(Timestamp(times.1)))
    let descriptor = SampleDescriptor(type: .quantity(.stepCount), unitText: "count", source: nil)
    let sample = Sample.quantity(
      QuantitySample(
        header: SampleHeader(descriptor: descriptor, start: start, end: end), number: Number(2_500))
    )
    var plan = StatisticsPlan()
    (plan.interval, plan.zone) = (.day, zone)
    #expect(try Make.rows(plan, [sample]).map { $0.interval ?? "" } == [String(times.0.prefix(10))])
    // The day has its hours.
    plan.interval = .hour
    let hours = Int(end.timeInterval(since: start) / 3_600)
    let rows = try Make.rows(plan, [sample])
    #expect(rows.count <= hours)
    #expect(rows.allSatisfy { $0.interval?.hasPrefix(times.0.prefix(10)) == true })
  }

  @Test func hoursThatAreShownTwice() throws {
    #expect(
      try counts(
        .hour, "Europe/Berlin",
        [
          "2024-10-27 00:30:00 +0000", "2024-10-27 01:30:00 +0000", "2024-10-27 02:30:00 +0000",
        ]) == [
          "2024-10-27T02:00+02:00 1", "2024-10-27T02:00+01:00 1", "2024-10-27T03:00+01:00 1",
        ])
    #expect(
      try counts(
        CalendarInterval(.hour, count: 6), "Europe/Berlin",
        ["2024-03-31 00:30:00 +0000", "2024-03-31 21:30:00 +0000", "2024-03-31 22:30:00 +0000"])
        == ["2024-03-31T00:00+01:00 1", "2024-03-31T19:00+02:00 1", "2024-04-01T00:00+02:00 1"])
  }

  /// The clock of Lord Howe Island is changed by half an hour, at 2:00.
  @Test(arguments: [
    (
      "2024-04-06", ["13:59", "14:00", "14:59", "15:00", "15:29", "15:30", "16:30"],
      [
        "2024-04-07T00:00+11:00 1", "2024-04-07T01:00+11:00 2", "2024-04-07T01:30+10:30 2",
        "2024-04-07T02:00+10:30 1", "2024-04-07T03:00+10:30 1",
      ]
    ),
    (
      "2024-10-05", ["13:30", "14:30", "15:29", "15:30", "15:59", "16:00", "17:00"],
      [
        "2024-10-06T00:00+10:30 1", "2024-10-06T01:00+10:30 2", "2024-10-06T02:30+11:00 2",
        "2024-10-06T03:00+11:00 1", "2024-10-06T04:00+11:00 1",
      ]
    ),
  ])
  func hoursOfAChangeByHalfAnHour(
    _ day: String, _ times: [String], _ expected: [String]
  ) throws {
    let instants = times.map { "\(day) \($0):00 +0000" }
    #expect(try counts(.hour, "Australia/Lord_Howe", instants) == expected)
  }

  @Test func aMidnightThatIsSkipped() throws {
    // In Beirut the clock went from 24:00 to 1:00 on 2024-03-31.
    #expect(
      try counts(
        .day, "Asia/Beirut", ["2024-03-30 21:59:59 +0000", "2024-03-30 22:00:00 +0000"])
        == ["2024-03-30 1", "2024-03-31 1"])
  }

  @Test func weeksMonthsQuartersAndYears() throws {
    let days = [
      "2023-12-31 12:00:00 +0000", "2024-02-29 12:00:00 +0000", "2024-03-01 12:00:00 +0000",
      "2024-04-01 12:00:00 +0000",
    ]
    #expect(
      try counts(.week, "UTC", days)
        == ["2023-12-25 1", "2024-02-26 2", "2024-04-01 1"])
    #expect(
      try counts(.week, "UTC", days, anchor: #require(CalendarAnchor("2024-01-07")))
        == ["2023-12-31 1", "2024-02-25 2", "2024-03-31 1"])
    #expect(
      try counts(.month, "UTC", days) == ["2023-12 1", "2024-02 1", "2024-03 1", "2024-04 1"])
    #expect(try counts(.quarter, "UTC", days) == ["2023-Q4 1", "2024-Q1 2", "2024-Q2 1"])
    #expect(try counts(.year, "UTC", days) == ["2023 1", "2024 3"])
    #expect(
      try counts(CalendarInterval(.month, count: 2), "UTC", days)
        == ["2023-11 1", "2024-01 1", "2024-03 2"])
  }

  @Test func anchorsOnTheLastDayOfAMonth() throws {
    let anchor = try #require(CalendarAnchor("2024-01-31"))
    #expect(
      try counts(
        .month, "UTC",
        ["2024-02-28 12:00:00 +0000", "2024-02-29 12:00:00 +0000", "2024-03-31 12:00:00 +0000"],
        anchor: anchor) == ["2024-01-31 1", "2024-02-29 1", "2024-03-31 1"])
  }

  @Test func daysThatBeginInTheMorning() throws {
    let anchor = try #require(CalendarAnchor("2024-01-01T04:00:00"))
    #expect(
      try counts(
        .day, "Europe/Berlin", ["2024-06-02 01:59:59 +0000", "2024-06-02 02:00:00 +0000"],
        anchor: anchor) == ["2024-06-01 1", "2024-06-02 1"])
  }

  @Test func theClockOfTheRecord() throws {
    // One instant, in a zone that the metadata name, and on two clocks.
    let zone = Metadata([MetadataEntry(key: .timeZone, value: "Asia/Tokyo")])
    let samples = [
      Make.quantity(.stepCount, "1", from: 72_000, to: 72_000, offset: 0),
      Make.quantity(.stepCount, "2", from: 72_000, to: 72_000, offset: 300),
      Make.quantity(.stepCount, "4", from: 72_000, to: 72_000, offset: 0, metadata: zone),
      Make.quantity(.stepCount, "8", from: 3_600, to: 3_600, offset: -120),
    ]
    var plan = StatisticsPlan()
    (plan.interval, plan.sources) = (.day, .none)
    let rows = try Make.rows(plan, samples)
    #expect(rows.map(\.interval) == ["2024-05-31", "2024-06-01", "2024-06-02"])
    #expect(rows.map { $0.sum?.description } == ["8", "1", "6"])
  }

  /// Momentary steps in a zone that the metadata name, or in none.
  private func steps(_ value: Int, _ text: String, _ zone: String? = nil) throws -> Sample {
    let time = try #require(Timestamp(text))
    let metadata = Metadata(zone.map { [MetadataEntry(key: .timeZone, value: $0)] } ?? [])
    return .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .quantity(.stepCount), unitText: "count", source: nil),
          start: time, end: time, metadata: metadata), number: Number(value)))
  }

  private func sums(_ plan: StatisticsPlan, _ samples: [Sample]) throws -> [String] {
    try Make.rows(plan, samples).map { "\($0.interval ?? "") \($0.sum?.description ?? "")" }
  }

  /// A row that samples of several zones share is an hour of their clocks, also on the day on which a clock changes.
  @Test func hoursThatClocksShare() throws {
    let samples = [
      try steps(10, "2024-07-01 08:10:00 -0400", "America/New_York"),
      try steps(10, "2024-08-01 08:10:00 +0100", "Europe/London"),
      try steps(1, "2024-11-03 01:10:00 -0400"), try steps(2, "2024-11-03 01:10:00 -0500"),
      try steps(100, "2024-11-03 08:10:00 -0500"), try steps(50, "2024-11-03 23:10:00 -0500"),
    ]
    var plan = StatisticsPlan()
    (plan.interval, plan.zone) = (.hour, .home(try Zone("America/New_York")))
    let shared = [
      "2024-07-01T08:00 10", "2024-08-01T08:00 10", "2024-11-03T01:00 3", "2024-11-03T08:00 100",
      "2024-11-03T23:00 50",
    ]
    #expect(try sums(plan, samples) == shared)
    var pattern = ClockPattern(.hourOfDay)
    for row in try Make.rows(plan, samples) { pattern.add(row) }
    #expect(pattern.slots.map(\.total).firstIndex(of: 120) == 8 && pattern.slots[23].total == 50)
    // Without London, each hour has its UTC offset.
    let own = [samples[0]] + samples[2...]
    #expect(
      try sums(plan, own) == [
        "2024-07-01T08:00-04:00 10", "2024-11-03T01:00-04:00 1", "2024-11-03T01:00-05:00 2",
        "2024-11-03T08:00-05:00 100", "2024-11-03T23:00-05:00 50",
      ])
    plan.interval = CalendarInterval(.hour, count: 6)
    #expect(
      try sums(plan, samples).suffix(3) == [
        "2024-11-03T00:00 3", "2024-11-03T06:00 100", "2024-11-03T18:00 50",
      ])
    plan.interval = .minute
    #expect(
      try sums(plan, samples).suffix(3) == [
        "2024-11-03T01:10 3", "2024-11-03T08:10 100", "2024-11-03T23:10 50",
      ])
  }

  /// The name of a row selects the row.
  @Test func namesOfHoursThatClocksShare() throws {
    let berlin = "Europe/Berlin"
    let samples = [
      try steps(1, "2024-03-31 01:30:00 +0100", berlin),
      try steps(2, "2024-03-31 03:30:00 +0200", berlin),
      try steps(4, "2024-10-27 02:30:00 +0200", berlin),
      try steps(8, "2024-10-27 02:30:00 +0100", berlin),
      try steps(16, "2024-10-27 21:30:00 +0100", berlin),
    ]
    var plan = StatisticsPlan()
    (plan.interval, plan.zone) = (.hour, .record)
    let rows = [
      "2024-03-31T01:00 1", "2024-03-31T03:00 2", "2024-10-27T02:00 12", "2024-10-27T21:00 16",
    ]
    #expect(try sums(plan, samples) == rows)
    for row in rows {
      let name = try #require(RowName(String(row.prefix(16))))
      plan.limits = try #require(name.limits(.hour, plan.anchor))
      #expect(try sums(plan, samples) == [row])
    }
    // Clocks in Berlin do not show this hour.
    plan.limits = try #require(RowName("2024-03-31T02:00")?.limits(.hour, plan.anchor))
    #expect(try sums(plan, samples).isEmpty)
  }

  @Test func intervalsFromText() {
    #expect(CalendarInterval("2 weeks") == CalendarInterval(.week, count: 2))
    #expect(CalendarInterval("6hours") == CalendarInterval(.hour, count: 6))
    #expect(CalendarInterval("Month") == .month)
    #expect(CalendarInterval("fortnight") == nil)
    #expect(CalendarInterval("0 days") == nil)
    #expect(CalendarInterval("25 hours") == nil)
    #expect(CalendarInterval("30 days")?.description == "30 days")
  }

  /// Foundation's calendar finds the same interval for instants of twenty years.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Asia/Beirut", "Australia/Lord_Howe", "America/Havana",
  ])
  func intervalsAreThoseOfFoundation(_ name: String) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: name))
    calendar.firstWeekday = 2
    var numbers = FixedRandom(seed: 3)
    for (interval, component) in [
      (CalendarInterval.day, Calendar.Component.day), (.week, .weekOfYear), (.month, .month),
      (.year, .year),
    ] {
      var query = try StatisticsCollectionQuery(
        quantityType: .stepCount, options: .cumulativeSum, interval: interval, zone: Zone(name),
        sources: .none)
      var expected: [Int64: (end: Int64, count: Int)] = [:]
      for _ in 0..<400 {
        let second = Int64.random(in: 1_104_537_600..<1_735_689_600, using: &numbers)
        let time = Timestamp(secondsSince1970: second)
        let descriptor = SampleDescriptor(
          type: .quantity(.stepCount), unitText: "count", source: nil)
        try query.add(
          .quantity(
            QuantitySample(
              header: SampleHeader(descriptor: descriptor, start: time, end: time),
              number: Number(1))))
        let range = try #require(
          calendar.dateInterval(of: component, for: Date(timeIntervalSince1970: Double(second))))
        let start = Int64(range.start.timeIntervalSince1970)
        expected[start, default: (Int64(range.end.timeIntervalSince1970), 0)].count += 1
      }
      let found = try query.statisticsCollection().statistics()
      #expect(found.count == expected.count)
      for statistics in found {
        let known = expected[statistics.startDate.secondsSince1970]
        #expect(
          known?.end == statistics.endDate.secondsSince1970 && known?.count == statistics.count,
          "\(name) \(statistics.label ?? "")")
      }
    }
  }

  @Test func collectionsFindTheIntervalOfADate() throws {
    var query = try StatisticsCollectionQuery(
      quantityType: .stepCount, options: .cumulativeSum, interval: .day, zone: Zone("UTC"))
    try query.add(Make.steps(10, from: 0, to: 600))
    try query.add(Make.steps(20, from: 2 * 86_400, to: 2 * 86_400 + 600))
    let collection = try query.statisticsCollection()
    #expect(collection.statistics(for: Make.time(3_600))?.sumQuantity()?.value == 10)
    #expect(collection.statistics(for: Make.time(86_400 + 3_600)) == nil)
    var labels: [String] = []
    var counts: [Int] = []
    collection.enumerateStatistics(from: Make.time(43_200), to: Make.time(3 * 86_400 + 1)) {
      statistics, stop in
      labels.append(statistics.label ?? "")
      counts.append(statistics.count)
      stop = labels.count == 4
    }
    #expect(labels == ["2024-06-01", "2024-06-02", "2024-06-03", "2024-06-04"])
    #expect(counts == [1, 0, 1, 0])
    #expect(collection.sources() == ["A"])
  }
}
