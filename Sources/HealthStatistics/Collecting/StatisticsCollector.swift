package import HealthBytes
public import HealthModel
import HealthUnits

/// Calculates statistics of all types of samples in one pass, in memory that does not grow with the samples.
///
/// ```swift
/// var plan = StatisticsPlan()
/// plan.interval = .day
/// var collector = try StatisticsCollector(plan)
/// while let sample = try samples.next() { try collector.add(sample) }
/// var rows = try collector.finish()
/// while let row = try rows.next() { print(row.type.shortName, row.interval ?? "", row.count) }
/// ```
///
/// The result does not depend on the order of the samples. Samples that need the order of time (those of cumulative types
/// where sources are merged by priority, those that are weighted by time, and all where a duration is calculated) are
/// sorted over the disk, in some 40 bytes each.
public struct StatisticsCollector: ~Copyable {
  /// What samples of one descriptor have in common.
  private struct Link {
    /// The number of the series, or what is done instead.
    let series: Int
    let source: Int
    let scale: ValueScale
    let type: Int
    /// The chain of the samples, if they are swept.
    var chain = -1
  }

  /// How samples of a series are added.
  private struct Series {
    let type: Int
    /// The source, where sources are separate.
    let source: Int?
    let style: QuantityType.AggregationStyle?
    let isQuantity: Bool
    /// Whether it is a quantity of which no sum is calculated.
    let isDiscrete: Bool
    /// Whether the sum is added here, and not by a sweep.
    let isSummedDirectly: Bool
    let isSwept: Bool
    let hasPercentiles: Bool
    /// Whether its samples are explained here, and not by a sweep.
    let isExplainedDirectly: Bool
  }

  /// What samples of a category are counted by.
  private struct CategoryKey: Hashable {
    let type: Int
    let source: Int
    let value: CategoryValue?
  }

  private enum Skipped { static let kind = -1, unit = -2, limit = -3 }

  /// What is calculated.
  public private(set) var plan: StatisticsPlan
  private let isWanted: (SampleDescriptor, SampleKind) -> Bool
  private var links = DescriptorTable<Link?>()
  private(set) var types: [StatisticsType] = []
  private var typeNumbers: [StatisticsType: Int] = [:]
  private(set) var exclusions: [ExcludedSamples] = []
  private var series: [Series] = []
  private var seriesNumbers: [UInt64: Int] = [:]
  private var categoryLinks: [CategoryKey: Link] = [:]
  private var sources = SourceTable()
  private var table: PartialTable
  private var timeline = TimelineSorter()
  private var values: ExternalSorter?
  private var buffer: ByteBuffer
  private let longest: Int64
  /// What lasts longer is charged for the intervals that it is shared out over.
  private let free: Int64
  private let shortest: Int64
  private var charged = 0
  /// A lower limit than ``Limits/sharedIntervals``, for tests.
  package var mostSharedIntervals = Limits.sharedIntervals.value
  /// Whether samples have clocks of their own.
  private let hasClocks: Bool
  /// Whether it matters that a person entered a sample.
  private let merges: Bool
  /// What becomes of the samples, if the plan explains its row.
  private var ledger = ExplanationLedger()
  /// When samples are on which clock, if a zone may be adopted.
  private var spans = ClockSpans()
  private let canAdopt: Bool

  private static let mostTypes = 4_096
  private static let mostSeries = 1 << 20
  /// The years 1 to 9999, in seconds since 1970: what calendars and zones are made for.
  static let seconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// A collector that has seen nothing.
  ///
  /// - Parameter isWanted: Whether samples of a descriptor are; is called once for each.
  /// - Throws: `StatisticsError` when no temporary file can be made.
  public init(
    _ plan: StatisticsPlan,
    isWanted: @escaping (SampleDescriptor, SampleKind) -> Bool = { _, _ in true }
  ) throws(StatisticsError) {
    let clocks = ClockTable(plan.zone, plan.interval, plan.anchor, plan.limits)
    var values: ExternalSorter?
    if !plan.percentiles.isEmpty {
      values = try onDisk { () throws(ByteError) in try ExternalSorter(memory: 1 << 23, fanIn: 32) }
    }
    table = try onDisk { () throws(ByteError) in try PartialTable(clocks) }
    self.values = values
    buffer = ByteBuffer(capacity: 256)
    self.plan = plan
    self.isWanted = isWanted
    hasClocks = clocks.areOwn
    canAdopt = if case .automatic = plan.zone { !plan.explainsRow } else { false }
    merges = plan.sources == .priority
    longest = CalendarGrid.longestShared(plan.interval)
    shortest = CalendarGrid.shortest(plan.interval)
    free = shortest.multipliedReportingOverflow(by: 32).overflow ? .max : shortest * 32
  }

  /// Adds a sample, and those nested in it that are not at top level as well.
  public mutating func add(_ sample: borrowing Sample) throws(StatisticsError) {
    switch sample {
    case .quantity, .category: try addAlone(sample)
    default:
      guard sample.canHoldSamples else { return }
      for nested in (copy sample).nestedSamples { try add(nested) }
    }
  }

  /// Adds a sample without those nested in it.
  @inline(__always)
  private mutating func addAlone(_ sample: borrowing Sample) throws(StatisticsError) {
    // First: samples that are not counted have descriptors, too.
    if links.isLarge { _ = links.takeEntries() }
    switch sample {
    case .quantity(let sample):
      let link = link(of: sample.header.descriptor, .quantity)
      guard link.series >= 0 else { return exclude(link, sample.header) }
      guard let value = link.scale.units(of: sample.number) else {
        return exclude(link.type, .value, sample.header)
      }
      exclusions[link.type].note(value)
      let clock = hasClocks ? clock(of: sample.header) : 0
      var source = link.source
      if merges, sample.header.metadata.isEnteredByHand {
        source = sources.number(of: sample.header.descriptor, isEnteredByHand: true)
      }
      try add(value, link, source, sample.header, clock)
    case .category(let sample):
      var link = link(of: sample.header.descriptor, .category)
      guard link.series >= 0 else { return exclude(link, sample.header) }
      link = categoryLink(link, sample.value)
      guard link.series >= 0 else { return exclude(link, sample.header) }
      let clock = hasClocks ? clock(of: sample.header) : 0
      try add(0, link, link.source, sample.header, clock)
    default: return
    }
  }

  /// The number of the clock of a sample, if samples have clocks of their own.
  @inline(__always)
  private mutating func clock(of header: SampleHeader) -> Int {
    table.clocks.clock(offset: header.start.offsetMinutes, header.metadata)
  }

  @inline(__always)
  private mutating func add(
    _ value: Int128, _ link: Link, _ source: Int, _ header: SampleHeader, _ clock: Int
  ) throws(StatisticsError) {
    let (startTime, endTime) = (header.start, header.end)
    guard Self.seconds.contains(startTime.secondsSince1970),
      Self.seconds.contains(endTime.secondsSince1970)
    else { return exclude(link.type, .date, header) }
    let start = startTime.microseconds
    let end = max(start, endTime.microseconds)
    guard end - start <= longest else { return exclude(link.type, .length, header, value) }
    if end - start > free { try charge(end - start) }
    if canAdopt { spans.note(clock, from: start, to: end) }
    do throws(ByteError) {
      try add(
        TimelineEntry(start: start, end: end, value: value, source: source, clock: clock),
        to: link.series, link.chain)
    } catch { throw StatisticsError(error) }
  }

  /// Counts the intervals of a long sample, so that the time for sharing out is bounded whatever the input.
  @inline(never)
  private mutating func charge(_ length: Int64) throws(StatisticsError) {
    charged += Int(length / shortest)
    guard charged <= mostSharedIntervals else {
      throw StatisticsError(
        .overlap, "long samples are shared out over \(Limits.sharedIntervals.excess)")
    }
  }

  @inline(__always)
  private mutating func add(
    _ entry: TimelineEntry, to number: Int, _ chain: Int
  ) throws(ByteError) {
    let series = series[number]
    let slot = try table.slot(number, entry.clock, at: entry.start)
    table.partials[slot].add(entry, isDiscrete: series.isDiscrete)
    if series.isQuantity {
      if !series.isDiscrete {
        if series.isSummedDirectly {
          try table.addSum(of: entry, number)
        }
      } else {
        if series.style == .discreteEquivalentContinuousLevel {
          let level = ExactDecimal(units: entry.value).doubleValue
          try table.addLevel(level, number, entry.clock, from: entry.start, to: entry.end)
        }
        if series.hasPercentiles { try addPercentile(entry, number) }
      }
    }
    if series.isExplainedDirectly {
      ledger.add(
        entry, .counted, of: series.type, isShared: series.style == .cumulative,
        in: table.clocks.grids[entry.clock].times)
    }
    if series.isSwept { try timeline.add(entry, to: number, chain) }
  }

  @inline(never)
  private mutating func addPercentile(_ entry: TimelineEntry, _ number: Int) throws(ByteError) {
    let cell = table.clocks.grids[entry.clock].cell(at: entry.start).index
    if cell == CalendarGrid.outside { return }
    let order = PercentileReader.order(ExactDecimal(units: entry.value).doubleValue)
    buffer.removeAll()
    try buffer.withBytes { (bytes) throws(ByteError) in
      try values?.add(SortKey(high: PartialTable.key(number, cell), low: order), bytes)
    }
  }

  // MARK: Series

  /// Takes note of the source of quantities, as if one had been added.
  mutating func addSource(of descriptor: SampleDescriptor) {
    if links.isLarge { _ = links.takeEntries() }
    _ = link(of: descriptor, .quantity)
  }

  @inline(__always)
  private mutating func link(of descriptor: SampleDescriptor, _ kind: SampleKind) -> Link {
    let index = links.index(of: descriptor, kind: kind) { _, _ in nil }
    return links[index] ?? makeLink(index, descriptor, kind)
  }

  @inline(never)
  private mutating func makeLink(
    _ index: Int, _ descriptor: SampleDescriptor, _ kind: SampleKind
  ) -> Link {
    let link = newLink(descriptor, kind)
    links[index] = link
    return link
  }

  private mutating func newLink(_ descriptor: SampleDescriptor, _ kind: SampleKind) -> Link {
    func skipped(_ reason: Int, _ type: Int = 0) -> Link {
      Link(series: reason, source: 0, scale: .unfit, type: type)
    }
    guard isWanted(descriptor, kind), let type = StatisticsType(descriptor, kind) else {
      return skipped(Skipped.kind)
    }
    guard let number = number(of: type) else { return skipped(Skipped.limit) }
    var scale = ValueScale.power(0)
    if kind == .quantity {
      let unit = type.style == nil ? nil : type.unit.flatMap { try? HealthUnit($0) }
      scale = ValueScale(from: descriptor, to: unit)
      if case .unfit = scale { return skipped(Skipped.unit, number) }
    }
    let source = sources.number(of: descriptor)
    // A category has a series for each value.
    guard kind == .quantity else {
      return Link(series: 0, source: source, scale: scale, type: number)
    }
    return link(to: number, source, scale) ?? skipped(Skipped.limit)
  }

  private mutating func link(to type: Int, _ source: Int, _ scale: ValueScale) -> Link? {
    guard let series = series(of: type, sources.entries[source].name) else { return nil }
    let chain = self.series[series].isSwept ? timeline.chain(of: series, source) : -1
    return Link(series: series, source: source, scale: scale, type: type, chain: chain)
  }

  /// The link of the samples of a category that have a value.
  private mutating func categoryLink(_ link: Link, _ value: CategoryValue?) -> Link {
    let key = CategoryKey(type: link.type, source: link.source, value: value)
    if let known = categoryLinks[key] { return known }
    let type = types[link.type].with(value)
    let skipped = Link(series: Skipped.limit, source: 0, scale: .unfit, type: 0)
    guard let number = number(of: type),
      let found = self.link(to: number, link.source, link.scale)
    else { return skipped }
    categoryLinks[key] = found
    return found
  }

  private mutating func number(of type: StatisticsType) -> Int? {
    if let known = typeNumbers[type] { return known }
    guard types.count < Self.mostTypes, type.identifier.utf8.count <= Limits.nameBytes.value,
      type.value.map({ $0.name.utf8.count <= Limits.nameBytes.value }) ?? true
    else { return nil }
    typeNumbers[type] = types.count
    types.append(type)
    exclusions.append(ExcludedSamples(type: type))
    return types.count - 1
  }

  private mutating func series(of type: Int, _ name: Int) -> Int? {
    let style = types[type].style
    let rule = plan.sources
    let isCumulative = style == .cumulative
    let isSeparate = rule == .separate || (rule == .max && isCumulative)
    let key = UInt64(type) << 32 | UInt64(isSeparate ? name + 1 : 0)
    if let known = seriesNumbers[key] { return known }
    guard series.count < Self.mostSeries else { return nil }
    let options = plan.options
    let merges = rule == .priority && isCumulative && options.contains(.cumulativeSum)
    let weights = style == .discreteTemporallyWeighted && options.contains(.discreteAverage)
    let isQuantity = types[type].isQuantity
    seriesNumbers[key] = series.count
    series.append(
      Series(
        type: type, source: isSeparate ? name : nil, style: style, isQuantity: isQuantity,
        isDiscrete: isQuantity && !isCumulative,
        isSummedDirectly: isCumulative && !merges,
        isSwept: merges || weights || !isQuantity || options.contains(.duration),
        hasPercentiles: !plan.percentiles.isEmpty && isQuantity && !isCumulative,
        isExplainedDirectly: plan.explainsRow && !merges))
    table.addSeries()
    return series.count - 1
  }

  // MARK: Exclusions

  private mutating func exclude(
    _ link: Link, _ header: SampleHeader
  ) {
    if link.series == Skipped.unit { exclude(link.type, .unit, header) }
    if link.series == Skipped.limit { beyondLimits += 1 }
  }

  @inline(never)
  private mutating func exclude(
    _ type: Int, _ reason: ExcludedSamples.Reason, _ header: SampleHeader, _ value: Int128 = 0
  ) {
    exclusions[type].counts[reason, default: 0] += 1
    explain(header, value, .excluded(Explanation.Exclusion(reason)), type)
  }

  /// How many samples are of more types or sources than are kept.
  private var beyondLimits = 0

  // MARK: Explaining

  /// Adds a sample of which the inputs have another version, or the same once more: it is explained only.
  package mutating func addRepeated(_ sample: borrowing Sample) {
    guard plan.explainsRow else { return }
    if links.isLarge { _ = links.takeEntries() }
    switch sample {
    case .quantity(let sample):
      let link = link(of: sample.header.descriptor, .quantity)
      guard link.series >= 0, let value = link.scale.units(of: sample.number) else { return }
      explain(sample.header, value, .excluded(.repeated), link.type)
    case .category(let sample):
      let link = link(of: sample.header.descriptor, .category)
      guard link.series >= 0 else { return }
      let type = categoryLink(link, sample.value).type
      explain(sample.header, 0, .excluded(.repeated), type)
    default: return
    }
  }

  /// Explains a sample that is in no statistic.
  private mutating func explain(
    _ header: SampleHeader, _ value: Int128, _ part: ExplanationLedger.Part, _ type: Int
  ) {
    guard plan.explainsRow else { return }
    let source = sources.number(
      of: header.descriptor, isEnteredByHand: merges && header.metadata.isEnteredByHand)
    let clock = hasClocks ? clock(of: header) : 0
    // A date beyond the range of calendars is in no row but one of all time.
    func time(_ timestamp: Timestamp) -> Int64 {
      let seconds = timestamp.secondsSince1970
      if Self.seconds.contains(seconds) { return timestamp.microseconds }
      return (seconds < 0 ? Self.seconds.lowerBound : Self.seconds.upperBound) * 1_000_000
    }
    let start = time(header.start)
    let entry = TimelineEntry(
      start: start, end: max(start, time(header.end)), value: value, source: source, clock: clock)
    ledger.add(
      entry, part, of: type, isShared: types[type].style == .cumulative,
      in: table.clocks.grids[clock].times)
  }

  // MARK: The end

  /// Makes the zone that most samples name that of all which name none, as ``DayZone/home(_:)`` does, where the samples are
  /// in the same intervals as by the offsets of their dates. Call it after all samples, where the plan has
  /// ``DayZone/automatic``.
  ///
  /// - Returns: Whether that is so; otherwise the samples have to be collected again.
  package mutating func adopt(_ zone: Zone) -> Bool {
    guard canAdopt, table.adopt(zone, &spans) else { return false }
    plan.zone = .home(zone)
    return true
  }

  /// Calculates the remaining rows; nothing can be added afterwards.
  ///
  /// - Returns: The rows, sorted as the plan states.
  /// - Throws: `StatisticsError` when a temporary file cannot be read, or too many samples overlap.
  public consuming func finish() throws(StatisticsError) -> StatisticsRows {
    let order = sources.ordered(by: plan.priority)
    let ranks = sources.ranks(order)
    if let records = try onDisk({ () throws(ByteError) in try timeline.takeSorted() }) {
      try sweep(records, ranks)
    }
    if ledger.isFull {
      throw StatisticsError(
        .overlap, "the row has samples of more than \(ExplanationLedger.mostLines) pairs of sources"
      )
    }
    let names = sources.names
    let groups = series.map { series in
      StatisticsRows.Group(type: types[series.type], source: series.source.map { names[$0] })
    }
    table.clocks.finish()
    let clocks = table.clocks
    let texts = sources.texts(in: order)
    let explanations = ledger.explanations(
      types, ranks: ranks, texts: ranks.map { texts[$0] },
      names: sources.entries.map { names[$0.name] })
    let summary = StatisticsSummary(
      plan: plan, sources: sources.names(in: order), order: texts,
      excluded: exclusions.filter { !$0.counts.isEmpty || $0.impossible > 0 },
      beyondLimits: beyondLimits, hasOneOffset: table.clocks.offsetCount == 1,
      explanations: explanations)
    let sortedValues = values.take()
    do throws(ByteError) {
      return try StatisticsRows(table.sorted(), sortedValues, groups, clocks, summary)
    } catch { throw StatisticsError(error) }
  }

  /// Goes over the samples that need the order of time.
  private mutating func sweep(
    _ records: consuming TimelineReader, _ ranks: [Int]
  ) throws(StatisticsError) {
    var current = -1
    var weights: WeightSweep?
    var coverage: CoverageSweep?
    var explanation: ExplanationSweep?
    while var entry = try onDisk({ () throws(ByteError) in try records.next() }) {
      entry.clock = table.clocks.counted(entry.clock)
      let number = records.series
      if number != current {
        try finish(&weights, &coverage, &explanation)
        (current, weights, coverage) = (number, weightSweep(number), coverageSweep(number))
        explanation = explanationSweep(number)
      }
      if weights != nil {
        do throws(ByteError) { try weights?.add(entry, to: &table) } catch {
          throw StatisticsError(error)
        }
      }
      if coverage != nil { try coverage?.add(entry, rank: ranks[entry.source], to: &table) }
      if explanation != nil {
        try explanation?.add(entry, rank: ranks[entry.source], to: &ledger)
      }
    }
    try finish(&weights, &coverage, &explanation)
  }

  private mutating func finish(
    _ weights: inout WeightSweep?, _ coverage: inout CoverageSweep?,
    _ explanation: inout ExplanationSweep?
  ) throws(StatisticsError) {
    do throws(ByteError) { try weights?.finish(&table) } catch { throw StatisticsError(error) }
    try coverage?.finish(&table)
    explanation?.finish(&ledger)
  }

  private func weightSweep(_ number: Int) -> WeightSweep? {
    let isWeighted =
      series[number].style == .discreteTemporallyWeighted && plan.options.contains(.discreteAverage)
    return isWeighted ? WeightSweep(series: number) : nil
  }

  private func coverageSweep(_ number: Int) -> CoverageSweep? {
    let merges = series[number].style == .cumulative && !series[number].isSummedDirectly
    let covers = plan.options.contains(.duration) || !series[number].isQuantity
    return merges || covers ? CoverageSweep(series: number, merges: merges, covers: covers) : nil
  }

  private func explanationSweep(_ number: Int) -> ExplanationSweep? {
    guard plan.explainsRow, !series[number].isExplainedDirectly else { return nil }
    return ExplanationSweep(type: series[number].type, rows: table.clocks.grids.map(\.times))
  }
}
