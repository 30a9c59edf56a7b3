// `StatisticsCollector` takes samples in any order. A series is a type, or a type and a source where sources are
// separate. A `Partial` contains the totals of a series in one interval. Partials contain integers only (values
// times 10^18, times in microseconds), so adding and merging them gives the same result in any order. More than
// 32,768 of them are written to the disk by `ExternalSorter` and merged at the end. For most samples, the cost is a
// look-up of their descriptor and a comparison with the interval of the preceding sample of the series.
//
// Samples that must be in order of time go through a second sorter, 40 bytes each: those of cumulative types whose
// sources are merged by priority, of types that are weighted by time, categories, and all samples if durations are
// requested, or if days may begin by a zone that is known only when all samples were read, or if hours depend on whether
// samples name other zones (`countsAtEnd`). Exports list
// most samples of one type and source in order, so `TimelineSorter` packs 128 such samples into one record of
// `ExternalSorter`, and `TimelineReader` merges the records of a series; a sample that is out of order is a record of
// its own. `CoverageSweep` visits the samples in order of start, with the samples that have not ended in memory (at
// most 4,096, otherwise an error). At each instant, only samples of the source with the highest priority count.
// `WeightSweep` calculates the weight of each sample. All parts of a sample, by interval or by what counts, are
// differences of its totals at two times, in whole units (`SpreadValue`), so that they add up exactly to the sample.

package import HealthBytes
public import HealthModel

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
  /// What samples of a category are counted by.
  private struct CategoryKey: Hashable {
    let type: Int
    let source: Int
    let value: CategoryValue?
  }

  /// The statistics to calculate.
  public private(set) var plan: StatisticsPlan
  let isWanted: (SampleDescriptor, SampleKind) -> Bool
  private var links = DescriptorTable<Link?>()
  var types: [StatisticsType] = []
  var typeNumbers: [StatisticsType: Int] = [:]
  var exclusions: [ExcludedSamples] = []
  var series: [Series] = []
  var seriesNumbers: [UInt64: Int] = [:]
  private var categoryLinks: [CategoryKey: Link] = [:]
  var sources = SourceTable()
  var table: PartialTable
  var timeline = TimelineSorter()
  var values: ExternalSorter?
  private var buffer: ByteBuffer
  /// How many samples are of more types or sources than are kept.
  var beyondLimits = 0
  private let longestLength: Int64
  /// The length of samples that do not count against the limit `sharedIntervals`.
  private let longestUncharged: Int64
  private let shortestInterval: Int64
  private var charged = 0
  /// A lower limit than ``Limits/sharedIntervals``, for tests.
  package var mostSharedIntervals = Limits.sharedIntervals.value
  /// Whether samples have clocks of their own.
  private let hasClocks: Bool
  /// Whether it matters that a person entered a sample.
  private let mergesSources: Bool
  /// How samples count, if the plan explains its row.
  var ledger = ExplanationLedger()
  /// Whether a zone may be adopted when all samples were added.
  private let canAdopt: Bool
  /// Whether samples are counted by ``finish()`` only, when the zones are known that their intervals depend on.
  let countsAtEnd: Bool

  static let mostTypes = 4_096
  static let mostSeries = 1 << 20
  /// The years 1 to 9999, in seconds since 1970: the range of calendars and zones.
  static let seconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// A collector that has seen nothing.
  ///
  /// - Parameter isWanted: Whether samples of a descriptor are; is called once for each.
  /// - Throws: `HealthError` when no temporary file can be made.
  public init(
    _ plan: StatisticsPlan,
    isWanted: @escaping (SampleDescriptor, SampleKind) -> Bool = { _, _ in true }
  ) throws(HealthError) {
    let clocks = ClockTable(plan.zone, plan.interval, plan.anchor, plan.limits)
    var values: ExternalSorter?
    if !plan.percentiles.isEmpty {
      values = try ExternalSorter(memory: 1 << 23, fanIn: 32)
    }
    table = try PartialTable(clocks)
    self.values = values
    buffer = ByteBuffer(capacity: 256)
    self.plan = plan
    self.isWanted = isWanted
    hasClocks = clocks.areOwn
    canAdopt = if case .automatic = plan.zone { !plan.explainsRow } else { false }
    // Hours and minutes of one clock are numbered otherwise than those that several clocks share.
    let isHome = if case .home = plan.zone { true } else { false }
    countsAtEnd =
      canAdopt && (plan.interval != nil || plan.limits != RowLimits())
      || isHome && plan.interval?.isWithinDay == true
    mergesSources = plan.sources == .priority
    longestLength = CalendarGrid.longestShared(plan.interval)
    shortestInterval = CalendarGrid.shortest(plan.interval)
    longestUncharged =
      shortestInterval.multipliedReportingOverflow(by: 32).overflow ? .max : shortestInterval * 32
  }

  /// Adds a sample, and those nested in it that are not at top level as well.
  public mutating func add(_ sample: borrowing Sample) throws(HealthError) {
    switch sample {
    case .quantity, .category: try addAlone(sample)
    default:
      guard sample.canHoldSamples else { return }
      for nested in (copy sample).nestedSamples { try add(nested) }
    }
  }

  /// Adds a sample without those nested in it.
  @inline(__always)
  private mutating func addAlone(_ sample: borrowing Sample) throws(HealthError) {
    // First: samples that are not counted have descriptors, too.
    if links.isLarge { _ = links.takeEntries() }
    switch sample {
    case .quantity(let sample):
      let link = link(of: sample.header.descriptor, .quantity)
      guard link.series >= 0 else { return exclude(link, sample.header) }
      guard let value = link.scale.fixedPoint(of: sample.number) else {
        return exclude(link.type, .value, sample.header)
      }
      exclusions[link.type].record(value)
      let clock = hasClocks ? clock(of: sample.header) : 0
      var source = link.source
      if mergesSources, sample.header.metadata.isEnteredByHand {
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
    table.clocks.clock(of: header)
  }

  @inline(__always)
  private mutating func add(
    _ value: Int128, _ link: Link, _ source: Int, _ header: SampleHeader, _ clock: Int
  ) throws(HealthError) {
    let (startTime, endTime) = (header.start, header.end)
    guard Self.seconds.contains(startTime.secondsSince1970),
      Self.seconds.contains(endTime.secondsSince1970)
    else { return exclude(link.type, .date, header) }
    let start = startTime.microseconds
    let end = max(start, endTime.microseconds)
    guard end - start <= longestLength else { return exclude(link.type, .length, header, value) }
    if end - start > longestUncharged { try charge(end - start) }
    let entry = TimedValue(start: start, end: end, value: value, source: source, clock: clock)
    try add(entry, to: link.series, link.chain)
    if !header.metadata.isEmpty, header.descriptor.source.version == nil,
      series[link.series].isDiscrete
    {
      try addExtremes(of: entry, link, header.metadata)
    }
  }

  /// Adds the minimum and the maximum that an average of a period states in its metadata. Some maps read them in another unit than
  /// that of the value, which is then not between them.
  @inline(never)
  private mutating func addExtremes(
    of entry: TimedValue, _ link: Link, _ metadata: Metadata
  ) throws(HealthError) {
    func value(_ key: MetadataKey) -> Int128? {
      metadata[key].flatMap { Number($0) }.flatMap { link.scale.fixedPoint(of: $0) }
    }
    guard metadata[Self.aggregateKey] != nil, let least = value(Self.minimumKey),
      let most = value(Self.maximumKey), least <= entry.value, entry.value <= most
    else { return }
    for value in [least, most] {
      let extreme = TimedValue(
        start: entry.start, end: entry.end, value: value,
        source: entry.source | TimedValue.extremeFlag, clock: entry.clock)
      try add(extreme, to: link.series, link.chain)
    }
  }

  private static let aggregateKey = MetadataKey("aggregate")
  private static let minimumKey = MetadataKey("minimum")
  private static let maximumKey = MetadataKey("maximum")

  /// Counts the intervals of a long sample, so that the time for sharing out is bounded whatever the input.
  @inline(never)
  private mutating func charge(_ length: Int64) throws(HealthError) {
    charged += Int(length / shortestInterval)
    guard charged <= mostSharedIntervals else {
      throw HealthError(
        .overlap, "long samples are shared out over \(Limits.sharedIntervals.excess)")
    }
  }

  @inline(__always)
  private mutating func add(
    _ entry: TimedValue, to number: Int, _ chain: Int
  ) throws(HealthError) {
    if countsAtEnd { return try timeline.add(entry, to: number, chain) }
    try count(entry, number)
    if series[number].isSwept, !entry.isExtreme { try timeline.add(entry, to: number, chain) }
  }

  /// Adds what does not need the samples in the order of time.
  @inline(__always)
  mutating func count(_ entry: TimedValue, _ number: Int) throws(HealthError) {
    let series = series[number]
    let time = series.countsNightsAtEnd ? entry.dayTime : entry.start
    let slot = try table.slot(number, entry.clock, at: time)
    if entry.isExtreme { return table.partials[slot].addExtreme(entry.value) }
    table.partials[slot].add(entry, isDiscrete: series.isDiscrete)
    if series.isQuantity {
      if !series.isDiscrete {
        if series.isSummedDirectly {
          try table.addSum(of: entry, number)
        }
      } else {
        if series.style == .discreteEquivalentContinuousLevel {
          let level = ExactDecimal(scaled: entry.value).doubleValue
          try table.addLevel(level, number, entry.clock, from: entry.start, to: entry.end)
        }
        if series.hasPercentiles { try addPercentile(entry, number, time) }
      }
    }
    if series.isExplainedDirectly {
      ledger.add(
        entry, .counted, of: series.type, isShared: series.style == .cumulative,
        at: time, in: table.clocks.grids[entry.clock].times)
    }
  }

  /// Whether nights count on the day on which they end. A level of sound is shared out by time.
  func countsNightsAtEnd(_ style: QuantityType.AggregationStyle?, isQuantity: Bool) -> Bool {
    isQuantity && style != .cumulative && style != .discreteEquivalentContinuousLevel
      && plan.countsNightsAtEnd && plan.interval?.isWithinDay != true
  }

  @inline(never)
  private mutating func addPercentile(
    _ entry: TimedValue, _ number: Int, _ time: Int64
  ) throws(HealthError) {
    let cell = table.clocks.grids[entry.clock].cell(at: time).index
    if cell == CalendarGrid.outside { return }
    let order = PercentileReader.order(ExactDecimal(scaled: entry.value).doubleValue)
    buffer.removeAll()
    try buffer.withBytes { (bytes) throws(HealthError) in
      try values?.add(SortKey(high: PartialTable.key(number, cell), low: order), bytes)
    }
  }

  // MARK: Series

  /// Records the source of quantities, as if one had been added.
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

  // MARK: Explaining

  /// Adds a sample of which the inputs have another version, or the same once more: it is explained only.
  package mutating func addRepeated(_ sample: borrowing Sample) {
    guard plan.explainsRow else { return }
    if links.isLarge { _ = links.takeEntries() }
    switch sample {
    case .quantity(let sample):
      let link = link(of: sample.header.descriptor, .quantity)
      guard link.series >= 0, let value = link.scale.fixedPoint(of: sample.number) else { return }
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
      of: header.descriptor, isEnteredByHand: mergesSources && header.metadata.isEnteredByHand)
    let clock = hasClocks ? clock(of: header) : 0
    // A date beyond the range of calendars is in no row but one of all time.
    func time(_ timestamp: Timestamp) -> Int64 {
      let seconds = timestamp.secondsSince1970
      if Self.seconds.contains(seconds) { return timestamp.microseconds }
      return (seconds < 0 ? Self.seconds.lowerBound : Self.seconds.upperBound) * 1_000_000
    }
    let start = time(header.start)
    let entry = TimedValue(
      start: start, end: max(start, time(header.end)), value: value, source: source, clock: clock)
    let style = types[type].style
    let isNight = countsNightsAtEnd(style, isQuantity: types[type].isQuantity)
    ledger.add(
      entry, part, of: type, isShared: style == .cumulative,
      at: isNight ? entry.dayTime : entry.start, in: table.clocks.grids[clock].times)
  }

  // MARK: Zones

  /// Assigns a zone to all samples that name none, as ``DayZone/home(_:)`` does. Call it after all samples, where the plan has
  /// ``DayZone/automatic``.
  ///
  /// - Returns: Whether that is so; `false` for a plan with another zone, or that explains its row.
  package mutating func useZone(_ zone: Zone) -> Bool {
    guard canAdopt else { return false }
    table.useZone(zone)
    plan.zone = .home(zone)
    return true
  }
}
