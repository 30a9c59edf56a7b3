import HealthModel
import HealthStatistics
import HealthStore
import HealthTesting
import Synchronization
import Testing

@testable import HealthConv

/// Queries of the quantities of series, in memory and in a database.
struct SeriesQueryTests {
  private static let start: Int64 = 1_700_000_000

  /// Calls a test with an empty store of each kind.
  private func inEachStore(_ test: (any SampleStore) async throws -> Void) async throws {
    try await test(MemoryStore())
    let folder = try TemporaryFolder()
    try await test(StoreKind.open(folder.path + "/store.db", for: .creating))
  }

  private func time(_ second: Int) -> Timestamp {
    Timestamp(secondsSince1970: Self.start + Int64(second))
  }

  private func pulse(_ values: [(second: Int, rate: Double)]) throws -> QuantitySeries {
    var series = try QuantitySeries(quantityType: .heartRate, unit: .countPerMinute)
    for (second, rate) in values {
      try series.insert(Quantity(rate, .countPerMinute), at: time(second))
    }
    return series
  }

  private func single(_ second: Int, _ rate: Double, named name: String? = nil) throws -> Sample {
    let descriptor = SampleDescriptor(
      type: .quantity(.heartRate), unitText: "count/min", source: nil)
    var metadata = Metadata()
    if let name {
      metadata.entries.append(MetadataEntry(key: QuantitySeries.key, value: name))
    }
    let header = SampleHeader(
      descriptor: descriptor, start: time(second), end: time(second), metadata: metadata)
    return .quantity(QuantitySample(header: header, number: try #require(Number(rate))))
  }

  private func found(
    _ store: any SampleStore, _ predicate: SamplePredicate = .all,
    _ options: QuantitySeries.QueryOptions = []
  ) throws -> [QuantitySeries.Measurement] {
    let cursor = try store.seriesQuery(of: .heartRate, where: predicate, options: options)
    var all: [QuantitySeries.Measurement] = []
    while let one = try cursor.next() { all.append(one) }
    return all
  }

  /// Two series that overlap, a sample of no series between them, and one whose text names no series of the library.
  @Test func seriesAreFoundAsAWholeByTimeOrBySample() async throws {
    let calm = try pulse([(0, 60), (10, 60), (20, 100), (30, 60)])
    let fast = try pulse([(5, 80), (15, 90), (25, 100)])
    try await inEachStore { store in
      try await store.save(fast.samples + calm.samples, .add, .unchecked)
      try await store.save([single(40, 50, named: "morning"), single(12, 95)], .add, .unchecked)

      let all = try found(store)
      #expect(all.map(\.quantity.value) == [60, 80, 60, 95, 90, 100, 100, 60, 50])
      let last = [false, false, false, true, false, false, true, true, true]
      #expect(all.map(\.isLast) == last)
      let names = [calm, fast, calm, nil, fast, calm, fast, calm, nil].map { $0?.uuid }
      #expect(all.map(\.series) == names && all.allSatisfy { $0.sample == nil })
      var results: [Double] = []
      for try await one in store.seriesResults(of: .heartRate) {
        results.append(one.quantity.value)
      }
      #expect(results == all.map(\.quantity.value))

      let bySample = try found(store, .all, [.includeSample, .orderBySample])
      #expect(bySample.map(\.quantity.value) == [60, 60, 100, 60, 80, 90, 100, 95, 50])
      let places = bySample.indices.filter { bySample[$0].isLast }
      #expect(places == [3, 6, 7, 8])
      let first = try #require(bySample.first?.sample)
      #expect(first.header.uuid == calm.uuid && first.start == time(0) && first.end == time(30))
      #expect(try first.number == calm.sample()?.number && first.unit == "count/min")
      #expect(bySample.last?.sample == bySample.last?.quantity)

      // Of the first series one quantity is above the bound, of the second all but one: their averages count.
      let high = try SamplePredicate.value(.greater, Quantity(82, .countPerMinute))
      #expect(try found(store, high).map(\.quantity.value) == [80, 95, 90, 100])
      #expect(
        try found(store, high, .orderBySample).map(\.quantity.value) == [80, 90, 100, 95])
      let whole = try await store.quantitySeries(of: .heartRate, where: high)
      #expect(whole.map(\.uuid) == [fast.uuid])
      let early = SamplePredicate.start(.less, DateBound(time(5)))
      #expect(try found(store, early).map(\.quantity.value) == [60, 60, 100, 60])
      let named = SamplePredicate.uuid(fast.uuid)
      #expect(try found(store, named).map(\.quantity.value) == [80, 90, 100])
      #expect(try found(store, .not(.all)).isEmpty)
    }
  }

  @Test func samplesOfNoSeriesAreFoundWithoutSeries() async throws {
    try await inEachStore { store in
      try await store.save([single(3, 70), single(1, 60)], .add, .unchecked)
      let low = try SamplePredicate.value(.less, Quantity(65, .countPerMinute))
      #expect(try found(store).map(\.quantity.value) == [60, 70])
      #expect(try found(store, low, .orderBySample).map(\.isLast) == [true])
      let series = try await store.quantitySeries(of: .heartRate)
      #expect(series.isEmpty)
    }
  }

  /// A query keeps a line about each series: the quantities are read when they are wanted.
  @Test func quantitiesAreReadOneByOne() throws {
    let store = CountingStore(store: MemoryStore())
    try store.save(try pulse((0..<1_000).map { ($0, 60) }).samples, .add, .unchecked)
    for options: QuantitySeries.QueryOptions in [[], .orderBySample] {
      store.count.withLock { $0 = 0 }
      let cursor = try store.seriesQuery(of: .heartRate, options: options)
      for _ in 0..<5 { #expect(try cursor.next()?.isLast == false) }
      #expect(store.count.withLock { $0 } < 1_010)
    }
  }

  @Test func longSeriesAreRead() async throws {
    var series = try QuantitySeries(quantityType: .stepCount, unit: .count)
    for second in 0..<20_000 {
      series.insert(Number(1), at: time(second), until: time(second + 1))
    }
    try await inEachStore { store in
      try await store.save(series.samples, .add, .unchecked)
      let many = try SamplePredicate.value(.greater, Quantity(19_999, .count))
      for options: QuantitySeries.QueryOptions in [.includeSample, .orderBySample] {
        let cursor = try store.seriesQuery(of: .stepCount, where: many, options: options)
        var count = 0
        while let one = try cursor.next() {
          let isNext = one.quantity.start == time(count)
          count += 1
          let sum: Double? = options == .includeSample ? 20_000 : nil
          if !isNext || one.isLast != (count == 20_000) || one.sample?.value != sum {
            Issue.record("quantity \(count)")
            break
          }
        }
        #expect(count == 20_000)
      }
    }
  }
}

/// Counts the samples that are read.
private final class CountingStore: StoreWrapper {
  let store: any SampleStore
  let count = Mutex(0)

  init(store: any SampleStore) { self.store = store }

  func samples(_ query: SampleQuery) throws(HealthError) -> any SampleCursor {
    CountingCursor(self, try store.samples(query))
  }
}

private final class CountingCursor: SampleCursor {
  private let store: CountingStore
  private let cursor: any SampleCursor

  init(_ store: CountingStore, _ cursor: any SampleCursor) {
    (self.store, self.cursor) = (store, cursor)
  }

  var key: SampleKey? { cursor.key }

  func next() throws(HealthError) -> Sample? {
    store.count.withLock { $0 += 1 }
    return try cursor.next()
  }
}
