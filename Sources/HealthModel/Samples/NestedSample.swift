/// A sample in a correlation or a workout, and whether the dataset has it a second time.
public struct NestedSample: Sendable, Equatable {
  /// Whether a nested sample is also stored separately.
  public enum Membership: String, Sendable {
    /// The same sample is also at top level: counting both would count it twice.
    case alsoTopLevel
    /// The sample occurs only where it is nested.
    case nestedOnly
  }

  /// The sample.
  public var sample: Sample
  /// Whether the sample is also stored separately.
  public var membership: Membership

  /// A nested sample; by default it occurs only where it is nested.
  public init(sample: Sample, membership: Membership = .nestedOnly) {
    self.sample = sample
    self.membership = membership
  }
}
