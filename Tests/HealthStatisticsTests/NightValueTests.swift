import HealthBytes
import HealthModel
import HealthStatistics
import HealthTesting
import HealthUnits
import Testing

/// The value of a night is that of the day on which the night ends.
@Suite struct NightValueTests {
  private static let hour = 3_600

  private func table(
    _ samples: [Sample], _ change: (inout StatisticsPlan) -> Void = { _ in }
  ) throws -> [StatisticsRow] {
    var plan = StatisticsPlan()
    plan.interval = .day
    plan.zone = .zone(try Zone("UTC"))
    change(&plan)
    return try Make.rows(plan, samples)
  }

  /// Hours after 2024-06-01.
  private func value(
    _ value: String, of type: QuantityType = .heartRateVariabilitySDNN, from start: Int, to end: Int
  ) -> Sample {
    Make.quantity(type, value, from: start * Self.hour, to: end * Self.hour)
  }

  @Test func nightsBeforeAndAfterMidnight() throws {
    let nights = [
      value("45", from: 22, to: 30), value("35", from: 48, to: 54), value("40", from: 71, to: 78),
    ]
    let rows = try table(nights)
    #expect(rows.map(\.interval) == ["2024-06-02", "2024-06-03", "2024-06-04"])
    #expect(rows.map(\.average) == [45, 35, 40])
    let wanted = try table(nights) {
      $0.limits = RowLimits(since: .day(19_876), until: .day(19_877))
      $0.percentiles = [50]
    }
    #expect(wanted.map(\.interval) == ["2024-06-02"])
    #expect(wanted.map(\.percentiles) == [[45]])
  }

  @Test(arguments: [DayZone.record, .automatic])
  func clocksOfSamples(_ zone: DayZone) throws {
    let rows = try table([value("45", from: 22, to: 30)]) { $0.zone = zone }
    #expect(rows.map(\.interval) == ["2024-06-02"])
  }

  @Test func averagesByTime() throws {
    let rows = try table([
      value("52", of: .heartRate, from: 23, to: 31), value("60", of: .heartRate, from: 32, to: 32),
      value("70", of: .heartRate, from: 12, to: 12),
    ])
    #expect(rows.map(\.interval) == ["2024-06-01", "2024-06-02"])
    #expect(rows.map(\.count) == [1, 2])
    let night = try #require(rows.last?.average)
    #expect(night > 52 && night < 53)
  }

  @Test func whatIsNoNight() throws {
    let rows = try table([
      // A day that ends at midnight, and one of another zone.
      value("60", of: .restingHeartRate, from: 0, to: 24),
      value("61", of: .restingHeartRate, from: 25, to: 49),
      // An evening.
      value("62", of: .restingHeartRate, from: 68, to: 72),
      value("63", of: .restingHeartRate, from: 95, to: 96),
    ])
    #expect(rows.map(\.interval) == ["2024-06-01", "2024-06-02", "2024-06-03", "2024-06-04"])
    #expect(rows.map(\.average) == [60, 61, 62, 63])
  }

  @Test func shorterIntervalsAndHealthKit() throws {
    let night = value("45", from: 22, to: 30)
    let rows = try table([night]) { $0.interval = .hour }
    #expect(rows.map(\.interval) == ["2024-06-01T22:00+00:00"])
    var query = try StatisticsCollectionQuery(
      quantityType: .heartRateVariabilitySDNN, options: .discreteAverage, interval: .day,
      zone: try Zone("UTC"))
    try query.add(night)
    let statistics = try query.statisticsCollection().statistics()
    #expect(statistics.map(\.startDate) == [Make.time(0)])
  }
}
