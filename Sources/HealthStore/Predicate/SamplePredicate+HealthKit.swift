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

extension SamplePredicate {
  /// The condition as a tree. Its cases check nothing: outside of this package, conditions are built by functions that do.
  package indirect enum Form: Sendable, Equatable {
    /// Every sample.
    case all
    /// Samples of a type, by its identifier; of an unknown element, by its name.
    case type(String)
    /// Samples of types that a pattern of `*` and `?` fits: their identifier, their short name or their kind. Case
    /// does not matter.
    case types(like: String)
    /// Samples of a kind.
    case kind(SampleKind)
    /// By when they began. Documents and unknown elements have no dates.
    case start(Comparison, DateBound)
    /// By when they ended.
    case end(Comparison, DateBound)
    /// By when they were saved on the phone, where that is known.
    case created(Comparison, DateBound)
    /// Samples that state when they were saved on the phone.
    case hasCreated
    /// By how long they took from start to end, in seconds; pauses of a workout count.
    case duration(Comparison, Double)
    /// By the number of a quantity, compared as the `Double` nearest to its value in the unit named: samples of
    /// other dimensions do not match. Without a unit, the numbers are compared without conversion. `%` is a
    /// fraction, in which 1 is 100 %.
    case value(Comparison, Double, unit: String?)
    /// By a figure, as ``value(_:_:unit:)`` compares.
    case figure(Figure, Comparison, Double, unit: String?)
    /// Samples that have a figure.
    case hasFigure(Figure)
    /// By the case of a category: its name as exports write it, its short name or its number. Old and new names
    /// of one case are the same.
    case category(TextMatch)
    /// By a text that describes them: of the source, the device, the unit.
    case text(TextField, TextMatch)
    /// By metadata: one value of the key at least.
    case metadata(key: String, MetadataMatch)
    /// Samples of one of some UUIDs.
    case uuids(Set<SampleUUID>)
    /// Samples of a participant; without an id, those that have one.
    case participant(String?)
    /// All of them.
    case and([Form])
    /// One of them at least.
    case or([Form])
    /// Not that.
    case not(Form)
  }
}

extension SamplePredicate {
  /// SQL of the keys of metadata without which no row of `sample` matches. Few of the sets of metadata that samples share have
  /// a certain key.
  package var metadataConditions: [String] {
    form.neededKeys.map { key in
      """
      metadata IN (SELECT e.metadata FROM metadata_entry e JOIN metadata_key k ON k.number = e.key WHERE k.name = '\(key)')
      """
    }
  }

  /// SQL of the UUIDs of which each row of `sample` that matches states one; `nil` if rows without a UUID can match, or if
  /// there are so many that all rows are read.
  ///
  /// - Parameter literal: A UUID, by its hexadecimal digits, in the SQL of the database.
  package func uuidCondition(_ literal: (String) -> String) -> String? {
    form.statedUUIDs.map { uuids in
      "uuid IN (\(uuids.sorted().map { literal("\($0.bits)") }.joined(separator: ", ")))"
    }
  }
}

extension SamplePredicate.Form {
  /// UUIDs of which a sample that matches states one.
  fileprivate var statedUUIDs: Set<SampleUUID>? {
    switch self {
    case .uuids(let uuids):
      (1...1_000).contains(uuids.count) && !uuids.contains(where: \.mayBeDerived) ? uuids : nil
    case .and(let parts): parts.lazy.compactMap(\.statedUUIDs).first
    default: nil
    }
  }

  /// Keys without which no metadata match, of those whose names need no escaping in SQL.
  fileprivate var neededKeys: [String] {
    switch self {
    case .metadata(let key, _):
      key.utf8.allSatisfy { 32...126 ~= $0 && $0 != UInt8(ascii: "'") } ? [key] : []
    case .and(let parts): parts.flatMap(\.neededKeys)
    default: []
    }
  }
}

extension SamplePredicate.Form {
  /// Whether a figure of a workout or a series is compared, or a UUID that can be one that is made of the members of a
  /// correlation.
  package var needsWholeSamples: Bool {
    switch self {
    case .figure, .hasFigure: true
    case .uuids(let uuids): uuids.contains(where: \.mayBeDerived)
    case .and(let parts), .or(let parts): parts.contains(where: \.needsWholeSamples)
    case .not(let part): part.needsWholeSamples
    default: false
    }
  }
}
