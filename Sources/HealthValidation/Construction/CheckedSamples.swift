public import HealthModel

extension QuantitySample {
  /// Makes a sample that keeps the rules for samples that are built in code (``Rule/refusedWhenBuilt``);
  /// `init(header:number:beats:)` makes any.
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
    source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
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
    try Sample.quantity(self).validate(allowing: allowance)
  }
}

extension CategorySample {
  /// Makes a sample that keeps the rules; `init(header:value:)` makes any.
  ///
  /// - Parameters:
  ///   - value: The case; `.notApplicable` for types without cases.
  ///   - end: When it ended; by default a moment, the same as the start.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    type: CategoryType, value: CategoryValue = .notApplicable, start: Timestamp,
    end: Timestamp? = nil, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    let header = SampleHeader(
      .category(type), start: start, end: end, source: source, device: device, metadata: metadata)
    self.init(header: header, value: value)
    try Sample.category(self).validate(allowing: allowance)
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
    source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    let header = SampleHeader(
      .correlation(type), start: start, end: end, source: source, device: device,
      metadata: metadata)
    self.init(
      header: header, members: samples.map { NestedSample(sample: $0) })
    try Sample.correlation(self).validate(allowing: allowance)
  }
}

extension StructuredSample where Fields == Sample.WorkoutFields {
  /// Makes a workout that keeps the rules, as do the samples in it; `init(header:fields:)` makes any.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    activityType: WorkoutActivityType, fields: Sample.WorkoutFields = Sample.WorkoutFields(),
    start: Timestamp,
    end: Timestamp, source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      .workout(activityType), fields, start: start, end: end, source: source, device: device,
      metadata: metadata, allowing: allowance, Sample.workout)
  }
}

// The rarer kinds. Each initializer throws if a rule finds an error; `init(header:fields:)` makes any sample.

extension StructuredSample {
  /// A sample of a kind, held to the rules.
  init(
    _ type: SampleType, _ fields: Fields, start: Timestamp, end: Timestamp?, source: Source?,
    device: Device? = nil, metadata: Metadata, allowing allowance: Sample.Allowance,
    _ kind: (Self) -> Sample
  ) throws(InvalidSampleError) {
    let header = SampleHeader(
      type, start: start, end: end, source: source, device: device, metadata: metadata)
    self.init(header: header, fields: fields)
    try kind(self).validate(allowing: allowance)
  }
}

extension StructuredSample where Fields == Sample.AudiogramFields {
  /// Makes a hearing test that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.AudiogramFields, start: Timestamp, end: Timestamp? = nil, source: Source? = nil,
    device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKDataTypeIdentifierAudiogram"), fields, start: start, end: end, source: source,
      device: device, metadata: metadata, allowing: allowance, Sample.audiogram)
  }
}

extension StructuredSample where Fields == Sample.ElectrocardiogramFields {
  /// Makes an electrocardiogram that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.ElectrocardiogramFields, start: Timestamp, end: Timestamp? = nil,
    source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKDataTypeIdentifierElectrocardiogram"), fields, start: start, end: end,
      source: source, device: device, metadata: metadata, allowing: allowance,
      Sample.electrocardiogram)
  }
}

extension StructuredSample where Fields == Sample.HeartbeatSeriesFields {
  /// Makes a series of heartbeats that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.HeartbeatSeriesFields, start: Timestamp, end: Timestamp, source: Source? = nil,
    device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKDataTypeIdentifierHeartbeatSeries"), fields, start: start, end: end,
      source: source, device: device, metadata: metadata, allowing: allowance,
      Sample.heartbeatSeries)
  }
}

extension StructuredSample where Fields == Sample.StateOfMindFields {
  /// Makes a state of mind that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.StateOfMindFields, start: Timestamp, end: Timestamp? = nil,
    source: Source? = nil,
    device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKDataTypeStateOfMind"), fields, start: start, end: end, source: source,
      device: device, metadata: metadata, allowing: allowance, Sample.stateOfMind)
  }
}

extension StructuredSample where Fields == Sample.ScoredAssessmentFields {
  /// Makes the result of a questionnaire that keeps the rules. The questionnaire is the type of the sample.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    questionnaire: Sample.Questionnaire, fields: Sample.ScoredAssessmentFields, start: Timestamp,
    end: Timestamp? = nil, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      .other(questionnaire.rawValue), fields, start: start, end: end, source: source,
      device: device, metadata: metadata, allowing: allowance, Sample.scoredAssessment)
  }
}

extension Sample {
  /// The questionnaires that HealthKit scores.
  public enum Questionnaire: String, Sendable, CaseIterable {
    /// Anxiety, 7 questions.
    case gad7 = "HKScoredAssessmentTypeIdentifierGAD7"
    /// Depression, 9 questions.
    case phq9 = "HKScoredAssessmentTypeIdentifierPHQ9"
  }
}

extension StructuredSample where Fields == Sample.MedicationDoseFields {
  /// Makes a dose of medication that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.MedicationDoseFields, start: Timestamp, end: Timestamp? = nil,
    source: Source? = nil,
    device: Device? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"), fields, start: start,
      end: end, source: source, device: device, metadata: metadata, allowing: allowance,
      Sample.medicationDose)
  }
}

extension StructuredSample where Fields == Sample.ActivitySummaryFields {
  /// Makes the rings of a day that keep the rules.
  ///
  /// - Parameter day: A time in the day, on the clock of its offset; the field `dateComponents` becomes that day.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    day: Timestamp, fields: Sample.ActivitySummaryFields, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    var fields = fields
    fields.dateComponents = day.dayText
    try self.init(
      .other("HKActivitySummaryTypeIdentifier"), fields, start: fields.impliedDate ?? day,
      end: nil, source: nil, metadata: metadata, allowing: allowance, Sample.activitySummary)
  }
}

extension StructuredSample where Fields == Sample.VisionPrescriptionFields {
  /// Makes a prescription that keeps the rules.
  ///
  /// - Parameters:
  ///   - lenses: What is prescribed; its identifier is the type of the sample.
  ///   - issued: When it was issued; becomes the field `dateIssued`.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    lenses: Sample.PrescribedLenses, issued: Timestamp, fields: Sample.VisionPrescriptionFields,
    source: Source? = nil,
    metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    var fields = fields
    fields.dateIssued = issued
    try self.init(
      .other(lenses.rawValue), fields, start: issued, end: nil,
      source: source, metadata: metadata, allowing: allowance, Sample.visionPrescription)
  }
}

extension Sample {
  /// The kind of prescription.
  public enum PrescribedLenses: String, Sendable, CaseIterable {
    case glasses = "HKVisionPrescriptionTypeGlasses"
    case contacts = "HKVisionPrescriptionTypeContacts"
  }
}

extension StructuredSample where Fields == Sample.ClinicalRecordFields {
  /// Makes a clinical record that keeps the rules.
  ///
  /// - Parameter received: When it was received; becomes the field `receivedDate`.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    type: ClinicalRecordType, received: Timestamp, fields: Sample.ClinicalRecordFields,
    source: Source? = nil, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    var fields = fields
    fields.receivedDate = received
    try self.init(
      .clinicalRecord(type.identifier), fields, start: received, end: nil, source: source,
      metadata: metadata, allowing: allowance, Sample.clinicalRecord)
  }
}

extension StructuredSample where Fields == Sample.HealthDocumentFields {
  /// Makes a CDA document that keeps the rules. A document has no dates.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.HealthDocumentFields, metadata: Metadata = Metadata(),
    allowing allowance: Sample.Allowance = []
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKDocumentTypeIdentifierCDA"), fields, start: .unknown, end: nil, source: nil,
      metadata: metadata, allowing: allowance, Sample.document)
  }
}
