import HealthBytes
public import HealthErrors
import HealthModel
import HealthUnits

/// The rows, once all samples were added.
extension StatisticsCollector {
  /// Calculates the remaining rows; nothing can be added afterwards.
  ///
  /// - Returns: The rows, sorted as the plan states.
  /// - Throws: `HealthError` when a temporary file cannot be read, or too many samples overlap.
  public consuming func finish() throws(HealthError) -> StatisticsRows {
    let order = sources.ordered(by: plan.priority)
    let ranks = sources.ranks(order)
    table.clocks.finish()
    if let records = try timeline.takeSorted() {
      try sweep(records, ranks)
    }
    if ledger.isFull {
      throw HealthError(
        .overlap, "the row has samples of more than \(ExplanationLedger.mostLines) pairs of sources"
      )
    }
    let names = sources.names
    let groups = series.map { series in
      StatisticsRows.Group(type: types[series.type], source: series.source.map { names[$0] })
    }
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
    return try StatisticsRows(table.sorted(), sortedValues, groups, clocks, summary)
  }

  /// Reads the samples that need the order of time.
  private mutating func sweep(
    _ records: consuming TimelineReader, _ ranks: [Int]
  ) throws(HealthError) {
    var current = -1
    var weights: WeightSweep?
    var coverage: CoverageSweep?
    var explanation: ExplanationSweep?
    while var entry = try records.next() {
      entry.clock = table.clocks.counted(entry.clock)
      let number = records.series
      if number != current {
        try finish(&weights, &coverage, &explanation)
        (current, weights, coverage) = (number, weightSweep(number), coverageSweep(number))
        explanation = explanationSweep(number)
      }
      if countsAtEnd { try count(entry, number) }
      if entry.isExtreme { continue }
      if weights != nil { try weights?.add(entry, to: &table) }
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
  ) throws(HealthError) {
    try weights?.finish(&table)
    try coverage?.finish(&table)
    explanation?.finish(&ledger)
  }

  private func weightSweep(_ number: Int) -> WeightSweep? {
    let isWeighted =
      series[number].style == .discreteTemporallyWeighted && plan.options.contains(.discreteAverage)
    return isWeighted
      ? WeightSweep(series: number, countsNightsAtEnd: series[number].countsNightsAtEnd) : nil
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

/// How samples are assigned to series: once for each descriptor, and once for each value of a category.
extension StatisticsCollector {
  /// What samples of one descriptor have in common.
  struct Link {
    /// The number of the series, or what is done instead.
    let series: Int
    let source: Int
    let scale: ValueScale
    let type: Int
    /// The chain of the samples, if they are swept.
    var chain = -1
  }

  /// How samples of a series are added.
  struct Series {
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
    /// Whether samples as long as a night belong to the interval in which they end.
    let countsNightsAtEnd: Bool
    /// Whether its samples are explained here, and not by a sweep.
    let isExplainedDirectly: Bool
  }

  /// The number in place of a series of samples that are not calculated.
  enum Skipped { static let kind = -1, unit = -2, limit = -3 }

  mutating func newLink(_ descriptor: SampleDescriptor, _ kind: SampleKind) -> Link {
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

  mutating func link(to type: Int, _ source: Int, _ scale: ValueScale) -> Link? {
    guard let series = series(of: type, sources.entries[source].name) else { return nil }
    let chain = countsAtEnd || self.series[series].isSwept ? timeline.chain(of: series, source) : -1
    return Link(series: series, source: source, scale: scale, type: type, chain: chain)
  }

  mutating func number(of type: StatisticsType) -> Int? {
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
        countsNightsAtEnd: countsNightsAtEnd(style, isQuantity: isQuantity),
        isExplainedDirectly: plan.explainsRow && !merges))
    table.addSeries()
    return series.count - 1
  }
}
