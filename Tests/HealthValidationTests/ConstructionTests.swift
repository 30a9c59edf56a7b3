import HealthModel
import HealthValidation
import Testing

/// What is built in code is held to the same rules as what is read.
@Suite struct ConstructionTests {
  static let start = Timestamp(secondsSince1970: 1_717_225_200, offsetMinutes: 120)
  static let before = Timestamp(secondsSince1970: 1_717_225_199, offsetMinutes: 120)

  /// The rules that an initializer's error names.
  private func broken(_ make: () throws(InvalidSampleError) -> Void) -> [String] {
    do throws(InvalidSampleError) { try make() } catch { return error.findings.map(\.rule) }
    return []
  }

  private func quantity(
    _ type: QuantityType, _ value: Double, _ unit: String, end: Timestamp = start,
    _ metadata: Metadata = Metadata()
  ) throws(InvalidSampleError) {
    _ = try QuantitySample(
      type: type, value: value, unit: unit, start: Self.start, end: end, metadata: metadata)
  }

  @Test func quantities() throws {
    let mass = try QuantitySample(type: .bodyMass, value: 70.5, unit: "kg", start: Self.start)
    #expect(mass.value == 70.5 && mass.end == Self.start && !mass.header.descriptor.hasSource)
    #expect(
      broken { () throws(InvalidSampleError) in try quantity(.bodyMass, 70, "m") } == [
        "unit-fits-type"
      ])
    #expect(
      broken { () throws(InvalidSampleError) in try quantity(.bodyMass, 70, "") } == [
        "missing-unit"
      ])
    #expect(
      broken { () throws(InvalidSampleError) in
        try quantity(.stepCount, -1, "count", end: Self.before)
      }
        == ["impossible-value", "end-before-start"])
    #expect(
      broken { () throws(InvalidSampleError) in try quantity(.stepCount, .nan, "count") } == [
        "impossible-value"
      ])
    #expect(
      broken { () throws(InvalidSampleError) in try quantity(.insulinDelivery, 4, "IU") }
        == ["insulin-delivery-reason"])
    let reason = Metadata([MetadataEntry(key: .insulinDeliveryReason, value: "1")])
    try quantity(.insulinDelivery, 4, "IU", reason)
    // A warning is none that stops anybody.
    try quantity(.heartRate, 400, "count/min")
  }

  @Test func categories() throws {
    let flow = CategoryValue.vaginalBleedingLight
    let error = #expect(throws: InvalidSampleError.self) {
      _ = try CategorySample(type: .menstrualFlow, value: flow, start: Self.start)
    }
    #expect(
      error?.description
        == "menstrual flow without HKMenstrualCycleStart [menstrual-cycle-start]")
    let start = Metadata([MetadataEntry(key: .menstrualCycleStart, value: "1")])
    _ = try CategorySample(type: .menstrualFlow, value: flow, start: Self.start, metadata: start)
    _ = try CategorySample(type: .mindfulSession, start: Self.start)
  }

  @Test func samplesInside() throws {
    let wrong = QuantitySample(
      header: SampleHeader(
        descriptor: SampleDescriptor(
          type: .quantity(.bloodPressureSystolic), unitText: "kg", source: nil),
        start: Self.start, end: Self.start), number: Number(120))
    #expect(
      broken { () throws(InvalidSampleError) in
        _ = try Correlation(type: .bloodPressure, samples: [.quantity(wrong)], start: Self.start)
      }.contains("unit-fits-type"))
    var fields = Sample.WorkoutFields()
    fields.samples = [NestedSample(sample: .quantity(wrong))]
    #expect(
      broken { () throws(InvalidSampleError) in
        _ = try Workout(
          activityType: .running, fields: fields, start: Self.start, end: Self.before)
      } == ["end-before-start", "unit-fits-type"])
  }

  /// Each kind has an initializer that refuses what a rule finds wrong; what it makes is of its kind and type.
  @Test func everyKindIsChecked() throws {
    let (start, before) = (Self.start, Self.before)
    let made: [Sample] = [
      .quantity(try QuantitySample(type: .bodyMass, value: 70, unit: "kg", start: start)),
      .category(try CategorySample(type: .mindfulSession, start: start)),
      .correlation(try Correlation(type: .food, samples: [], start: start)),
      .workout(try Workout(activityType: .running, start: before, end: start)),
      .audiogram(try Audiogram(fields: Sample.AudiogramFields(), start: start)),
      .electrocardiogram(
        try Electrocardiogram(fields: Sample.ElectrocardiogramFields(), start: start)),
      .heartbeatSeries(
        try HeartbeatSeries(fields: Sample.HeartbeatSeriesFields(), start: before, end: start)),
      .stateOfMind(try StateOfMind(fields: Sample.StateOfMindFields(), start: start)),
      .scoredAssessment(
        try ScoredAssessment(
          questionnaire: .phq9, fields: Sample.ScoredAssessmentFields(), start: start)),
      .medicationDose(try MedicationDose(fields: Sample.MedicationDoseFields(), start: start)),
      .activitySummary(try ActivitySummary(day: start, fields: Sample.ActivitySummaryFields())),
      .visionPrescription(
        try VisionPrescription(
          lenses: .glasses, issued: start, fields: Sample.VisionPrescriptionFields())),
      .clinicalRecord(
        try ClinicalRecord(
          type: ClinicalRecordType("Observation"), received: start,
          fields: Sample.ClinicalRecordFields())),
      .document(try HealthDocument(fields: Sample.HealthDocumentFields())),
    ]
    let kinds = SampleKind.allCases.filter { $0 != .unknown }
    #expect(Set(made.map(\.kind)) == Set(kinds))
    for sample in made
    where ![.workout, .clinicalRecord, .visionPrescription].contains(sample.kind) {
      let identifier = try #require(sample.header?.descriptor.type.identifier)
      #expect(Catalog.types(matching: identifier).count == 1, "\(identifier)")
    }
    guard case .activitySummary(let summary)? = made.first(where: { $0.kind == .activitySummary })
    else { return }
    #expect(summary.fields.dateComponents == "2024-06-01")
  }

  @Test func everyKindRefusesAnError() {
    let (start, before) = (Self.start, Self.before)
    let ended = ["end-before-start"]
    #expect(
      broken { () throws(InvalidSampleError) in
        _ = try Audiogram(fields: Sample.AudiogramFields(), start: start, end: before)
      } == ended)
    #expect(
      broken { () throws(InvalidSampleError) in
        _ = try Electrocardiogram(
          fields: Sample.ElectrocardiogramFields(), start: start, end: before)
      } == ended)
    #expect(
      broken { () throws(InvalidSampleError) in
        _ = try HeartbeatSeries(fields: Sample.HeartbeatSeriesFields(), start: start, end: before)
      } == ended)
    #expect(
      broken { () throws(InvalidSampleError) in
        _ = try StateOfMind(fields: Sample.StateOfMindFields(), start: start, end: before)
      } == ended)
    #expect(
      broken { () throws(InvalidSampleError) in
        _ = try ScoredAssessment(
          questionnaire: .gad7, fields: Sample.ScoredAssessmentFields(), start: start, end: before)
      } == ended)
    #expect(
      broken { () throws(InvalidSampleError) in
        _ = try MedicationDose(fields: Sample.MedicationDoseFields(), start: start, end: before)
      } == ended)
    var day = Sample.ActivitySummaryFields()
    day.appleStandHours = Number(31)
    #expect(
      broken { () throws(InvalidSampleError) in
        _ = try ActivitySummary(day: start, fields: day)
      } == ["summary-range"])
  }
}
