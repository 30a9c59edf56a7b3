public import HealthModel

extension SampleHeader {
  /// The header of a sample that is built, not read.
  init(
    _ type: SampleType, unit: String? = nil, start: Timestamp, end: Timestamp?, source: Source?,
    device: Device?, metadata: Metadata
  ) {
    self.init(
      descriptor: SampleDescriptor(type: type, unitText: unit, source: source, device: device),
      start: start, end: end ?? start, metadata: metadata)
  }
}

extension QuantitySample {
  /// Makes a sample that keeps the rules; `init(header:number:beats:)` makes any.
  ///
  /// ```swift
  /// let mass = try QuantitySample(type: .bodyMass, value: 70.5, unit: "kg", start: now)
  /// ```
  ///
  /// - Parameters:
  ///   - unit: The unit, such as `mg/dL`.
  ///   - end: When it ended; by default a moment, the same as the start.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    type: QuantityType, value: Double, unit: String, start: Timestamp, end: Timestamp? = nil,
    source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    guard let number = Number(value) else {
      let finding = Finding(
        rule: Rule.impossibleValue.name, severity: .error, place: Place(file: type.identifier),
        message: "the value is not a number", type: type.identifier)
      throw InvalidSampleError(findings: [finding])
    }
    let header = SampleHeader(
      .quantity(type), unit: unit, start: start, end: end, source: source, device: device,
      metadata: metadata)
    self.init(header: header, number: number)
    try Sample.quantity(self).validate()
  }
}

extension CategorySample {
  /// Makes a sample that keeps the rules; `init(header:value:)` makes any.
  ///
  /// - Parameters:
  ///   - value: Which; `.notApplicable` for the types without values.
  ///   - end: When it ended; by default a moment, the same as the start.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    type: CategoryType, value: CategoryValue = .notApplicable, start: Timestamp,
    end: Timestamp? = nil, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    let header = SampleHeader(
      .category(type), start: start, end: end, source: source, device: device, metadata: metadata)
    self.init(header: header, value: value)
    try Sample.category(self).validate()
  }
}

extension Correlation {
  /// Makes a correlation that keeps the rules, as do the samples in it; `init(header:members:)` makes any.
  ///
  /// - Parameters:
  ///   - samples: The samples in it, which are not also at top level.
  ///   - end: When it ended; by default a moment, the same as the start.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    type: CorrelationType, samples: [Sample], start: Timestamp, end: Timestamp? = nil,
    source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    let header = SampleHeader(
      .correlation(type), start: start, end: end, source: source, device: device,
      metadata: metadata)
    self.init(
      header: header, members: samples.map { NestedSample(sample: $0) })
    try Sample.correlation(self).validate()
  }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// Makes a workout that keeps the rules, as do the samples in it; `init(header:fields:)` makes any.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    activityType: WorkoutActivityType, fields: Sample.WorkoutFields = Sample.WorkoutFields(),
    start: Timestamp,
    end: Timestamp, source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    try self.init(
      .workout(activityType), fields, start: start, end: end, source: source, device: device,
      metadata: metadata, Sample.workout)
  }
}
