import Foundation
import HealthKitNames
import Testing

struct SnippetsOfSeries {
  @Test func series() async throws {
    let store = HKHealthStore.inMemory()
    let perMinute = HKUnit(from: "count/min")
    // 095
    let builder = HKQuantitySeriesSampleBuilder(
      healthStore: store, quantityType: HKQuantityType(.heartRate), startDate: now, device: nil)
    // 096
    try builder.insert(
      HKQuantity(unit: perMinute, doubleValue: 64), for: DateInterval(start: now, duration: 1))
    try builder.insert(HKQuantity(unit: perMinute, doubleValue: 66), at: now + 5)
    #expect(throws: HKError.self) {
      try builder.insert(HKQuantity(unit: .gram(), doubleValue: 1), at: now)
    }
    let made = try await builder.finishSeries(metadata: [HKMetadataKeyWasUserEntered: false])
    try await aSeriesIsOneSample(store, try #require(made.first as? HKDiscreteQuantitySample))
    // 099
    let (values, continuation) = AsyncStream.makeStream(of: Double.self)
    let query = HKQuantitySeriesSampleQuery(
      quantityType: HKQuantityType(.heartRate), predicate: nil
    ) { _, quantity, _, sample, isDone, _ in
      continuation.yield(sample == nil ? 0 : quantity?.doubleValue(for: perMinute) ?? 0)
      if isDone { continuation.finish() }
    }
    query.includeSample = true
    store.execute(query)
    var all: [Double] = []
    for await value in values { all.append(value) }
    #expect(all == [64, 66])
    try await quantitiesComeByTimeOrBySample(store)
    try await store.delete(made)
    let left = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: HKQuantityType(.heartRate))]
    ).result(for: store)
    #expect(left.isEmpty)
    // 100
    let beats = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: now)
    try await beats.addHeartbeat(at: 0.5, precededByGap: false)
    beats.addHeartbeatWithTimeInterval(sinceSeriesStartDate: 1.75, precededByGap: true) { _, _ in }
    try await beats.finishSeries()
    let series = try await HKSampleQueryDescriptor(
      predicates: [.heartbeatSeries()]
    ).result(for: store)
    var times: [Double] = []
    for try await beat in HKHeartbeatSeriesQueryDescriptor(try #require(series.first)).results(
      for: store)
    {
      times.append(beat.precededByGap ? -beat.timeIntervalSinceStart : beat.timeIntervalSinceStart)
    }
    #expect(times == [0.5, -1.75] && series.first?.count == 2)
  }

  /// Between the quantities of the series is a sample of its own.
  private func quantitiesComeByTimeOrBySample(_ store: HKHealthStore) async throws {
    let perMinute = HKUnit(from: "count/min")
    let single = HKQuantitySample(
      type: HKQuantityType(.heartRate),
      quantity: HKQuantity(unit: perMinute, doubleValue: 90), start: now + 2, end: now + 2)
    try await store.save(single)
    for (options, expected) in [
      (HKQuantitySeriesSampleQueryDescriptor.Options(), [64.0, 90, 66]),
      (.orderByQuantitySampleStartDate, [64, 66, 90]),
      ([.includeSample, .orderByQuantitySampleStartDate], [64, 66, 90]),
    ] {
      let query = HKQuantitySeriesSampleQueryDescriptor(
        predicate: .quantitySample(type: HKQuantityType(.heartRate)), options: options)
      var found: [Double] = []
      for try await one in query.results(for: store) {
        found.append(one.quantity.doubleValue(for: perMinute))
        let count = found.last == 90 ? 1 : 2
        #expect(one.sample?.count == (options.contains(.includeSample) ? count : nil))
      }
      #expect(found == expected)
    }
    // The series is found by its average, which is below the bound, not by the quantity of 66; a block gets it as a whole.
    let high = HKQuery.predicateForQuantitySamples(
      with: .greaterThan, quantity: HKQuantity(unit: perMinute, doubleValue: 65.5))
    let both = NSPredicate { object, _ in (object as? HKQuantitySample)?.count == 2 }
    for (predicate, expected) in [(high, [90.0]), (both, [64, 66])] {
      var found: [Double] = []
      for try await one in HKQuantitySeriesSampleQueryDescriptor(
        predicate: .quantitySample(type: HKQuantityType(.heartRate), predicate: predicate)
      ).results(for: store) {
        found.append(one.quantity.doubleValue(for: perMinute))
        #expect(one.sample == nil)
      }
      #expect(found == expected)
    }
    try await store.delete(single)
  }

  /// With its count and aggregates, and found by its UUID, by its time and by one of its quantities, in the order of a query.
  private func aSeriesIsOneSample(
    _ store: HKHealthStore, _ made: HKDiscreteQuantitySample
  ) async throws {
    let rate = HKQuantityType(.heartRate)
    let perMinute = HKUnit(from: "count/min")
    func quantity(_ value: Double) -> HKQuantity { HKQuantity(unit: perMinute, doubleValue: value) }
    let single = HKQuantitySample(
      type: rate, quantity: quantity(90), start: now + 2, end: now + 2)
    try await store.save(single)
    func found(_ predicate: NSPredicate?, limit: Int? = nil) async throws -> [HKQuantitySample] {
      try await HKSampleQueryDescriptor(
        predicates: [.quantitySample(type: rate, predicate: predicate)],
        sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)], limit: limit
      ).result(for: store)
    }
    #expect(try await found(nil).map(\.uuid) == [made.uuid, single.uuid])
    #expect(try await found(nil, limit: 1).map(\.uuid) == [made.uuid])
    #expect(
      try await found(HKQuery.predicateForObject(with: made.uuid)).map(\.uuid) == [made.uuid])
    let late = HKQuery.predicateForSamples(withStart: now + 4, end: nil)
    let series = try #require(try await found(late).first as? HKDiscreteQuantitySample)
    #expect(series.count == 2 && single.count == 1)
    #expect(series.minimumQuantity == quantity(64) && series.maximumQuantity == quantity(66))
    #expect(series.mostRecentQuantity == quantity(66))
    #expect(series.mostRecentQuantityDateInterval.start == now + 5)
    #expect(series.startDate == now && series.endDate == now + 5)
    #expect(series.metadata?[HKMetadataKeyWasUserEntered] as? Bool == false)
    let strict = HKQuery.predicateForSamples(
      withStart: now + 4, end: nil, options: .strictStartDate)
    #expect(try await found(strict).isEmpty)
    // In a workout it stays one sample.
    let run = HKWorkout(activityType: .running, start: now, end: now + 60)
    try await store.save(run)
    try await store.addSamples([made], to: run)
    let saved = try #require(
      try await HKSampleQueryDescriptor(predicates: [.workout()]).result(for: store).first)
    let ofRun = HKQuery.predicateForObjects(from: saved)
    #expect(try await found(ofRun).map(\.uuid) == [made.uuid])
    #expect(try await found(nil).map(\.uuid) == [made.uuid, single.uuid])
    try await store.delete(saved)
    try await store.delete(single)
  }
}
