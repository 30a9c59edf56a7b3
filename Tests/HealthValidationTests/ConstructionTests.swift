import HealthModel
import HealthValidation
import Testing

/// What is built in code is held to the same rules as what is read.
@Suite struct ConstructionTests {
  static let start = Timestamp(secondsSince1970: 1_717_225_200, offsetMinutes: 120)
  static let before = Timestamp(secondsSince1970: 1_717_225_199, offsetMinutes: 120)

  /// The rules that an initializer's error names.
  private func broken(_ make: () throws(ValidationError) -> Void) -> [String] {
    do throws(ValidationError) { try make() } catch { return error.findings.map(\.rule) }
    return []
  }

  private func quantity(
    _ type: QuantityType, _ value: Double, _ unit: String, end: Timestamp = start,
    _ metadata: Metadata = Metadata()
  ) throws(ValidationError) {
    _ = try QuantitySample(
      type: type, value: value, unit: unit, start: Self.start, end: end, metadata: metadata)
  }

  @Test func quantities() throws {
    let mass = try QuantitySample(type: .bodyMass, value: 70.5, unit: "kg", start: Self.start)
    #expect(mass.value == 70.5 && mass.end == Self.start && !mass.header.descriptor.hasSource)
    #expect(
      broken { () throws(ValidationError) in try quantity(.bodyMass, 70, "m") } == [
        "unit-fits-type"
      ])
    #expect(
      broken { () throws(ValidationError) in try quantity(.bodyMass, 70, "") } == ["missing-unit"])
    #expect(
      broken { () throws(ValidationError) in try quantity(.stepCount, -1, "count", end: Self.before)
      }
        == ["impossible-value", "end-before-start"])
    #expect(
      broken { () throws(ValidationError) in try quantity(.stepCount, .nan, "count") } == [
        "impossible-value"
      ])
    #expect(
      broken { () throws(ValidationError) in try quantity(.insulinDelivery, 4, "IU") }
        == ["insulin-delivery-reason"])
    let reason = Metadata([MetadataEntry(key: .insulinDeliveryReason, value: "1")])
    try quantity(.insulinDelivery, 4, "IU", reason)
    // A warning is none that stops anybody.
    try quantity(.heartRate, 400, "count/min")
  }

  @Test func categories() throws {
    let flow = CategoryValue.vaginalBleedingLight
    let error = #expect(throws: ValidationError.self) {
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
      broken { () throws(ValidationError) in
        _ = try Correlation(type: .bloodPressure, samples: [.quantity(wrong)], start: Self.start)
      }.contains("unit-fits-type"))
    var fields = WorkoutFields()
    fields.samples = [.quantity(wrong)]
    #expect(
      broken { () throws(ValidationError) in
        _ = try Workout(
          activityType: .running, fields: fields, start: Self.start, end: Self.before)
      } == ["end-before-start", "unit-fits-type"])
  }
}
