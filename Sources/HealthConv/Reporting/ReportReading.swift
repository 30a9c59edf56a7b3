import HealthReport
import HealthStatistics

/// Gives each selected sample to what the report shows: days, nights, workouts, cycle, sources and types.
struct ReportReading: SampleConsumer, ~Copyable {
  /// The samples of one descriptor.
  private struct Count {
    let isSelected: Bool
    var count = 0
    var first: Timestamp?
    var last: Timestamp?
  }

  private var days: StatisticsCollector
  private var nights: SleepCollector
  private var builder: ReportBuilder
  private var table = DescriptorTable<Count>()
  private var sources = ReportTotals()
  private var types = ReportTotals()
  private let zone: DayZone
  /// What is selected; of days and nights the plan has the limits.
  private let selection: Selection
  /// How many samples are selected.
  private(set) var sampleCount = 0

  init(
    _ plan: StatisticsPlan, _ selection: Selection, _ text: ReportText
  ) throws(StatisticsError) {
    let nights = try SleepCollector(
      zone: plan.zone, priority: plan.priority, limits: plan.limits)
    days = try StatisticsCollector(plan) { descriptor, kind in
      ReportBuilder.types.contains(descriptor.type) && selection.selects(descriptor, kind: kind)
    }
    self.nights = nights
    builder = ReportBuilder(text)
    (zone, self.selection) = (plan.zone, selection)
  }

  mutating func consume(_ sample: borrowing Sample) throws(StatisticsError) {
    guard let descriptor = sample.descriptor else { return }
    let index = table.index(of: descriptor, kind: sample.kind) { [selection] in
      Count(isSelected: selection.selects($0, kind: $1))
    }
    guard table[index].isSelected else { return }
    switch copy sample {
    case .quantity: try days.consume(sample)
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
    if table.isLarge { settle() }
    switch copy sample {
    case .category(let category):
      if category.type == .menstrualFlow, let flow = category.value?.number {
        builder.addFlow(flow, on: date(of: category.start))
      }
    case .workout(let workout): builder.add(workout)
    default: break
    }
  }

  /// A time on the clock of the days.
  private func shown(_ time: Timestamp) -> Timestamp { zone.zone.map(time.shown) ?? time }

  /// The day on which something starts.
  private func date(of time: Timestamp) -> String { shown(time).dayText }

  /// Adds the counts of descriptors to those of sources and types.
  private mutating func settle() {
    for entry in table.takeEntries() where entry.value.count > 0 {
      let value = entry.value
      let kind: String =
        switch SourceClass(entry.descriptor) {
        case .watch: "watch"
        case .phone: "phone"
        case .app, .person: "other"
        }
      sources.add(entry.descriptor.source.name, kind, value.count, value.first, value.last)
      guard !ReportBuilder.types.contains(entry.descriptor.type), entry.kind != .workout,
        entry.descriptor.type != .category(.sleepAnalysis),
        entry.descriptor.type != .category(.menstrualFlow)
      else { continue }
      types.add(
        entry.descriptor.type.identifier, entry.kind.rawValue, value.count, value.first,
        value.last)
    }
  }

  /// What the report shows.
  consuming func finish(_ report: inout Answer.Report) throws(StatisticsError) -> ReportBuilder {
    settle()
    var builder = builder
    builder.quality.sampleCount = sampleCount
    builder.quality.sources = sources.entries
    builder.quality.types = types.entries
    var rows = try days.finish()
    builder.quality.sourceRule = rows.summary.rule
    report.add(rows.summary)
    while let row = try rows.next() { builder.add(row) }
    var nights = try nights.finish()
    report.add(nights)
    while let night = try nights.next() { builder.add(night) }
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
