import Foundation
import HealthKitNames
import Testing

struct SnippetsOfStores {
  private let now = Date(timeIntervalSince1970: 1_717_200_000)
  private let milligrams = HKUnit(from: "mg/dL")
  private let glucose = HKQuantityType(.bloodGlucose)
  private let steps = HKQuantityType(.stepCount)

  private func sample(_ value: Double, after seconds: TimeInterval) -> HKQuantitySample {
    HKQuantitySample(
      type: glucose, quantity: HKQuantity(unit: milligrams, doubleValue: value),
      start: now + seconds, end: now + seconds)
  }

  private func walk(_ count: Double, after seconds: TimeInterval) -> HKQuantitySample {
    HKQuantitySample(
      type: steps, quantity: HKQuantity(unit: .count(), doubleValue: count),
      start: now + seconds, end: now + seconds + 60)
  }

  @Test func authorization() async throws {
    // 041
    let store = HKHealthStore()
    // 042
    #expect(HKHealthStore.isHealthDataAvailable())
    // 045
    try await store.requestAuthorization(toShare: [steps], read: [steps, .workoutType()])
    // 046
    #expect(store.authorizationStatus(for: steps) == .sharingAuthorized)
    // 130
    #expect(Notification.Name.HKUserPreferencesDidChange.rawValue.hasPrefix("HK"))
    await #expect(throws: HKError.self) {
      try await store.enableBackgroundDelivery(for: steps, frequency: .immediate)
    }
  }

  @Test func savingAndDeleting() async throws {
    let store = HKHealthStore.inMemory()
    let (first, second) = (sample(90, after: 0), sample(100, after: 60))
    // 048
    try await store.save(first)
    // 049
    let isSaved: Bool = try await answer { done in
      store.save(second) { success, error in done(success, error) }
    }
    #expect(isSaved)
    // 050
    try await store.save([sample(110, after: 120), sample(120, after: 180), walk(5, after: 0)])
    // 051
    try await store.delete(first)
    // 052
    try await store.delete([second])
    // 053
    let all = NSPredicate(value: true)
    let count: Int = try await answer { done in
      store.deleteObjects(of: glucose, predicate: all) { _, count, error in done(count, error) }
    }
    #expect(count == 2)
    #expect(try await store.deleteObjects(of: steps, predicate: all) == 1)
    await #expect(throws: HKError.self) { try await store.delete(first) }
    // A body mass in inches is refused.
    let wrong = HKQuantitySample(
      type: HKQuantityType(.bodyMass), quantity: HKQuantity(unit: .inch(), doubleValue: 70),
      start: now, end: now)
    await #expect { try await store.save(wrong) } throws: {
      ($0 as? HKError)?.code == .errorInvalidArgument
    }
  }

  @Test func characteristics() throws {
    let store = try demo.get()
    // 055
    #expect(try store.dateOfBirthComponents().year == 1984)
    // 056
    #expect(try store.biologicalSex().biologicalSex == .female)
    // 057
    #expect(try store.bloodType().bloodType == .abNegative)
    // 058
    #expect(try store.fitzpatrickSkinType().skinType == .III)
  }

  @Test func sampleQueries() async throws {
    let store = HKHealthStore.inMemory()
    try await store.save([sample(90, after: 0), sample(100, after: 60), sample(95, after: 30)])
    // 060
    let byEnd = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
    let latest: [HKSample] = try await answer { done in
      let query = HKSampleQuery(
        sampleType: glucose, predicate: nil, limit: 1, sortDescriptors: [byEnd]
      ) { _, results, error in
        done(results, error)
      }
      store.execute(query)
    }
    let quantities = (latest as? [HKQuantitySample])?.map {
      $0.quantity.doubleValue(for: milligrams)
    }
    #expect(quantities == [100])
    // 094
    let least = (latest.first as? HKDiscreteQuantitySample)?.minimumQuantity
    #expect(least?.doubleValue(for: milligrams) == 100)
    // 061
    let descriptor = HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: glucose)],
      sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)], limit: 2)
    let two = try await descriptor.result(for: store)
    #expect(two.map { $0.quantity.doubleValue(for: milligrams) } == [100, 95])
  }

  @Test func predicates() async throws {
    let store = HKHealthStore.inMemory()
    let meter = HKDevice(
      name: "Meter", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil,
      softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
    let measured = HKQuantitySample(
      type: glucose, quantity: HKQuantity(unit: milligrams, doubleValue: 130), start: now + 600,
      end: now + 600, device: meter, metadata: [HKMetadataKeyWasUserEntered: true])
    let run = HKWorkout(activityType: .running, start: now, end: now + 900)
    let night = HKCategorySample(
      type: HKCategoryType(.sleepAnalysis), value: HKCategoryValueSleepAnalysis.inBed.rawValue,
      start: now - 3_600, end: now + 60)
    try await store.save([sample(90, after: 0), measured, run, night])
    func count(_ type: HKSampleType, _ predicate: NSPredicate) async throws -> Int {
      try await HKSampleQueryDescriptor(predicates: [.sample(type: type, predicate: predicate)])
        .result(for: store).count
    }
    let sleep = HKCategoryType(.sleepAnalysis)
    // 065
    let overlaps = HKQuery.predicateForSamples(withStart: now, end: now + 60)
    let strict = HKQuery.predicateForSamples(
      withStart: now, end: now + 60, options: .strictStartDate)
    #expect(try await count(sleep, overlaps) == 1)
    #expect(try await count(sleep, strict) == 0)
    // 067
    let high = HKQuery.predicateForQuantitySamples(
      with: .greaterThan, quantity: HKQuantity(unit: milligrams, doubleValue: 100))
    #expect(try await count(glucose, high) == 1)
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [high, overlaps])
    #expect(try await count(glucose, both) == 0)
    let either = NSCompoundPredicate(orPredicateWithSubpredicates: [high, overlaps])
    #expect(try await count(glucose, either) == 2)
    let other = NSCompoundPredicate(notPredicateWithSubpredicate: high)
    #expect(try await count(glucose, other) == 1)
    let block = NSPredicate { object, _ in (object as? HKSample)?.device?.name == "Meter" }
    #expect(try await count(glucose, block) == 1)
    #expect(
      try await count(
        glucose, NSCompoundPredicate(andPredicateWithSubpredicates: [block, other])) == 0)
    // 072
    let own = HKSourceRevision(source: .default(), version: nil)
    #expect(try await count(glucose, HKQuery.predicateForObjects(from: [own])) == 2)
    // 073
    #expect(try await count(glucose, HKQuery.predicateForObjects(from: [meter])) == 1)
    // 074
    #expect(try await count(glucose, HKQuery.predicateForObjects(with: [measured.uuid])) == 1)
    // 075
    let entered = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered)
    #expect(try await count(glucose, entered) == 1)
    // 076
    #expect(try await count(.workoutType(), HKQuery.predicateForWorkouts(with: .running)) == 1)
    #expect(try await count(.workoutType(), HKQuery.predicateForWorkouts(with: .cycling)) == 0)
    // 077
    let long = HKQuery.predicateForWorkouts(with: .greaterThan, duration: 600)
    #expect(try await count(.workoutType(), long) == 1)
    // 078
    let inBed = HKQuery.predicateForCategorySamples(
      with: .equalTo, value: HKCategoryValueSleepAnalysis.inBed.rawValue)
    #expect(try await count(sleep, inBed) == 1)
    #expect(
      try await count(sleep, HKQuery.predicateForCategorySamples(with: .greaterThan, value: 0)) == 0
    )
    // 079
    #expect(try await count(glucose, HKQuery.predicateForObjects(from: run)) == 2)
    // 112
    let rate = HKQuantitySample(
      type: HKQuantityType(.heartRate),
      quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 120), start: now + 30,
      end: now + 30)
    try await store.addSamples([rate], to: run)
    let ofRun = HKSampleQueryDescriptor(predicates: [.workout()])
    let saved = try #require(try await ofRun.result(for: store).first)
    #expect(try await count(rate.quantityType, HKQuery.predicateForObjects(from: saved)) == 1)
    #expect(try await count(glucose, HKQuery.predicateForObjects(from: saved)) == 0)
  }

  @Test func observing() async throws {
    let store = HKHealthStore.inMemory()
    // 080
    let (calls, continuation) = AsyncStream.makeStream(of: Int.self)
    let observer = HKObserverQuery(sampleType: steps, predicate: nil) { _, done, error in
      continuation.yield(error == nil ? 1 : 0)
      done()
    }
    store.execute(observer)
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    try await store.save([sample(90, after: 0), walk(5, after: 0)])
    #expect(await iterator.next() == 1)
    store.stop(observer)
    // 082
    typealias Changes = (samples: [HKSample], deleted: [HKDeletedObject], anchor: HKQueryAnchor)
    func changes(since anchor: HKQueryAnchor?) async throws -> Changes {
      try await answer { done in
        store.execute(
          HKAnchoredObjectQuery(
            type: steps, predicate: nil, anchor: anchor, limit: HKObjectQueryNoLimit
          ) { _, samples, deleted, anchor, error in
            done(anchor.map { (samples ?? [], deleted ?? [], $0) }, error)
          })
      }
    }
    let first = try await changes(since: nil)
    #expect(first.samples.count == 1)
    // 139
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: first.anchor, requiringSecureCoding: true)
    let anchor = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: archive)
    try await store.delete(first.samples)
    let second = try await changes(since: anchor)
    // 093
    let added = first.samples.first as? HKCumulativeQuantitySample
    #expect(added?.sumQuantity.doubleValue(for: .count()) == 5)
    // 138
    #expect(second.deleted.map(\.uuid) == first.samples.map(\.uuid) && second.samples.isEmpty)
    // 084
    let descriptor = HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps)], anchor: anchor)
    let result = try await descriptor.result(for: store)
    #expect(result.addedSamples.isEmpty && result.deletedObjects.count == 1)
  }

  @Test func statistics() async throws {
    let store = HKHealthStore.inMemory()
    try await store.save([walk(5, after: 0), walk(7, after: 86_400 * 2)])
    // 085
    let sum: HKStatistics = try await answer { done in
      store.execute(
        HKStatisticsQuery(
          quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum
        ) { _, result, error in
          done(result, error)
        })
    }
    // 087
    #expect(sum.sumQuantity()?.doubleValue(for: .count()) == 12)
    // 088
    let query = HKStatisticsCollectionQuery(
      quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: now,
      intervalComponents: DateComponents(day: 1))
    let days: HKStatisticsCollection = try await answer { done in
      query.initialResultsHandler = { _, results, error in done(results, error) }
      store.execute(query)
    }
    // 089
    var counts: [Double?] = []
    days.enumerateStatistics(from: now, to: now + 86_400 * 5) { statistics, stop in
      counts.append(statistics.sumQuantity()?.doubleValue(for: .count()))
      if counts.count == 4 { stop.pointee = true }
    }
    #expect(counts == [5, nil, 7, nil])
    // 092
    let options: HKStatisticsOptions = [.cumulativeSum, .separateBySource]
    let separate = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: steps), options: options
    ).result(for: store)
    let own = HKSource.default()
    #expect(separate?.sumQuantity(for: own)?.doubleValue(for: .count()) == 12)
    #expect(separate?.sources == [own])
    // No samples: an error without statistics.
    await #expect { () async throws in
      let _: HKStatistics = try await answer { done in
        store.execute(
          HKStatisticsQuery(
            quantityType: HKQuantityType(.heartRate), quantitySamplePredicate: nil,
            options: .discreteAverage
          ) { done($1, $2) })
      }
    } throws: {
      ($0 as? HKError)?.code == .errorNoData
    }
  }

  @Test func otherQueries() async throws {
    let store = try demo.get()
    // 120
    let august = HKQuery.predicate(
      forActivitySummariesBetweenStart: DateComponents(year: 2026, month: 1, day: 1),
      end: DateComponents(year: 2026, month: 1, day: 2))
    let rings: [HKActivitySummary] = try await answer { done in
      store.execute(
        HKActivitySummaryQuery(predicate: august) { _, summaries, error in done(summaries, error) })
    }
    let calendar = try newYork()
    #expect(rings.map { $0.dateComponents(for: calendar).day } == [1, 2])
    // 122
    let energy: HKQuantity? = rings.first?.activeEnergyBurned
    #expect(energy?.doubleValue(for: .kilocalorie()) == 736.843)
    // 123
    let labs = try #require(HKObjectType.clinicalType(forIdentifier: .labResultRecord))
    let records = try await HKSampleQueryDescriptor(
      predicates: [.clinicalRecord(type: labs)]
    ).result(for: store)
    #expect(records.count == 2)
    let data = try #require(records.first?.fhirResource?.data)
    #expect(try JSONSerialization.jsonObject(with: data) is [String: Any])
    #expect(records.first?.displayName == "")
    // 125
    let sources: Set<HKSource> = try await answer { done in
      store.execute(
        HKSourceQuery(sampleType: steps, samplePredicate: nil) { _, sources, error in
          done(sources, error)
        })
    }
    #expect(sources.count == 2)
    let predicate = HKQuery.predicateForObjects(from: sources)
    let again: Set<HKSource> = try await answer { done in
      store.execute(HKSourceQuery(sampleType: steps, samplePredicate: predicate) { done($1, $2) })
    }
    #expect(again == sources)
    // 128
    let pressures: [HKCorrelation] = try await answer { done in
      store.execute(
        HKCorrelationQuery(
          type: HKCorrelationType(.bloodPressure), predicate: nil, samplePredicates: nil
        ) { _, correlations, error in
          done(correlations, error)
        })
    }
    #expect(pressures.count == 3)
    // 129
    let mass = HKQuantityType(.bodyMass)
    #expect(try await store.preferredUnits(for: [mass])[mass] == .pound())
    // 146
    let recordings = try await HKSampleQueryDescriptor(
      predicates: [.electrocardiogram()], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
    let recording = try #require(recordings.first)
    #expect(recordings.count == 4 && recording.classification == .atrialFibrillation)
    let (voltages, continuation) = AsyncStream.makeStream(of: Double.self)
    store.execute(
      HKElectrocardiogramQuery(recording) { _, result in
        switch result {
        case .measurement(let measurement):
          let volts = measurement.quantity(for: .appleWatchSimilarToLeadI)
          continuation.yield(volts?.doubleValue(for: .voltUnit(with: .micro)) ?? 0)
        case .done, .error: continuation.finish()
        }
      })
    var all: [Double] = []
    for await voltage in voltages { all.append(voltage) }
    #expect(all.count == recording.numberOfVoltageMeasurements && all.first == 9.706)
  }

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
    try await builder.finishSeries(metadata: nil)
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

  /// Remembers the states of a session.
  private final class Delegate: HKWorkoutSessionDelegate, @unchecked Sendable {
    var states: [HKWorkoutSessionState] = []
    func workoutSession(
      _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
      from fromState: HKWorkoutSessionState, date: Date
    ) { states.append(toState) }
    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {}
  }

  @Test func workouts() async throws {
    let store = HKHealthStore.inMemory()
    // 113
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .outdoor
    // 114
    let delegate = Delegate()
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    session.delegate = delegate
    // 115
    store.start(session)
    session.end()
    #expect(delegate.states == [.running, .ended])
    // 116
    let builder = HKWorkoutBuilder(
      healthStore: store, configuration: configuration, device: .local())
    try await builder.beginCollection(at: now)
    let rates = [100.0, 120].enumerated().map { index, rate in
      HKQuantitySample(
        type: HKQuantityType(.heartRate),
        quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: rate),
        start: now + Double(index) * 60, end: now + Double(index) * 60)
    }
    try await builder.addSamples(rates)
    try await builder.addWorkoutEvents([
      HKWorkoutEvent(type: .pause, dateInterval: DateInterval(start: now + 10, duration: 0)),
      HKWorkoutEvent(type: .resume, dateInterval: DateInterval(start: now + 20, duration: 0)),
      HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: now + 20, duration: 30)),
    ])
    try await builder.endCollection(at: now + 100)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.duration == 90 && workout.workoutEvents?.count == 3)
    #expect(workout.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == false)
    // 111
    let average = workout.statistics(for: HKQuantityType(.heartRate))?.averageQuantity()
    #expect(average?.doubleValue(for: HKUnit(from: "count/min")) == 110)
    // 117
    let routeBuilder = HKWorkoutRouteBuilder(healthStore: store, device: nil)
    let points = (0..<3).map { index in
      CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: 52.5 + Double(index) / 1_000, longitude: 13.4),
        altitude: 34, horizontalAccuracy: 5, verticalAccuracy: 5, timestamp: now + Double(index))
    }
    try await routeBuilder.insertRouteData(points)
    try await routeBuilder.finishRoute(with: workout, metadata: nil)
    let saved = try await HKSampleQueryDescriptor(predicates: [.workout()]).result(for: store)
    let routes = try await HKSampleQueryDescriptor(
      predicates: [.workoutRoute(HKQuery.predicateForObjects(from: try #require(saved.first)))]
    ).result(for: store)
    let route = try #require(routes.first)
    // 118
    let locations: [CLLocation] = try await answer { done in
      store.execute(
        HKWorkoutRouteQuery(route: route) { _, locations, _, error in done(locations, error) })
    }
    #expect(locations.map(\.coordinate.latitude) == [52.5, 52.501, 52.502])
    #expect(saved.count == 1 && route.count == 3)
  }
}
