import HealthModel
import HealthStatistics
import Testing

/// Samples for tests: times are seconds after 2024-06-01 00:00:00 UTC.
enum Make {
  static let day: Int64 = 1_717_200_000

  static func time(_ second: Int, offset: Int16 = 0) -> Timestamp {
    Timestamp(secondsSince1970: day + Int64(second), offsetMinutes: offset)
  }

  /// A source whose product is in its name, as a store has it.
  static func source(_ name: String) -> Source {
    let product = [
      "Watch": "Watch7,2", "Anna’s Watch": "Watch7,2", "iPhone": "iPhone15,4",
      "Phone": "iPhone15,4",
    ][name]
    return Source(name: name, productType: product)
  }

  static func quantity(
    _ type: QuantityType, _ value: String, from start: Int, to end: Int, _ source: String = "Watch",
    unit: String? = nil, offset: Int16 = 0, metadata: Metadata = Metadata(), device: Device? = nil
  ) -> Sample {
    let descriptor = SampleDescriptor(
      type: .quantity(type), unitText: unit ?? type.canonicalUnit, source: Make.source(source),
      device: device)
    let header = SampleHeader(
      descriptor: descriptor, start: time(start, offset: offset), end: time(end, offset: offset),
      metadata: metadata)
    return .quantity(QuantitySample(header: header, number: Number(value) ?? Number(0)))
  }

  static func steps(_ value: Int, from start: Int, to end: Int, _ source: String = "A") -> Sample {
    quantity(.stepCount, "\(value)", from: start, to: end, source)
  }

  static func sleep(
    _ stage: CategoryValue, from start: Int, to end: Int, _ source: String, offset: Int16 = 0,
    metadata: Metadata = Metadata()
  ) -> Sample {
    let descriptor = SampleDescriptor(
      type: .category(.sleepAnalysis), source: Make.source(source))
    let header = SampleHeader(
      descriptor: descriptor, start: time(start, offset: offset), end: time(end, offset: offset),
      metadata: metadata)
    return .category(CategorySample(header: header, value: stage))
  }

  /// The two sources of the introduction to the field, in intervals of ten minutes.
  static let sources: [Sample] =
    [5, 5, 2, 2, 8].enumerated().map { steps($1, from: $0 * 600, to: ($0 + 1) * 600, "A") }
    + [(0, 6), (1, 5), (4, 8)].map { steps($1, from: $0 * 600, to: ($0 + 1) * 600, "B") }

  /// The rows of a plan.
  static func rows(_ plan: StatisticsPlan, _ samples: [Sample]) throws -> [StatisticsRow] {
    var collector = try StatisticsCollector(plan)
    for sample in samples { try collector.add(sample) }
    var rows = try collector.finish()
    var all: [StatisticsRow] = []
    while let row = try rows.next() { all.append(row) }
    return all
  }
}
