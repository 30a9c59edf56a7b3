public import HealthModel
public import HealthUnits

// Conditions on values of the library's types, and operators.

extension SamplePredicate {
  /// By the value of a quantity (`predicateForQuantitySamples(with:quantity:)`).
  public static func value(
    _ comparison: Comparison, _ quantity: Quantity
  ) throws(SamplePredicate.Fault) -> SamplePredicate {
    try .value(comparison, quantity.value, unit: quantity.unit.description)
  }

  /// By a figure of a quantity or a workout: `.figure(.distance, .greater, Quantity(5, .kilometer))`. The figures of
  /// quantities are HealthKit's key paths for series: `sum`, `average`, `minimum`, `maximum` and `latest`
  /// (`mostRecentQuantity`).
  public static func figure(
    _ figure: Figure, _ comparison: Comparison, _ quantity: Quantity
  ) throws(SamplePredicate.Fault) -> SamplePredicate {
    try .figure(figure, comparison, quantity.value, unit: quantity.unit.description)
  }

  /// By the time from start to end.
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
  /// - Throws: `SamplePredicate.Fault`, as ``and(_:)`` does.
  public static func && (
    a: SamplePredicate, b: SamplePredicate
  ) throws(SamplePredicate.Fault) -> SamplePredicate {
    try .and([a, b])
  }

  /// At least one of two.
  public static func || (a: SamplePredicate, b: SamplePredicate) -> SamplePredicate { .or([a, b]) }

  /// Every sample that a predicate does not match.
  public static prefix func ! (a: SamplePredicate) -> SamplePredicate { .not(a) }
}
