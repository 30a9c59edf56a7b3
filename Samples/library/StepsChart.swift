import HealthConv
import HealthStatistics
import HealthStore
import Testing

/// `HKStatisticsCollectionQuery`: the steps of each day, as a chart.
struct StepsChart {
  @Test func stepsOfEachDayAreShown() throws {
    let scratch = try Scratch()
    // Watch and phone count the same steps on the first day; of the second day there are none.
    for (source, day, count) in [
      ("Watch", "2024-06-01", 6_000), ("iPhone", "2024-06-01", 5_000),
      ("iPhone", "2024-06-03", 9_000),
    ] {
      let steps = try QuantitySample(
        type: .stepCount, quantity: Quantity(Double(count), .count),
        start: date("\(day) 10:00:00 +0200"), end: date("\(day) 11:00:00 +0200"),
        source: Source(name: source))
      try scratch.store.save([.quantity(steps)])
    }

    var query = try StatisticsCollectionQuery(
      quantityType: .stepCount, options: .cumulativeSum, interval: .day,
      zone: Zone("Europe/Berlin"))
    let samples = try scratch.store.samples(SampleQuery(.type(.stepCount)))
    while let sample = try samples.next() { try query.add(sample) }
    let days = try query.statisticsCollection()

    // A chart has a place for each day, also for one without samples.
    let chart = try (1...3).map { day in
      let noon = try date("2024-06-0\(day) 12:00:00 +0200")
      let steps = days.statistics(for: noon)?.sumQuantity()?.value
      let bar = String(repeating: "#", count: Int(steps ?? 0) / 1_000)
      return "2024-06-0\(day) \(bar) \(steps.map { "\(Int($0))" } ?? "-")"
    }
    #expect(chart == ["2024-06-01 ###### 6000", "2024-06-02  -", "2024-06-03 ######### 9000"])
  }
}
