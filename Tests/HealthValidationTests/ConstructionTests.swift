import Foundation
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

  private func point(_ hertz: Int, _ level: Int = 20) -> SensitivityPoint {
    var point = SensitivityPoint()
    (point.frequencyValue, point.frequencyUnit) = (Number(hertz), "Hz")
    (point.leftEarValue, point.leftEarUnit) = (Number(level), "dBHL")
    return point
  }

  /// A sample that HealthKit refuses although a file may have it, the rule, and what allows it.
  private struct Refusal {
    let rule: String
    let sample: Sample
    var allowance = Sample.Allowance()
  }

  private func refusals() -> [Refusal] {
    let now = Timestamp(secondsSince1970: Int64(Date().timeIntervalSince1970))
    func header(
      _ type: SampleType, _ unit: String? = nil, after seconds: Int64? = nil,
      _ metadata: [(MetadataKey, String)] = []
    ) -> SampleHeader {
      let start = seconds.map { Timestamp(secondsSince1970: now.secondsSince1970 + $0) }
      return SampleHeader(
        descriptor: SampleDescriptor(type: type, unitText: unit, source: nil),
        start: start ?? Self.start, end: start ?? Self.start,
        metadata: Metadata(metadata.map { MetadataEntry(key: $0.0, value: $0.1) }))
    }
    func category(
      _ type: CategoryType, _ value: CategoryValue, _ metadata: [(MetadataKey, String)] = []
    ) -> Sample {
      .category(CategorySample(header: header(.category(type), nil, metadata), value: value))
    }
    func quantity(
      _ type: QuantityType, _ unit: String, after seconds: Int64? = nil,
      _ metadata: [(MetadataKey, String)] = []
    ) -> Sample {
      .quantity(
        QuantitySample(
          header: header(.quantity(type), unit, after: seconds, metadata), number: Number(20)))
    }
    func correlation(_ type: CorrelationType, _ members: [Sample]) -> Sample {
      .correlation(
        Correlation(
          header: header(.correlation(type)), members: members.map { NestedSample(sample: $0) }))
    }
    func audiogram(_ points: [SensitivityPoint]) -> Sample {
      var fields = Sample.AudiogramFields()
      fields.sensitivityPoints = points
      return .audiogram(
        Audiogram(header: header(.other("HKDataTypeIdentifierAudiogram")), fields: fields))
    }
    func beats(_ seconds: [Int]) -> Sample {
      var fields = Sample.HeartbeatSeriesFields()
      fields.beats = seconds.map {
        var beat = Sample.SeriesBeat()
        beat.timeSinceStart = Number($0)
        return beat
      }
      var header = header(.other("HKDataTypeIdentifierHeartbeatSeries"))
      header.end = Timestamp(secondsSince1970: header.start.secondsSince1970 + 60)
      return .heartbeatSeries(HeartbeatSeries(header: header, fields: fields))
    }
    let flow = CategoryValue.vaginalBleedingLight
    let bananas = QuantityType("Bananas")
    return [
      Refusal(
        rule: "unknown-category-value", sample: category(.sleepAnalysis, CategoryValue("Banana"))),
      Refusal(rule: "unknown-category-value", sample: category(.sleepAnalysis, flow)),
      Refusal(
        rule: "unknown-category-value",
        sample: category(
          .menstrualFlow, .sleepAnalysisInBed, [(.menstrualCycleStart, "1")])),
      Refusal(
        rule: "unknown-category-value",
        sample: category(.menstrualFlow, CategoryValue("9"), [(.menstrualCycleStart, "1")])),
      Refusal(
        rule: "not-applicable-value", sample: category(.intermenstrualBleeding, flow)),
      Refusal(
        rule: "metadata-value-type",
        sample: category(.menstrualFlow, flow, [(.menstrualCycleStart, "yes")])),
      Refusal(
        rule: "metadata-value-type",
        sample: category(.menstrualFlow, flow, [(.menstrualCycleStart, "7")])),
      Refusal(
        rule: "metadata-value-type",
        sample: quantity(.stepCount, "count", [(.wasUserEntered, "perhaps")])),
      Refusal(
        rule: "unknown-enumeration",
        sample: quantity(.insulinDelivery, "IU", [(.insulinDeliveryReason, "77")])),
      Refusal(
        rule: "correlation-members",
        sample: correlation(.bloodPressure, [quantity(.bloodPressureSystolic, "mmHg")])),
      Refusal(
        rule: "correlation-members",
        sample: correlation(.bloodPressure, [quantity(.stepCount, "count")])),
      Refusal(rule: "correlation-members", sample: correlation(.food, [])),
      Refusal(rule: "audiogram-range", sample: audiogram([])),
      Refusal(rule: "audiogram-range", sample: audiogram([point(-5)])),
      Refusal(rule: "audiogram-range", sample: audiogram([point(1_000, 200)])),
      Refusal(rule: "heartbeat-outside-sample", sample: beats([-9, 1])),
      Refusal(rule: "heartbeats-out-of-order", sample: beats([3, 2])),
      Refusal(
        rule: "unknown-type", sample: quantity(bananas, "count"), allowance: .unknownTypes),
      Refusal(
        rule: "unknown-type",
        sample: correlation(
          CorrelationType("Bananas"), [quantity(bananas, "count")]), allowance: .unknownTypes),
      Refusal(
        rule: "future-date", sample: quantity(.stepCount, "count", after: 900),
        allowance: .futureDates),
      Refusal(
        rule: "future-date", sample: quantity(.stepCount, "count", after: 366 * 86_400),
        allowance: .futureDates),
    ]
  }

  /// Samples that were made past the checked initializers are refused, too; a file may have them.
  @Test func whatHealthKitRefusesIsRefused() throws {
    for refusal in refusals() {
      let sample = refusal.sample
      #expect(
        !sample.findings().contains { $0.severity == .error }, "\(refusal.rule) in a file")
      let error = #expect(throws: InvalidSampleError.self) { try sample.validate() }
      #expect(Set(error?.findings.map(\.rule) ?? []) == [refusal.rule])
      #expect(error?.findings.allSatisfy { $0.severity == .error } == true)
      if refusal.allowance.isEmpty {
        #expect(throws: InvalidSampleError.self) {
          try sample.validate(allowing: [.unknownTypes, .futureDates])
        }
      } else {
        #expect(throws: Never.self) { try sample.validate(allowing: refusal.allowance) }
      }
    }
    let named = Set(refusals().map(\.rule))
    #expect(named == Rule.refusedWhenBuilt.union(["unknown-type", "future-date"]))
    let open = CategorySample(
      header: SampleHeader(
        descriptor: SampleDescriptor(type: .category(.pregnancy), source: nil), start: Self.start,
        end: Timestamp(secondsSince1970: 64_092_211_200)), value: .notApplicable)
    try Sample.category(open).validate()
  }

  @Test func initializersRefuseTheSame() throws {
    #expect(
      broken { () throws(InvalidSampleError) in
        try quantity(QuantityType("Bananas"), 1, "count")
      } == ["unknown-type"])
    _ = try QuantitySample(
      type: QuantityType("Bananas"), value: 1, unit: "count", start: Self.start,
      allowing: .unknownTypes)
    for value in ["yes", "7"] {
      #expect(
        broken { () throws(InvalidSampleError) in
          _ = try CategorySample(
            type: .menstrualFlow, value: .vaginalBleedingLight, start: Self.start,
            metadata: Metadata([MetadataEntry(key: .menstrualCycleStart, value: value)]))
        } == ["metadata-value-type"])
    }
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
    let iron = try QuantitySample(type: .dietaryIron, value: 2, unit: "mg", start: start)
    var hearing = Sample.AudiogramFields()
    hearing.sensitivityPoints = [point(1_000)]
    let made: [Sample] = [
      .quantity(try QuantitySample(type: .bodyMass, value: 70, unit: "kg", start: start)),
      .category(try CategorySample(type: .mindfulSession, start: start)),
      .correlation(try Correlation(type: .food, samples: [.quantity(iron)], start: start)),
      .workout(try Workout(activityType: .running, start: before, end: start)),
      .audiogram(try Audiogram(fields: hearing, start: start)),
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
      } == ended + ["audiogram-range"])
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
