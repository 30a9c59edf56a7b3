extension Sample {
  /// Whether samples of the kind can hold others: correlations and workouts.
  @inlinable public var canHoldSamples: Bool {
    switch self {
    case .correlation, .workout: true
    default: false
    }
  }

  /// The samples that are directly nested in this one: members of a correlation, records of a workout. Setting them
  /// does nothing in samples of other kinds.
  public var members: [NestedSample] {
    get {
      switch self {
      case .correlation(let correlation): correlation.members
      case .workout(let workout): workout.fields.samples
      default: []
      }
    }
    set {
      switch self {
      case .correlation(var correlation):
        correlation.members = newValue
        self = .correlation(correlation)
      case .workout(let workout):
        var fields = workout.fields
        fields.samples = newValue
        self = .workout(Workout(header: workout.header, fields: fields))
      default: break
      }
    }
  }

  /// The samples that are directly nested in this one and not also at top level.
  public var nestedSamples: [Sample] {
    members.filter { $0.membership == .nestedOnly }.map(\.sample)
  }

  /// The outermost nested samples that meet a condition: what is nested in one of these is not looked at.
  ///
  /// - Parameter isWanted: Is given each nested sample before what it holds.
  /// - Returns: The samples, in the order written.
  public func nestedSamples(where isWanted: (Sample) -> Bool) -> [Sample] {
    var found: [Sample] = []
    var left: [Sample] = nestedSamples.reversed()
    while let sample = left.popLast() {
      if isWanted(sample) {
        found.append(sample)
      } else if sample.canHoldSamples {
        left += sample.nestedSamples.reversed()
      }
    }
    return found
  }
}
