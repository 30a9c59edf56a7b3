public import HealthModel

/// A dataset with one of everything: samples of every kind in which every field has a value that names it,
/// and samples with what is hard to carry. What a format loses of them shows by name.
public enum MarkedSamples {
  /// Facts about the dataset.
  public static var dataset: DatasetInfo {
    var info = DatasetInfo()
    info.exportDate = date("2024-06-30 21:15:00 +0200")
    info.locale = "en_FR"
    info.exportVersion = "14"
    info.characteristics = [
      DatasetInfo.Characteristic(
        type: CharacteristicType("HKCharacteristicTypeIdentifierDateOfBirth"), value: "1980-01-05"),
      DatasetInfo.Characteristic(
        type: CharacteristicType("HKCharacteristicTypeIdentifierBiologicalSex"),
        value: "HKBiologicalSexFemale"),
    ]
    info.attributes = [Element.Attribute(name: "future", value: "attribute \"of\" tomorrow")]
    return info
  }

  /// All of them.
  public static var all: [Sample] {
    kinds + numbers + dates + metadata + devices + extras + elements
  }

  /// A sample of every kind, with every field filled.
  public static var kinds: [Sample] {
    [
      quantity("72"),
      .category(
        CategorySample(
          header: header(
            .category(CategoryType("HKCategoryTypeIdentifierSleepAnalysis")), unit: nil),
          value: CategoryValue("HKCategoryValueSleepAnalysisAsleepREM"))),
      .category(
        CategorySample(header: header(.category(CategoryType("Old")), unit: nil), value: nil)),
      .correlation(correlation),
      .workout(
        Workout(
          header: header(.workout(WorkoutActivityType("HKWorkoutActivityTypeRunning"))),
          fields: filled())),
      .activitySummary(activitySummary),
      .audiogram(structured("HKDataTypeIdentifierAudiogram")),
      .visionPrescription(visionPrescription),
      .clinicalRecord(clinicalRecord),
      .electrocardiogram(structured("HKElectrocardiogramType")),
      .heartbeatSeries(structured("HKDataTypeIdentifierHeartbeatSeries")),
      .stateOfMind(structured("HKDataTypeStateOfMind")),
      .scoredAssessment(structured("HKScoredAssessmentTypeIdentifierGAD7")),
      .medicationDose(structured("HKMedicationDoseEventTypeIdentifier")),
      .document(structured("HKDocumentTypeIdentifierCDA")),
    ]
  }

  /// Texts that are hard to carry: quotes, line ends, control characters, other scalars of the same letters.
  public static let texts = [
    "", " ", "\"", "\\", "a\"b\\c/d", "line\nfeed\r\ttab", "\u{0}\u{1}\u{8}\u{C}\u{1F}\u{7F}",
    "<&>'", "é", "e\u{301}", "\u{FEFF}mark", "a\u{A0}b", "😀👩‍👩‍👧", "\u{2028}\u{2029}", "\u{FFFF}",
    "]]>", "null", "007", "Jan\u{2019}s Apple\u{A0}Watch",
  ]

  // MARK: Parts

  /// A heart rate.
  public static func quantity(
    _ value: String, _ change: (inout SampleHeader) -> Void = { _ in }
  ) -> Sample {
    var header = header(
      .quantity(QuantityType("HKQuantityTypeIdentifierHeartRate")), unit: "count/min")
    change(&header)
    return .quantity(QuantitySample(header: header, number: Number(value) ?? Number(0)))
  }

  /// A date.
  ///
  /// - Returns: The date; 1970 if the text is not a date.
  public static func date(_ text: String) -> Timestamp {
    Timestamp(text) ?? Timestamp(secondsSince1970: 0)
  }

  static func header(_ type: SampleType, unit: String? = nil) -> SampleHeader {
    SampleHeader(
      descriptor: SampleDescriptor(
        type: type, unitText: unit, source: Source(name: "Watch", version: "10.5")),
      start: date("2024-06-01 08:00:00 +0200"), end: date("2024-06-01 08:30:00 +0200"),
      created: date("2024-06-01 08:30:05 +0200"))
  }

  static func filled<Fields: Sample.FieldList>() -> Fields {
    var filler = FieldFiller()
    var fields = Fields()
    fields.visit(&filler)
    return fields
  }

  private static func structured<Fields>(_ type: String) -> StructuredSample<Fields> {
    StructuredSample(header: header(.other(type)), fields: filled())
  }

  private static var correlation: Correlation {
    func pressure(_ type: String, _ value: String) -> Sample {
      .quantity(
        QuantitySample(
          header: header(.quantity(QuantityType(type)), unit: "mmHg"),
          number: Number(value) ?? Number(0)))
    }
    return Correlation(
      header: header(.correlation(CorrelationType("HKCorrelationTypeIdentifierBloodPressure"))),
      members: [
        NestedSample(sample: pressure("HKQuantityTypeIdentifierBloodPressureSystolic", "120")),
        NestedSample(sample: pressure("HKQuantityTypeIdentifierBloodPressureDiastolic", "080")),
      ])
  }

  // The dates of these three are those of a field.

  private static var activitySummary: ActivitySummary {
    var fields: Sample.ActivitySummaryFields = filled()
    fields.dateComponents = "2024-06-01"
    let day = date("2024-06-01 00:00:00 +0000")
    return ActivitySummary(
      header: SampleHeader(
        descriptor: SampleDescriptor(
          type: .other("HKActivitySummaryTypeIdentifier"), source: nil), start: day, end: day),
      fields: fields)
  }

  private static var visionPrescription: VisionPrescription {
    let fields: Sample.VisionPrescriptionFields = filled()
    let issued = fields.dateIssued ?? date("")
    return VisionPrescription(
      header: SampleHeader(
        descriptor: SampleDescriptor(
          type: .other("HKVisionPrescriptionTypeIdentifier"), source: nil), start: issued,
        end: issued), fields: fields)
  }

  private static var clinicalRecord: ClinicalRecord {
    let fields: Sample.ClinicalRecordFields = filled()
    let received = fields.receivedDate ?? date("")
    return ClinicalRecord(
      header: SampleHeader(
        descriptor: SampleDescriptor(
          type: .clinicalRecord("Condition"), source: Source(name: "Clinic")), start: received,
        end: received), fields: fields)
  }
}
