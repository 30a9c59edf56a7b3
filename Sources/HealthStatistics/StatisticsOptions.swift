/// Which statistics are calculated (`HKStatisticsOptions`).
public struct StatisticsOptions: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int

  /// Options of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The sum; of cumulative types only.
  public static let cumulativeSum = StatisticsOptions(rawValue: 1)
  /// The average as the aggregation style of the type defines it; of discrete types only.
  public static let discreteAverage = StatisticsOptions(rawValue: 2)
  /// The least value; of discrete types only.
  public static let discreteMin = StatisticsOptions(rawValue: 4)
  /// The greatest value; of discrete types only.
  public static let discreteMax = StatisticsOptions(rawValue: 8)
  /// The value that ended last, with its interval.
  public static let mostRecent = StatisticsOptions(rawValue: 16)
  /// The length of the union of the samples' intervals.
  public static let duration = StatisticsOptions(rawValue: 32)
  /// Statistics of each source by itself.
  public static let separateBySource = StatisticsOptions(rawValue: 64)

  /// Those that only discrete types have.
  static let ofDiscreteTypes: StatisticsOptions = [.discreteAverage, .discreteMin, .discreteMax]
  /// All but the duration, which needs the samples in the order of time.
  public static let values: StatisticsOptions = [
    .cumulativeSum, .discreteAverage, .discreteMin, .discreteMax, .mostRecent,
  ]
}
