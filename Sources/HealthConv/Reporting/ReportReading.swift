import HealthModel
import HealthReport
import HealthStatistics

/// Passes each selected sample to the parts of the report: days, hours, nights, workouts, blood pressure, cycle, symptoms, sources and
/// types.
struct ReportReading: SampleConsumer, ~Copyable {
  /// The samples of one descriptor.
  private struct Count {
    let isSelected: Bool
    /// Whether they are summaries of the activity, or hours in which the person stood.
    let isActivity: Bool
    /// Whether their statistics of each day, and of each hour, are shown.
    let isDaily: Bool
    let isHourly: Bool
    /// Whether they are pressures of the blood, or glucose.
    let isReading: Bool
    var count = 0
    /// How many the person entered by hand.
    var entered = 0
    var first: Timestamp?
    var last: Timestamp?
  }

  private var days: StatisticsCollector
  private var hours: StatisticsCollector
  private var pressures: BloodPressureCollector
  private var categories: CategoryDayCollector
  private var nights: SleepCollector
  private var activity: ActivityReading
  /// The records that may complete workouts; `nil` where others than the selected ones complete them.
  private var records: WorkoutRecordLog?
  private var builder: ReportBuilder
  private var table = DescriptorTable<Count>()
  private var sources = ReportTotals()
  private var types = ReportTotals()
  private let zone: DayZone
  private let priority: [String]
  /// What is selected; of days and nights the plan has the limits.
  private let selection: Selection
  private var sourcesByType: [SampleType: [String: Int]] = [:]
  private var entered = 0
  /// How many samples are selected.
  private(set) var sampleCount = 0

  /// - Parameter hasRecords: Whether the samples are those that complete workouts, so that the input is not read again.
  init(
    _ plan: StatisticsPlan, _ selection: Selection, _ text: ReportText, hasRecords: Bool
  ) throws(HealthError) {
    let nights = try SleepCollector(
      zone: plan.zone, priority: plan.priority, limits: plan.limits)
    let pressures = try BloodPressureCollector(zone: plan.zone)
    var daily = plan
    daily.options = [.cumulativeSum]
    let activity = try ActivityReading(daily, selection, Self.mostDays)
    let categories = try CategoryDayCollector(zone: plan.zone) {
      $0 == .menstrualFlow || Self.isSymptom($0)
    }
    let records = hasRecords ? try WorkoutRecordLog() : nil
    var hourly = plan
    (hourly.interval, hourly.isIntervalFirst) = (.hour, false)
    let hours = try StatisticsCollector(hourly) { descriptor, kind in
      ReportBuilder.hourlyTypes.contains(descriptor.type)
        && selection.selects(descriptor, kind: kind)
    }
    days = try StatisticsCollector(plan) { descriptor, kind in
      ReportBuilder.types.contains(descriptor.type) && selection.selects(descriptor, kind: kind)
    }
    self.hours = hours
    self.nights = nights
    self.pressures = pressures
    self.categories = categories
    self.activity = activity
    self.records = records
    builder = ReportBuilder(text)
    (zone, priority, self.selection) = (plan.zone, plan.priority, selection)
  }

  private static let mostSources = 256
  /// How many days with a summary of the activity may be in memory.
  private static let mostDays = 32_768

  private static let readingTypes: Set<SampleType> = [
    .quantity(.bloodPressureSystolic), .quantity(.bloodPressureDiastolic), .quantity(.bloodGlucose),
  ]

  private static func isSymptom(_ type: CategoryType) -> Bool { type.group == "Symptoms" }

  mutating func consume(_ sample: borrowing Sample) throws(HealthError) {
    guard let descriptor = sample.descriptor else { return }
    let index = table.index(of: descriptor, kind: sample.kind) { [selection] in
      Count(
        isSelected: selection.selects($0, kind: $1),
        isActivity: $1 == .activitySummary || $0.type == .category(.appleStandHour),
        isDaily: ReportBuilder.types.contains($0.type),
        isHourly: ReportBuilder.hourlyTypes.contains($0.type),
        isReading: Self.readingTypes.contains($0.type))
    }
    guard table[index].isSelected else { return }
    if table[index].isActivity { try activity.consume(sample) }
    switch copy sample {
    case .quantity:
      if records != nil { try records?.add(sample) }
      if table[index].isDaily { try days.consume(sample) }
      if table[index].isHourly { try hours.consume(sample) }
    case .category: try nights.consume(sample)
    default: break
    }
    if selection.hasDates, let start = sample.start, !selection.selects(start: shown(start)) {
      return
    }
    sampleCount += 1
    table[index].count += 1
    if let start = sample.start, start != .unknown {
      if table[index].first.map({ start < $0 }) ?? true { table[index].first = start }
      if table[index].last.map({ start > $0 }) ?? true { table[index].last = start }
    }
    if let metadata = sample.header?.metadata, !metadata.isEmpty, metadata[.wasUserEntered] == "1" {
      table[index].entered += 1
    }
    let isReading = table[index].isReading
    if table.isLarge { addCounts() }
    switch copy sample {
    case .quantity(let quantity) where isReading:
      try pressures.add(sample)
      builder.glucose.add(quantity)
    case .correlation: try pressures.add(sample)
    case .category: try categories.add(sample)
    case .workout(let workout): builder.add(workout)
    default: break
    }
  }

  /// A time on the clock of the days.
  private func shown(_ time: Timestamp) -> Timestamp { zone.zone.map(time.shown) ?? time }

  /// Adds the counts of descriptors to those of sources and types.
  private mutating func addCounts() {
    for entry in table.takeEntries() where entry.value.count > 0 {
      let value = entry.value
      let kind: String =
        switch SourceClass(entry.descriptor) {
        case .watch: "watch"
        case .phone: "phone"
        case .app, .person: "other"
        }
      sources.add(entry.descriptor.source.name, kind, value.count, value.first, value.last)
      entered += value.entered
      let type = entry.descriptor.type
      if Self.isShown(type) {
        count(value.count, of: type, entry.descriptor.source.name)
      } else if entry.kind != .workout {
        types.add(type.identifier, entry.kind.rawValue, value.count, value.first, value.last)
      }
    }
  }

  private mutating func count(_ count: Int, of type: SampleType, _ source: String) {
    var sources = sourcesByType[type] ?? [:]
    let isListed = sources[source] != nil || sources.count < Self.mostSources
    sources[isListed ? source : "…", default: 0] += count
    sourcesByType[type] = sources
  }

  /// Whether a type has a section or a chart.
  private static func isShown(_ type: SampleType) -> Bool {
    switch type {
    case .quantity(.bloodPressureSystolic), .quantity(.bloodPressureDiastolic): true
    case .correlation(let type): type == .bloodPressure
    case .category(let type):
      type == .sleepAnalysis || type == .menstrualFlow || isSymptom(type)
    default: ReportBuilder.types.contains(type)
    }
  }

  /// Makes a zone that of all samples which name none.
  mutating func useZone(_ zone: Zone) -> Bool {
    // Other samples may be selected by that clock.
    guard !selection.hasDates, days.useZone(zone), hours.useZone(zone), activity.useZone(zone)
    else { return false }
    nights.useZone(zone)
    pressures.useZone(zone)
    categories.useZone(zone)
    return true
  }

  consuming func finish(_ report: inout Answer.Report) throws(HealthError) -> ReportBuilder {
    addCounts()
    var builder = builder
    let priority = priority
    var records = records.take()
    builder.quality.sampleCount = sampleCount
    builder.quality.sources = sources.entries
    builder.quality.types = types.entries
    builder.quality.enteredCount = entered
    let typeSources = sourcesByType
    // The sources of types that the page shows sums of.
    let summed = Set(
      [.stepCount, .distanceWalkingRunning, .activeEnergyBurned, .appleExerciseTime].flatMap {
        (type: QuantityType) in typeSources[.quantity(type)]?.keys.map(\.self) ?? []
      })
    builder.quality.sourcesByType = sourcesByType.mapValues { sources in
      sources.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
    var rows = try days.finish()
    var summary = rows.summary
    summary.order = zip(summary.sources, summary.order).compactMap { name, text in
      summed.contains(name) ? text : nil
    }
    if summed.count > 1 { builder.quality.sourceRule = summary.sourcesFact.value }
    report.add(rows.summary)
    var active = try activity.finish()
    while let (date, day) = try active.next() { builder.agreement.add(date, day) }
    while let row = try rows.next() { builder.add(row) }
    var nights = try nights.finish()
    report.add(nights)
    while let night = try nights.next() { builder.add(night) }
    if active.leftOut > 0 {
      report.note(
        active.leftOut, "of ActivitySummary", "there are more than \(Self.mostDays.grouped) days")
    }
    var hours = try hours.finish()
    while let row = try hours.next() { builder.addHour(row) }
    var readings = try pressures.finish()
    while let reading = try readings.next() { builder.add(reading) }
    if readings.skipped > 0 {
      report.note(readings.skipped, "of blood pressure", "the other pressure is missing")
    }
    var categories = try categories.finish()
    while let day = try categories.next() { builder.add(day) }
    for (type, count) in categories.skipped.sorted(by: { $0.key.identifier < $1.key.identifier }) {
      report.note(count, "of \(type.shortName)", "the value or the length is out of range")
    }
    let incomplete = builder.incompleteWorkouts()
    if !incomplete.isEmpty, let records = records.take() {
      let (completed, skipped) = try records.completed(incomplete, priority: priority)
      report.noteSkipped(skipped)
      builder.complete(completed)
    }
    return builder
  }
}

/// Samples counted by a name, for some thousand names; the others are counted together.
private struct ReportTotals {
  private var totals: [String: ReportQuality.Entry] = [:]
  private static let most = 4_096

  mutating func add(
    _ name: String, _ kind: String, _ count: Int, _ first: Timestamp?, _ last: Timestamp?
  ) {
    let isListed = totals[name] != nil || (totals.count < Self.most && name.utf8.count <= 1_024)
    let name = isListed ? name : "…"
    let known = totals[name]
    totals[name] = ReportQuality.Entry(
      name: name, kind: Self.betterName(known?.kind, kind), count: count + (known?.count ?? 0),
      first: [known?.first, first].compactMap(\.self).min(),
      last: [known?.last, last].compactMap(\.self).max())
  }

  /// Some records of a watch do not name it.
  private static func betterName(_ a: String?, _ b: String) -> String {
    a == nil || a == "other" ? b : a ?? b
  }

  /// Those with the most samples first.
  var entries: [ReportQuality.Entry] {
    totals.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
