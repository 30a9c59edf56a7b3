public import HealthModel

// The rarer kinds. Each initializer throws if a rule finds an error; `init(header:fields:)` makes any sample.

extension StructuredSample {
  /// A sample of a kind, held to the rules.
  init(
    _ type: SampleType, _ fields: Fields, start: Timestamp, end: Timestamp?, source: Source?,
    device: Device? = nil, metadata: Metadata, _ kind: (Self) -> Sample
  ) throws(InvalidSampleError) {
    let header = SampleHeader(
      type, start: start, end: end, source: source, device: device, metadata: metadata)
    self.init(header: header, fields: fields)
    try kind(self).validate()
  }
}

extension StructuredSample where Fields == Sample.AudiogramFields {
  /// Makes a hearing test that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.AudiogramFields, start: Timestamp, end: Timestamp? = nil, source: Source? = nil,
    device: Device? = nil, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKDataTypeIdentifierAudiogram"), fields, start: start, end: end, source: source,
      device: device, metadata: metadata, Sample.audiogram)
  }
}

extension StructuredSample where Fields == Sample.ElectrocardiogramFields {
  /// Makes an electrocardiogram that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.ElectrocardiogramFields, start: Timestamp, end: Timestamp? = nil,
    source: Source? = nil, device: Device? = nil, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKDataTypeIdentifierElectrocardiogram"), fields, start: start, end: end,
      source: source, device: device, metadata: metadata, Sample.electrocardiogram)
  }
}

extension StructuredSample where Fields == Sample.HeartbeatSeriesFields {
  /// Makes a series of heartbeats that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.HeartbeatSeriesFields, start: Timestamp, end: Timestamp, source: Source? = nil,
    device: Device? = nil, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKDataTypeIdentifierHeartbeatSeries"), fields, start: start, end: end,
      source: source, device: device, metadata: metadata, Sample.heartbeatSeries)
  }
}

extension StructuredSample where Fields == Sample.StateOfMindFields {
  /// Makes a state of mind that keeps the rules.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.StateOfMindFields, start: Timestamp, end: Timestamp? = nil,
    source: Source? = nil,
    device: Device? = nil, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKDataTypeStateOfMind"), fields, start: start, end: end, source: source,
      device: device, metadata: metadata, Sample.stateOfMind)
  }
}

extension StructuredSample where Fields == Sample.ScoredAssessmentFields {
  /// Makes the result of a questionnaire that keeps the rules. The questionnaire is the type of the sample.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    questionnaire: Sample.Questionnaire, fields: Sample.ScoredAssessmentFields, start: Timestamp,
    end: Timestamp? = nil, source: Source? = nil, device: Device? = nil,
    metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    try self.init(
      .other(questionnaire.rawValue), fields, start: start, end: end, source: source,
      device: device, metadata: metadata, Sample.scoredAssessment)
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
    device: Device? = nil, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"), fields, start: start,
      end: end, source: source, device: device, metadata: metadata, Sample.medicationDose)
  }
}

extension StructuredSample where Fields == Sample.ActivitySummaryFields {
  /// Makes the rings of a day that keep the rules.
  ///
  /// - Parameter day: A time in the day, on the clock of its offset; the field `dateComponents` becomes that day.
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    day: Timestamp, fields: Sample.ActivitySummaryFields, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    var fields = fields
    fields.dateComponents = day.dayText
    try self.init(
      .other("HKActivitySummaryTypeIdentifier"), fields, start: fields.impliedDate ?? day,
      end: nil, source: nil, metadata: metadata, Sample.activitySummary)
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
    metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    var fields = fields
    fields.dateIssued = issued
    try self.init(
      .other(lenses.rawValue), fields, start: issued, end: nil,
      source: source, metadata: metadata, Sample.visionPrescription)
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
    source: Source? = nil, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    var fields = fields
    fields.receivedDate = received
    try self.init(
      .clinicalRecord(type.identifier), fields, start: received, end: nil, source: source,
      metadata: metadata, Sample.clinicalRecord)
  }
}

extension StructuredSample where Fields == Sample.HealthDocumentFields {
  /// Makes a CDA document that keeps the rules. A document has no dates.
  ///
  /// - Throws: `InvalidSampleError` if a rule finds an error in it.
  public init(
    fields: Sample.HealthDocumentFields, metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    try self.init(
      .other("HKDocumentTypeIdentifierCDA"), fields, start: .unknown, end: nil, source: nil,
      metadata: metadata, Sample.document)
  }
}
