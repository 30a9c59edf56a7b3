public import HealthStore

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

  /// Samples that start at or after an instant and before another.
  public static func samples(
    from start: Timestamp? = nil, to end: Timestamp? = nil
  ) throws(SamplePredicate.Fault) -> SamplePredicate {
    var parts: [SamplePredicate] = []
    if let start { parts.append(.start(.greaterOrEqual, start)) }
    if let end { parts.append(.start(.less, end)) }
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
