import Foundation
import HealthKitNames
import Testing

struct SnippetsOfQueries {
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
    #expect(recording.symptomsStatus == .present && recording.averageHeartRate == nil)
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

  /// Remembers the states of a session.
  private final class Delegate: HKWorkoutSessionDelegate, @unchecked Sendable {
    var states: [HKWorkoutSessionState] = []
    var errors: [HKError.Code?] = []
    func workoutSession(
      _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
      from fromState: HKWorkoutSessionState, date: Date
    ) { states.append(toState) }
    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
      errors.append((error as? HKError)?.code)
    }
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
    // Another one ends it.
    let other = try HKWorkoutSession(healthStore: store, configuration: configuration)
    other.startActivity(with: now)
    #expect(delegate.states == [.running, .ended])
    #expect(delegate.errors == [.errorAnotherWorkoutSessionStarted])
    #expect(other.state == .running && session.state == .ended)
    store.end(other)
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
    func found(_ uuid: UUID) async throws -> [UUID] {
      let predicate = HKQuery.predicateForObject(with: uuid)
      return try await HKSampleQueryDescriptor(predicates: [.workoutRoute(predicate)])
        .result(for: store).map(\.uuid)
    }
    #expect(try await found(route.uuid) == [route.uuid])
    #expect(try await found(workout.uuid).isEmpty)
  }
}
