import HealthStatistics

extension ReportPage {
  /// Writes the section of a month: figures, charts, workouts, and a table of its days if it has any.
  mutating func write(_ month: ReportMonth) {
    let key = month.key
    page.tag("<section class=\"month")
    if key == sections.last?.key { page.tag(" latest") }
    page.tag("\" id=\"m")
    page.text(key.label)
    page.tag("\" aria-labelledby=\"t")
    page.text(key.label)
    page.tag("\"><h2")
    writeMonthLanguage()
    page.tag(" id=\"t")
    page.text(key.label)
    page.tag("\">")
    page.text(form.title(key))
    page.tag("</h2>\n")
    writeFigures(month)
    writeCharts(month)
    writeWorkouts(key)
    if !month.days.isEmpty { writeDays(month) }
    page.tag("</section>\n")
  }

  private mutating func writeFigures(_ month: ReportMonth) {
    let form = form
    func average(_ measure: Measure) -> String? {
      month[measure].average.map { form.figure($0, measure) }
    }
    figures([
      ("Steps a day", average(.steps)),
      (
        "Distance",
        month[.distance].count > 0 ? form.figure(month[.distance].sum, form.units.distance, 1) : nil
      ), ("Active energy a day", average(.energy)),
      ("Resting heart rate", average(.restingHeartRate)), ("Sleep a night", average(.sleep)),
      (
        "Blood pressure",
        month[.systolic].average.flatMap { systolic in
          pressure(month[.diastolic].average.map { (systolic, $0) })
        }
      ), ("Blood glucose", average(.glucose)), ("Weight", average(.mass)),
    ])
  }

  private mutating func writeCharts(_ month: ReportMonth) {
    let days = month.days
    guard !days.isEmpty else { return }
    let labels = [1, 5, 10, 15, 20, 25, 30].filter { $0 <= days.count }
      .map { ChartLabel(slot: $0 - 1, text: form.count($0)) }
    let table = "The numbers are in the table of days of \(form.title(month.key))."
    for measures in Self.dailyCharts {
      if measures == [.sleep] { writeSleep(month, labels, table) }
      dayChart(measures, month, labels, table)
    }
    guard month.flowDays > 0 else { return }
    let title = form.title(month.key)
    figure(
      Chart(
        "Cycle", "Menstrual flow of each day: 1 unspecified, 2 light, 3 medium, 4 heavy. " + table,
        slots: days.count, upTo: 4, [.bars("flow", days.map { $0.flow.map(Double.init) })],
        labels: labels, hint: { "\($0 + 1) \(title): \(Self.flow(days[$0].flow) ?? "–")" }),
      unit: "menstrual flow: unspecified, light, medium, heavy")
  }

  /// The measures of each chart of a month.
  private static let dailyCharts: [[Measure]] = [
    [.steps], [.energy], [.heartRate], [.sleep], [.systolic, .diastolic], [.glucose],
    [.variability],
    [.oxygen], [.respiratoryRate], [.bodyTemperature], [.basalTemperature], [.wristTemperature],
    [.mass],
  ]

  private mutating func dayChart(
    _ measures: [Measure], _ month: ReportMonth, _ labels: [ChartLabel], _ table: String
  ) {
    let (form, days, first) = (form, month.days, measures[0])
    let title = form.title(month.key)
    guard first != .sleep, month[first].count > 0 else { return }
    var shapes: [Chart.Shape] = []
    for (place, measure) in measures.enumerated() {
      let values = days.map { $0[measure] }
      if first.form.statistic == .sum {
        shapes.append(.bars(measure.form.style, values))
        continue
      }
      let bands = days.map { day -> (low: Double, high: Double)? in
        guard let value = day.values[measure], let low = value.low, let high = value.high,
          measure.hasRange, low < high
        else { return nil }
        return (low, high)
      }
      if bands.contains(where: { $0 != nil }) {
        shapes.append(.bands(place == 0 ? "band" : "band2", bands))
      }
      shapes.append(.line(measure.form.style, values))
    }
    let resting = days.map { first == .heartRate ? $0[.restingHeartRate] : nil }
    let hasResting = resting.contains { $0 != nil }
    if hasResting { shapes.append(.line("rest", resting)) }
    let unit = form.unit(first) ?? ""
    figure(
      Chart(
        measures.count > 1 ? "Blood pressure" : first.form.title, "By day. " + table,
        slots: days.count, fromZero: first.form.statistic == .sum, bridgesGaps: true, shapes,
        labels: labels,
        hint: { day in
          let texts = measures.compactMap { measure -> String? in
            guard let value = days[day].values[measure] else { return nil }
            guard measure.hasRange, let low = value.low, let high = value.high, low < high else {
              return form.cell(value.value, measure)
            }
            return form.cell((low, high), measure)
          }
          return "\(day + 1) \(title): \(texts.isEmpty ? "–" : texts.joined(separator: " / "))"
        }),
      unit: first == .heartRate
        ? "beats/min: range (bars), average (\(hasResting ? "solid), resting (dashed)" : "line)")"
        : unit)
  }

  private mutating func writeSleep(
    _ month: ReportMonth, _ labels: [ChartLabel], _ table: String
  ) {
    let nights = month.days.map(\.night)
    let title = form.title(month.key)
    figure(
      Chart(
        "Sleep", "Hours of each night by stage, on the day on which it ends. " + table,
        slots: nights.count,
        [
          .stack([
            ("deep", nights.map { ($0?.deep).map { $0 / 3_600 } }),
            ("core", nights.map { ($0?.core).map { $0 / 3_600 } }),
            ("rem", nights.map { ($0?.rem).map { $0 / 3_600 } }),
            ("other", nights.map { ($0?.unspecified).map { $0 / 3_600 } }),
          ])
        ], labels: labels,
        hint: { day in
          "\(day + 1) \(title): \(nights[day]?.asleep.map { ($0 / 3_600).hours } ?? "–")"
        }), unit: "hours",
      legend: [("deep", "deep"), ("core", "core"), ("rem", "REM"), ("other", "no stage")])
  }

  static func flow(_ flow: Int?) -> String? {
    flow.flatMap { 1...4 ~= $0 ? ["unspecified", "light", "medium", "heavy"][$0 - 1] : nil }
  }

  private mutating func writeDays(_ month: ReportMonth) {
    let (form, days) = (form, month.days)
    let measures = Measure.allCases.filter { month[$0].count > 0 }
    let hasStages = days.contains { day in
      day.night.map { ($0.deep ?? 0) + ($0.core ?? 0) + ($0.rem ?? 0) > 0 } ?? false
    }
    var columns = ["Day"]
    for measure in measures {
      columns.append(form.heading(measure))
      if measure.hasRange { columns.append("Range") }
      if measure == .sleep, hasStages { columns += ["Deep", "Core", "REM"] }
    }
    if month.flowDays > 0 { columns.append("Flow") }
    let rows = days.enumerated().map { place, day in
      var cells: [String?] = [form.count(place + 1)]
      for measure in measures {
        let value = day.values[measure]
        cells.append(form.cell(value?.value, measure))
        if measure.hasRange {
          let range = value.flatMap { value in
            value.low.flatMap { low in value.high.map { (low, $0) } }
          }
          cells.append(form.cell(range, measure))
        }
        if measure == .sleep, hasStages {
          cells += [day.night?.deep, day.night?.core, day.night?.rem].map {
            $0.map { ($0 / 3_600).hours }
          }
        }
      }
      if month.flowDays > 0 { cells.append(Self.flow(day.flow)) }
      return cells
    }
    table(form.title(month.key), summary: "Table of days", columns, rows)
  }
}
