public import HealthModel

extension SamplePredicate {
  /// Samples of a quantity type, as in `.type(.heartRate)`.
  public static func type(_ type: QuantityType) -> SamplePredicate {
    .type(identifier: type.identifier)
  }
  /// Samples of a category type.
  public static func type(_ type: CategoryType) -> SamplePredicate {
    .type(identifier: type.identifier)
  }
  /// Correlations of a type.
  public static func type(_ type: CorrelationType) -> SamplePredicate {
    .type(identifier: type.identifier)
  }
  /// Workouts of an activity.
  public static func workouts(_ type: WorkoutActivityType) -> SamplePredicate {
    .type(identifier: type.identifier)
  }

  /// What samples have to do with the bounds of a time, beyond having a part of it (`HKQueryOptions`).
  public struct TimeOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt8
    /// The options of some bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// They do not start before it.
    public static let strictStartDate = TimeOptions(rawValue: 1)
    /// They do not end after it.
    public static let strictEndDate = TimeOptions(rawValue: 2)
  }

  /// Samples that have a part of the time from an instant until another: by default those that began before it or end after
  /// it, too, such as a night in the day of waking. A sample that ends with the first instant has no part of it; one
  /// without a duration has, unless it is at the end.
  ///
  /// Strict at the start, a store looks them up in its index; otherwise it reads all that start before the end.
  public static func samples(
    from start: Timestamp? = nil, to end: Timestamp? = nil, options: TimeOptions = []
  ) throws(SamplePredicate.Fault) -> SamplePredicate {
    var parts: [SamplePredicate] = []
    if let start {
      let isWithin = SamplePredicate.start(.greaterOrEqual, start)
      parts.append(
        options.contains(.strictStartDate) ? isWithin : .or([.end(.greater, start), isWithin]))
    }
    if let end {
      parts.append(.start(.less, end))
      if options.contains(.strictEndDate) { parts.append(.end(.lessOrEqual, end)) }
    }
    return try .and(parts)
  }

  /// Samples that an app or a device of this name wrote.
  public static func source(_ name: String) throws(SamplePredicate.Fault) -> SamplePredicate {
    try .text(.source, .equals(name))
  }

  /// Samples with a value in their metadata, as in `.metadata(.wasUserEntered, true)`.
  public static func metadata(
    _ key: MetadataKey, _ value: MetadataValue
  ) throws(SamplePredicate.Fault) -> SamplePredicate {
    let match: MetadataMatch =
      switch value {
      case .number(let number): .number(.equal, number.doubleValue, unit: nil)
      case .quantity(let number, let unit): .number(.equal, number.doubleValue, unit: unit)
      case .date(let date): .date(.equal, DateBound(date))
      case .string, .bool: .text(.equals(MetadataEntry(key: key, value).value))
      }
    return try .metadata(key: key.identifier, match)
  }
}
