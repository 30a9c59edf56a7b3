import Foundation
import HealthBytes
import HealthFormats
import HealthGenerator
import HealthModel
import HealthStatistics
import Testing

/// Statistics of a generated export are those that a simple computation of another kind finds.
@Suite struct GeneratedTests {
  private struct Plain {
    let start: Double
    let end: Double
    let value: Double
    let rank: Int
  }

  private static let zone = "Europe/Berlin"

  /// Six days with the change of the clocks on 2024-03-31, by a watch, a phone and an app.
  private func export() throws -> (samples: [Sample], truth: GroundTruth) {
    let sink = BytesSink()
    let truth = try ExportGenerator(
      .init(seed: 11, size: .days(6), end: 1_712_160_000, units: .metric)
    ).writeXML(to: sink)
    var reader = AppleHealthReader(source: BytesSource(sink.bytes), name: "export.xml")
    var samples: [Sample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return (samples, truth)
  }

  private func quantities(_ type: QuantityType, _ samples: [Sample]) -> [QuantitySample] {
    samples.compactMap { sample in
      guard case .quantity(let quantity) = sample, quantity.type == type else { return nil }
      return quantity
    }
  }

  private func days(
    _ type: QuantityType, _ samples: [Sample], _ rule: SourceRule
  ) throws -> [String: StatisticsRow] {
    var plan = StatisticsPlan()
    (plan.interval, plan.sources) = (.day, rule)
    plan.zone = .zone(try Zone(Self.zone))
    let rows = try Make.rows(plan, samples).filter { $0.type.type == .quantity(type) }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.interval ?? "", $0) })
  }

  @Test(arguments: [
    QuantityType.stepCount, .distanceWalkingRunning, .activeEnergyBurned,
  ])
  func daysOfMergedSourcesAreThoseOfASimpleComputation(_ type: QuantityType) throws {
    let (samples, truth) = try export()
    let unit = try #require(type.canonicalUnit)
    let plain = try quantities(type, samples).map { sample in
      let name = sample.source.name
      return Plain(
        start: sample.start.timeIntervalSince1970, end: sample.end.timeIntervalSince1970,
        value: try sample.value(in: unit),
        rank: name.contains("Watch") ? 0 : name.contains("iPhone") ? 1 : 2)
    }
    #expect(plain.count > 10)
    #expect(Set(plain.map(\.rank)).count == 2)
    // Between two instants at which something starts or ends, or a day begins, the same samples count.
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: Self.zone))
    var edges = Set(plain.flatMap { [$0.start, $0.end] })
    var midnight = calendar.startOfDay(for: Date(timeIntervalSince1970: Double(truth.start)))
    while midnight.timeIntervalSince1970 < Double(truth.end) {
      edges.insert(midnight.timeIntervalSince1970)
      midnight = try #require(calendar.date(byAdding: .day, value: 1, to: midnight))
    }
    let sorted = edges.sorted()
    var expected: [String: Double] = [:]
    let format = DateFormatter()
    (format.dateFormat, format.timeZone) = ("yyyy-MM-dd", calendar.timeZone)
    // Those that last in an hour.
    var hours: [Int: [Plain]] = [:]
    for sample in plain {
      for hour in Int(sample.start / 3_600)...Int(sample.end / 3_600) {
        hours[hour, default: []].append(sample)
      }
    }
    for (start, end) in zip(sorted, sorted.dropFirst()) {
      let near = hours[Int(start / 3_600)] ?? []
      let active = near.filter { $0.start <= start && $0.end >= end }
      guard let best = active.map(\.rank).min() else { continue }
      let label = format.string(from: Date(timeIntervalSince1970: start))
      for sample in active where sample.rank == best {
        let part: Double = (end - start) / (sample.end - sample.start)
        expected[label, default: 0] += sample.value * part
      }
    }
    let found = try days(type, samples, .priority)
    #expect(Set(found.keys) == Set(expected.keys))
    for (label, sum) in expected {
      let difference: Double = abs((found[label]?.sum?.doubleValue ?? 0) - sum)
      let bound: Double = 1e-7 * max(1, sum)
      #expect(difference < bound, "\(label)")
    }
    // Adding up all samples gives more: what two sources counted is in it twice.
    let merged = expected.values.reduce(0, +)
    let naive = plain.reduce(0) { $0 + $1.value }
    #expect(naive > merged * 1.02)
  }

  @Test func sumsOfAllSamplesAreThoseOfTheGenerator() throws {
    let (samples, truth) = try export()
    var plan = StatisticsPlan()
    plan.sources = .none
    let rows = try Make.rows(plan, samples)
    let nested = Set(truth.nestedRecords.map(\.type))
    var checked = 0
    for total in truth.records
    where !nested.contains(total.type) && !total.type.hasPrefix("HKDataType") {
      let row = try #require(rows.first { $0.type.identifier == total.type }, "\(total.type)")
      #expect(row.count == total.count, "\(total.type)")
      guard row.type.unit == total.unit || total.unit == "Cal", let sum = row.sum else { continue }
      #expect(sum.description == total.sum, "\(total.type)")
      checked += 1
    }
    #expect(checked >= 6)
  }

  @Test func daysAddUpToTheWhole() throws {
    let (samples, _) = try export()
    for rule in [SourceRule.none, .priority] {
      var plan = StatisticsPlan()
      plan.sources = rule
      let whole = try Make.rows(plan, samples)
      for type in [QuantityType.stepCount, .activeEnergyBurned, .basalEnergyBurned] {
        let days = try days(type, samples, rule)
        let total: Double = days.values.reduce(0) { $0 + ($1.sum?.doubleValue ?? 0) }
        let sum = try #require(whole.first { $0.type.type == .quantity(type) }?.sum?.doubleValue)
        let difference: Double = abs(total - sum)
        #expect(difference < 1e-7 * sum)
        let count = days.values.reduce(0) { $0 + $1.count }
        #expect(count == whole.first { $0.type.type == .quantity(type) }?.count)
      }
    }
  }

  @Test func discreteTypesOfEachDay() throws {
    let (samples, _) = try export()
    let found = try days(.oxygenSaturation, samples, .priority)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: Self.zone))
    let format = DateFormatter()
    (format.dateFormat, format.timeZone) = ("yyyy-MM-dd", calendar.timeZone)
    let groups = Dictionary(grouping: quantities(.oxygenSaturation, samples)) {
      format.string(from: Date(timeIntervalSince1970: $0.start.timeIntervalSince1970))
    }
    #expect(groups.count > 3)
    #expect(Set(groups.keys) == Set(found.keys))
    for (label, group) in groups {
      let values = group.map(\.value)
      let row = try #require(found[label])
      let mean: Double = values.reduce(0, +) / Double(values.count)
      let difference: Double = abs((row.average ?? 0) - mean)
      #expect(difference < 1e-12)
      #expect(row.minimum?.doubleValue == values.min())
      #expect(row.maximum?.doubleValue == values.max())
      #expect(row.count == values.count)
    }
  }
}
