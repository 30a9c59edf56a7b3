import Foundation
import HealthBytes
import HealthConv
import HealthLocale
import HealthModel
import HealthReport
import HealthStatistics
import Testing

/// The limit of the size of a page, whatever the data and the locale are.
@Suite struct PageSizeTests {
  private static let hasLocales: Comment? = UnitPreferences.localeFailure.map {
    Comment(rawValue: $0)
  }

  @Test func theLargestPageHasFewerMonthsByDay() throws {
    try Self.check(ReportText())
  }

  /// The digits of the locale have three bytes each.
  @Test(
    .enabled(if: hasLocales == nil, "\(hasLocales ?? "")"), arguments: ["mr_IN", "my_MM", "fa_IR"])
  func theLargestPageOfALocaleHasFewerMonthsByDay(_ locale: String) throws {
    try Self.check(ReportText(FigureUnits(), LocaleFormat(locale)))
  }

  private static func check(_ text: ReportText) throws {
    let builder = try largest(text)
    let sink = BytesSink()
    var page = ReportPage(builder, to: sink)
    try page.write()
    #expect(sink.bytes.count <= ReportPage.mostBytes)
    // No month too many is left out: one has less than 150 KB.
    #expect(sink.bytes.count > ReportPage.mostBytes - 150_000)
    let written = String(decoding: sink.bytes, as: UTF8.self)
    let daily = written.components(separatedBy: "Table of days").count - 1
    #expect(0..<ReportBuilder.detailedMonths ~= daily)
    #expect(written.contains("Only the latest \(daily) of \(months) months are shown by day"))
    #expect(
      written.components(separatedBy: "Sketch of the route").count - 1
        == ReportBuilder.mostWorkouts)
    #expect(written.components(separatedBy: "<!DOCTYPE html>").count == 2)
    #expect(written.hasSuffix("</body></html>\n"))
  }

  /// The months with data, and before them as many that have only a workout.
  private static let months = ReportBuilder.mostMonths

  /// Every day of the latest months and a day of the others has all figures, with as many digits as are shown, and each
  /// month a workout.
  private static func largest(_ text: ReportText) throws -> ReportBuilder {
    var collector = try StatisticsCollector(PageTests.dayPlan)
    var nights = try SleepCollector()
    var flow = try CategoryDayCollector { _ in true }
    var pressures = try BloodPressureCollector()
    var builder = ReportBuilder(text)
    let first = MonthKey(year: 1990, month: 1)
    for place in 0..<2 * months {
      let key = MonthKey(year: first.year + place / 12, month: place % 12 + 1)
      builder.add(
        PageTests.workout(at: start(of: 1, in: key), String(repeating: "\"", count: 100)))
      guard place >= months else { continue }
      let isDaily = place >= 2 * months - ReportBuilder.detailedMonths
      for day in 1...(isDaily ? 28 : 1) {
        try add(at: start(of: day, in: key), to: &collector, &nights)
        try flow.add(Self.flow(at: start(of: day, in: key)))
        try pressures.add(Self.pressure(.bloodPressureSystolic, at: start(of: day, in: key)))
        try pressures.add(Self.pressure(.bloodPressureDiastolic, at: start(of: day, in: key)))
      }
    }
    var rows = try collector.finish()
    while let row = try rows.next() { builder.add(row) }
    var found = try nights.finish()
    while let night = try found.next() { builder.add(night) }
    var readings = try pressures.finish()
    while let reading = try readings.next() { builder.add(reading) }
    var flows = try flow.finish()
    while let day = try flows.next() { builder.add(day) }
    for entry in 0..<200 {
      let name = String(repeating: "\"", count: 100)
      builder.quality.sources.append(
        .init(name: name, kind: "watch", count: entry, first: nil, last: nil))
      builder.quality.types.append(
        .init(name: name, kind: "quantity", count: entry, first: nil, last: nil))
    }
    return builder
  }

  private static func start(of day: Int, in key: MonthKey) -> Timestamp {
    let midnight = Civil(year: key.year, month: key.month, day: day, secondOfDay: 0)
    return Timestamp(secondsSince1970: midnight.secondsSince1970 + 36_000)
  }

  private static func flow(at start: Timestamp) -> Sample {
    let descriptor = SampleDescriptor(type: .category(.menstrualFlow), source: Source(name: "W"))
    return .category(
      CategorySample(
        header: SampleHeader(descriptor: descriptor, start: start, end: start),
        value: .menstrualFlowUnspecified))
  }

  private static func pressure(_ type: QuantityType, at start: Timestamp) -> Sample {
    let descriptor = SampleDescriptor(
      type: .quantity(type), unitText: "mmHg", source: Source(name: "W"))
    return .quantity(
      QuantitySample(
        header: SampleHeader(descriptor: descriptor, start: start, end: start),
        number: Number(987_654_321_012_345)))
  }

  private static func add(
    at start: Timestamp, to collector: inout StatisticsCollector, _ nights: inout SleepCollector
  ) throws {
    func header(_ descriptor: SampleDescriptor, _ hour: Int) -> SampleHeader {
      SampleHeader(
        descriptor: descriptor, start: start.adding(hours: hour), end: start.adding(hours: hour + 1)
      )
    }
    for case .quantity(let type) in ReportBuilder.types {
      let descriptor = SampleDescriptor(
        type: .quantity(type), unitText: type.canonicalUnit, source: Source(name: "W"))
      try collector.add(
        .quantity(
          QuantitySample(header: header(descriptor, 0), number: Number(987_654_321_012_345))))
    }
    let descriptor = SampleDescriptor(type: .category(.sleepAnalysis), source: Source(name: "W"))
    let stages: [CategoryValue] = [
      .sleepAnalysisAsleepCore, .sleepAnalysisAsleepDeep, .sleepAnalysisAsleepREM,
      .sleepAnalysisAsleepUnspecified,
    ]
    for (hour, stage) in stages.enumerated() {
      try nights.add(.category(CategorySample(header: header(descriptor, hour), value: stage)))
    }
  }
}

extension Timestamp {
  fileprivate func adding(hours: Int) -> Timestamp {
    Timestamp(secondsSince1970: secondsSince1970 + Int64(hours) * 3_600)
  }
}
