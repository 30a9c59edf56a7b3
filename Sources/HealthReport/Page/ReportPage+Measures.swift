import HealthBytes
import HealthModel
import HealthStatistics

extension ReportPage {
  /// A section for each group of measurements that the data have.
  mutating func writeMeasures() {
    writeBloodPressure()
    writeMeasure([.glucose], "Blood glucose", "glucose")
    writeMeasure([.variability], "Heart rate variability", "hrv")
    writeMeasure([.oxygen], "Blood oxygen", "oxygen")
    writeMeasure([.respiratoryRate], "Respiratory rate", "breathing")
    writeMeasure([.vo2Max], "VO₂ max", "vo2max")
    writeMeasure(
      [.bodyTemperature, .basalTemperature, .wristTemperature], "Temperature", "temperature")
    writeMeasure([.mass], "Weight", "weight")
  }

  /// A section of measures, each with a chart of its own.
  private mutating func writeMeasure(
    _ measures: [Measure], _ title: StaticString, _ id: StaticString
  ) {
    let measures = measures.filter { builder.latest[$0] != nil }
    guard let axis, !measures.isEmpty else { return }
    openSection(title, id)
    for measure in measures {
      if measures.count > 1 {
        page.tag("<h3>")
        page.text(measure.form.title)
        page.tag("</h3>")
      }
      writeFacts(measure)
      monthChart([measure], axis)
    }
    if measures == [.glucose] { writeGlucoseRanges() }
    writeTable(of: measures)
    page.tag("</section>\n")
  }

  private mutating func writeFacts(_ measure: Measure) {
    let total = total(measure)
    let form = form
    let latest = builder.latest[measure]
    figures([
      (
        "Latest, \(latest?.date ?? "")", latest.map { form.figure($0.value, measure) }
      ),
      ("Average of days", total.average.map { form.figure($0, measure) }),
      ("Lowest to highest", form.cell(total.range, measure)),
      ("Days", form.count(total.count)),
    ])
  }

  /// All shown months together.
  func total(_ measure: Measure) -> ReportMonth.Total {
    months.reduce(into: ReportMonth.Total()) { $0.add($1[measure]) }
  }

  /// Writes a table with the numbers of the charts, by month.
  private mutating func writeTable(of measures: [Measure]) {
    let form = form
    let columns = measures.flatMap { measure in
      [form.heading(measure)] + (measure.hasRange ? ["Lowest–highest"] : []) + ["Days"]
    }
    let rows = months.reversed().filter { month in measures.contains { month[$0].count > 0 } }
    table(
      "Averages of the days that have a value", summary: "Table of months", ["Month"] + columns,
      rows.map { month in
        [form.title(month.key)]
          + measures.flatMap { measure in
            let total = month[measure]
            return [form.cell(total.average, measure)]
              + (measure.hasRange ? [form.cell(total.range, measure)] : [])
              + [total.count > 0 ? form.count(total.count) : nil]
          }
      })
  }

  private mutating func writeGlucoseRanges() {
    guard let text = glucoseRanges else { return }
    page.tag("<p>")
    page.text(text)
    page.tag("</p>")
  }

  /// How many values are below, in and above the usual target; `nil` without values.
  var glucoseRanges: String? {
    let counts = builder.glucose.counts
    let total = builder.glucose.total
    guard total > 0 else { return nil }
    let shares = counts.map { "\(form.number(Double($0) / Double(total) * 100)) %" }
    let leftOut = builder.glucose.leftOut
    return
      "Of \(form.count(total)) values, \(shares[0]) are below 70 mg/dL (3.9 mmol/L), \(shares[1]) from 70 to "
      + "180 mg/dL, \(shares[2]) above 180 mg/dL (10 mmol/L)."
      + (leftOut > 0
        ? " Only values of the sensor count: \(form.count(leftOut)) of a meter, or entered by hand, do not."
        : "")
  }

  // MARK: Blood pressure

  private mutating func writeBloodPressure() {
    guard let axis, builder.readingCount > 0 else { return }
    openSection("Blood pressure", "pressure")
    let form = form
    figures(pressureFigures)
    monthChart([.systolic, .diastolic], title: "Blood pressure", axis)
    page.tag("<p>")
    page.text(highReadings)
    page.tag("</p>")
    table(
      "The latest readings", summary: "Table of readings",
      ["Time", "Systolic (mmHg)", "Diastolic (mmHg)", " Source"],
      builder.readings.reversed().map { reading in
        [
          Self.minute(reading.time), form.cell(reading.systolic, .systolic),
          form.cell(reading.diastolic, .diastolic),
          reading.source.printableName,
        ]
      })
    writeTable(of: [.systolic, .diastolic])
    page.tag("</section>\n")
  }

  static func minute(_ time: Timestamp) -> String {
    String(time.text(.iso8601).description.prefix(16)).replacing("T", with: " ")
  }

  func pressure(_ average: (systolic: Double, diastolic: Double)?) -> String? {
    average.map { "\(form.number($0.systolic))/\(form.number($0.diastolic)) mmHg" }
  }

  private var pressureFigures: [(name: String, text: String?)] {
    let (systolic, diastolic) = (total(.systolic), total(.diastolic))
    let latest = builder.readings.last
    return [
      (
        "Latest, \(latest?.date ?? "")", pressure(latest.map { ($0.systolic, $0.diastolic) })
      ),
      ("Before noon", pressure(builder.halves[0].average)),
      ("After noon", pressure(builder.halves[1].average)),
      ("Systolic, lowest to highest", form.cell(systolic.range, .systolic)),
      ("Diastolic, lowest to highest", form.cell(diastolic.range, .diastolic)),
      ("Readings", form.count(builder.readingCount)),
    ]
  }

  /// How many readings are high.
  var highReadings: String {
    "\(form.count(builder.highReadingCount)) of \(form.count(builder.readingCount)) readings are at or above 135/85 mmHg, "
      + "the usual limit for measurements at home."
  }

  // MARK: Cycle and symptoms

  mutating func writeCycle() {
    guard let axis, builder.hasFlow else { return }
    openSection("Cycle", "cycle")
    let form = form
    let cycles = builder.cycles
    figures(cycleFigures)
    var lengths = [Double?](repeating: nil, count: axis.count)
    for cycle in cycles {
      guard let length = cycle.length, length <= Self.longestCycle,
        let (key, _) = MonthKey.reading(cycle.start),
        lengths.indices.contains(axis.slot(of: key))
      else { continue }
      lengths[axis.slot(of: key)] = Double(length)
    }
    figure(
      Chart(
        "Length of cycles",
        "In days, by the month in which a cycle starts. \(Self.longCycles) The numbers are in the table of cycles.",
        slots: axis.count, [.bars("flow", lengths)], labels: axis.labels(form),
        hint: { "\(form.title(axis.key(of: $0))): \(form.number(lengths[$0]) ?? "–")" }),
      unit: "days")
    table(
      "From one start to the next; the latest cycle has no length yet. \(Self.longCycles)",
      summary: "Table of cycles",
      ["Start", "Length (days)", "Days of flow"],
      cycles.suffix(60).reversed().map { cycle in
        [cycle.start, cycle.length.map { form.count($0) }, form.count(cycle.flowDays)]
      })
    page.tag("</section>\n")
  }

  /// The longest cycle, in days, that averages include: in a longer one, a start was probably not recorded.
  private static let longestCycle = 90
  private static let longCycles = "Cycles of more than \(longestCycle) days are in no average."

  var cycleFigures: [(name: String, text: String?)] {
    let lengths = builder.cycles.compactMap(\.length).filter { $0 <= Self.longestCycle }
    let flow = builder.cycles.dropLast().map(\.flowDays)
    func average(_ values: [Int]) -> String? {
      values.isEmpty
        ? nil : "\(form.number(Double(values.reduce(0, +)) / Double(values.count), 1)) days"
    }
    return [
      ("Latest start", builder.cycles.last?.start),
      ("Average length", average(lengths)),
      ("Shortest to longest", lengths.min().map { "\($0)–\(lengths.max() ?? $0) days" }),
      ("Average flow", average(Array(flow))),
    ]
  }

  mutating func writeSymptoms() {
    guard !builder.symptoms.isEmpty else { return }
    openSection("Symptoms", "symptoms")
    table(
      "Days with each symptom", ["Symptom", "Days", " Most severe, by days", "Latest"],
      symptomRows)
    page.tag("</section>\n")
  }

  /// The symptoms with the most days first.
  var symptomRows: [[String?]] {
    builder.symptoms.sorted {
      ($1.value.days, $0.key.shortName) < ($0.value.days, $1.key.shortName)
    }
    .prefix(ReportBuilder.mostNames).map { type, symptom in
      let severities = symptom.severities.sorted { $0.key > $1.key }.map { number, days in
        let name = type.value(numbered: number)?.shortName ?? "\(number)"
        return "\(name.words.lowercased()) \(form.count(days))"
      }
      return [
        type.shortName.words, form.count(symptom.days), severities.joined(separator: ", "),
        symptom.last,
      ]
    }
  }
}

extension String {
  /// The words of a name such as `AbdominalCramps`: `Abdominal cramps`.
  var words: String {
    var words = ""
    var isAfterSmall = false
    for character in self {
      if character.isUppercase, isAfterSmall { words += " " }
      words += isAfterSmall ? character.lowercased() : String(character)
      isAfterSmall = !character.isUppercase
    }
    return words
  }
}
