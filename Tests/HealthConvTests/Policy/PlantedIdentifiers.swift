import HealthConv
import HealthModel
import HealthTesting

/// Identifiers as they occur in exports, and a dataset with one of them in every place of the model that holds text.
enum PlantedIdentifiers {
  static let all = [
    "Anna Muster", "Muster, Anna", "Anna’s iPhone", "Anna's Apple\u{A0}Watch", "AnnaMuster",
    "Jörg Öztürk",
    "名前 花子", "Dr. Meyer", "Sutter Health", "Praxis am Park", "anna@example.com", "+49 30 1234567",
    "https://example.com/u/anna", "7B1C2F7E-6B0D-4B61-9A53-0C7C8C5B8A11",
    "7b1c2f7e6b0d4b619a530c7c8c5b8a11", "F2LXK1ABCDEF", "(01)00889842", "A4:83:E7:12:34:56",
    "192.0.2.17", "0x282a45810", "52.520008, 13.404954", "POINT(13.404954 52.520008)",
    "Hauptstraße 5", "10115 Berlin", "Europe/Berlin", "de_DE", "1985-04-12", "12. Apr 1985",
    "Nov 13, 1993", "1990/01/01", "19831216", "2025-09-16T06:48:00+02:00",
    "route_2025-09-16_6.48am.gpx", "/Users/anna/Downloads/export.zip", "ecg_2025-09-08.csv",
    "MRN 00123456", "Patient/12345", "A123456789", "12-3456789", "4111111111111111",
    "9f86d081884c7d65", "WithingsUserIdentifier=4711", "QW5uYSBNdXN0ZXI=", "Watch of Anna7,2",
    "22A3354 Anna", "met Bob at work", "Name: Anna", "reportID 88812", "lark-uuid-1", "Anna 5 kg",
  ]

  /// The dataset facts with an identifier in each.
  static func info(_ text: String) -> DatasetInfo {
    var info = DatasetInfo()
    info.exportDate = MarkedSamples.date("2024-06-30 21:15:00 +0200")
    (info.locale, info.exportVersion, info.path) = (text, text, text)
    info.characteristics = [
      .init(type: .dateOfBirth, value: text), .init(type: .biologicalSex, value: text),
      .init(type: CharacteristicType(text), value: text), .init(type: .bloodType, value: text),
    ]
    info.attributes = [.init(name: text, value: text)]
    return info
  }

  private static func header(_ type: SampleType, _ text: String, unit: String? = nil)
    -> SampleHeader
  {
    var device = Device()
    for field in Device.Field.allCases { device[field] = text }
    return SampleHeader(
      descriptor: SampleDescriptor(
        type: type, unitText: unit,
        source: Source(
          name: text, version: text, productType: text, operatingSystemVersion: text),
        device: device),
      start: MarkedSamples.date("2024-06-01 08:00:00 +0200"),
      end: MarkedSamples.date("2024-06-01 08:30:00 +0200"),
      created: MarkedSamples.date("2024-06-01 08:30:05 +0200"), deviceAddress: 0x2_82a4_5810,
      metadata: metadata(text), extras: extras(text),
      uuid: SampleUUID("7B1C2F7E-6B0D-4B61-9A53-0C7C8C5B8A11"))
  }

  static func metadata(_ text: String) -> Metadata {
    Metadata(
      (MetadataKey.all + [MetadataKey(text), MetadataKey("note")]).map {
        MetadataEntry(key: $0, value: text)
      })
  }

  static func extras(_ text: String) -> Extras {
    Extras(
      attributes: [.init(name: "a", value: text)],
      content: [
        .element(Element(name: "Future", attributes: [.init(name: "b", value: text)])), .text(text),
      ])
  }

  /// Samples of every kind with the identifier in every field that holds text.
  static func samples(_ text: String) -> [Sample] {
    let raw = Device.parse("device of \(text)").device
    var plain = header(
      .quantity(QuantityType("HKQuantityTypeIdentifierStepCount")), text, unit: "count")
    let old = plain.descriptor
    plain.descriptor = SampleDescriptor(
      type: old.type, unitText: old.unitText, source: old.source, device: raw)
    let beats = [QuantitySample.Beat(bpm: Number(61), time: text)]
    let heart = header(
      .quantity(QuantityType("HKQuantityTypeIdentifierHeartRate")), text, unit: "count/min")
    let member = Sample.quantity(QuantitySample(header: heart, number: Number(61), beats: beats))
    var samples: [Sample] = [
      .quantity(QuantitySample(header: plain, number: Number(7))), member,
      .quantity(
        QuantitySample(
          header: header(
            .quantity(QuantityType("HKQuantityTypeIdentifier\(text)")), text, unit: "count"),
          number: Number(7))),
      .quantity(
        QuantitySample(
          header: header(
            .quantity(QuantityType("HKQuantityTypeIdentifierBodyMass")), text, unit: text),
          number: Number(7))),
      .category(
        CategorySample(
          header: header(.category(CategoryType("HKCategoryTypeIdentifierSleepAnalysis")), text),
          value: CategoryValue(text))),
      .category(
        CategorySample(
          header: header(.category(CategoryType("HKCategoryTypeIdentifierHeadache")), text),
          value: nil)),
      .correlation(
        Correlation(
          header: header(
            .correlation(CorrelationType("HKCorrelationTypeIdentifierBloodPressure")), text),
          members: [NestedSample(sample: member)])),
      .unknown(Element(name: "Future", attributes: [.init(name: "a", value: text)])),
    ]
    for kind in SampleKind.allCases {
      if let fields = kind.fields { samples.append(structured(fields, kind, text)) }
    }
    return samples
  }

  private static func structured<F: Sample.Fields>(
    _ empty: F, _ kind: SampleKind, _ text: String
  ) -> Sample {
    var (fields, filler) = (empty, Filler(text: text))
    fields.visit(&filler)
    let types: [SampleKind: SampleType] = [
      .workout: .workout(WorkoutActivityType("HKWorkoutActivityTypeRunning")),
      .activitySummary: .other("HKActivitySummaryTypeIdentifier"),
      .audiogram: .other("HKDataTypeIdentifierAudiogram"),
      .visionPrescription: .other("HKVisionPrescriptionTypeIdentifier"),
      .clinicalRecord: .clinicalRecord("Condition"),
      .electrocardiogram: .other("HKDataTypeIdentifierElectrocardiogram"),
      .heartbeatSeries: .other("HKDataTypeIdentifierHeartbeatSeries"),
      .stateOfMind: .other("HKDataTypeStateOfMind"),
      .scoredAssessment: .other("HKScoredAssessmentTypeIdentifierGAD7"),
      .medicationDose: .other("HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"),
    ]
    var header = header(types[kind] ?? .other("HKDocumentTypeIdentifierCDA"), text)
    if var summary = fields as? Sample.ActivitySummaryFields {
      summary.dateComponents = "2024-06-01"
      fields = summary as? F ?? fields
    }
    if !kind.hasOwnDates {
      let date = fields.impliedDate ?? .unknown
      (header.start, header.end) = (date, date)
    }
    return StructuredSample(header: header, fields: fields).anySample
  }

  private struct Filler: Sample.FieldVisitor {
    let text: String

    mutating func number(_ name: String, _ value: inout Number?) { value = Number(3) }
    mutating func date(_ name: String, _ value: inout Timestamp?) {
      value = Timestamp("2024-06-01 08:10:00 +0200")
    }
    mutating func text(_ name: String, _ value: inout String?) { value = text }
    mutating func metadata(_ value: inout Metadata) { value = PlantedIdentifiers.metadata(text) }
    mutating func numbers(_ name: String, _ value: inout [Number]) { value = [Number(1)] }
    mutating func bytes(_ name: String, _ value: inout [UInt8]) { value = Array(text.utf8) }
    mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}

    mutating func list<S: Sample.FieldStructure>(
      _ name: String, element: String, _ value: inout [S]
    ) {
      var structure = S()
      structure.visit(&self)
      structure.extras = PlantedIdentifiers.extras(text)
      value = [structure]
    }

    mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {
      var structure = S()
      structure.visit(&self)
      structure.extras = PlantedIdentifiers.extras(text)
      value = structure
    }
  }
}
