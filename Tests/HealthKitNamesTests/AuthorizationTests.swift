import Foundation
import HealthFoundation
import HealthKitNames
import HealthModel
import HealthStore
import Testing

/// What applications may do with a store that several of them share.
struct AuthorizationTests {
  @Test func aDeniedReadLooksLikeNoData() async throws {
    let owner = HKHealthStore.inMemory()
    let watch = walk(60, after: 0)
    try await owner.save(watch)
    let type = watch.quantityType
    let app = owner.client("Pulse") { _, purpose in purpose == .share }
    #expect(app.authorizationStatus(for: type) == .notDetermined)
    await #expect {
      try await app.save(walk(70, after: 60))
    } throws: {
      ($0 as? HKError)?.code == .errorAuthorizationDenied
    }
    let status = try await app.statusForAuthorizationRequest(toShare: [type], read: [type])
    #expect(status == .shouldRequest)
    try await app.requestAuthorization(toShare: [type], read: [type])
    #expect(app.authorizationStatus(for: type) == .sharingAuthorized)
    #expect(
      try await app.statusForAuthorizationRequest(toShare: [type], read: [type]) == .unnecessary)
    let own = walk(70, after: 60)
    try await app.save(own)
    let descriptor = HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: type)], sortDescriptors: [])
    let seen = try await descriptor.result(for: app)
    #expect(seen.map(\.uuid) == [own.uuid] && seen.first?.source.name == "Pulse")
    #expect(try await descriptor.result(for: owner).count == 2)
    await #expect(throws: HKError.self) { try await app.delete(watch) }
    try await app.delete(own)
    #expect(try await descriptor.result(for: owner).map(\.uuid) == [watch.uuid])
    // Another application has decisions of its own.
    let other = owner.client("Rings")
    #expect(other.authorizationStatus(for: type) == .notDetermined)
    try await other.requestAuthorization(toShare: [], read: [type])
    #expect(other.authorizationStatus(for: type) == .notDetermined)
    #expect(try await descriptor.result(for: other).map(\.uuid) == [watch.uuid])
  }

  @Test func whatMayBeReadBeginsAtAnInstant() async throws {
    let owner = HKHealthStore.inMemory()
    let app = owner.client("Pulse")
    #expect(owner.earliestPermittedSampleDate() == .distantPast)
    #expect(app.earliestPermittedSampleDate() == .distantPast)
    let type = HKQuantityType(.stepCount)
    var grant = try ClientGrant(client: "Pulse")
    grant.decide(.init(type: type.identifier, read: .since(Timestamp(now))))
    grant.decide(.init(type: "HKQuantityTypeIdentifierHeartRate", read: .denied))
    try owner.store.setGrant(grant)
    #expect(app.earliestPermittedSampleDate() == now)
    grant.decide(.init(type: "HKQuantityTypeIdentifierBodyMass", read: .authorized))
    try owner.store.setGrant(grant)
    #expect(app.earliestPermittedSampleDate() == .distantPast)
  }

  /// What builders make has the application as its source, too.
  @Test func buildersSaveForTheApplication() async throws {
    let app = HKHealthStore.inMemory().client("Pulse")
    try await app.requestAuthorization(
      toShare: [.workoutType()], read: [])
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    let builder = HKWorkoutBuilder(healthStore: app, configuration: configuration, device: nil)
    try await builder.beginCollection(at: now)
    try await builder.endCollection(at: now + 600)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.source.name == "Pulse")
    let descriptor = HKSampleQueryDescriptor(
      predicates: [.workout()], sortDescriptors: [])
    #expect(try await descriptor.result(for: app).map(\.uuid) == [workout.uuid])
    try await app.delete(workout)
    #expect(try await descriptor.result(for: app).isEmpty)
  }

  @Test func prescriptionsAreAuthorizedOneByOne() async throws {
    let owner = HKHealthStore.inMemory()
    let type = HKObjectType.visionPrescriptionType()
    func save(_ days: ClosedRange<Int>) throws {
      try owner.store.save(
        days.map { day in
          let start = Timestamp(now + TimeInterval(day) * 86_400)
          let descriptor = SampleDescriptor(
            type: .other(type.identifier), source: Source(name: "Clinic"))
          return .visionPrescription(
            VisionPrescription(
              header: SampleHeader(descriptor: descriptor, start: start, end: start),
              fields: .init()))
        })
    }
    try save(1...4)
    let app = owner.client("Glasses")
    let strict = owner.client("Strict") { _, _ in false }
    let descriptor = HKSampleQueryDescriptor(
      predicates: [.sample(type: type)], sortDescriptors: [])
    #expect(type.requiresPerObjectAuthorization())
    #expect(!HKQuantityType(.stepCount).requiresPerObjectAuthorization())
    await #expect(throws: HKError.self) {
      try await app.requestAuthorization(toShare: [], read: [type])
    }
    await #expect(throws: HKError.self) {
      try await app.requestPerObjectReadAuthorization(
        for: HKQuantityType(.stepCount), predicate: nil)
    }
    #expect(try await descriptor.result(for: app).isEmpty)
    let later = HKQuery.predicateForSamples(
      withStart: now + 2.5 * 86_400, end: nil, options: .strictStartDate)
    try await app.requestPerObjectReadAuthorization(for: type, predicate: later)
    try await strict.requestPerObjectReadAuthorization(for: type, predicate: nil)
    try save(5...6)
    #expect(try await descriptor.result(for: owner).count == 6)
    #expect(
      try await descriptor.result(for: app).map(\.startDate) == [3, 4].map { now + $0 * 86_400 })
    #expect(try await descriptor.result(for: strict).isEmpty)
  }

  @Test func correlationsAreNotAuthorized() async throws {
    let app = HKHealthStore.inMemory().client("Pulse")
    await #expect(throws: HKError.self) {
      try await app.requestAuthorization(toShare: [HKCorrelationType(.bloodPressure)], read: [])
    }
    #expect(
      HKHealthStore.inMemory().authorizationStatus(for: HKQuantityType(.stepCount))
        == .sharingAuthorized)
  }
}
