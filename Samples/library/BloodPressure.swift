import HealthConv
import HealthStore
import Testing

/// `HKCorrelation` and `HKCorrelationQuery`.
struct BloodPressure {
  @Test func isSavedAndRead() throws {
    let scratch = try Scratch()
    let now = try date("2024-06-01 08:00:00 +0200")
    func pressure(_ type: QuantityType, _ value: Double) throws -> Sample {
      .quantity(
        try QuantitySample(
          type: type, quantity: Quantity(value, .millimeterOfMercury), start: now))
    }
    let correlation = try Correlation(
      type: .bloodPressure,
      samples: [pressure(.bloodPressureSystolic, 120), pressure(.bloodPressureDiastolic, 80)],
      start: now)
    try scratch.store.save([.correlation(correlation)])

    let found = try scratch.store.correlations(of: .bloodPressure)
    let values = found.flatMap(\.members).compactMap { member -> Double? in
      guard case .quantity(let sample) = member.sample else { return nil }
      return try? sample.value(in: .millimeterOfMercury)
    }
    #expect(values.sorted() == [80, 120])
  }
}
