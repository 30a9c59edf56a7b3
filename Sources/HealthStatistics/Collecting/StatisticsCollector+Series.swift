import HealthBytes
import HealthModel
import HealthUnits

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
    let chain = self.series[series].isSwept ? timeline.chain(of: series, source) : -1
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
        isExplainedDirectly: plan.explainsRow && !merges))
    table.addSeries()
    return series.count - 1
  }
}
