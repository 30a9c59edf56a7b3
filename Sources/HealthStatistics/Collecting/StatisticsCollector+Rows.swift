import HealthBytes
import HealthModel

/// The rows, once all samples were added.
extension StatisticsCollector {
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

  /// Reads the samples that need the order of time.
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
