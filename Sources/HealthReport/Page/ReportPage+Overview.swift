import HealthStatistics

extension ReportPage {
  /// The months side by side.
  mutating func writeOverview() {
    page.tag("<section aria-labelledby=\"overview\"><h2 id=\"overview\">Overview</h2>\n")
    if months.isEmpty {
      page.tag(
        "<p>The data have no steps, heart rates, weights or nights of sleep.</p></section>\n")
      return
    }
    let form = form
    let labels = months.enumerated().filter { _, month in
      months.count <= 14 || month.key.month == 1
    }.map { place, month in
      let name = form.shortName(month.key)
      let text = months.count > 14 ? "\(month.key.year)" : name
      return (place, place == 0 && months.count <= 14 ? "\(name) \(month.key.year)" : text)
    }
    func averages(_ figure: DayFigure) -> [Double?] { months.map { $0[figure].average } }
    let table = "The numbers are in the table of months."
    let (shown, mass) = (months, form.units.mass)
    func hint(_ figure: DayFigure, _ text: @escaping (Double) -> String) -> (Int) -> String {
      { "\(form.title(shown[$0].key)): \(shown[$0][figure].average.map(text) ?? "–")" }
    }
    figure(
      Chart(
        "Steps a day", "Average of each month. " + table, slots: months.count,
        [.bars("move", averages(.steps))], labels: labels, hint: hint(.steps) { form.number($0) }))
    figure(
      Chart(
        "Heart rate", "Average and resting heart rate of each month. " + table,
        slots: months.count, fromZero: false,
        [.line("heart", averages(.heartAverage)), .line("rest", averages(.restingHeartRate))],
        labels: labels, hint: hint(.heartAverage) { "\(form.number($0)) beats/min" }),
      unit: "beats/min, average (solid) and resting (dashed)")
    figure(
      Chart(
        "Sleep", "Average hours asleep a night of each month. " + table, slots: months.count,
        [.bars("core", averages(.sleep))], labels: labels, hint: hint(.sleep) { $0.hours }),
      unit: "hours a night")
    figure(
      Chart(
        "Weight", "Average of each month. " + table, slots: months.count, fromZero: false,
        [.line("mass", averages(.mass))], labels: labels,
        hint: hint(.mass) { form.figure($0, mass, 1) }), unit: mass.name)
    writeMonths()
    page.tag("</section>\n")
  }

  private mutating func writeMonths() {
    page.tag(
      """
      <details><summary>Table of months</summary><div class="scroll"><table><caption>Averages of the days that have a \
      value</caption><thead><tr><th scope="col">Month</th><th scope="col">Steps</th><th scope="col">Distance (
      """)
    page.text(form.units.distance.name)
    page.tag(")</th><th scope=\"col\">Active energy (")
    page.text(form.units.energy.name)
    page.tag(
      """
      )</th><th scope="col">Exercise (min)</th><th scope="col">Heart rate (beats/min)</th>\
      <th scope="col">Resting</th><th scope="col">Sleep</th><th scope="col">Weight (
      """)
    page.text(form.units.mass.name)
    page.tag(")</th></tr></thead><tbody>\n")
    for month in months.reversed() {
      page.tag("<tr><th scope=\"row\">")
      page.text(form.title(month.key))
      page.tag("</th>")
      cell(form.number(month[.steps].average))
      cell(form.number(month[.distance].average, 2))
      cell(form.number(month[.energy].average))
      cell(form.number(month[.exercise].average))
      cell(form.number(month[.heartAverage].average))
      cell(form.number(month[.restingHeartRate].average))
      cell(month[.sleep].average?.hours)
      cell(form.cell(month[.mass].average, form.units.mass, 1))
      page.tag("</tr>\n")
    }
    page.tag("</tbody></table></div></details>\n")
  }
}
