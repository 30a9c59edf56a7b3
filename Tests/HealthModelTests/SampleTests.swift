import HealthModel
import HealthUnits
import Testing

/// Unknown types, units and values are carried; conversion never guesses.
@Suite struct SampleTests {
  private static func header(_ type: SampleType, unit: String? = nil) throws -> SampleHeader {
    let date = try #require(Timestamp("2024-06-01 08:00:00 +0200"))
    return SampleHeader(
      descriptor: SampleDescriptor(type: type, unitText: unit, source: nil), start: date, end: date)
  }

  @Test func nothingIsRefused() throws {
    let sample = QuantitySample(
      header: try Self.header(.quantity(QuantityType("Unheard")), unit: "gl\u{F6}rp/"),
      number: Number(1))
    #expect(sample.type.identifier == "Unheard")
    #expect(!sample.type.isKnown)
    #expect(sample.unit == "gl\u{F6}rp/")
    #expect(sample.header.descriptor.unit == nil)
    #expect(!sample.header.descriptor.hasSource)
    #expect(throws: UnitError.self) { try sample.value(in: "m") }
    let category = CategorySample(
      header: try Self.header(.category(CategoryType("Unheard"))), value: CategoryValue("of"))
    #expect(category.value?.identifier == "of")
    #expect(category.value?.number == nil)
  }

  @Test func valuesAreConvertedOrRefused() throws {
    let sample = QuantitySample(
      header: try Self.header(
        .quantity(QuantityType("HKQuantityTypeIdentifierActiveEnergyBurned")), unit: "kJ"),
      number: try #require(Number("418.4")))
    #expect(try sample.value(in: "kcal") == 100)
    #expect(try sample.value(in: "kJ") == 418.4)
    #expect(throws: UnitError.self) { try sample.value(in: "m") }
  }

  @Test func correlationsAreTheSameInAnyOrder() throws {
    let members = try ["1", "2"].map { text in
      NestedSample(
        sample: .quantity(
          QuantitySample(
            header: try Self.header(.quantity(QuantityType("Q"))),
            number: try #require(Number(text)))), membership: .alsoTopLevel)
    }
    let header = try Self.header(.correlation(CorrelationType("C")))
    let one = Correlation(header: header, members: members)
    let other = Correlation(header: header, members: members.reversed())
    #expect(one.id == other.id)
    #expect(one != other)
    #expect(Correlation(header: header, members: [members[0]]).id != one.id)
  }

  /// A change of one letter anywhere makes another sample, though the date or number is the same.
  @Test func equalityIsToTheLetter() throws {
    let header = try Self.header(.quantity(QuantityType("Q")))
    let sample = QuantitySample(header: header, number: try #require(Number("72.5")))
    #expect(sample != QuantitySample(header: header, number: try #require(Number("72.50"))))
    var other = header
    other.start = try #require(Timestamp("2024-06-01 06:00:00 +0000"))
    #expect(sample != QuantitySample(header: other, number: sample.number))
    other = header
    other.ordinal = 1
    #expect(sample != QuantitySample(header: other, number: sample.number))
    other = header
    // Without a device there is no address.
    other.deviceAddress = 1
    #expect(sample == QuantitySample(header: other, number: sample.number))
    other.descriptor = SampleDescriptor(
      type: header.descriptor.type, unitText: header.descriptor.unitText,
      source: header.descriptor.source, device: Device())
    let owned = QuantitySample(header: other, number: sample.number)
    other.deviceAddress = 2
    #expect(owned != QuantitySample(header: other, number: sample.number))
  }

  @Test func theOrdinalIsChangedInEveryKindThatHasOne() throws {
    let header = try Self.header(.other("X"))
    let samples: [Sample] = [
      .quantity(QuantitySample(header: header, number: Number(1))),
      .category(CategorySample(header: header, value: nil)),
      .correlation(Correlation(header: header, members: [])),
      .workout(Workout(header: header, fields: .init())),
      .activitySummary(ActivitySummary(header: header, fields: .init())),
      .audiogram(Audiogram(header: header, fields: .init())),
      .visionPrescription(VisionPrescription(header: header, fields: .init())),
      .clinicalRecord(ClinicalRecord(header: header, fields: .init())),
      .electrocardiogram(Electrocardiogram(header: header, fields: .init())),
      .heartbeatSeries(HeartbeatSeries(header: header, fields: .init())),
      .stateOfMind(StateOfMind(header: header, fields: .init())),
      .scoredAssessment(ScoredAssessment(header: header, fields: .init())),
      .medicationDose(MedicationDose(header: header, fields: .init())),
      .document(HealthDocument(header: header, fields: .init())),
      .unknown(Element(name: "A")),
    ]
    #expect(samples.map(\.kind) == SampleKind.allCases)
    for var sample in samples {
      sample.ordinal = 3
      #expect(sample.ordinal == (sample.kind == .unknown ? 0 : 3))
    }
  }
}
