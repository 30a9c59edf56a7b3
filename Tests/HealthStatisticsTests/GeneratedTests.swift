import HealthBytes
import HealthGenerator
import HealthModel
import HealthStatistics
import Testing

/// Statistics of a generated export are those that a simple computation of another kind finds.
@Suite struct GeneratedTests {
  private func days(
    _ type: QuantityType, _ samples: [Sample], _ rule: SourceRule
  ) throws -> [String: StatisticsRow] {
    var plan = StatisticsPlan()
    (plan.interval, plan.sources) = (.day, rule)
    plan.zone = .zone(try Zone(GeneratedExport.zone))
    let rows = try Make.rows(plan, samples).filter { $0.type.type == .quantity(type) }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.interval ?? "", $0) })
  }

  @Test func sumsOfAllSamplesAreThoseOfTheGenerator() throws {
    let (samples, truth) = try GeneratedExport.read()
    var plan = StatisticsPlan()
    plan.sources = .none
    let rows = try Make.rows(plan, samples)
    let nested = Set(truth.nestedRecords.map(\.type))
    var checked = 0
    for total in truth.records
    where !nested.contains(total.type) && !total.type.hasPrefix("HKDataType") {
      let row = try #require(rows.first { $0.type.identifier == total.type }, "\(total.type)")
      // A category has a row for each value.
      let count = rows.filter { $0.type.identifier == total.type }.reduce(0) { $0 + $1.count }
      #expect(count == total.count, "\(total.type)")
      guard row.type.unit == total.unit || total.unit == "Cal", let sum = row.sum else { continue }
      #expect(sum.description == total.sum, "\(total.type)")
      checked += 1
    }
    #expect(checked >= 6)
  }

  @Test func daysAddUpToTheWhole() throws {
    let (samples, _) = try GeneratedExport.read()
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
}
