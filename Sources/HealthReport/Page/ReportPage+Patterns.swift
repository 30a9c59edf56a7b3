import HealthBytes
import HealthStatistics

extension ReportPage {
  /// Averages by weekday and by hour of the day.
  mutating func writePatterns() {
    let weekdays = Measure.weekly.filter { builder.weekdays[$0] != nil }
    let hours = Measure.hourly.filter { builder.hours[$0] != nil }
    guard !weekdays.isEmpty || !hours.isEmpty else { return }
    openSection("Patterns", "patterns")
    let form = form
    if !weekdays.isEmpty { page.tag("<h3>By weekday</h3>") }
    for measure in weekdays {
      let values = averages(builder.weekdays[measure], measure)
      figure(
        Chart(
          measure.form.title, "Average of each weekday. The numbers are in the table of weekdays.",
          slots: 7, [.bars(measure.form.style, values)],
          labels: Self.weekdays.enumerated().map {
            ChartLabel(slot: $0.offset, text: String($0.element.prefix(3)))
          }, hint: { "\(Self.weekdays[$0]): \(form.cell(values[$0], measure) ?? "–")" }),
        unit: form.unit(measure) ?? "hours")
    }
    patternTable("weekdays", "Weekday", Self.weekdays, weekdays, builder.weekdays)
    if !hours.isEmpty { page.tag("<h3>By hour of the day</h3>") }
    let names = (0..<24).map { "\($0.twoDigits):00" }
    for measure in hours {
      let values = averages(builder.hours[measure], measure)
      let isSum = measure.form.statistic == .sum
      figure(
        Chart(
          measure.form.title,
          "Average of each hour over days with data. The numbers are in the table of hours.",
          slots: 24, fromZero: isSum,
          [isSum ? .bars(measure.form.style, values) : .line(measure.form.style, values)],
          labels: [0, 6, 12, 18].map { ChartLabel(slot: $0, text: names[$0]) },
          hint: { "\(names[$0]): \(form.cell(values[$0], measure) ?? "–")" }),
        unit: form.unit(measure) ?? "")
    }
    patternTable("hours", "Hour", names, hours, builder.hours)
    page.tag("</section>\n")
  }

  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private func averages(_ pattern: ClockPattern?, _ measure: Measure) -> [Double?] {
    pattern?.averages.map { $0.map { form.shown($0, measure) } } ?? []
  }

  private mutating func patternTable(
    _ rows: String, _ head: String, _ names: [String], _ measures: [Measure],
    _ patterns: [Measure: ClockPattern]
  ) {
    guard !measures.isEmpty else { return }
    let form = form
    let values = measures.map { averages(patterns[$0], $0) }
    table(
      "Averages of days with data", summary: "Table of \(rows)",
      [head] + measures.map { form.heading($0) },
      names.indices.map { slot in
        [names[slot]] + measures.indices.map { form.cell(values[$0][slot], measures[$0]) }
      })
  }

  // MARK: Records

  /// Records of days and of workouts.
  mutating func writeRecords() {
    let rows = recordRows
    let activities = activityRows
    guard !rows.isEmpty || !activities.isEmpty else { return }
    openSection("Records", "records")
    if !rows.isEmpty { table("Of all days", ["Record", "Value", "Day"], rows) }
    if !activities.isEmpty {
      let distance = form.units.distance.name
      table(
        "Workouts, by activity",
        [
          "Activity", "Workouts", "Hours", "Distance (\(distance))", "Longest (h:min)",
          "Farthest (\(distance))", "Fastest (min/\(distance))",
        ], activities)
      page.tag("<p class=\"facts\">Distances are those that workouts state.</p>")
    }
    page.tag("</section>\n")
  }

  private var recordRows: [[String?]] {
    let records: [(name: String, measure: Measure, isHighest: Bool)] = [
      ("Most steps", .steps, true), ("Longest distance on foot", .distance, true),
      ("Most active energy", .energy, true), ("Most exercise", .exercise, true),
      ("Longest sleep", .sleep, true), ("Shortest sleep", .sleep, false),
      ("Lowest resting heart rate", .restingHeartRate, false),
      ("Highest heart rate variability", .variability, true), ("Highest VO₂ max", .vo2Max, true),
      ("Highest weight", .mass, true), ("Lowest weight", .mass, false),
    ]
    return records.compactMap { record in
      let values = record.isHighest ? builder.highest : builder.lowest
      return values[record.measure].map {
        [record.name, form.figure($0.value, record.measure), $0.date]
      }
    }
  }

  private var activityRows: [[String?]] {
    let (form, units) = (form, form.units)
    let sorted = builder.activities.sorted.sorted { $0.sum.count > $1.sum.count }
    func day(_ text: String?, _ best: WorkoutSums.Best?) -> String? {
      text.flatMap { text in best.map { "\(text), \($0.date)" } }
    }
    return sorted.prefix(ReportBuilder.mostNames).map { group, sum in
      let pace = sum.fastest.flatMap { best in
        units.distance(1.0) > 0 ? (best.value / units.distance(1.0)).hours : nil
      }
      return [
        group.activity.printableName.words, form.count(sum.count),
        form.number(sum.minutes / 60, 1) as String, form.number(units.distance(sum.distance), 1),
        day(sum.longest.map { ($0.value / 60).hours }, sum.longest),
        day(form.number(units.distance(sum.farthest?.value), 2), sum.farthest),
        day(pace, sum.fastest),
      ]
    }
  }
}
