import HealthModel
import HealthUnits
import Testing

/// Identities are alike for the same sample in two exports, unlike for two samples, and fixed for good.
@Suite struct IdentityTests {
  private static func quantity(
    _ value: String = "72.5", type: String = "HKQuantityTypeIdentifierHeartRate",
    unit: String? = "count/min", source: String = "Watch", version: String? = "1",
    device: String? = nil, start: String = "2024-06-01 08:00:00 +0200",
    end: String = "2024-06-01 08:00:05 +0200", metadata: [MetadataEntry] = []
  ) throws -> Sample {
    let parsed = device.map { Device.parse($0) }
    return .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .quantity(QuantityType(type)), unitText: unit,
            source: Source(name: source, version: version), device: parsed?.device),
          start: try #require(Timestamp(start)), end: try #require(Timestamp(end)),
          deviceAddress: parsed?.address, metadata: Metadata(metadata)),
        number: try #require(Number(value))))
  }

  private static func category(_ value: String?) throws -> Sample {
    .category(
      CategorySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .category(CategoryType("HKCategoryTypeIdentifierSleepAnalysis")),
            source: Source(name: "Watch")),
          start: try #require(Timestamp("2024-06-01 23:00:00 +0200")),
          end: try #require(Timestamp("2024-06-02 06:30:00 +0200"))),
        value: value.map { CategoryValue($0) }))
  }

  /// Identities are in files: these must never change.
  @Test func theAlgorithmIsFixed() throws {
    #expect(try Self.quantity().id.description == "0f0fab25ea322cd73d2a5473f9a0bdfe")
    #expect(try Self.quantity("0").id.description == "a4d2bc69fd62e90563dc5234cdbb8b3e")
    #expect(
      try Self.quantity("154.2", type: "HKQuantityTypeIdentifierBodyMass", unit: "lb").id
        .description == "10a80c116de2548d84eb7e40df5507b3")
    #expect(
      try Self.quantity("1", type: "Unheard", unit: nil, source: "é").id.description
        == "ff3cd7db6ff4a61c2ca8083227dde7d6")
    #expect(
      try Self.category("HKCategoryValueSleepAnalysisAsleepCore").id.description
        == "79b145f0ad6e324c17457cfb8f52c8ee")
    let element = Element(
      name: "Odd", attributes: [.init(name: "a", value: "1")], children: [.text("b")])
    #expect(Sample.unknown(element).id.description == "f143824727e828085bc1a5a77349c49b")
  }

  /// Between units that are no power of ten apart each export has rounded on its own, to six digits: a
  /// canonical value of no more than five is met all the same, one of six is not.
  @Test(arguments: [
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "100", "418.4", "kJ", true),
    ("HKQuantityTypeIdentifierBodyMass", "70.5", "155.426", "lb", true),
    ("HKQuantityTypeIdentifierDistanceWalkingRunning", "1.2", "0.745645", "mi", true),
    ("HKQuantityTypeIdentifierBodyTemperature", "36.6", "97.88", "degF", true),
    ("HKQuantityTypeIdentifierBodyMass", "70.5012", "155.429", "lb", false),
  ])
  func valuesOfFiveDigitsMeet(
    type: String, canonical: String, other: String, unit: String, meet: Bool
  ) throws {
    let canonicalUnit = try #require(QuantityType(type).canonicalUnit)
    let first = try Self.quantity(canonical, type: type, unit: canonicalUnit).id
    let second = try Self.quantity(other, type: type, unit: unit).id
    #expect((first == second) == meet)
  }

  @Test func whatChangesFromExportToExportIsLeftOut() throws {
    let id = try Self.quantity().id
    let same = [
      try Self.quantity("72.50"), try Self.quantity("7.25e1"), try Self.quantity(version: "2"),
      try Self.quantity(
        start: "2024-06-01 06:00:00 +0000", end: "2024-06-01 07:00:05 +0100"),
      try Self.quantity(device: "<<HKDevice: 0x1>, name:A>"),
      try Self.quantity(device: "<<HKDevice: 0x2>, name:A>"),
      try Self.quantity(metadata: [MetadataEntry(key: MetadataKey("a"), value: "1")]),
    ]
    for sample in same { #expect(sample.id == id) }
  }

  @Test func whatMakesASampleAnotherIsNot() throws {
    let all = [
      try Self.quantity(), try Self.quantity("72.6"), try Self.quantity("-72.5"),
      try Self.quantity(type: "HKQuantityTypeIdentifierRestingHeartRate"),
      try Self.quantity(source: "Watch 2"),
      try Self.quantity(start: "2024-06-01 07:59:59 +0200"),
      try Self.quantity(end: "2024-06-01 08:00:06 +0200"),
      try Self.category(nil), try Self.category("HKCategoryValueSleepAnalysisInBed"),
      try Self.category("HKCategoryValueSleepAnalysisAsleepREM"),
    ]
    #expect(Set(all.map(\.id)).count == all.count)
  }

  @Test(arguments: [
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "12.5", "kcal", "12.5", "Cal"),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "12.5", "kcal", "12500", "cal"),
    ("HKQuantityTypeIdentifierDistanceWalkingRunning", "1.25", "km", "1250", "m"),
    ("HKQuantityTypeIdentifierHeight", "1.8", "m", "180", "cm"),
    ("HKQuantityTypeIdentifierBodyMass", "70.125", "kg", "70125", "g"),
    ("HKQuantityTypeIdentifierDietaryWater", "0.25", "L", "250.0", "mL"),
    ("HKQuantityTypeIdentifierHeight", "70", "in", "5.83333", "ft"),
  ])
  func theUnitChosenForDisplayIsLeftOut(
    type: String, value: String, unit: String, otherValue: String, otherUnit: String
  ) throws {
    let one = try Self.quantity(value, type: type, unit: unit)
    let other = try Self.quantity(otherValue, type: type, unit: otherUnit)
    #expect(one.id == other.id)
    #expect(one != other)
  }

  @Test(arguments: [
    ("HKCategoryValueSleepAnalysisAsleep", "HKCategoryValueSleepAnalysisAsleepUnspecified", true),
    ("HKCategoryValueSleepAnalysisInBed", "0", true),
    ("HKCategoryValueSleepAnalysisAsleep", "HKCategoryValueSleepAnalysisInBed", false),
    ("Unheard", "Unheard of", false),
  ])
  func oldNamesOfACaseAreTheSameCase(one: String, other: String, isSame: Bool) throws {
    #expect((try Self.category(one).id == Self.category(other).id) == isSame)
  }

  @Test func anIdentityIsReadAsItIsWritten() {
    let id = SampleID(high: 0x0123_4567_89ab_cdef, low: 0x0f)
    #expect(id.description == "0123456789abcdef000000000000000f")
    #expect(SampleID(id.description) == id)
    for text in ["", "0123", id.description + "0", "+123456789abcdef000000000000000f", "zz"] {
      #expect(SampleID(text) == nil)
    }
    #expect(id < SampleID(high: id.high, low: id.low + 1))
  }

  @Test func twinsAreCounted() {
    var ordinals = OrdinalCounter()
    let one = SampleID(high: 1, low: 2 << 16)
    let other = SampleID(high: 1, low: 3 << 16)
    #expect((0..<3).map { _ in ordinals.ordinal(of: one) } == [0, 1, 2])
    #expect(ordinals.ordinal(of: other) == 0)
    // Alike in what is compared first.
    #expect(ordinals.ordinal(of: SampleID(high: 1, low: 3 << 16 | 1 << 40)) == 0)
    // These share a slot, so the first is forgotten, as the documentation says.
    #expect(ordinals.ordinal(of: one) == 0)
    for high in 0..<UInt64(OrdinalCounter.capacity) {
      #expect(ordinals.ordinal(of: SampleID(high: high, low: 99 << 16)) == 0)
    }
  }
}
