import HealthModel
import HealthStore
import HealthUnits
import Testing

/// Conditions of quantities, durations, sources and devices mean what their texts do.
struct PredicateValueTests {
  private static let source = Source(name: "App", version: "1.2", productType: "Watch7,2")
  private static let device = {
    var device = Device()
    (device.name, device.model, device.softwareVersion) = ("Strap", "H10", "5")
    return device
  }()

  private static func sample(_ value: Double, seconds: Int64, _ source: Source = source) -> Sample {
    let start = Timestamp(secondsSince1970: 1_700_000_000)
    return .quantity(
      QuantitySample(
        header: SampleHeader(
          descriptor: SampleDescriptor(
            type: .quantity(.distanceWalkingRunning), unitText: "m", source: source, device: device),
          start: start, end: Timestamp(secondsSince1970: 1_700_000_000 + seconds)),
        number: Number(Int(value))))
  }

  private static func matches(_ predicate: SamplePredicate) -> [Int] {
    let samples = [
      sample(500, seconds: 60), sample(1_500, seconds: 600),
      sample(2_500, seconds: 60, Source(name: "App", version: "1.3", productType: "Watch7,2")),
    ]
    var matcher = SampleMatcher(predicate)
    return samples.indices.filter { matcher.matches(samples[$0]) }
  }

  @Test func valuesAreCompared() throws {
    #expect(Self.matches(try .value(.greater, Quantity(1, .kilometer))) == [1, 2])
    #expect(Self.matches(try .value(.lessOrEqual, Quantity(500, .meter))) == [0])
    #expect(Self.matches(.duration(.greaterOrEqual, .seconds(600))) == [1])
    #expect(Self.matches(.duration(.less, .milliseconds(60_001))) == [0, 2])
    #expect(Self.matches(.source(Self.source)) == [0, 1])
    #expect(Self.matches(.source(Source(name: "App"))) == [0, 1, 2])
    #expect(Self.matches(.device(Self.device)) == [0, 1, 2])
    var other = Self.device
    other.softwareVersion = "6"
    #expect(Self.matches(.device(other)).isEmpty)
    #expect(throws: HealthError.self) {
      try SamplePredicate.value(.greater, Quantity(.nan, .meter))
    }
  }

  @Test func operatorsCombine() throws {
    let (long, short) = (
      SamplePredicate.duration(.greater, .seconds(100)),
      try SamplePredicate.value(.less, Quantity(1, .kilometer))
    )
    #expect(Self.matches(long || short) == [0, 1])
    #expect(Self.matches(try !long && !short) == [2])
    #expect(try (long && short) == .and([long, short]))
    // Compared in a unit that the type cannot have.
    #expect(throws: HealthError.self) {
      try SamplePredicate.type(.bodyMass) && .value(.greater, Quantity(1, .kilometer))
    }
    #expect(throws: HealthError.self) {
      try SamplePredicate.figure(.distance, .greater, Quantity(1, .kilogram))
    }
  }
}
