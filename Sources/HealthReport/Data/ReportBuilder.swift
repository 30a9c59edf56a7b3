// `ReportBuilder` takes the rows of days and hours, nights, readings, days of categories and workouts and stores
// only the latest months, workouts and gaps, so the memory and the size of the page are bounded. `Measure` lists
// what it shows of a day; a chart by month has a `TimeAxis`, on which months without data have a place. `ReportPage`
// collects the page and shows fewer months by day if it has more than 2,000,000 bytes. `HTMLWriter` writes markup
// only from `StaticString`, so text from data can only be written escaped. The page has no script: a month is shown
// by `:target`, and links name the months. A test reads the page in Chromium, where that is installed.

package import HealthModel
package import HealthStatistics

/// Collects what a report shows, in memory that does not grow with the samples: months beyond a limit have no days, and
/// the oldest workouts, gaps and months are only counted.
package struct ReportBuilder {
  /// How many months are shown day by day at most, the latest ones.
  package static let detailedMonths = 36
  /// How many months are shown at all.
  package static let mostMonths = 240
  /// How many workouts are listed, the latest ones.
  package static let mostWorkouts = 300
  static let mostGaps = 100
  static let mostNames = 100
  static let mostReadings = 30
  static let mostCycles = 300

  /// The types whose statistics of each day a report shows.
  package static let types = Set(Measure.types.map { SampleType.quantity($0) })
  /// The types whose statistics of each hour a report shows.
  package static let hourlyTypes = Set(
    Measure.hourly.compactMap(\.form.type).map { SampleType.quantity($0) })

  private var months: [MonthKey: ReportMonth] = [:]
  private(set) var workouts: [ReportWorkout] = []
  private(set) var workoutCount = 0
  /// Spans of days without any data that the page shows, the latest ones. Known at the end.
  private(set) var gaps: [(from: String, days: Int)] = []
  private(set) var gapCount = 0
  private(set) var gapDays = 0
  /// The days with data: a bit for each, in words of 64 days, so that days of all years take few bytes.
  private var dayBits: [Int: UInt64] = [:]
  /// The first day with a value, such as `2024-06-01`.
  private(set) var firstDay: String?

  /// Of all days: the first that has the lowest and the highest value, and the latest value.
  private(set) var lowest: [Measure: DatedValue] = [:]
  private(set) var highest: [Measure: DatedValue] = [:]
  private(set) var latest: [Measure: DatedValue] = [:]
  /// The patterns of ``Measure/weekly`` and ``Measure/hourly``, in the units of the page.
  private(set) var weekdays: [Measure: ClockPattern] = [:]
  private(set) var hours: [Measure: ClockPattern] = [:]
  /// The latest readings of the blood pressure, and how many there are.
  private(set) var readings: [BloodPressureReading] = []
  private(set) var readingCount = 0
  private var pressureDay = PressureDay()
  /// Readings before noon and from then on.
  private(set) var halves = [ReportPressure(), ReportPressure()]
  /// How many readings are at or above the limit for measurements at home.
  private(set) var highReadingCount = 0
  private(set) var cycles: [MenstrualCycle] = []
  private var cycleFinder = MenstrualCycleFinder()
  private(set) var symptoms: [CategoryType: ReportSymptom] = [:]
  private(set) var activities = WorkoutSums()
  /// Values of blood glucose below, in and above 70 to 180 mg/dL.
  package var glucose = GlucoseRanges()
  /// The totals of days that the device stated, and what the records add up to.
  package var agreement = Agreement()
  /// What the page states about itself and the data.
  package var quality = ReportQuality()

  /// The units and the form of the figures.
  let text: ReportText

  package init(_ text: ReportText = ReportText()) { self.text = text }

  /// The months, in the order of time.
  var sortedMonths: [ReportMonth] { months.values.sorted { $0.key < $1.key } }

  var hasFlow: Bool { months.values.contains { $0.flowDays > 0 } }

  // MARK: Days

  /// Adds statistics of a day. Rows come in the order of days, after the totals of ``agreement`` that are stated.
  package mutating func add(_ row: StatisticsRow) {
    guard case .quantity(let type) = row.type.type, let measure = Measure(type),
      let date = row.interval, MonthKey.reading(date) != nil
    else { return }
    noteDay(date)
    switch measure {
    case .energy: agreement.add(recordsOf: .activeEnergy, row.sum?.doubleValue, on: date)
    case .exercise: agreement.add(recordsOf: .exercise, row.sum?.doubleValue, on: date)
    default: break
    }
    if Measure.weekly.contains(measure) {
      weekdays[measure, default: ClockPattern(.weekday)].add(row)
    }
    let value: Double? =
      switch measure.form.statistic {
      case .sum: row.sum?.doubleValue
      case .average: row.average
      case .latest: row.mostRecent?.doubleValue
      }
    guard let value else { return }
    // The latest value of a sum is that of its day.
    let last = measure.form.statistic == .sum ? nil : row.mostRecent?.doubleValue
    set(
      measure, value, row.minimum?.doubleValue, row.maximum?.doubleValue, latest: last, on: date)
  }

  /// Adds statistics of an hour. Rows come by type and then in the order of hours.
  package mutating func addHour(_ row: StatisticsRow) {
    guard case .quantity(let type) = row.type.type, let measure = Measure(type) else { return }
    hours[measure, default: ClockPattern(.hourOfDay)].add(row)
  }

  /// Sets the value of a day, in the unit in which it was calculated.
  ///
  /// - Parameter last: The last value of the day; `nil` if that is the value of the day.
  private mutating func set(
    _ measure: Measure, _ value: Double, _ low: Double? = nil, _ high: Double? = nil,
    latest last: Double? = nil, on date: String
  ) {
    guard value.isFinite, let (key, day) = MonthKey.reading(date) else { return }
    let value = DayValue(
      value: text.shown(value, measure), low: low.map { text.shown($0, measure) },
      high: high.map { text.shown($0, measure) })
    months[key, default: ReportMonth(key)].set(measure, value, day: day)
    if value.value > highest[measure]?.value ?? -.infinity {
      highest[measure] = DatedValue(value: value.value, date: date)
    }
    if value.value < lowest[measure]?.value ?? .infinity {
      lowest[measure] = DatedValue(value: value.value, date: date)
    }
    if firstDay.map({ date < $0 }) ?? true { firstDay = date }
    if date >= latest[measure]?.date ?? "" {
      let last = last.map { text.shown($0, measure) } ?? value.value
      latest[measure] = DatedValue(value: last, date: date)
    }
    prune()
  }

  /// Adds a night, after all rows of days.
  package mutating func add(_ night: SleepNight) {
    noteDay(night.date)
    guard let asleep = night.asleep, asleep > 0, let (key, day) = MonthKey.reading(night.date)
    else { return }
    set(.sleep, asleep / 3_600, on: night.date)
    weekdays[.sleep, default: ClockPattern(.weekday)].add(asleep / 3_600, ofDay: night.date)
    update(key, day) { $0.night = night }
  }

  private mutating func update(_ key: MonthKey, _ day: Int, _ body: (inout ReportDay) -> Void) {
    guard months[key]?.days.indices.contains(day - 1) == true else { return }
    body(&months[key, default: ReportMonth(key)].days[day - 1])
  }

  // MARK: Blood pressure, cycle, symptoms

  /// Adds a reading of the blood pressure. Readings come in the order of time.
  package mutating func add(_ reading: BloodPressureReading) {
    noteDay(reading.date)
    if reading.date != pressureDay.date { closePressureDay() }
    pressureDay.date = reading.date
    pressureDay.systolic.add(DayValue(value: reading.systolic))
    pressureDay.diastolic.add(DayValue(value: reading.diastolic))
    halves[reading.time.clock.hour < 12 ? 0 : 1].add(reading)
    if reading.systolic >= 135 || reading.diastolic >= 85 { highReadingCount += 1 }
    readingCount += 1
    readings.append(reading)
    if readings.count > Self.mostReadings { readings.removeFirst() }
  }

  private mutating func closePressureDay() {
    let last = readings.last
    for (measure, total, last) in [
      (Measure.systolic, pressureDay.systolic, last?.systolic),
      (.diastolic, pressureDay.diastolic, last?.diastolic),
    ] {
      guard let average = total.average else { continue }
      set(measure, average, total.low, total.high, latest: last, on: pressureDay.date)
    }
    pressureDay = PressureDay()
  }

  /// Adds a day of menstrual flow or of a symptom. Days come by type and then in order.
  package mutating func add(_ category: CategoryDay) {
    guard let (key, day) = MonthKey.reading(category.date) else { return }
    if category.hasFlow || category.isPresent { noteDay(category.date) }
    if category.type == .menstrualFlow {
      guard category.hasFlow else { return }
      if let cycle = cycleFinder.add(category) { add(cycle) }
      months[key, default: ReportMonth(key)].flowDays += 1
      let flow = category.counts.keys.filter { 1...4 ~= $0 }.max()
      update(key, day) { $0.flow = flow }
    } else if category.isPresent {
      symptoms[category.type, default: ReportSymptom()].add(category)
    }
    prune()
  }

  private mutating func add(_ cycle: MenstrualCycle) {
    cycles.append(cycle)
    if cycles.count > Self.mostCycles { cycles.removeFirst() }
  }

  // MARK: Workouts

  /// Adds a workout, in any order. One that ends before it starts does not count.
  package mutating func add(_ workout: Workout) {
    guard workout.start <= workout.end else { return }
    workoutCount += 1
    let shown = ReportWorkout(workout)
    activities.add(shown.figures)
    if shown.figures.start != .unknown { noteDay(shown.figures.start.dayText) }
    workouts.append(shown)
    if workouts.count >= 2 * Self.mostWorkouts { keepLatestWorkouts() }
  }

  /// The workouts that the page lists and that records may complete. Call it after all workouts were added.
  package mutating func incompleteWorkouts() -> [WorkoutFigures] {
    keepLatestWorkouts()
    return workouts.map(\.figures).filter(\.isIncomplete)
  }

  /// Replaces the incomplete workouts.
  ///
  /// - Parameter completed: One for each of ``incompleteWorkouts()``, in their order.
  package mutating func complete(_ completed: [WorkoutFigures]) {
    let places = workouts.indices.filter { workouts[$0].figures.isIncomplete }
    for (place, figures) in zip(places, completed) { workouts[place].figures = figures }
  }

  private mutating func keepLatestWorkouts() {
    workouts.sort { $0.figures.start < $1.figures.start }
    workouts.removeFirst(max(0, workouts.count - Self.mostWorkouts))
  }

  // MARK: The end

  /// What a page shows, in the order of time.
  mutating func finish() {
    keepLatestWorkouts()
    closePressureDay()
    if let latest = cycleFinder.finish() { add(latest) }
    cycleFinder = MenstrualCycleFinder()
    findGaps()
    showByDay(Self.detailedMonths)
  }

  /// Leaves out the days of all months but the latest ones.
  mutating func showByDay(_ count: Int) {
    for key in months.keys.sorted().dropLast(count) { months[key]?.days = [] }
  }

  /// Leaves out the oldest months where there are too many, and the days of months that will not be shown by day.
  private mutating func prune() {
    if months.count > 2 * Self.mostMonths {
      for key in months.keys.sorted().dropLast(Self.mostMonths) { months[key] = nil }
    }
    guard months.count != prunedCount else { return }
    prunedCount = months.count
    if months.count % Self.detailedMonths == 0 { showByDay(Self.detailedMonths) }
  }

  private var prunedCount = 0

  /// Whether any day has data that the page shows.
  var hasDays: Bool { !dayBits.isEmpty }

  /// Records that a day has data, for the list of gaps. Days come in any order.
  private mutating func noteDay(_ date: String) {
    guard let (key, day) = MonthKey.reading(date) else { return }
    let number = key.number(ofDay: day)
    dayBits[number >> 6, default: 0] |= 1 << UInt64(number & 63)
  }

  private mutating func findGaps() {
    (gaps, gapCount, gapDays) = ([], 0, 0)
    var last: Int?
    for (word, bits) in dayBits.sorted(by: { $0.key < $1.key }) {
      var rest = bits
      while rest != 0 {
        let number = word << 6 | rest.trailingZeroBitCount
        rest &= rest - 1
        if let last, number > last + 1 { addGap(after: last, days: number - last - 1) }
        last = number
      }
    }
  }

  private mutating func addGap(after day: Int, days: Int) {
    gapCount += 1
    gapDays += days
    gaps.append((Timestamp(secondsSince1970: Int64(day) * 86_400).dayText, days))
    if gaps.count > Self.mostGaps { gaps.removeFirst() }
  }
}

/// The readings of the blood pressure of one day.
private struct PressureDay {
  var date = ""
  var systolic = ReportMonth.Total()
  var diastolic = ReportMonth.Total()
}

/// The average of readings of the blood pressure.
struct ReportPressure {
  private(set) var count = 0
  private var systolic = 0.0
  private var diastolic = 0.0

  mutating func add(_ reading: BloodPressureReading) {
    count += 1
    systolic += reading.systolic
    diastolic += reading.diastolic
  }

  /// `nil` without readings.
  var average: (systolic: Double, diastolic: Double)? {
    count > 0 ? (systolic / Double(count), diastolic / Double(count)) : nil
  }
}

struct ReportSymptom {
  private(set) var days = 0
  private(set) var samples = 0
  private(set) var last = ""
  /// The days by the number of their most severe value.
  private(set) var severities: [Int: Int] = [:]

  mutating func add(_ day: CategoryDay) {
    days += 1
    samples += day.presentCount
    last = day.date
    if let worst = day.counts.keys.filter({ $0 != 1 }).max() { severities[worst, default: 0] += 1 }
  }
}
