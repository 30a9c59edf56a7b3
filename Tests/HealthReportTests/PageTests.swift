import Foundation
import HealthBytes
import HealthConv
import HealthModel
import HealthReport
import HealthStatistics
import Testing

/// What is on the page.
@Suite struct PageTests {
  /// Names that would do something if they were not escaped.
  static let hostile = """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
     <ExportDate value="2024-06-03 09:00:00 +0000"/>
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;" unit="count" \
    startDate="2024-06-01 08:00:00 +0000" endDate="2024-06-01 08:10:00 +0000" value="5"/>
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="&quot; onmouseover=&quot;x&quot; '&gt;\u{202E}&amp;amp;" unit="count" \
    startDate="2024-06-01 09:00:00 +0000" endDate="2024-06-01 09:10:00 +0000" value="6"/>
     <Record type="HKQuantityTypeIdentifier&lt;b&gt;" sourceName="W" unit="count" \
    startDate="2024-06-01 09:00:00 +0000" endDate="2024-06-01 09:10:00 +0000" value="6"/>
     <Workout workoutActivityType="HKWorkoutActivityType&lt;img src=x onerror=alert(1)&gt;" duration="10" durationUnit="min" \
    sourceName="W" startDate="2024-06-01 09:00:00 +0000" endDate="2024-06-01 09:10:00 +0000"/>
    </HealthData>
    """

  @Test func hostileNamesAreEscaped() throws {
    let folder = try ReportFolder(Array(Self.hostile.utf8))
    let page = try folder.report()
    #expect(!page.contains("<script"))
    #expect(!page.contains("<img"))
    #expect(!page.contains("<b>&"))
    #expect(!page.contains("\u{202E}"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;"))
    #expect(page.contains("\\u{202E}"))
    #expect(page.contains("&amp;amp;"))
  }

  /// The steps of each day on the page are those of `stats`.
  @Test func daysHaveTheNumbersOfStats() throws {
    let folder = try ReportFolder(ReportFolder.generated(days: 12))
    let page = try folder.report()
    var answer = Answer(.statistics, of: [try .open(folder.export)])
    answer.plan.interval = .day
    answer.selection.predicate = try SamplePredicate(parsing: "type = StepCount")
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "steps", as: .csv)
    let rows = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
    #expect(rows.count >= 12)
    for row in rows {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      let date = cells[0]
      let sum = try #require(Double(cells[4]))
      let month = date.prefix(7)
      let day = try #require(Int(date.suffix(2)))
      let section = try #require(page.range(of: "id=\"m\(month)\""))
      let table = page[section.upperBound...]
      let cell = "<th scope=\"row\">\(day)</th><td>"
      let found = try #require(table.range(of: cell))
      let text = table[found.upperBound...].prefix { $0 != "<" }
      let digits = text.filter { $0 != "," }
      #expect(digits == "\(Int(sum.rounded()))", "\(date)")
    }
  }

  /// However much there is, the page stays small: old months have no days, old workouts are counted.
  @Test func thePageOfALifetimeIsSmall() throws {
    var collector = try StatisticsCollector(Self.dayPlan)
    let types: [QuantityType] = [
      .stepCount, .distanceWalkingRunning, .activeEnergyBurned, .appleExerciseTime, .heartRate,
      .restingHeartRate, .bodyMass,
    ]
    var builder = ReportBuilder()
    var night = try SleepCollector()
    for day in 0..<12_000 {
      let start = Timestamp(secondsSince1970: 600_000_000 + Int64(day) * 86_400)
      let end = Timestamp(secondsSince1970: start.secondsSince1970 + 1_800)
      for type in types {
        let descriptor = SampleDescriptor(
          type: .quantity(type), unitText: type.canonicalUnit, source: Source(name: "W"))
        let header = SampleHeader(descriptor: descriptor, start: start, end: end)
        try collector.add(
          .quantity(QuantitySample(header: header, number: Number(12_345_678 + day))))
      }
      let descriptor = SampleDescriptor(
        type: .category(.sleepAnalysis), source: Source(name: "W"))
      for stage in [CategoryValue.sleepAnalysisAsleepCore, .sleepAnalysisAsleepDeep] {
        let header = SampleHeader(descriptor: descriptor, start: start, end: end)
        try night.add(.category(CategorySample(header: header, value: stage)))
      }
      if day % 3 == 0 { builder.add(Self.workout(at: start)) }
    }
    var rows = try collector.finish()
    while let row = try rows.next() { builder.add(row) }
    var nights = try night.finish()
    while let night = try nights.next() { builder.add(night) }
    for entry in 0..<5_000 {
      builder.quality.sources.append(
        .init(
          name: String(repeating: "<", count: 500), kind: "watch", count: entry, first: nil,
          last: nil))
    }
    let sink = BytesSink()
    var page = ReportPage(builder, to: sink)
    try page.write()
    #expect(sink.bytes.count < 2_000_000)
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.components(separatedBy: "<section class=\"month").count - 1 == 36)
    #expect(text.components(separatedBy: "Sketch of the route").count - 1 == 300)
    #expect(text.contains("Only the latest 300 of 4,000 workouts are listed"))
    #expect(text.contains("Only the latest 36 of"))
  }

  /// A workout is listed in its month, whatever else the month has.
  @Test func workoutsAreListedInMonthsWithoutDays() throws {
    let record = """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" unit="count" \
      startDate="2024-06-01 08:00:00 +0000" endDate="2024-06-01 08:10:00 +0000" value="5"/>
      """
    let workout = """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" durationUnit="min" \
      sourceName="W" startDate="2024-07-01 09:00:00 +0000" endDate="2024-07-01 09:10:00 +0000"/>
      """
    for (content, months) in [(record + workout, ["2024-06", "2024-07"]), (workout, ["2024-07"])] {
      let folder = try ReportFolder(
        Array("<HealthData locale=\"en_US\">\(content)</HealthData>".utf8))
      let page = try folder.report()
      let sections = page.components(separatedBy: "<section class=\"month").dropFirst()
      #expect(sections.count == months.count)
      for (section, month) in zip(sections, months) {
        #expect(section.contains("id=\"m\(month)\""))
      }
      #expect(sections.last?.contains("<strong><bdi>Running</bdi></strong>") == true)
      #expect(sections.last?.contains("Table of days") == false)
      #expect(page.contains("<p class=\"facts\">June 2024 to July 2024. ") == (months.count == 2))
      #expect(page.contains("The data have no values") == (months.count == 1))
      #expect(!page.contains("months are shown by day"))
    }
  }

  /// Months before those that are shown by day have their workouts, too.
  @Test func workoutsAreListedInOldMonths() throws {
    var collector = try StatisticsCollector(Self.dayPlan)
    var builder = ReportBuilder()
    for month in 0..<50 {
      let start = Timestamp(secondsSince1970: 600_000_000 + Int64(month) * 2_629_746)
      let descriptor = SampleDescriptor(
        type: .quantity(.stepCount), unitText: "count", source: Source(name: "W"))
      let header = SampleHeader(descriptor: descriptor, start: start, end: start)
      try collector.add(.quantity(QuantitySample(header: header, number: Number(100))))
      if month % 10 == 0 { builder.add(Self.workout(at: start)) }
    }
    var rows = try collector.finish()
    while let row = try rows.next() { builder.add(row) }
    let sink = BytesSink()
    var page = ReportPage(builder, to: sink)
    try page.write()
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.components(separatedBy: "Sketch of the route").count - 1 == 5)
    #expect(text.components(separatedBy: "<section class=\"month").count - 1 == 36 + 2)
    #expect(text.components(separatedBy: "Table of days").count - 1 == 36)
    #expect(text.contains("Only the latest 36 of 50 months are shown by day"))
  }

  static var dayPlan: StatisticsPlan {
    var plan = StatisticsPlan()
    (plan.interval, plan.isIntervalFirst) = (.day, true)
    return plan
  }

  static func workout(at start: Timestamp, _ activity: String = "Running") -> Workout {
    var fields = Sample.WorkoutFields()
    (fields.duration, fields.durationUnit) = (Number(30), "min")
    var route = WorkoutRoute()
    route.ownLocations = (0..<150).map { place in
      var location = RouteLocation()
      location.latitude = Number(real: 52.5 + Double(place * 7919 % 150) / 1_000)
      location.longitude = Number(real: 13.4 + Double(place) / 1_000)
      return location
    }
    fields.routes = [route]
    let descriptor = SampleDescriptor(
      type: .workout(WorkoutActivityType("HKWorkoutActivityType" + activity)),
      source: Source(name: "W"))
    return Workout(
      header: SampleHeader(descriptor: descriptor, start: start, end: start), fields: fields)
  }

  @Test func gapsAndEmptyData() throws {
    let folder = try ReportFolder(
      Array(Self.hostile.replacingOccurrences(of: "2024-06-01 09", with: "2024-06-05 09").utf8))
    #expect(try folder.report().contains("<li>3 days after 2024-06-01</li>"))
    let empty = try ReportFolder(
      Array(
        "<HealthData locale=\"en_US\"><ExportDate value=\"2024-06-03 09:00:00 +0000\"/></HealthData>"
          .utf8))
    let page = try empty.report()
    #expect(page.contains("The data have no values that this report shows by day."))
    #expect(!page.contains("Every day between"))
    #expect(page.hasSuffix("</body></html>\n"))
  }

  /// Days without data are those between any data: days with a workout, a night or a time in bed.
  @Test(arguments: ["Workout", "AsleepCore", "InBed"])
  func gapsAreBetweenAllData(_ kind: String) throws {
    // Later data come first.
    let elements = ["20", "01", "02"].map { day in
      let times =
        "startDate=\"2024-06-\(day) 08:00:00 +0000\" endDate=\"2024-06-\(day) 09:00:00 +0000\""
      return kind == "Workout"
        ? """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="60" durationUnit="min" \
        sourceName="W" \(times)/>
        """
        : """
        <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" \(times) \
        value="HKCategoryValueSleepAnalysis\(kind)"/>
        """
    }
    let text =
      "<HealthData locale=\"en_US\"><ExportDate value=\"2024-07-01 09:00:00 +0000\"/>"
      + elements.joined() + "</HealthData>"
    let folder = try ReportFolder(Array(text.utf8))
    let page = try folder.report()
    #expect(page.contains("<li>17 days after 2024-06-02</li>"))
    #expect(!page.contains("Every day between"))
    #expect(try folder.report(for: .doctor).contains("No data on 17 days between"))
  }
}
