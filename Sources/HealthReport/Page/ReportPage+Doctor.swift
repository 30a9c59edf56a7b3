import HealthBytes
import HealthModel
import HealthStatistics

/// One printed page of tables and ranges: who, when, what was measured, by what, and how complete it is. Lists are short enough
/// for one page of A4 or letter.
extension ReportPage {
  private static let mostSymptoms = 6
  private static let mostSources = 3
  private static let mostReadings = 5

  mutating func writeDoctor() {
    writePerson()
    page.tag("<main>\n")
    writeMeasurements()
    writePressures()
    writeDoctorCycle()
    writeDoctorSymptoms()
    writeDoctorWorkouts()
    writeDoctorQuality()
  }

  private mutating func writePerson() {
    let quality = builder.quality
    page.tag("<header><h1>Summary of health data</h1><p>")
    var facts: [String] = []
    if let birth = quality.birthDate {
      let age = Self.age(bornOn: birth, on: lastDate)
      facts.append("Age: \(age.map { form.count($0) } ?? "not known") (born \(birth))")
    } else {
      facts.append("Age: not stated in the export")
    }
    facts.append("Sex: \(quality.sex ?? "not stated in the export")")
    if let first = builder.firstDay, let last = lastDate {
      facts.append("Period: \(first) to \(last)")
    }
    if let date = quality.exportDate {
      facts.append("Exported: \(date.text(.iso8601).description.prefix(10))")
    }
    page.text(facts.joined(separator: " · "))
    page.tag("</p></header>\n")
  }

  private var lastDate: String? { builder.latest.values.map(\.date).max() }

  /// The age in years on a day; `nil` if the dates are none.
  static func age(bornOn birth: String, on date: String?) -> Int? {
    guard let date, let (born, day) = MonthKey.reading(birth),
      let (now, today) = MonthKey.reading(date)
    else { return nil }
    let isBefore = (now.month, today) < (born.month, day)
    let age = now.year - born.year - (isBefore ? 1 : 0)
    return age >= 0 ? age : nil
  }

  // MARK: Tables

  private mutating func writeMeasurements() {
    let form = form
    let measures = Measure.allCases.filter { builder.latest[$0] != nil }
    guard !measures.isEmpty, let last = lastDate, let (key, day) = MonthKey.reading(last) else {
      page.tag("<p>The data have no values that this page shows.</p>\n")
      return
    }
    let end = key.number(ofDay: day)
    let (month, year) = (totals(from: end - 29), totals(from: end - 364))
    page.tag("<h2>Measurements</h2>")
    table(
      "Averages of days with a value, until \(last)",
      [
        "Measure", "Latest", "On", "30 days", "12 months", "12 months, lowest–highest", "Days",
        " Sources",
      ],
      measures.map { measure in
        let recent = year[measure] ?? ReportMonth.Total()
        return [
          form.heading(measure), form.cell(builder.latest[measure]?.value, measure),
          builder.latest[measure]?.date, form.cell(month[measure]?.average, measure),
          form.cell(recent.average, measure), form.cell(recent.range, measure),
          form.count(recent.count), sources(of: measure),
        ]
      })
    page.tag("<p class=\"facts\">")
    page.text(
      "30 days and 12 months end on \(last); averages are of the days with a value, which the column Days counts in 12 months. "
        + "Lowest and highest are single values, of sums those of days.")
    page.tag("</p>\n")
    if let text = glucoseRanges {
      page.tag("<p>Blood glucose: ")
      page.text(text)
      page.tag("</p>\n")
    }
  }

  /// The values of the days from a day on.
  private func totals(from first: Int) -> [Measure: ReportMonth.Total] {
    var totals: [Measure: ReportMonth.Total] = [:]
    for month in builder.sortedMonths where month.key.number(ofDay: month.key.length) >= first {
      for (place, day) in month.days.enumerated() where month.key.number(ofDay: place + 1) >= first
      {
        for (measure, value) in day.values { totals[measure, default: .init()].add(value) }
      }
    }
    return totals
  }

  private func sources(of measure: Measure) -> String? {
    let type: SampleType =
      switch measure {
      case .sleep: .category(.sleepAnalysis)
      case .systolic: .quantity(.bloodPressureSystolic)
      case .diastolic: .quantity(.bloodPressureDiastolic)
      default: .quantity(measure.form.type ?? .stepCount)
      }
    guard let sources = builder.quality.sourcesByType[type], !sources.isEmpty else { return nil }
    let names = sources.prefix(Self.mostSources).map { String($0.name.printableName.prefix(24)) }
    let rest = sources.count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? ", \(rest) more" : "")
  }

  private mutating func writePressures() {
    guard builder.readingCount > 0 else { return }
    let form = form
    page.tag("<h2>Blood pressure</h2><p>")
    let halves = builder.halves.map { pressure($0.average) }
    let parts = [
      halves[0].map { "Before noon \($0) (\(form.count(builder.halves[0].count)))" },
      halves[1].map { "after noon \($0) (\(form.count(builder.halves[1].count)))" },
    ].compactMap(\.self)
    page.text(
      "All readings, on average: \(parts.joined(separator: ", ")). \(highReadings) Latest: "
        + builder.readings.suffix(Self.mostReadings).reversed().map { reading in
          "\(form.number(reading.systolic))/\(form.number(reading.diastolic)) on \(Self.minute(reading.time))"
        }.joined(separator: "; ") + ".")
    page.tag("</p>\n")
  }

  private mutating func writeDoctorCycle() {
    guard builder.hasFlow else { return }
    page.tag("<h2>Cycle</h2><p>")
    let latest = builder.cycles.suffix(4).reversed().map { cycle in
      "\(cycle.start) (\(cycle.length.map { "\($0) days" } ?? "current"))"
    }
    page.text(
      cycleFigures.compactMap { figure in figure.text.map { "\(figure.name): \($0)" } }
        .joined(separator: " · ") + (latest.isEmpty ? "" : " · Latest cycles: ")
        + latest.joined(separator: ", "))
    page.tag("</p>\n")
  }

  private mutating func writeDoctorSymptoms() {
    let rows = symptomRows
    guard !rows.isEmpty else { return }
    page.tag("<h2>Symptoms</h2>")
    table(
      "Days with each symptom", ["Symptom", "Days", " Most severe, by days", "Latest"],
      Array(rows.prefix(Self.mostSymptoms)))
    if rows.count > Self.mostSymptoms {
      page.tag("<p class=\"facts\">")
      page.text("\(rows.count - Self.mostSymptoms) more symptoms are not listed.")
      page.tag("</p>")
    }
  }

  private mutating func writeDoctorWorkouts() {
    guard builder.workoutCount > 0 else { return }
    let form = form
    let sums = builder.activities.sorted.sorted { $0.sum.count > $1.sum.count }
    page.tag("<h2>Workouts</h2><p>")
    page.text(
      "\(form.count(builder.workoutCount)) in all: "
        + sums.prefix(5).map { group, sum in
          "\(group.activity.printableName.words) \(form.count(sum.count)) (\(form.number(sum.minutes / 60)) h)"
        }.joined(separator: ", ")
        + (sums.count > 5
          ? ", \(sums.count - 5) other \(sums.count == 6 ? "activity" : "activities")." : "."))
    page.tag("</p>\n")
  }

  // MARK: Quality

  private mutating func writeDoctorQuality() {
    let (quality, form) = (builder.quality, form)
    page.tag("<h2>Sources and quality of the data</h2>")
    var texts: [String] = []
    let sources = quality.sources.prefix(6).map {
      "\($0.name.isEmpty ? "without a name" : String($0.name.printableName.prefix(24))) (\($0.kind), \(form.count($0.count)))"
    }
    texts.append(
      "\(form.count(quality.sampleCount)) values from \(sources.joined(separator: ", "))"
        + (quality.sources.count > 6 ? " and \(quality.sources.count - 6) other sources" : "") + "."
    )
    texts.append(
      quality.enteredCount == 0
        ? "No value is marked as entered by hand."
        : "\(form.count(quality.enteredCount)) values are marked as entered by hand.")
    if builder.gapCount > 0 {
      let longest = builder.gaps.max { $0.days < $1.days }
      texts.append(
        "No data on \(form.count(builder.gapDays)) days between the first and the last"
          + (longest.map { "; the longest gap has \(form.count($0.days)) days, after \($0.from)" }
            ?? "")
          + ".")
    } else if builder.hasDays {
      texts.append("Every day between the first and the last has data.")
    }
    let findings = quality.findings.reduce(0) { $0 + $1.count }
    texts.append(
      findings == 0
        ? "Reading the file found no faults."
        : "Reading the file found \(form.count(findings)) fault\(findings == 1 ? "" : "s"); values that could not be read are missing."
    )
    texts.append(
      "No device was compared with a clinical one. Steps, distance and energy that several sources counted at the same time count once. "
        + "Days by the clock: \(quality.zone).")
    page.tag("<p>")
    page.text(texts.joined(separator: " "))
    page.tag("</p>\n")
    for note in quality.notes.prefix(4) {
      page.tag("<p class=\"facts\">")
      page.text(note)
      page.tag("</p>\n")
    }
  }
}
