import Foundation
import HealthKitNames
import Testing

struct SnippetsOfStores {
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
  }

  /// Observers are called for what changed while none ran, until they complete it.
  @Test(.timeLimit(.minutes(2))) func backgroundDelivery() async throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "names-\(UUID().uuidString).db")
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    // 135
    try await HKHealthStore(path: path).enableBackgroundDelivery(for: steps, frequency: .immediate)
    try await HKHealthStore(path: path).save(walk(5, after: 0))
    for run in 0..<3 {
      let store = try HKHealthStore(path: path)
      let (calls, continuation) = AsyncStream.makeStream(of: HKObserverQueryCompletionHandler.self)
      let observer = HKObserverQuery(sampleType: steps, predicate: nil) { _, done, error in
        #expect(error == nil)
        continuation.yield(done)
      }
      store.execute(observer)
      var iterator = calls.makeAsyncIterator()
      // At its beginning, then for the steps that were saved before.
      _ = await iterator.next()
      let done = try #require(await iterator.next())
      if run == 1 {
        done()
        // The next is called when this one was completed.
        try await store.save(walk(7, after: 60))
        _ = await iterator.next()
      }
      store.stop(observer)
    }
    let store = try HKHealthStore(path: path)
    try await store.enableBackgroundDelivery(for: steps, frequency: .daily)
    try await store.disableAllBackgroundDelivery()
    try await store.disableBackgroundDelivery(for: steps)
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
    let none = HKQuery.predicateForObject(with: UUID())
    #expect(try await count(glucose, none) == 0)
    // The store evaluates it, so it deletes without reading into objects.
    let outside = NSCompoundPredicate(
      notPredicateWithSubpredicate: HKQuery.predicateForObject(with: measured.uuid))
    #expect(try await count(glucose, outside) == 1)
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
}
