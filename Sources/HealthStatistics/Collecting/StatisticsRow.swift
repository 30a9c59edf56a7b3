import HealthBytes
public import HealthModel

/// The statistics of one type in one interval; of one source, where sources are separate.
public struct StatisticsRow: Sendable, Equatable {
  /// The type, and the unit of all values.
  public let type: StatisticsType
  /// The source, where sources are separate; the one with the largest sum, where that one counts.
  public let source: String?
  /// The name of the interval: a day such as `2024-06-01`, a week by its first day, `2024-06`, `2024-Q2`, `2024`, an hour
  /// such as `2024-06-01T08:00`; `nil` where one interval holds everything.
  public let interval: String?
  /// Rises with the interval.
  public let index: Int64
  /// The first instant of the interval and the first after it; `nil` where one interval holds everything, and where days
  /// begin by the clock of each record.
  public let bounds: (start: Timestamp, end: Timestamp)?
  /// Whether the limits of the plan leave out some days of the interval.
  public let isPartial: Bool
  /// How many samples start in the interval.
  public let count: Int
  /// The sum, if it was requested and the type has one.
  public let sum: ExactDecimal?
  /// The average as the type's style defines it, if it was requested and the type has one.
  public let average: Double?
  /// The least value.
  public let minimum: ExactDecimal?
  /// The greatest value.
  public let maximum: ExactDecimal?
  /// The value that ended last.
  public let mostRecent: ExactDecimal?
  /// Start and end of the sample with that value.
  public let mostRecentInterval: (start: Timestamp, end: Timestamp)?
  /// The length of the union of the samples' intervals within this one, in seconds: of categories always, of quantities if it
  /// was requested.
  public let duration: Double?
  /// The requested percentiles, in their order; empty for types that have none.
  public let percentiles: [Double]
  /// The earliest start and the latest end of samples that start in the interval, with the UTC offsets of their clocks.
  public let extent: (start: Timestamp, end: Timestamp)?

  /// Whether all fields are the same.
  public static func == (a: StatisticsRow, b: StatisticsRow) -> Bool {
    a.type == b.type && a.source == b.source && a.interval == b.interval && a.index == b.index
      && a.isPartial == b.isPartial
      && a.count == b.count && a.sum == b.sum && a.average == b.average
      && a.minimum == b.minimum && a.maximum == b.maximum && a.mostRecent == b.mostRecent
      && a.mostRecentInterval?.start == b.mostRecentInterval?.start
      && a.mostRecentInterval?.end == b.mostRecentInterval?.end && a.duration == b.duration
      && a.percentiles == b.percentiles && a.extent?.start == b.extent?.start
      && a.extent?.end == b.extent?.end
  }
}

extension StatisticsRow {
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
      isCumulative && options.contains(.cumulativeSum) ? ExactDecimal(scaled: partial.sum) : nil
    average =
      isDiscrete && options.contains(.discreteAverage)
      ? Self.average(of: partial, group.type.style) : nil
    minimum =
      isDiscrete && options.contains(.discreteMin) ? ExactDecimal(scaled: partial.minimum) : nil
    maximum =
      isDiscrete && options.contains(.discreteMax) ? ExactDecimal(scaled: partial.maximum) : nil
    let hasLatest = isQuantity && partial.count > 0 && options.contains(.mostRecent)
    mostRecent = hasLatest ? ExactDecimal(scaled: partial.latest) : nil
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
    return ExactDecimal(scaled: partial.sum.dividedRounding(by: Int128(partial.count))).doubleValue
  }
}

/// Samples of a type that are in none of its statistics, and why, and those that are although they are impossible.
public struct ExcludedSamples: Sendable, Equatable {
  /// Why a sample is excluded.
  public enum Reason: String, Sendable, CaseIterable {
    /// The unit is missing, is not a unit or does not fit the type.
    case unit
    /// The value is beyond ±10^15.
    case value
    /// The sample lasts longer than 20,000 intervals.
    case length
    /// A date is beyond the range of calendars.
    case date

    /// The reason in words.
    public var text: String {
      switch self {
      case .unit: "the unit does not fit the type"
      case .value: "the value is out of range"
      case .length: "the sample lasts longer than 20,000 intervals"
      case .date: "the date is out of range"
      }
    }
  }

  /// The type.
  public let type: StatisticsType
  /// How many samples are excluded for each reason.
  public internal(set) var counts: [Reason: Int] = [:]
  /// How many samples count although their value is impossible, such as a weight of -5 kg.
  public internal(set) var impossible = 0
  /// The values that can be, in units of ``ExactDecimal``.
  private let possible: ClosedRange<Int128>

  init(type: StatisticsType) {
    self.type = type
    guard case .quantity(let quantity) = type.type, let range = quantity.possibleValues else {
      possible = .min ... .max
      return
    }
    /// A bound, and the tolerance for values rounded in other units.
    func units(_ bound: Double, _ slack: Double) -> Int128? {
      Number(bound + bound.magnitude * slack).flatMap { ExactDecimal($0)?.units }
    }
    possible =
      (units(range.lowerBound, -1e-5) ?? .min)...(units(range.upperBound, 1e-5) ?? .max)
  }

  /// Counts a sample if its value is impossible.
  @inline(__always)
  mutating func record(_ value: Int128) { if !(possible ~= value) { impossible += 1 } }
}

/// How statistics were calculated, and which samples are not in them.
public struct StatisticsSummary: Sendable {
  /// The plan of the calculation.
  public let plan: StatisticsPlan
  /// The names of all sources, from the highest priority on.
  public let sources: [String]
  /// The same for people: what persons entered, and the classes of samples that have the same name.
  package var order: [String]
  /// Samples that are in no statistic.
  public let excluded: [ExcludedSamples]
  /// How many samples are of more types or sources than are kept: 4,096 types, 4,096 sources.
  public let beyondLimits: Int
  /// Whether the one UTC offset of all dates decided when days begin.
  package let hasOneOffset: Bool
  /// The explanation of the row of each type, if the plan requests it.
  public let explanations: [Explanation]
}
