import HealthModel
import HealthStatistics
import Testing

@Suite struct BloodPressureTests {
  private static func pressure(
    _ type: QuantityType, _ value: Int, at second: Int, _ source: String, unit: String? = nil
  ) -> Sample {
    Make.quantity(type, "\(value)", from: second, to: second, source, unit: unit)
  }

  private static func pair(_ systolic: Int, _ diastolic: Int, at second: Int, _ source: String)
    -> [Sample]
  {
    [
      pressure(.bloodPressureSystolic, systolic, at: second, source),
      pressure(.bloodPressureDiastolic, diastolic, at: second, source),
    ]
  }

  private static func correlation(_ members: [Sample], at second: Int, _ source: String) -> Sample {
    let descriptor = SampleDescriptor(
      type: .correlation(.bloodPressure), source: Source(name: source))
    let header = SampleHeader(
      descriptor: descriptor, start: Make.time(second), end: Make.time(second))
    return .correlation(
      Correlation(header: header, members: members.map { NestedSample(sample: $0) }))
  }

  private static func readings(
    _ samples: [Sample], _ zone: DayZone = .record
  ) throws -> (texts: [String], skipped: Int) {
    var collector = try BloodPressureCollector(zone: zone)
    for sample in samples { try collector.add(sample) }
    var readings = try collector.finish()
    var texts: [String] = []
    while let reading = try readings.next() {
      let seconds = reading.time.secondsSince1970 - Make.day
      texts.append(
        "\(seconds) \(Int(reading.systolic))/\(Int(reading.diastolic)) \(reading.source)")
    }
    return (texts, readings.skipped)
  }

  /// The members come nested, on their own, and in any order: the readings are the same.
  @Test(arguments: [false, true]) func membersCountOnce(isReversed: Bool) throws {
    let first = Self.pair(120, 80, at: 0, "A"), second = Self.pair(130, 85, at: 60, "A")
    let samples =
      first + [Self.correlation(first, at: 0, "A")] + [Self.correlation(second, at: 60, "A")]
    let found = try Self.readings(isReversed ? samples.reversed() : samples)
    #expect(found.texts == ["0 120/80 A", "60 130/85 A"])
    #expect(found.skipped == 0)
  }

  /// A correlation pairs what it holds, whatever the times of its members are.
  @Test func correlationsDecidePairs() throws {
    let members =
      [Self.pressure(.bloodPressureSystolic, 120, at: 10, "A")]
      + [Self.pressure(.bloodPressureDiastolic, 80, at: 12, "A")]
    let found = try Self.readings(members + [Self.correlation(members, at: 10, "A")])
    #expect(found.texts == ["10 120/80 A"])
    #expect(found.skipped == 0)
  }

  /// Without correlations, pressures of one source at one instant are a reading.
  @Test func pressuresOfOneInstantAreAReading() throws {
    let samples =
      Self.pair(120, 80, at: 0, "A") + Self.pair(140, 90, at: 0, "B")
      + [Self.pressure(.bloodPressureSystolic, 150, at: 30, "A")]
      + [Self.pressure(.bloodPressureDiastolic, 95, at: 30, "B")]
    let found = try Self.readings(samples)
    #expect(found.texts == ["0 120/80 A", "0 140/90 B"])
    #expect(found.skipped == 2)
  }

  /// An equal reading that is in no correlation is another one.
  @Test func correlationsDoNotHideEqualPressures() throws {
    let members = Self.pair(120, 80, at: 0, "A")
    let found = try Self.readings(
      members + members + [Self.correlation(members, at: 0, "A")])
    #expect(found.texts == ["0 120/80 A", "0 120/80 A"])
  }

  @Test func unitsAreConverted() throws {
    var collector = try BloodPressureCollector()
    try collector.add(Self.pressure(.bloodPressureSystolic, 16, at: 0, "A", unit: "kPa"))
    try collector.add(Self.pressure(.bloodPressureDiastolic, 10, at: 0, "A", unit: "kPa"))
    try collector.add(Self.pressure(.bloodPressureDiastolic, 10, at: 0, "A", unit: "kg"))
    var readings = try collector.finish()
    let reading = try #require(try readings.next())
    #expect(abs(reading.systolic - 120.0098) < 0.001)
    #expect(abs(reading.diastolic - 75.0062) < 0.001)
    #expect(try readings.next() == nil)
    #expect(readings.skipped == 1)
  }
}
