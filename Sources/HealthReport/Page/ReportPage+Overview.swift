import HealthModel
import HealthStatistics

extension ReportPage {
  /// The months side by side.
  mutating func writeOverview() {
    openSection("Overview", "overview")
    guard let axis else {
      page.tag("<p>The data have no values that this report shows by day.</p></section>\n")
      return
    }
    for measure in [Measure.steps, .energy, .heartRate, .sleep] { monthChart([measure], axis) }
    let shown = Measure.allCases.filter { measure in
      measure.rawValue <= Measure.sleep.rawValue && months.contains { $0[measure].count > 0 }
    }
    if shown.isEmpty { page.tag("<p>The data have no steps, energy, heart rates or sleep.</p>") }
    writeMonths("Averages of the days that have a value", shown)
    if !axis.outside.isEmpty {
      let months = axis.outside.map { form.title($0) }.joined(separator: ", ")
      page.tag("<p class=\"facts\">")
      page.text(
        "Not in the charts by month, since all other data are ten years or more away: \(months). Their dates may be wrong."
      )
      page.tag("</p>\n")
    }
    page.tag("</section>\n")
  }

  /// A table of months, with the averages of some measures.
  private mutating func writeMonths(_ caption: String, _ measures: [Measure]) {
    guard !measures.isEmpty else { return }
    let form = form
    table(
      caption, summary: "Table of months", ["Month"] + measures.map { form.heading($0) },
      months.reversed().map { month in
        [form.title(month.key)] + measures.map { form.cell(month[$0].average, $0) }
      })
  }

  /// A chart by month of measures with one unit: bars of sums and nights, otherwise the range and the average.
  mutating func monthChart(_ measures: [Measure], title: String? = nil, _ axis: TimeAxis) {
    let form = form
    let labels = axis.labels(form)
    let (shown, months) = (measures[0], months)
    let isBars = shown.form.statistic == .sum || shown == .sleep
    var shapes: [Chart.Shape] = []
    for (place, measure) in measures.enumerated() {
      let averages = axis.values(months) { $0[measure].average }
      if isBars {
        shapes.append(.bars(measure.form.style, averages))
        continue
      }
      if measure.hasRange {
        shapes.append(
          .bands(place == 0 ? "band" : "band2", axis.values(months) { $0[measure].range }))
      }
      shapes.append(.line(measure.form.style, averages))
    }
    let resting = axis.values(months) { shown == .heartRate ? $0[.restingHeartRate].average : nil }
    let hasResting = resting.contains { $0 != nil }
    if hasResting { shapes.append(.line("rest", resting)) }
    let hints = axis.values(months) { month in
      measures.compactMap { measure in
        let total = month[measure]
        guard let average = form.cell(total.average, measure) else { return nil }
        let range = measure.hasRange ? form.cell(total.range, measure).map { " (\($0))" } : nil
        return average + (range ?? "")
      }.joined(separator: " / ")
    }
    let unit = form.unit(shown) ?? "hours a night"
    let meaning =
      hasResting
      ? "lowest to highest (bars), average (solid), resting (dashed)"
      : isBars
        ? "average a day" : shown.hasRange ? "lowest to highest (bars), average (line)" : "average"
    figure(
      Chart(
        title ?? shown.form.title, "By month: \(meaning). The numbers are in the table of months.",
        slots: axis.count, fromZero: isBars, shapes, labels: labels,
        hint: {
          "\(form.title(axis.key(of: $0))): \(hints[$0].flatMap { $0.isEmpty ? nil : $0 } ?? "–")"
        }),
      unit: [unit, shown == .sleep ? "" : meaning].filter { !$0.isEmpty }.joined(separator: ", "))
  }
}

extension ReportPage {
  /// The workouts of a month, each with the sketch of its route if it has one.
  mutating func writeWorkouts(_ key: MonthKey) {
    guard let workouts = workouts[key] else { return }
    page.tag("<h3>Workouts</h3><ul class=\"workouts\">\n")
    for workout in workouts {
      page.tag("<li>")
      if let sketch = workout.sketch { write(sketch) }
      page.tag("<div><strong>")
      page.name(workout.figures.activity.words)
      page.tag("</strong><p>")
      let text = workout.figures.start.text(.iso8601).description
      page.text(
        "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)), \(AnswerValue(workout.figures.minutes).readable(.duration)) h"
      )
      page.tag("</p><p>")
      page.text(details(workout).joined(separator: " · "))
      page.tag("</p></div></li>\n")
    }
    page.tag("</ul>\n")
  }

  private func details(_ workout: ReportWorkout) -> [String] {
    let (figures, units) = (workout.figures, form.units)
    var texts: [String] = []
    if let distance = units.distance(figures.distance) {
      texts.append(form.figure(distance, units.distance, 2))
    }
    let rate = units.rate(figures)
    if let pace = rate.pace, let length = rate.length, pace < 60 {
      texts.append("\(pace.hours) min/\(length)")
    } else if let speed = rate.speed {
      texts.append(form.figure(speed, units.speed, 1))
    }
    if let energy = units.energy(figures.energy) {
      texts.append(form.figure(energy, units.energy))
    }
    if let heart = figures.averageHeartRate {
      texts.append("\(form.number(heart)) beats/min")
    }
    if let climb = units.elevation(figures.elevation) {
      texts.append("\(form.figure(climb, units.elevation)) up")
    }
    if !figures.fromRecords.isEmpty {
      let names = figures.fromRecords.map { $0 == .heartRate ? "heart rate" : $0.rawValue }
      texts.append("\(names.joined(separator: ", ")) from the records in its time")
    }
    return texts
  }

  private mutating func write(_ sketch: RouteSketch) {
    page.tag(
      "<svg viewBox=\"0 0 76 76\" role=\"img\" aria-label=\"Sketch of the route\"><path d=\"")
    for (place, point) in sketch.placed(in: 76).enumerated() {
      page.tag(place == 0 ? "M" : "L")
      page.coordinate(point.x)
      page.tag(" ")
      page.coordinate(point.y)
    }
    page.tag("\"/></svg>")
  }
}
