import HealthBytes
import HealthConv
import HealthStatistics
import HealthTesting
import Testing

/// What rows of a series of intervals have in addition, against calculations of its own on random data.
@Suite struct SeriesTests {
  private struct Steps {
    let day: Int
    let hour: Int
    let value: Int
    let source: String
  }

  /// Steps of an hour each, at random hours of random days from 2024-01-01 on, which is a Monday.
  private static func steps(_ random: inout FixedRandom, days: Int = 120) -> [Steps] {
    (0..<days).flatMap { day -> [Steps] in
      guard random.below(3) > 0 else { return [] }
      return (0..<random.below(6)).map { _ in
        Steps(
          day: day, hour: random.below(23), value: random.below(900) + 1,
          source: random.below(2) == 0 ? "A" : "B")
      }
    }
  }

  private static func date(_ day: Int) -> String {
    Timestamp(secondsSince1970: 1_704_067_200 + Int64(day) * 86_400).dayText
  }

  private static func answer(
    _ steps: [Steps], _ interval: CalendarInterval?
  ) throws -> Answer {
    let records = steps.map { step in
      let hour = step.hour < 10 ? "0\(step.hour)" : "\(step.hour)"
      return """
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="\(step.source)" unit="count" \
        startDate="\(date(step.day)) \(hour):00:00 +0000" endDate="\(date(step.day)) \(hour):59:00 +0000" \
        value="\(step.value)"/>
        """
    }
    let text = """
      <HealthData locale="en_US"><ExportDate value="2024-12-09 09:00:00 +0000"/>\(records.joined())</HealthData>
      """
    var answer = Answer(
      .statistics, of: [try .open(bytes: Array(text.utf8), named: "export.xml")])
    answer.plan.interval = interval
    answer.plan.zone = .record
    answer.plan.sources = .none
    return answer
  }

  private static func rows(_ answer: Answer) throws -> [[String: String]] {
    let sink = BytesSink()
    _ = try answer.write(to: sink, named: "answer", as: .csv)
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    let cells = lines.map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return cells.dropFirst().map { row in
      Dictionary(uniqueKeysWithValues: zip(cells[0], row))
    }
  }

  /// Averages per day of weeks and months: of the days that have steps, of each source by itself, too.
  @Test func averagesPerDayAreOverDaysWithData() throws {
    for seed in 0..<6 as Range<UInt64> {
      var random = FixedRandom(seed: seed)
      let steps = Self.steps(&random)
      for (interval, label) in [
        (CalendarInterval.week, { (day: Int) in Self.date(day / 7 * 7) }),
        (.month, { String(Self.date($0).prefix(7)) }),
      ] {
        for isSeparate in [false, true] {
          var answer = try Self.answer(steps, interval)
          if isSeparate { answer.plan.sources = .separate }
          let rows = try Self.rows(answer)
          var groups: [String: [Steps]] = [:]
          for step in steps {
            groups[label(step.day) + (isSeparate ? step.source : ""), default: []].append(step)
          }
          #expect(rows.count == groups.count)
          for row in rows {
            let name = (row["week"] ?? row["month"] ?? "") + (row["source"] ?? "")
            let group = try #require(groups[name])
            let days = Set(group.map(\.day)).count
            let sum = group.reduce(0) { $0 + $1.value }
            #expect(row["sum"] == "\(sum)")
            #expect(row["days"] == "\(days)")
            let average = try #require(row["per_day"].flatMap { Double($0) })
            #expect(average == Double(sum) / Double(days))
          }
        }
      }
      // Days have no average per day.
      #expect(try Self.rows(Self.answer(steps, .day)).allSatisfy { $0["per_day"] == nil })
    }
  }

  /// An anchor moves weeks and the beginnings of days alike.
  @Test func averagesPerDayFollowTheAnchor() throws {
    var random = FixedRandom(seed: 9)
    let steps = Self.steps(&random)
    var answer = try Self.answer(steps, .week)
    answer.plan.anchor = try #require(CalendarAnchor("2024-01-03T06:00:00"))
    for row in try Self.rows(answer) {
      let week = try #require(row["week"])
      // A day is that of the hour six hours earlier.
      let own = steps.map { ($0.hour < 6 ? $0.day - 1 : $0.day, $0.value) }.filter {
        Self.date($0.0 - (($0.0 - 2) % 7 + 7) % 7) == week
      }
      #expect(row["days"] == "\(Set(own.map(\.0)).count)")
      #expect(row["sum"] == "\(own.reduce(0) { $0 + $1.1 })")
    }
  }

  /// The interval before, the moving average and the line of least squares, by their definitions.
  @Test func coursesFollowTheirDefinitions() throws {
    for seed in 20..<26 as Range<UInt64> {
      var random = FixedRandom(seed: seed)
      let steps = Self.steps(&random)
      var sums: [Int: Double] = [:]
      for step in steps { sums[step.day, default: 0] += Double(step.value) }
      let days = sums.keys.sorted()
      var answer = try Self.answer(steps, .day)
      answer.series.comparesToPrevious = true
      answer.series.movingAverage = 7
      answer.series.hasTrend = true
      let rows = try Self.rows(answer)
      #expect(rows.count == days.count)
      // The normal equations of y = a + b x, by Cramer's rule.
      let n = Double(days.count)
      let x = days.reduce(0) { $0 + Double($1) }
      let xx = days.reduce(0) { $0 + Double($1 * $1) }
      let y = sums.values.reduce(0, +)
      let xy = days.reduce(0) { $0 + Double($1) * sums[$1, default: 0] }
      let determinant = n * xx - x * x
      let (a, b) = ((y * xx - x * xy) / determinant, (n * xy - x * y) / determinant)
      for (day, row) in zip(days, rows) {
        func number(_ name: String) -> Double? { row[name].flatMap { Double($0) } }
        func isNear(_ name: String, _ expected: Double?) -> Bool {
          guard let expected else { return row[name] == "" }
          return number(name).map { abs($0 - expected) < 1e-6 } ?? false
        }
        let value = sums[day, default: 0]
        #expect(row["day"] == Self.date(day))
        #expect(isNear("before", sums[day - 1]))
        #expect(isNear("difference", sums[day - 1].map { value - $0 }))
        #expect(isNear("percent", sums[day - 1].map { 100 * value / $0 - 100 }))
        let window = (day - 6...day).compactMap { sums[$0] }
        let mean = window.reduce(0, +) / Double(window.count)
        #expect(isNear("moving_average", day - days[0] < 6 ? nil : mean))
        #expect(isNear("trend", a + b * Double(day)))
        #expect(isNear("slope", b))
      }
    }
    // Months are compared by their averages per day.
    var random = FixedRandom(seed: 3)
    var months = try Self.answer(Self.steps(&random), .month)
    months.series.comparesToPrevious = true
    let rows = try Self.rows(months)
    #expect(rows.dropFirst().map { $0["before"] } == rows.dropLast().map { $0["per_day"] })
    var long = try Self.answer(Self.steps(&random), .day)
    (long.series.hasTrend, long.mostIntervals) = (true, 5)
    #expect(throws: HealthError.self) { _ = try Self.rows(long) }
  }

  @Test func weekdaysAndHoursAreAverages() throws {
    for seed in 40..<44 as Range<UInt64> {
      var random = FixedRandom(seed: seed)
      let steps = Self.steps(&random)
      var answer = try Self.answer(steps, nil)
      answer.pattern = .weekday
      let names = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
      ]
      for row in try Self.rows(answer) {
        let own = steps.filter { names[$0.day % 7] == row["weekday"] }
        let days = Set(own.map(\.day)).count
        #expect(row["days"] == "\(days)")
        let average = Double(own.reduce(0) { $0 + $1.value }) / Double(days)
        #expect(row["average"].flatMap { Double($0) }.map { abs($0 - average) < 1e-9 } == true)
      }
      answer.pattern = .hourOfDay
      let rows = try Self.rows(answer)
      #expect(rows.count == 24)
      for (hour, row) in rows.enumerated() {
        let sum = steps.filter { $0.hour == hour }.reduce(0) { $0 + $1.value }
        let days = Set(steps.map(\.day)).count
        #expect(row["days"] == "\(days)")
        let average = Double(sum) / Double(days)
        #expect(row["average"].flatMap { Double($0) }.map { abs($0 - average) < 1e-9 } == true)
      }
    }
  }

  /// A wide table has the figures of the long one.
  @Test func wideTablesHaveTheFiguresOfLongOnes() throws {
    let types = ["StepCount,count", "BodyMass,kg", "DistanceCycling,km"]
    var random = FixedRandom(seed: 77)
    let records = (0..<200).map { _ in
      let type = types[random.below(3)].split(separator: ",")
      let start = "\(Self.date(random.below(20))) 0\(random.below(9)):00:00 +0000"
      return """
        <Record type="HKQuantityTypeIdentifier\(type[0])" sourceName="A" unit="\(type[1])" \
        startDate="\(start)" endDate="\(start)" value="\(random.below(500))"/>
        """
    }
    let text = """
      <HealthData locale="en_US"><ExportDate value="2024-12-09 09:00:00 +0000"/>\(records.joined())</HealthData>
      """
    var answer = Answer(
      .statistics, of: [try .open(bytes: Array(text.utf8), named: "export.xml")])
    (answer.plan.interval, answer.plan.zone) = (.day, .record)
    let long = try Self.rows(answer)
    answer.isWide = true
    let wide = try Self.rows(answer)
    #expect(wide.map { $0["day"] ?? "" } == Set(long.map { $0["day"] ?? "" }).sorted())
    var cells = 0
    for row in wide {
      for (key, name) in [
        ("StepCount", "StepCount"), ("BodyMass_kg", "BodyMass"),
        ("DistanceCycling_km", "DistanceCycling"),
      ] {
        let same = long.first { $0["day"] == row["day"] && $0["type"] == name }
        let figure = same.map { name == "BodyMass" ? $0["average"] : $0["sum"] } ?? ""
        #expect(row[key] == figure)
        if row[key] != "" { cells += 1 }
      }
    }
    #expect(cells == long.count)
  }

  /// A chart has a row for each day from the first to the last one; of long gaps some.
  @Test func chartsHaveATrueAxisOfTime() throws {
    for seed in 120..<126 as Range<UInt64> {
      var random = FixedRandom(seed: seed)
      let steps =
        Self.steps(&random, days: 60) + [
          Steps(day: 100, hour: 8, value: 5, source: "A")
        ]
      var answer = try Self.answer(steps, .day)
      answer.isChart = true
      let rows = try Self.rows(answer)
      var sums: [Int: Int] = [:]
      for step in steps { sums[step.day, default: 0] += step.value }
      let last = try #require(sums.keys.filter { $0 < 100 }.max())
      let first = try #require(sums.keys.min())
      let gap = 100 - last - 1
      let days = Array(first...last) + (last + 1...last + 6)
      #expect(
        rows.map { $0["day"] ?? "" } == days.map { Self.date($0) } + [
          "… \(gap - 6) more without data", Self.date(100),
        ])
      #expect(
        rows.prefix(days.count).map { $0["sum"] } == days.map { sums[$0].map { "\($0)" } ?? "" })
    }
  }
}
