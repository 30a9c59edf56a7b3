public import HealthModel
public import HealthUnits

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

  /// Whether samples must also start or end within an interval that they overlap (`HKQueryOptions`).
  public struct TimeOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt8
    /// The options of some bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Samples must not start before the interval.
    public static let strictStartDate = TimeOptions(rawValue: 1)
    /// Samples must not end after the interval.
    public static let strictEndDate = TimeOptions(rawValue: 2)
  }

  /// Samples that overlap an interval. By default they may start before it or end after it, such as a night
  /// in the day of waking. A sample that ends at the start of the interval does not overlap it; one without
  /// a duration does, unless it is at the end.
  ///
  /// With `.strictStartDate`, a store uses its index; otherwise it reads all that start before the end.
  public static func samples(
    from start: Timestamp? = nil, to end: Timestamp? = nil, options: TimeOptions = []
  ) throws(HealthError) -> SamplePredicate {
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
  public static func source(_ name: String) throws(HealthError) -> SamplePredicate {
    try .text(.source, .equals(name))
  }

  /// Samples with a value in their metadata, as in `.metadata(.wasUserEntered, true)`.
  public static func metadata(
    _ key: MetadataKey, _ value: MetadataValue
  ) throws(HealthError) -> SamplePredicate {
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

// Conditions on values of the library's types, and operators.

extension SamplePredicate {
  /// Samples by the value of a quantity (`predicateForQuantitySamples(with:quantity:)`).
  public static func value(
    _ comparison: Comparison, _ quantity: Quantity
  ) throws(HealthError) -> SamplePredicate {
    try .value(comparison, quantity.value, unit: quantity.unit.description)
  }

  /// Samples by a figure of a quantity or a workout: `.figure(.distance, .greater, Quantity(5, .kilometer))`. The figures of
  /// quantities are HealthKit's key paths for series: `sum`, `average`, `minimum`, `maximum` and `latest`
  /// (`mostRecentQuantity`).
  public static func figure(
    _ figure: Figure, _ comparison: Comparison, _ quantity: Quantity
  ) throws(HealthError) -> SamplePredicate {
    try .figure(figure, comparison, quantity.value, unit: quantity.unit.description)
  }

  /// Samples by their duration, from start to end.
  public static func duration(_ comparison: Comparison, _ duration: Duration) -> SamplePredicate {
    let (seconds, attoseconds) = duration.components
    return SamplePredicate(.duration(comparison, Double(seconds) + Double(attoseconds) / 1e18))
  }

  /// Samples of a source, in the version and on the product and system that it states (`predicateForObjects(from:)`).
  public static func source(_ source: Source) -> SamplePredicate {
    let texts: [(TextField, String?)] = [
      (.source, source.name), (.sourceVersion, source.version),
      (.sourceProductType, source.productType),
      (.sourceOperatingSystem, source.operatingSystemVersion),
    ]
    return all(texts)
  }

  /// Samples of a device, by all properties that it states.
  public static func device(_ device: Device) -> SamplePredicate {
    let texts: [(TextField, String?)] = [
      (.device, device.name), (.deviceManufacturer, device.manufacturer),
      (.deviceModel, device.model), (.deviceHardware, device.hardwareVersion),
      (.deviceFirmware, device.firmwareVersion), (.deviceSoftware, device.softwareVersion),
      (.deviceLocalIdentifier, device.localIdentifier), (.deviceUDI, device.udiDeviceIdentifier),
    ]
    return all(texts)
  }

  private static func all(_ texts: [(TextField, String?)]) -> SamplePredicate {
    SamplePredicate(
      .and(texts.compactMap { field, text in text.map { .text(field, .equals($0)) } }))
  }

  /// Samples that both predicates match.
  ///
  /// - Throws: `HealthError`, as ``and(_:)`` does.
  public static func && (
    a: SamplePredicate, b: SamplePredicate
  ) throws(HealthError) -> SamplePredicate {
    try .and([a, b])
  }

  /// Samples that at least one of two predicates matches.
  public static func || (a: SamplePredicate, b: SamplePredicate) -> SamplePredicate { .or([a, b]) }

  /// Every sample that a predicate does not match.
  public static prefix func ! (a: SamplePredicate) -> SamplePredicate { .not(a) }
}
