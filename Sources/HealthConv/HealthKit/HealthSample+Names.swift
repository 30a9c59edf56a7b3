// The names of HealthKit, for programs that come from there. They add nothing that the model does not have.

extension HealthSample {
  /// When the sample began: ``start``.
  public var startDate: Timestamp { start }
  /// When it ended: ``end``.
  public var endDate: Timestamp { end }
  /// The app or device that wrote it, with its version: ``source``.
  public var sourceRevision: Source { source }
}

extension QuantitySample {
  /// The value with its unit.
  ///
  /// - Throws: If the text of the sample's unit is not a unit.
  public var quantity: Quantity {
    get throws(UnitError) { Quantity(value, try HealthUnit(unit ?? "", of: type)) }
  }

  /// Makes a sample that satisfies the rules.
  ///
  /// - Parameter end: When it ended; by default a moment, the same as the start.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    type: QuantityType, quantity: Quantity, start: Timestamp, end: Timestamp? = nil,
    source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    try self.init(
      type: type, value: quantity.value, unit: "\(quantity.unit)", start: start, end: end,
      source: source, device: device, metadata: metadata)
  }
}
