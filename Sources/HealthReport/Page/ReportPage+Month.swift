import HealthStatistics

extension ReportPage {
  /// A month day by day.
  mutating func write(_ month: ReportMonth) {
    let key = month.key
    page.tag("<section class=\"month")
    if key == detailed.last?.key { page.tag(" latest") }
    page.tag("\" id=\"m")
    page.text(key.label)
    page.tag("\" aria-labelledby=\"t")
    page.text(key.label)
    page.tag("\"><h2 id=\"t")
    page.text(key.label)
    page.tag("\">")
    page.text(key.title)
    page.tag("</h2>\n")
    writeFigures(month)
    writeCharts(month)
    writeWorkouts(key)
    writeDays(month)
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
    total("Steps a day", month[.steps].average?.shown(), &page)
    let units = builder.units
    total(
      "Distance",
      month[.distance].count > 0
        ? "\(month[.distance].sum.shown(1)) \(units.distance.name)" : nil, &page)
    total(
      "Active energy a day",
      month[.energy].average.map { "\($0.shown()) \(units.energy.name)" }, &page)
    total(
      "Resting heart rate", month[.restingHeartRate].average.map { "\($0.shown()) /min" }, &page)
    total("Sleep a night", month[.sleep].average?.hours, &page)
    total("Weight", month[.mass].average.map { "\($0.shown(1)) \(units.mass.name)" }, &page)
    page.tag("</dl>\n")
  }

  private mutating func writeCharts(_ month: ReportMonth) {
    let days = month.days
    let labels = [1, 5, 10, 15, 20, 25, 30].filter { $0 <= days.count }.map { ($0 - 1, "\($0)") }
    let table = "The numbers are in the table of days of \(month.key.title)."
    let (energy, mass) = (builder.units.energy.name, builder.units.mass.name)
    func values(_ figure: DayFigure) -> [Double?] { days.map { $0[figure] } }
    func hint(_ figure: DayFigure, _ text: @escaping (Double) -> String) -> (Int) -> String {
      { "\($0 + 1) \(month.key.name): \(days[$0][figure].map(text) ?? "–")" }
    }
    figure(
      Chart(
        "Steps", "Steps of each day. " + table, slots: days.count, [.bars("move", values(.steps))],
        labels: labels, hint: hint(.steps) { $0.shown() }))
    figure(
      Chart(
        "Active energy", "Active energy of each day. " + table, slots: days.count,
        [.bars("energy", values(.energy))], labels: labels,
        hint: hint(.energy) { "\($0.shown()) \(energy)" }), unit: energy)
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
          guard let band = bands[day] else { return "\(day + 1) \(month.key.name)" }
          return "\(day + 1) \(month.key.name): \(band.low.shown()) to \(band.high.shown())"
        }), unit: "beats/min: range (bars), average (solid), resting (dashed)")
    writeSleep(month, labels, table)
    figure(
      Chart(
        "Weight", "Latest weight of each day. " + table, slots: days.count, fromZero: false,
        [.line("mass", values(.mass))], labels: labels,
        hint: hint(.mass) { "\($0.shown(1)) \(mass)" }), unit: mass)
    guard builder.hasFlow else { return }
    figure(
      Chart(
        "Cycle", "Menstrual flow of each day: 1 unspecified, 2 light, 3 medium, 4 heavy. " + table,
        slots: days.count, upTo: 4, [.bars("flow", days.map { $0.flow.map(Double.init) })],
        labels: labels,
        hint: { "\($0 + 1) \(month.key.name): \(Self.flow(days[$0].flow) ?? "–")" }),
      unit: "menstrual flow: unspecified, light, medium, heavy")
  }

  private mutating func writeSleep(
    _ month: ReportMonth, _ labels: [(slot: Int, text: String)], _ table: String
  ) {
    let nights = month.days.map(\.night)
    figure(
      Chart(
        "Sleep", "Hours of each night by stage, on the day on which it ends. " + table,
        slots: nights.count,
        [
          .stack([
            ("deep", nights.map { $0.map { $0.deep / 3_600 } }),
            ("core", nights.map { $0.map { $0.core / 3_600 } }),
            ("rem", nights.map { $0.map { $0.rem / 3_600 } }),
            ("other", nights.map { $0.map { $0.unspecified / 3_600 } }),
          ])
        ], labels: labels,
        hint: { day in
          "\(day + 1) \(month.key.name): \(nights[day].map { ($0.asleep / 3_600).hours } ?? "–")"
        }), unit: "hours",
      legend: [("deep", "deep"), ("core", "core"), ("rem", "REM"), ("other", "no stage")])
  }

  static func flow(_ flow: Int?) -> String? {
    flow.flatMap { 1...4 ~= $0 ? ["unspecified", "light", "medium", "heavy"][$0 - 1] : nil }
  }

  private mutating func writeDays(_ month: ReportMonth) {
    page.tag("<details><summary>Table of days</summary><div class=\"scroll\"><table><caption>")
    page.text(month.key.title)
    page.tag(
      """
      </caption><thead><tr><th scope="col">Day</th><th scope="col">Steps</th><th scope="col">
      """)
    page.text(builder.units.distance.name)
    page.tag("</th><th scope=\"col\">")
    page.text(builder.units.energy.name)
    page.tag(
      """
      </th>\
      <th scope="col">Exercise (min)</th><th scope="col">Heart rate</th><th scope="col">Range</th><th scope="col">Resting</th>\
      <th scope="col">Asleep</th><th scope="col">Deep</th><th scope="col">Core</th><th scope="col">REM</th>\
      <th scope="col">Weight (
      """)
    page.text(builder.units.mass.name)
    page.tag(")</th>")
    if builder.hasFlow { page.tag("<th scope=\"col\">Flow</th>") }
    page.tag("</tr></thead><tbody>\n")
    for (place, day) in month.days.enumerated() {
      page.tag("<tr><th scope=\"row\">")
      page.number(place + 1)
      page.tag("</th>")
      cell(day[.steps]?.shown())
      cell(day[.distance]?.shown(2))
      cell(day[.energy]?.shown())
      cell(day[.exercise]?.shown())
      cell(day[.heartAverage]?.shown())
      if let low = day[.heartMinimum], let high = day[.heartMaximum] {
        cell("\(low.shown())–\(high.shown())")
      } else {
        cell(nil)
      }
      cell(day[.restingHeartRate]?.shown())
      for seconds in [day.night?.asleep, day.night?.deep, day.night?.core, day.night?.rem] {
        cell(seconds.map { ($0 / 3_600).hours })
      }
      cell(day[.mass]?.shown(1))
      if builder.hasFlow { cell(Self.flow(day.flow)) }
      page.tag("</tr>\n")
    }
    page.tag("</tbody></table></div></details>\n")
  }
}
