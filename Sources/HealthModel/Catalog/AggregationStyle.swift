extension QuantityType {
  /// How the samples of a quantity type become one number. The names are HealthKit's.
  public enum AggregationStyle: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// They add up, as steps do.
    case cumulative
    /// They have a mean, to which each sample counts alike, as for the body mass.
    case discreteArithmetic
    /// They have a mean, to which each sample counts for as long as it lasts, as for the heart rate.
    case discreteTemporallyWeighted
    /// They have the level of the steady sound with the same energy, as for noise.
    case discreteEquivalentContinuousLevel

    /// The name, such as `cumulative`.
    public var description: String { rawValue }
  }
}
