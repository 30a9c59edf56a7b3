import HealthConv
import HealthStatistics
import HealthStore
import Testing

/// `HKQuantitySeriesSampleBuilder` and `HKQuantitySeriesSampleQuery`.
struct SeriesOfQuantities {
  private func pulse(_ values: [(second: Int64, rate: Double)]) throws -> QuantitySeries {
    let start = try date("2024-06-01 08:00:00 +0200")
    var series = try QuantitySeries(
      quantityType: .heartRate, unit: .countPerMinute, source: Source(name: "Strap"),
      device: Device(name: "H10"), metadata: [.wasUserEntered: false])
    for (second, rate) in values {
      let time = start.advanced(byNanoseconds: second * 1_000_000_000)
      try series.insert(Quantity(rate, .countPerMinute), at: time)
    }
    return series
  }

  private func instants(_ series: QuantitySeries) -> [[Double]] {
    series.entries.map { [Double($0.start.secondsSince1970), $0.value.doubleValue] }
  }

  @Test func areStoredAndReadAsSeries() throws {
    let scratch = try Scratch()
    let store = scratch.store
    let first = try pulse([(10, 66), (0, 60), (5, 72)])
    let second = try pulse([(2, 80), (20, 90)])
    try store.save(first.samples)
    try store.save(second.samples)
    // One that belongs to no series.
    let single = try QuantitySample(
      type: .heartRate, quantity: Quantity(120, .countPerMinute),
      start: date("2024-06-01 08:00:07 +0200"))
    try store.save(single)

    let read = try store.quantitySeries(of: .heartRate)
    #expect(read.map(\.uuid) == [first.uuid, second.uuid])
    #expect(read.map(instants) == [instants(first), instants(second)])
    let series = try #require(read.first)
    #expect(series.metadata == first.metadata && series.device == first.device)
    #expect(series.source == first.source && series.count == 3)
    #expect(series.minimumQuantity == Quantity(60, .countPerMinute))
    #expect(series.maximumQuantity == Quantity(72, .countPerMinute))
    #expect(series.mostRecentQuantity == Quantity(66, .countPerMinute))
    #expect(series.averageQuantity != nil && series.sumQuantity == nil)
    #expect(try series.sample()?.uuid == first.uuid)

    // A series is found as a whole, here by its average.
    let high = try SamplePredicate.value(.greater, Quantity(76, .countPerMinute))
    #expect(try store.quantitySeries(of: .heartRate, where: high).map(\.count) == [2])
    var quantities: [(rate: Double, series: Int, isLast: Bool)] = []
    QuantitySeries.enumerate(read) {
      quantities.append(($0.value.doubleValue.rounded(), $1, $2))
    }
    #expect(quantities.map(\.rate) == [60, 80, 72, 66, 90])
    #expect(quantities.map(\.series) == [0, 1, 0, 0, 1])
    #expect(quantities.map(\.isLast) == [false, false, false, false, true])
    // The quantities are read one by one, those of no series, too.
    let cursor = try store.seriesQuery(of: .heartRate, where: high, options: .includeSample)
    var found: [QuantitySeries.Measurement] = []
    while let one = try cursor.next() { found.append(one) }
    #expect(found.map { $0.quantity.value.rounded() } == [80, 120, 90])
    #expect(found.map(\.series) == [second.uuid, nil, second.uuid])
    #expect(found.map(\.isLast) == [false, true, true])
    #expect(found.last?.sample?.start == second.entries.first?.start)
    // Each quantity counts.
    #expect(
      try store.statistics(of: .heartRate, options: .discreteMax)?.maximumQuantity()
        == Quantity(120, .countPerMinute))
    #expect(try store.delete(first.samples) == 3)
    #expect(try store.quantitySeries(of: .heartRate).map(\.uuid) == [second.uuid])
  }

  @Test func areInEveryLosslessFormat() throws {
    let scratch = try Scratch()
    let series = try pulse([(0, 60), (5, 72), (10, 66)])
    try scratch.store.save(series.samples)
    for (format, name) in [
      (Format.jsonLines, "series.jsonl"), (.csv, "series.csv"), (.appleHealth, "series.xml"),
    ] {
      let path = scratch.path(name)
      let report = try Conversion(of: .open(scratch.path("health.db")), to: format)
        .run(toFile: path)
      if let error = report.readError { throw error }
      var found: [QuantitySample] = []
      var samples = try Dataset.open(path).samples()
      while let sample = try samples.next() {
        if case .quantity(let quantity) = sample { found.append(quantity) }
      }
      let read = try #require(QuantitySeries.all(in: found).first, "\(name)")
      #expect(read.uuid == series.uuid && instants(read) == instants(series), "\(name)")
      #expect(read.metadata[.wasUserEntered] == series.metadata[.wasUserEntered], "\(name)")
      #expect(read.device?.name == "H10" && read.count == found.count, "\(name)")
    }
  }

  @Test func refuseOtherUnits() throws {
    var series = try pulse([])
    #expect(series.averageQuantity == nil && series.mostRecentQuantity == nil)
    #expect(throws: HealthError.self) {
      try series.insert(Quantity(70, .kilogram), at: date("2024-06-01 08:00:00 +0200"))
    }
    #expect(series.entries.isEmpty)
  }
}
