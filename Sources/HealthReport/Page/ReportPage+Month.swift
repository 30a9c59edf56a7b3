import HealthStatistics

extension ReportPage {
  /// A month: day by day, unless it has no days, with its workouts.
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
    page.tag("<dl class=\"figures\">")
    func total(_ name: String, _ text: String?, _ page: inout HTMLWriter) {
      guard let text else { return }
      page.tag("<div><dt>")
      page.text(name)
      page.tag("</dt><dd>")
      page.text(text)
      page.tag("</dd></div>")
    }
    total("Steps a day", form.number(month[.steps].average), &page)
    let form = form
    let units = form.units
    total(
      "Distance",
      month[.distance].count > 0
        ? form.figure(month[.distance].sum, units.distance, 1) : nil, &page)
    total(
      "Active energy a day", month[.energy].average.map { form.figure($0, units.energy) }, &page)
    total(
      "Resting heart rate", month[.restingHeartRate].average.map { "\(form.number($0)) /min" },
      &page)
    total("Sleep a night", month[.sleep].average?.hours, &page)
    total("Weight", month[.mass].average.map { form.figure($0, units.mass, 1) }, &page)
    page.tag("</dl>\n")
  }

  private mutating func writeCharts(_ month: ReportMonth) {
    let days = month.days
    let labels = [1, 5, 10, 15, 20, 25, 30].filter { $0 <= days.count }.map { ($0 - 1, "\($0)") }
    let table = "The numbers are in the table of days of \(form.title(month.key))."
    let form = form
    let (units, name) = (form.units, form.name(month.key))
    func values(_ figure: DayFigure) -> [Double?] { days.map { $0[figure] } }
    func hint(_ figure: DayFigure, _ text: @escaping (Double) -> String) -> (Int) -> String {
      { "\($0 + 1) \(name): \(days[$0][figure].map(text) ?? "–")" }
    }
    figure(
      Chart(
        "Steps", "Steps of each day. " + table, slots: days.count, [.bars("move", values(.steps))],
        labels: labels, hint: hint(.steps) { form.number($0) }))
    figure(
      Chart(
        "Active energy", "Active energy of each day. " + table, slots: days.count,
        [.bars("energy", values(.energy))], labels: labels,
        hint: hint(.energy) { form.figure($0, units.energy) }), unit: units.energy.name)
    let bands = days.map { day -> (low: Double, high: Double)? in
      guard let low = day[.heartMinimum], let high = day[.heartMaximum] else { return nil }
      return (low, high)
    }
    figure(
      Chart(
        "Heart rate", "Lowest to highest, average and resting heart rate of each day. " + table,
        slots: days.count, fromZero: false,
        [
          .bands("band", bands), .line("heart", values(.heartAverage)),
          .line("rest", values(.restingHeartRate)),
        ], labels: labels,
        hint: { day in
          guard let band = bands[day] else { return "\(day + 1) \(name)" }
          return "\(day + 1) \(name): \(form.number(band.low)) to \(form.number(band.high))"
        }), unit: "beats/min: range (bars), average (solid), resting (dashed)")
    writeSleep(month, labels, table)
    figure(
      Chart(
        "Weight", "Latest weight of each day. " + table, slots: days.count, fromZero: false,
        [.line("mass", values(.mass))], labels: labels,
        hint: hint(.mass) { form.figure($0, units.mass, 1) }), unit: units.mass.name)
    guard builder.hasFlow else { return }
    figure(
      Chart(
        "Cycle", "Menstrual flow of each day: 1 unspecified, 2 light, 3 medium, 4 heavy. " + table,
        slots: days.count, upTo: 4, [.bars("flow", days.map { $0.flow.map(Double.init) })],
        labels: labels,
        hint: { "\($0 + 1) \(name): \(Self.flow(days[$0].flow) ?? "–")" }),
      unit: "menstrual flow: unspecified, light, medium, heavy")
  }

  private mutating func writeSleep(
    _ month: ReportMonth, _ labels: [(slot: Int, text: String)], _ table: String
  ) {
    let nights = month.days.map(\.night)
    let name = form.name(month.key)
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
          "\(day + 1) \(name): \(nights[day]?.asleep.map { ($0 / 3_600).hours } ?? "–")"
        }), unit: "hours",
      legend: [("deep", "deep"), ("core", "core"), ("rem", "REM"), ("other", "no stage")])
  }

  static func flow(_ flow: Int?) -> String? {
    flow.flatMap { 1...4 ~= $0 ? ["unspecified", "light", "medium", "heavy"][$0 - 1] : nil }
  }

  private mutating func writeDays(_ month: ReportMonth) {
    page.tag("<details><summary>Table of days</summary><div class=\"scroll\"><table><caption>")
    page.text(form.title(month.key))
    page.tag(
      """
      </caption><thead><tr><th scope="col">Day</th><th scope="col">Steps</th><th scope="col">
      """)
    page.text(form.units.distance.name)
    page.tag("</th><th scope=\"col\">")
    page.text(form.units.energy.name)
    page.tag(
      """
      </th>\
      <th scope="col">Exercise (min)</th><th scope="col">Heart rate</th><th scope="col">Range</th><th scope="col">Resting</th>\
      <th scope="col">Asleep</th><th scope="col">Deep</th><th scope="col">Core</th><th scope="col">REM</th>\
      <th scope="col">Weight (
      """)
    page.text(form.units.mass.name)
    page.tag(")</th>")
    if builder.hasFlow { page.tag("<th scope=\"col\">Flow</th>") }
    page.tag("</tr></thead><tbody>\n")
    for (place, day) in month.days.enumerated() {
      page.tag("<tr><th scope=\"row\">")
      page.number(place + 1)
      page.tag("</th>")
      cell(form.number(day[.steps]))
      cell(form.number(day[.distance], 2))
      cell(form.number(day[.energy]))
      cell(form.number(day[.exercise]))
      cell(form.number(day[.heartAverage]))
      if let low = day[.heartMinimum], let high = day[.heartMaximum] {
        cell("\(form.number(low))–\(form.number(high))")
      } else {
        cell(nil)
      }
      cell(form.number(day[.restingHeartRate]))
      for seconds in [day.night?.asleep, day.night?.deep, day.night?.core, day.night?.rem] {
        cell(seconds.map { ($0 / 3_600).hours })
      }
      cell(form.cell(day[.mass], form.units.mass, 1))
      if builder.hasFlow { cell(Self.flow(day.flow)) }
      page.tag("</tr>\n")
    }
    page.tag("</tbody></table></div></details>\n")
  }
}
