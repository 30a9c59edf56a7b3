import HealthBytes
import HealthConv
import HealthModel
import HealthStatistics
import HealthTesting
import Synchronization
import Testing

/// One reading gives the rows that a second one with the zone that samples name would, whatever the offsets of dates are.
@Suite struct AdoptedZoneTests {
  private static let zones = ["America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"]
  private static let types: [QuantityType] = [.stepCount, .heartRate, .environmentalAudioExposure]

  /// Samples of some days around the change of the clocks in autumn, with the offsets of a zone except for some.
  private static func samples(_ zone: Zone, wrong: Int, _ random: inout FixedRandom) -> [Sample] {
    (0..<400).map { _ in
      let start = 13_000_000 + random.below(600_000)
      let length = [0, 0, 60, 2_000, 9_000].randomElement(using: &random) ?? 0
      var offset = Int16(zone.offset(at: Make.day + Int64(start)) / 60)
      if random.below(1_000) < wrong { offset += 60 }
      let name = [nil, nil, zone.name, "Europe/Paris"].randomElement(using: &random) ?? nil
      return Make.quantity(
        types[random.below(types.count)], "\(40 + random.below(60))", from: start,
        to: start + length, ["Watch", "iPhone"][random.below(2)], offset: offset,
        metadata: Metadata(
          (random.below(9) == 0 ? name : nil).map { [MetadataEntry(key: .timeZone, value: $0)] }
            ?? []))
    }
  }

  private static func rows(
    _ plan: StatisticsPlan, _ samples: [Sample], adopting zone: Zone? = nil
  ) throws -> [StatisticsRow] {
    var collector = try StatisticsCollector(plan)
    for sample in samples { try collector.add(sample) }
    if let zone {
      let isAdopted = collector.useZone(zone)
      #expect(isAdopted)
    }
    var rows = try collector.finish()
    var all: [StatisticsRow] = []
    while let row = try rows.next() { all.append(row) }
    return all
  }

  @Test(arguments: zones, [nil, CalendarInterval.hour, .day, .week, .month])
  func rowsAreThoseOfTheZone(_ name: String, _ interval: CalendarInterval?) throws {
    let zone = try Zone(name)
    var random = FixedRandom(seed: 11)
    for number in 0..<24 {
      let samples = Self.samples(zone, wrong: [0, 0, 2, 200][number % 4], &random)
      var plan = StatisticsPlan()
      plan.interval = interval
      plan.sources = SourceRule.allCases[number % SourceRule.allCases.count]
      plan.options.insert(.duration)
      plan.percentiles = number % 2 == 0 ? [50] : []
      if number % 3 == 0 {
        plan.limits = RowLimits(
          since: .day(Make.day / 86_400 + 152), until: .day(Make.day / 86_400 + 156))
      }
      plan.zone = .automatic
      let found = try Self.rows(plan, samples, adopting: zone)
      plan.zone = .home(zone)
      let expected = try Self.rows(plan, samples)
      #expect(found == expected, "\(number)")
    }
  }

  /// A workout is last, after which progress is reported.
  private static func export(_ offset: String, _ days: ClosedRange<Int>) -> [UInt8] {
    func time(_ day: Int, _ clock: String) -> String {
      "2024-11-\(day < 10 ? "0" : "")\(day) \(clock) \(offset)"
    }
    let records = days.map {
      #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="A" unit="count" value="\#($0)" startDate="\#(time($0, "23:40:00"))" endDate="\#(time($0, "23:50:00"))"/>"#
    }
    let workout =
      #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="A" duration="1" durationUnit="min" startDate="\#(time(20, "08:00:00"))" endDate="\#(time(20, "08:01:00"))"><MetadataEntry key="HKTimeZone" value="America/New_York"/></Workout>"#
    return Array("<HealthData>\(records.joined())\(workout)</HealthData>".utf8)
  }

  private static func answer(
    _ bytes: [UInt8], _ change: (inout Answer) -> Void = { _ in }
  ) throws -> (text: String, readings: Int, note: String?) {
    var answer = Answer(.statistics, of: [try .open(bytes: bytes, named: "in.xml")])
    answer.plan.interval = .day
    change(&answer)
    let readings = Mutex(0)
    answer.onProgress = { _ in readings.withLock { $0 += 1 } }
    let sink = BytesSink()
    let report = try answer.write(to: sink, named: "answer", as: .csv)
    return (
      String(decoding: sink.bytes, as: UTF8.self), readings.withLock { $0 },
      report.zoneNote?.description
    )
  }

  /// An hour later it is the next day on November 1 and 2. An hour earlier, from November 3 on, it is the same day.
  @Test(arguments: [("-0500", 4...9), ("-0500", 1...9), ("-0400", 1...2), ("-0400", 1...9)])
  func theInputIsReadOnce(_ offset: String, _ days: ClosedRange<Int>) throws {
    let bytes = Self.export(offset, days)
    let (text, count, note) = try Self.answer(bytes)
    #expect(count == 1)
    let zone = try Zone("America/New_York")
    let expected = try Self.answer(bytes) { $0.plan.zone = .home(zone) }
    #expect(text == expected.text)
    #expect(text.contains("America/New_York"))
    #expect(note?.contains("America/New_York") == true)
    // Averages per day are of the same days.
    let weeks = try Self.answer(bytes) { $0.plan.interval = .week }
    let week = try Self.answer(bytes) { ($0.plan.zone, $0.plan.interval) = (.home(zone), .week) }
    #expect(weeks.text == week.text)
    #expect(weeks.readings == 1)
  }

  private static func page(
    _ bytes: [UInt8], _ zone: DayZone = .automatic
  ) throws -> (text: String, readings: Int, note: String?) {
    var document = ReportDocument(of: [try .open(bytes: bytes, named: "in.xml")])
    document.zone = zone
    // The number of samples that were read begins anew with each reading.
    let readings = Mutex((count: 0, samples: Int.max))
    document.onProgress = { progress in
      readings.withLock {
        if progress.samples <= $0.samples { $0.count += 1 }
        $0.samples = progress.samples
      }
    }
    let sink = BytesSink()
    let report = try document.write(to: sink, named: "page")
    return (
      String(decoding: sink.bytes, as: UTF8.self), readings.withLock { $0.count },
      report.zoneNote?.description
    )
  }

  /// Also sleep, blood pressure and the days of symptoms are those of the zone, and the workout, which states no distance, gets
  /// that of the records in its time.
  @Test(arguments: ["-0500", "-0400", "+0000"])
  func aReportReadsTheInputOnce(_ offset: String) throws {
    func record(
      _ type: String, _ value: String, _ day: Int, _ start: String, _ end: String
    ) -> String {
      #"<Record type="HK\#(type)" sourceName="A" value="\#(value)" startDate="2024-11-0\#(day) \#(start) \#(offset)" endDate="2024-11-0\#(day) \#(end) \#(offset)"/>"#
    }
    let records = (1...9).map { day in
      record(
        "CategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepCore", day,
        "00:10:00", "05:50:00")
        + record(
          "CategoryTypeIdentifierHeadache", "HKCategoryValueSeverityMild", day, "23:30:00",
          "23:31:00")
        + record(
          "CategoryTypeIdentifierAppleStandHour", "HKCategoryValueAppleStandHourStood", day,
          "23:00:00", "23:59:00")
        + [("Systolic", "121"), ("Diastolic", "79")].map {
          record(
            "QuantityTypeIdentifierBloodPressure\($0.0)", "\($0.1)\" unit=\"mmHg", day,
            "11:45:00", "11:45:00")
        }.joined()
        + record(
          "QuantityTypeIdentifierDistanceWalkingRunning", "\(day)\" unit=\"km", day, "08:00:00",
          "08:30:00")
        + record(
          "QuantityTypeIdentifierBodyMass", "8\(day)\" unit=\"kg", day, "23:40:00", "23:40:00")
        + #"<ActivitySummary dateComponents="2024-11-0\#(day)" activeEnergyBurned="5" activeEnergyBurnedUnit="Cal" appleStandHours="1"/>"#
    }
    let workout =
      #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="A" duration="20" durationUnit="min" startDate="2024-11-05 08:00:00 \#(offset)" endDate="2024-11-05 08:20:00 \#(offset)"><MetadataEntry key="HKTimeZone" value="America/New_York"/></Workout>"#
    let bytes = Array("<HealthData>\(records.joined())\(workout)</HealthData>".utf8)
    let (text, count, note) = try Self.page(bytes)
    #expect(count == 1)
    #expect(text == (try Self.page(bytes, .home(Zone("America/New_York")))).text)
    #expect(text.contains("<p>3.33 km"))
    #expect(note?.contains("America/New_York") == true)
  }
}
