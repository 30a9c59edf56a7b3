import Foundation
import HealthKitNames
import Testing

/// The code that introductions to HealthKit show, on exported data: several sources, new stores, days of New York.
struct Introductions {
  private let steps = HKQuantityType(.stepCount)
  private let rate = HKQuantityType(.heartRate)
  private let perMinute = HKUnit.count().unitDivided(by: .minute())

  /// Watch and phone count the same steps of the first evening, which is the next day in UTC; the second day has none.
  private func walks() throws -> HKHealthStore {
    try store(of: [
      ("StepCount", "Watch", "2024-06-01 21:00:00 -0400", "2024-06-01 22:00:00 -0400", "6000"),
      ("StepCount", "iPhone", "2024-06-01 21:00:00 -0400", "2024-06-01 22:00:00 -0400", "5000"),
      ("StepCount", "iPhone", "2024-06-03 08:00:00 -0400", "2024-06-03 09:00:00 -0400", "9000"),
      ("HeartRate", "Watch", "2024-06-01 21:10:00 -0400", "2024-06-01 21:10:00 -0400", "100"),
      ("HeartRate", "Strap", "2024-06-01 21:20:00 -0400", "2024-06-01 21:20:00 -0400", "140"),
    ])
  }

  @Test func stepsAreSavedAndSummedUp() async throws {
    let store = HKHealthStore.inMemory()
    let today = try date("2024-06-01T08:00:00-04:00")
    let walk = HKQuantitySample(
      type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 1_000), start: today,
      end: today.addingTimeInterval(600))
    let isSaved: Bool = try await answer { done in
      store.save(walk) { success, error in done(success, error) }
    }
    #expect(isSaved)
    let predicate = HKQuery.predicateForSamples(
      withStart: today, end: today + 3_600, options: .strictStartDate)
    let sum: HKStatistics = try await answer { done in
      let query = HKStatisticsQuery(
        quantityType: steps, quantitySamplePredicate: predicate, options: .cumulativeSum
      ) { _, result, error in
        done(result, error)
      }
      store.execute(query)
    }
    #expect(sum.sumQuantity()?.doubleValue(for: .count()) == 1_000)
  }

  /// A chart of a week that follows the store.
  @Test(.timeLimit(.minutes(1))) func chartByDayIsLive() async throws {
    let store = try walks()
    let calendar = try newYork()
    let anchor = try #require(
      calendar.date(from: DateComponents(year: 2024, month: 5, day: 27, hour: 0)))
    let query = HKStatisticsCollectionQuery(
      quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum,
      anchorDate: anchor, intervalComponents: DateComponents(calendar: calendar, day: 1))
    let (charts, continuation) = AsyncStream.makeStream(of: [Double].self)
    let first = try date("2024-06-01T12:00:00-04:00")
    @Sendable func show(_ collection: HKStatisticsCollection?) {
      var bars: [Double] = []
      collection?.enumerateStatistics(from: first, to: first + 2 * 86_400) { statistics, _ in
        bars.append(statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0)
      }
      continuation.yield(bars)
    }
    query.initialResultsHandler = { _, collection, _ in show(collection) }
    query.statisticsUpdateHandler = { _, statistics, collection, _ in
      #expect(statistics?.sumQuantity()?.doubleValue(for: .count()) == 250)
      show(collection)
    }
    store.execute(query)
    var iterator = charts.makeAsyncIterator()
    #expect(await iterator.next() == [6_000, 0, 9_000])
    let late = try date("2024-06-02T23:30:00-04:00")
    try await store.save(
      HKQuantitySample(
        type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 250), start: late,
        end: late + 60))
    #expect(await iterator.next() == [6_000, 250, 9_000])
    store.stop(query)
  }

  @Test func collectionsOfDescriptorsAreTheSame() async throws {
    let store = try walks()
    let calendar = try newYork()
    let phone = try #require(
      try await HKSourceQueryDescriptor(predicate: .quantitySample(type: steps)).result(for: store)
        .first { $0.name == "iPhone" })
    func days(_ predicate: NSPredicate?) async throws -> [Double?] {
      try await HKStatisticsCollectionQueryDescriptor(
        predicate: .quantitySample(type: steps, predicate: predicate), options: .cumulativeSum,
        anchorDate: try date("2024-06-01T00:00:00-04:00"),
        intervalComponents: DateComponents(calendar: calendar, day: 1)
      ).result(for: store).statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) }
    }
    #expect(try await days(nil) == [6_000, 9_000])
    #expect(try await days(HKQuery.predicateForObjects(from: phone)) == [5_000, 9_000])
    let block = NSPredicate { object, _ in (object as? HKSample)?.source.name == "iPhone" }
    #expect(try await days(block) == [5_000, 9_000])
  }

  @Test func heartRateHasAnAverage() async throws {
    let store = try walks()
    let found = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: rate),
      options: [.discreteAverage, .discreteMin, .discreteMax, .mostRecent]
    ).result(for: store)
    let statistics = try #require(found)
    #expect(statistics.averageQuantity()?.doubleValue(for: perMinute) == 120)
    #expect(statistics.minimumQuantity()?.doubleValue(for: perMinute) == 100)
    #expect(statistics.maximumQuantity()?.doubleValue(for: .hertz()) == 140.0 / 60)
    #expect(statistics.mostRecentQuantity()?.doubleValue(for: perMinute) == 140)
  }

  /// An anchored query that streams: what is there, what is saved, what is deleted.
  @Test(.timeLimit(.minutes(1))) func anchoredQueryFollows() async throws {
    let store = HKHealthStore.inMemory()
    let start = try date("2024-06-01T08:00:00-04:00")
    func beat(_ value: Double) -> HKQuantitySample {
      HKQuantitySample(
        type: rate, quantity: HKQuantity(unit: perMinute, doubleValue: value), start: start,
        end: start)
    }
    let first = beat(60)
    try await store.save(first)
    let (events, continuation) = AsyncStream.makeStream(of: [Int].self)
    let query = HKAnchoredObjectQuery(
      type: rate, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
    ) { _, samples, deleted, anchor, _ in
      continuation.yield([samples?.count ?? -1, deleted?.count ?? -1, anchor == nil ? 0 : 1])
    }
    query.updateHandler = { _, samples, deleted, anchor, _ in
      continuation.yield([samples?.count ?? -1, deleted?.count ?? -1, anchor == nil ? 0 : 1])
    }
    store.execute(query)
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == [1, 0, 1])
    let second = beat(70)
    try await store.save([second, beat(80)])
    #expect(await iterator.next() == [2, 0, 1])
    try await store.delete(second)
    #expect(await iterator.next() == [0, 1, 1])
    store.stop(query)
  }

  /// A store in a file that does not exist yet, which another handle fills.
  @Test(.timeLimit(.minutes(1))) func newFileIsObserved() async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "names-\(UUID().uuidString).db")
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let (reader, writer) = (try HKHealthStore(path: path), try HKHealthStore(path: path))
    let mindful = HKCategoryType(.mindfulSession)
    let descriptor = HKAnchoredObjectQueryDescriptor(
      predicates: [.categorySample(type: mindful)], anchor: nil)
    var results = descriptor.results(for: reader).makeAsyncIterator()
    #expect(try await results.next()?.addedSamples.isEmpty == true)
    let start = try date("2024-06-01T08:00:00-04:00")
    try await writer.save(
      HKCategorySample(
        type: mindful, value: HKCategoryValue.notApplicable.rawValue, start: start,
        end: start + 300))
    #expect(try await results.next()?.addedSamples.count == 1)
  }

  @Test func bloodPressureIsACorrelation() async throws {
    let store = HKHealthStore.inMemory()
    let now = try date("2024-06-01T08:00:00-04:00")
    func pressure(_ type: HKQuantityTypeIdentifier, _ value: Double) -> HKQuantitySample {
      HKQuantitySample(
        type: HKQuantityType(type),
        quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value), start: now, end: now
      )
    }
    let type = HKCorrelationType(.bloodPressure)
    let systolic = pressure(.bloodPressureSystolic, 120)
    try await store.save(
      HKCorrelation(
        type: type, start: now, end: now,
        objects: [systolic, pressure(.bloodPressureDiastolic, 80)]
      ))
    // One value alone is refused.
    await #expect(throws: HKError.self) {
      try await store.save(HKCorrelation(type: type, start: now, end: now, objects: [systolic]))
    }
    func found(above value: Double) async throws -> [HKCorrelation] {
      let high = HKQuery.predicateForQuantitySamples(
        with: .greaterThan, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value))
      return try await answer { done in
        store.execute(
          HKCorrelationQuery(
            type: type, predicate: nil, samplePredicates: [systolic.quantityType: high]
          ) { _, correlations, error in
            done(correlations, error)
          })
      }
    }
    #expect(try await found(above: 130).isEmpty)
    let correlation = try #require(try await found(above: 110).first)
    let diastolic = correlation.objects(for: HKQuantityType(.bloodPressureDiastolic)).first
    let value = (diastolic as? HKQuantitySample)?.quantity.doubleValue(for: .millimeterOfMercury())
    #expect(value == 80 && correlation.objects.count == 2)
  }

  /// The export's workouts, with the routes and the statistics that it states.
  @Test func workoutsOfAnExportAreRead() async throws {
    let store = try demo.get()
    let runs = try await HKSampleQueryDescriptor(
      predicates: [.workout(HKQuery.predicateForWorkouts(with: .running))],
      sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
    let run = try #require(runs.first)
    #expect(abs(run.duration - 45.7686590561 * 60) < 0.001)
    #expect(run.totalEnergyBurned?.doubleValue(for: .largeCalorie()) == 114.504)
    #expect(run.workoutEvents?.map(\.type).prefix(3) == [.pause, .resume, .segment])
    #expect(run.startDate == (try date("2025-12-31T18:34:26-05:00")))
    #expect(run.device?.hardwareVersion == "Watch7,2")
    let routes = try await HKSampleQueryDescriptor(
      predicates: [.workoutRoute(HKQuery.predicateForObjects(from: run))]
    ).result(for: store)
    var points = 0
    for try await _ in HKWorkoutRouteQueryDescriptor(try #require(routes.first)).results(for: store)
    { points += 1 }
    #expect(points == 945)
  }

  /// The builder with functions that are called one in another, as the tutorial has it, and a delegate.
  @Test func workoutIsBuiltByCompletions() async throws {
    final class Collector: HKLiveWorkoutBuilderDelegate, @unchecked Sendable {
      var types: Set<HKSampleType> = []
      func workoutBuilder(
        _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>
      ) { types.formUnion(collectedTypes) }
      func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
    }
    let store = HKHealthStore.inMemory()
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .other
    let start = try date("2024-06-01T08:00:00-04:00")
    let energy = HKQuantitySample(
      type: HKQuantityType(.activeEnergyBurned),
      quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 450), start: start, end: start + 3_600
    )
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    let builder = session.associatedWorkoutBuilder()
    let collector = Collector()
    builder.delegate = collector
    let workout: HKWorkout = try await answer { done in
      builder.beginCollection(withStart: start) { _, _ in
        builder.add([energy]) { _, _ in
          builder.endCollection(withEnd: start + 3_600) { _, _ in
            builder.finishWorkout { workout, error in done(workout, error) }
          }
        }
      }
    }
    #expect(workout.duration == 3_600 && collector.types == [energy.quantityType])
    let burned = builder.statistics(for: energy.quantityType)?.sumQuantity()
    #expect(burned?.doubleValue(for: .kilocalorie()) == 450)
    #expect(workout.totalEnergyBurned == burned)
    // The energy is found on its own, and counts once.
    let own = HKQuery.predicateForObjects(from: .default())
    let past = HKQuery.predicateForSamples(
      withStart: Date.distantPast, end: Date(), options: .strictEndDate)
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [own, past])
    let samples = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: energy.quantityType, predicate: both)]
    ).result(for: store)
    #expect(samples.map(\.quantity) == [energy.quantity])
    let sum = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: energy.quantityType), options: .cumulativeSum
    ).result(for: store)
    #expect(sum?.sumQuantity() == energy.quantity)
  }

  /// The program's own store: what one object saves, another finds.
  @Test func storeOfTheProgramIsShared() async throws {
    let now = try date("2024-06-01T08:00:00-04:00")
    let height = HKQuantityType(.height)
    try await HKHealthStore().save(
      HKQuantitySample(
        type: height, quantity: HKQuantity(unit: .meter(), doubleValue: 1.7), start: now, end: now))
    let query = HKSampleQueryDescriptor(predicates: [.quantitySample(type: height)], limit: 1)
    #expect(try await query.result(for: HKHealthStore()).count == 1)
    let birth = try demo.get().dateOfBirthComponents()
    let calendar = try newYork()
    let day = DateComponents(year: 2024, month: 2, day: 28)
    #expect(calendar.dateComponents([.year], from: birth, to: day).year == 39)
    #expect(throws: HKError.self) { try HKHealthStore().dateOfBirthComponents() }
  }
}
