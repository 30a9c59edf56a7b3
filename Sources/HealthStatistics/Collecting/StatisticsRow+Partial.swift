import HealthBytes
import HealthModel

extension StatisticsRow {
  /// The interval of a row.
  struct Interval {
    let index: Int64
    let label: String?
    let bounds: (start: Timestamp, end: Timestamp)?
    let isPartial: Bool

    init(_ index: Int64, _ grid: CalendarGrid?) {
      self.index = index
      label = grid?.label(of: index)
      bounds = grid?.bounds(of: index).map {
        (Timestamp(microseconds: $0.start), Timestamp(microseconds: $0.end))
      }
      isPartial = grid?.isPartial(index) ?? false
    }
  }

  /// The row of what was gathered.
  init(
    _ partial: Partial, of group: StatisticsRows.Group, in cell: Interval,
    _ clocks: ClockTable, _ options: StatisticsOptions, percentiles: [Double]
  ) {
    type = group.type
    source = group.source
    interval = cell.label
    index = cell.index
    bounds = cell.bounds
    isPartial = cell.isPartial
    count = Int(partial.count)
    let isQuantity = group.type.isQuantity
    let isCumulative = group.type.style == .cumulative
    let isDiscrete = isQuantity && !isCumulative && partial.count > 0
    sum =
      isCumulative && options.contains(.cumulativeSum) ? ExactDecimal(units: partial.sum) : nil
    average =
      isDiscrete && options.contains(.discreteAverage)
      ? Self.average(of: partial, group.type.style) : nil
    minimum =
      isDiscrete && options.contains(.discreteMin) ? ExactDecimal(units: partial.minimum) : nil
    maximum =
      isDiscrete && options.contains(.discreteMax) ? ExactDecimal(units: partial.maximum) : nil
    let hasLatest = isQuantity && partial.count > 0 && options.contains(.mostRecent)
    mostRecent = hasLatest ? ExactDecimal(units: partial.latest) : nil
    mostRecentInterval =
      hasLatest
      ? (Timestamp(microseconds: partial.latestStart), Timestamp(microseconds: partial.latestEnd))
      : nil
    duration = options.contains(.duration) || !isQuantity ? Double(partial.covered) / 1e6 : nil
    extent =
      partial.count > 0
      ? (
        clocks.grids[partial.firstClock].timestamp(partial.first),
        clocks.grids[partial.lastClock].timestamp(partial.last)
      ) : nil
    self.percentiles = percentiles
  }

  /// The average of discrete samples, as a style defines it.
  static func average(of partial: Partial, _ style: QuantityType.AggregationStyle?) -> Double {
    // Where no sample has a weight, each counts alike.
    if partial.weight > 0 {
      if style == .discreteEquivalentContinuousLevel {
        let energy = partial.weighted.doubleValue / partial.weight.doubleValue / 1e6
        return 10 * Mathematics.log10(energy)
      }
      let (whole, rest) = partial.weighted.quotientAndRemainder(dividingBy: partial.weight)
      return (whole.doubleValue + rest.doubleValue / partial.weight.doubleValue) / 1e12
    }
    return ExactDecimal(units: partial.sum.dividedRounding(by: Int128(partial.count))).doubleValue
  }
}
