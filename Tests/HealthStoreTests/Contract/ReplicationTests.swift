import Foundation
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Synchronization
import Testing

/// Stores that follow another one.
@Suite struct ReplicationTests {
  /// What a store holds: each sample with its key and UUID.
  private static func content(_ store: any SampleStore) throws -> [SampleKey: Sample] {
    var content: [SampleKey: Sample] = [:]
    let samples = try store.samples(SampleQuery())
    while var sample = try samples.next() {
      let key = try #require(samples.key)
      sample.ordinal = key.ordinal
      content[key] = sample
    }
    return content
  }

  /// Any changes of a source, duplicates, versions and UUIDs among them, are the same in the target after each run, for every two
  /// kinds of stores; a run that ended early is made good by the next.
  @Test(arguments: StoreUnderTest.all, StoreUnderTest.all)
  func targetBecomesTheSource(_ from: StoreUnderTest, _ to: StoreUnderTest) throws {
    struct Stopped: Error {}
    let all = SameDecisionTests.plain + SameDecisionTests.stated + SameDecisionTests.versions
    var random = FixedRandom(seed: 5)
    for round in 0..<8 {
      let (sourcePlace, targetPlace) = (try from.make(), try to.make())
      let source = try sourcePlace.open(.creating)
      let target = try targetPlace.open(.creating)
      for step in 0..<6 {
        let mode = [SavingMode.add, .upsert, .append][Int.random(in: 0..<3, using: &random)]
        try source.save(
          (0..<Int.random(in: 0..<12, using: &random)).map { _ in
            all[Int.random(in: 0..<all.count, using: &random)]
          }, mode, .unchecked)
        let keys = try Self.content(source).keys.sorted()
        try source.delete(keys.filter { _ in Int.random(in: 0..<6, using: &random) == 0 })
        if step % 3 == 1 { continue }
        let replication = try Replication(of: source, to: target)
        if Bool.random(using: &random) {
          var early = replication
          early.onProgress = { _ throws(HealthError) in throw HealthError(.cancelled, "stopped") }
          _ = try? early.run()
        }
        _ = try replication.run()
        #expect(try Self.content(target) == Self.content(source), "round \(round), step \(step)")
        #expect(try replication.run().isEmpty)
      }
      #expect(try target.check() == [])
    }
  }

  /// Samples that only the target has stay, but for those of an identity that changes in the source.
  @Test(arguments: StoreUnderTest.all)
  func targetKeepsItsOwn(_ kind: StoreUnderTest) throws {
    let (sourcePlace, targetPlace) = (try kind.make(), try kind.make())
    let source = try sourcePlace.open(.creating)
    let target = try targetPlace.open(.creating)
    let samples = (0..<6).map { Inputs.heartRate(60, at: $0) }
    try source.save(Array(samples[0..<3]))
    try target.save(Array(samples[2..<6]))
    let replication = try Replication(of: source, to: target)
    #expect(try replication.run().unchanged == 1)
    #expect(try Self.content(target).count == 6)
    try source.delete(where: .all)
    let counts = try replication.run()
    #expect(counts.deleted == 3 && counts.saved == 0)
    #expect(try Set(Self.content(target).keys) == Set(samples[3...].map(SampleKey.init)))
  }

  /// A program that ends before the first copy is committed leaves an anchor and no sample.
  @Test(arguments: StoreUnderTest.all)
  func aFirstCopyThatFailedIsRepeated(_ kind: StoreUnderTest) throws {
    let (sourcePlace, targetPlace) = (try kind.make(), try kind.make())
    let source = try sourcePlace.open(.creating)
    let target = try targetPlace.open(.creating)
    try source.save((0..<3).map { Inputs.heartRate(60, at: $0) })
    let anchor = try source.anchor()
    try target.keep(anchor, as: "replica of \(anchor.store)")
    #expect(try Replication(of: source, to: target).run().saved == 3)
    #expect(try Self.content(target) == Self.content(source))
  }

  @Test func aStoreIsNotItsOwnReplica() throws {
    let store = MemoryStore()
    #expect(throws: HealthError.self) { _ = try Replication(of: store, to: store) }
  }
}

/// Changes that are delivered to a receiver which the store remembers.
@Suite struct ChangeDeliveryTests {
  private static func keys(_ changes: StoreChanges?) -> [SampleKey] {
    (changes?.changes ?? []).map { change in
      switch change {
      case .added(_, let key): key
      case .deleted(let sample): sample.key
      }
    }
  }

  @Test(arguments: StoreUnderTest.all, [false, true])
  func changesComeUntilTheyAreConfirmed(_ kind: StoreUnderTest, inFile: Bool) throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    func state(_ receiver: String) -> String? { inFile ? "\(folder.folder)/\(receiver)" : nil }
    let place = try kind.make()
    let store = try place.open(.creating)
    let samples = (0..<5).map { Inputs.heartRate(60, at: $0) }
    var delivery = ChangeDelivery(from: store, to: "one")
    delivery.limit = 2
    delivery.stateFile = state("one")
    #expect(try delivery.next() == nil)
    try store.save(samples)
    // As a program that was started again.
    func reopened() throws -> ChangeDelivery {
      var delivery = ChangeDelivery(
        from: try place.open(inFile ? .reading : .writing), to: "one")
      delivery.limit = 2
      delivery.stateFile = state("one")
      return delivery
    }
    var received: [SampleKey] = []
    while let changes = try reopened().next() {
      #expect(try Self.keys(reopened().next()) == Self.keys(changes))
      received += Self.keys(changes)
      try reopened().confirm(changes)
    }
    #expect(received == samples.map(SampleKey.init))
    try store.delete([SampleKey(samples[1])])
    #expect(try Self.keys(delivery.next()) == [SampleKey(samples[1])])

    // Another receiver has its own state.
    var other = ChangeDelivery(from: store, to: "two")
    other.stateFile = state("two")
    #expect(try other.hasBegun() == false)
    try other.skip()
    #expect(try other.next() == nil)
    try other.end()
    #expect(try Self.keys(other.next()).count == 4)
    guard inFile else { return }
    #expect(try store.anchor(named: "follow one") == nil)
    try Data("anything\n".utf8).write(to: URL(fileURLWithPath: #require(state("two"))))
    #expect(throws: HealthError.self) { try other.next() }
  }

  /// Changes that are not for the receiver advance its anchor and do not call it.
  @Test(arguments: StoreUnderTest.all)
  func onlyWhatIsSelectedComes(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.creating)
    var delivery = ChangeDelivery(from: store, to: "steps")
    delivery.predicate = try .type("StepCount")
    delivery.limit = 1
    try store.save((0..<3).map { Inputs.heartRate(60, at: $0) })
    #expect(try delivery.next() == nil)
    #expect(try delivery.hasBegun())
  }

  /// A client is given what it may see, and keeps an anchor of its own.
  @Test func clientsFollow() throws {
    let place = try StoreUnderTest.sqlite.make()
    let store = try place.open(.creating)
    try store.save([Inputs.heartRate(60, at: 1)])
    let unknown = ChangeDelivery(from: store.client("Study"), to: "x")
    #expect(throws: HealthError.self) { try unknown.skip() }
    var grant = try ClientGrant(client: "Study")
    try store.setGrant(grant)
    let delivery = ChangeDelivery(from: store.client("Study"), to: "x")
    #expect(try delivery.next() == nil)
    grant.decide(.init(type: "HeartRate", read: .authorized))
    try store.setGrant(grant)
    try store.save([Inputs.heartRate(61, at: 2)])
    #expect(try Self.keys(delivery.next()).count == 1)
    #expect(try ChangeDelivery(from: store, to: "x").hasBegun() == false)
  }

  /// Waits until a condition holds; fails after 30 seconds.
  private static func wait(for event: String, _ condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while try !condition() {
      try #require(ContinuousClock.now < end, "no \(event) within 30 s")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// What a handler failed on comes again.
  @Test func aHandlerThatFailsIsCalledAgain() async throws {
    struct Failure: Error {}
    let place = try StoreUnderTest.sqlite.make()
    let store = try place.open(.creating)
    try await store.save([Inputs.heartRate(60, at: 1)])
    let calls = Mutex<[Int]>([])
    let task = Task {
      try await ChangeDelivery(from: store, to: "x").run(.immediate) { changes in
        let count = calls.withLock { calls in
          calls.append(changes.changes.count)
          return calls.count
        }
        if count < 3 { throw Failure() }
      }
    }
    defer { task.cancel() }
    try await Self.wait(for: "third call") { calls.withLock { $0.count } >= 3 }
    try await Self.wait(for: "end of the delivery") {
      try ChangeDelivery(from: store, to: "x").next() == nil
    }
    task.cancel()
    try await task.value
    #expect(calls.withLock { $0 } == [1, 1, 1])
  }

  /// A program that writes for longer than SQLite waits does not end a delivery, and nothing is delivered twice.
  @Test func aLongLoadIsWaitedFor() async throws {
    let place = try StoreUnderTest.sqlite.make()
    let store = try place.open(.creating)
    try await store.save([Inputs.heartRate(60, at: 1)])
    let calls = Mutex(0)
    let load = try place.open(.writing).beginLoad(.add)
    try load.save([Inputs.heartRate(61, at: 2)])
    let task = Task {
      try await ChangeDelivery(from: store, to: "x").run(.immediate) { _ in
        calls.withLock { $0 += 1 }
      }
    }
    defer { task.cancel() }
    try await Task.sleep(for: .seconds(6))
    load.rollBack()
    try await Self.wait(for: "end of the delivery") {
      try ChangeDelivery(from: store, to: "x").next() == nil
    }
    task.cancel()
    try await task.value
    #expect(calls.withLock { $0 } == 1)
  }
}
