import Foundation
import HealthBytes
import HealthGenerator
import HealthModel
import HealthStatistics
import Testing

/// A table of days of a generated export, with the change of the clocks on 2024-03-31, by a watch, a phone and apps: each type has
/// the figures that a simple computation of another kind finds.
@Suite struct GeneratedDaysTests {
  private struct Plain {
    let start: Double
    let end: Double
    let value: Double
    /// The priority of the source: 0 counts first.
    let rank: Int
    let day: String
  }

  /// What a day is expected to have.
  private struct Day {
    var sum = 0.0
    var average = 0.0
    var values: [Double] = []
  }

  private let calendar: Calendar
  private let format = DateFormatter()

  init() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: GeneratedExport.zone))
    (format.dateFormat, format.timeZone) = ("yyyy-MM-dd", calendar.timeZone)
    self.calendar = calendar
  }

  private func label(_ time: Double) -> String {
    format.string(from: Date(timeIntervalSince1970: time))
  }

  @Test func everyTypeHasTheFiguresOfEachDay() throws {
    let (samples, truth) = try GeneratedExport.read()
    let nested = Set(truth.nestedRecords.map(\.type))
    var quantities: [QuantityType: [QuantitySample]] = [:]
    for case .quantity(let sample) in samples where !nested.contains(sample.type.identifier) {
      quantities[sample.type, default: []].append(sample)
    }
    var plan = StatisticsPlan()
    (plan.interval, plan.zone) = (.day, .zone(try Zone(GeneratedExport.zone)))
    let rows = Dictionary(grouping: try Make.rows(plan, samples), by: \.type.type)
    var styles: Set<QuantityType.AggregationStyle> = []
    for (type, list) in quantities {
      guard let style = type.aggregationStyle else { continue }
      styles.insert(style)
      let plain = try self.plain(list, style)
      let expected = style == .cumulative ? merged(plain) : discrete(plain, style)
      let found = try #require(rows[.quantity(type)], "\(type)")
      #expect(Set(found.compactMap(\.interval)) == Set(expected.keys), "\(type)")
      for row in found {
        let day = try #require(expected[row.interval ?? ""], "\(type)")
        compare(row, day, style, "\(type) \(row.interval ?? "")")
      }
      guard [.stepCount, .distanceWalkingRunning, .activeEnergyBurned].contains(type) else {
        continue
      }
      // Adding up all samples gives more: what two sources counted is in it twice.
      let sum = expected.values.reduce(0) { $0 + $1.sum }
      #expect(plain.reduce(0) { $0 + $1.value } > sum * 1.02, "\(type)")
      #expect(Set(plain.map(\.rank)).count == 2)
    }
    #expect(styles.count == 4)
    #expect(quantities.count >= 20, "\(quantities.count)")
  }

  private func compare(
    _ row: StatisticsRow, _ day: Day, _ style: QuantityType.AggregationStyle, _ place: String
  ) {
    func isNear(_ a: Double?, _ b: Double) -> Bool { abs((a ?? .nan) - b) <= 1e-7 * max(1, abs(b)) }
    #expect(row.count == day.values.count, "\(place)")
    if style == .cumulative { return #expect(isNear(row.sum?.doubleValue, day.sum), "\(place)") }
    #expect(isNear(row.average, day.average), "\(place)")
    #expect(isNear(row.minimum?.doubleValue, day.values.min() ?? .nan), "\(place)")
    #expect(isNear(row.maximum?.doubleValue, day.values.max() ?? .nan), "\(place)")
  }

  /// The value of a night is that of the day of waking.
  private func plain(
    _ samples: [QuantitySample], _ style: QuantityType.AggregationStyle
  ) throws -> [Plain] {
    let hasNights = style == .discreteArithmetic || style == .discreteTemporallyWeighted
    func rank(_ name: String) -> Int {
      name.contains("Watch") ? 0 : name.contains("iPhone") ? 1 : 2
    }
    return try samples.map { sample in
      let (start, end) = (sample.start.timeIntervalSince1970, sample.end.timeIntervalSince1970)
      let isNight = hasNights && 7_200...57_600 ~= end - start
      return Plain(
        start: start, end: end,
        value: try sample.value(in: try #require(sample.type.canonicalUnit)),
        rank: rank(sample.source.name), day: label(isNight ? end - 0.001 : start))
    }
  }

  /// Between two instants at which something starts or ends, or a day begins, the same samples count: those of the best source.
  private func merged(_ plain: [Plain]) -> [String: Day] {
    var days: [String: Day] = [:]
    var edges = Set(plain.flatMap { [$0.start, $0.end] })
    var midnight = calendar.startOfDay(
      for: Date(timeIntervalSince1970: plain.map(\.start).min() ?? 0))
    while midnight.timeIntervalSince1970 < plain.map(\.end).max() ?? 0 {
      edges.insert(midnight.timeIntervalSince1970)
      midnight = calendar.date(byAdding: .day, value: 1, to: midnight) ?? .distantFuture
    }
    let sorted = edges.sorted()
    // Those that last in an hour.
    var hours: [Int: [Plain]] = [:]
    for sample in plain {
      days[sample.day, default: Day()].values.append(sample.value)
      for hour in Int(sample.start / 3_600)...Int(sample.end / 3_600) {
        hours[hour, default: []].append(sample)
      }
      guard sample.start == sample.end else { continue }
      // A moment counts unless a better source measures at that time.
      let isCovered = plain.contains {
        $0.rank < sample.rank && $0.start <= sample.start && $0.end > sample.start
      }
      if !isCovered { days[sample.day, default: Day()].sum += sample.value }
    }
    for (start, end) in zip(sorted, sorted.dropFirst()) {
      let near = hours[Int(start / 3_600)] ?? []
      let active = near.filter { $0.start <= start && $0.end >= end && $0.start < $0.end }
      guard let best = active.map(\.rank).min() else { continue }
      for sample in active where sample.rank == best {
        let part: Double = (end - start) / (sample.end - sample.start)
        days[label(start), default: Day()].sum += sample.value * part
      }
    }
    return days
  }

  private func discrete(
    _ plain: [Plain], _ style: QuantityType.AggregationStyle
  ) -> [String: Day] {
    let sorted = plain.sorted { $0.start < $1.start }
    let together = Dictionary(grouping: sorted, by: \.start)
    let starts = together.keys.sorted()
    // Half of the time to the neighbors, at most five minutes on each side, for the samples of each start together.
    var gaps: [Double: Double] = [:]
    var end = -Double.infinity
    for (time, next) in zip(starts, starts.dropFirst() + [.infinity]) {
      for sample in together[time] ?? [] { end = max(end, sample.end) }
      guard next.isFinite else { continue }
      let gap = min(max(0, next - end) / 2, 300)
      gaps[time, default: 0] += gap
      gaps[next, default: 0] += gap
    }
    var days: [String: Day] = [:]
    for (label, group) in Dictionary(grouping: sorted, by: \.day) {
      var (weights, total) = (0.0, 0.0)
      for sample in group {
        var weight = style == .discreteArithmetic ? 1 : sample.end - sample.start
        if style == .discreteTemporallyWeighted {
          weight +=
            (gaps[sample.start] ?? 0) / Double(together[sample.start]?.count ?? 1)
        }
        weights += weight
        let isLevel = style == .discreteEquivalentContinuousLevel
        total += weight * (isLevel ? pow(10, sample.value / 10) : sample.value)
      }
      let values = group.map(\.value)
      let mean = values.reduce(0, +) / Double(values.count)
      let average =
        style == .discreteEquivalentContinuousLevel ? 10 * log10(total / weights) : total / weights
      days[label] = Day(average: weights > 0 ? average : mean, values: values)
    }
    return days
  }
}
