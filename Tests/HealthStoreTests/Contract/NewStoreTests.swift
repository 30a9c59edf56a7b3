import Foundation
import HealthBytes
import HealthModel
import HealthStore
import HealthStoreSQLite
import HealthTesting
import Synchronization
import Testing

/// Several handles, tasks and programs begin with one store that does not exist yet.
@Suite struct NewStoreTests {
  private static func sample(_ number: Int) -> Sample { Inputs.heartRate(40 + number) }

  /// Of each database, a place without a store.
  private static func newPlace(_ kind: StoreUnderTest) throws -> StoreUnderTest.Place {
    guard kind.testDescription == StoreUnderTest.sqlite.testDescription else {
      return try kind.make()
    }
    let folder = try SQLiteFolder(isEmpty: true)
    return StoreUnderTest.Place(
      open: { access throws(HealthError) in
        try SQLiteStore(folder.path, for: access)
      }, remove: { folder.remove() })
  }

  @Test(arguments: StoreUnderTest.databases)
  func anotherHandleMakesTheStore(_ kind: StoreUnderTest) throws {
    let place = try Self.newPlace(kind)
    let (first, second) = (try place.open(.creating), try place.open(.creating))
    let anchor = try second.anchor()
    try first.save([Self.sample(1)])
    #expect(try second.samples(SampleQuery(.all)).all().count == 1)
    #expect(try second.knownCount(of: .all) != 0)
    #expect(try second.changes(since: anchor, matching: .all, limit: 9).changes.count == 1)
    try second.save([Self.sample(2)])
    #expect(try first.samples(SampleQuery(.all)).all().count == 2)
    #expect(try second.delete(where: .all) == 2)
    #expect(try first.samples(SampleQuery(.all)).all().isEmpty)
  }

  @Test(.timeLimit(.minutes(2)), arguments: StoreUnderTest.databases)
  func observersSeeTheFirstSave(_ kind: StoreUnderTest) async throws {
    let place = try Self.newPlace(kind)
    let (first, second) = (try place.open(.creating), try place.open(.creating))
    var changes = try await second.observe(every: .milliseconds(1)).makeAsyncIterator()
    try await first.save([Self.sample(1)])
    #expect(try await changes.next()?.changes.count == 1)
    try await first.save([Self.sample(2)])
    #expect(try await changes.next()?.changes.count == 1)
  }

  /// Loads that overlap: each begins before any is committed, with samples of its own and one that all have, each of them twice.
  @Test(arguments: StoreUnderTest.databases, [true, false])
  func firstLoadsAtOnce(_ kind: StoreUnderTest, sharingAHandle: Bool) throws {
    let place = try Self.newPlace(kind)
    let shared = try place.open(.creating)
    let stores = try (0..<8).map { _ in sharingAHandle ? shared : try place.open(.creating) }
    let results = Mutex<[Result<SaveCounts, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let result = Result {
        try stores[number].save(
          [Self.sample(0), Self.sample(number + 1), Self.sample(number + 1)])
      }
      results.withLock { $0.append(result) }
    }
    let counts = try results.withLock { $0 }.map { try $0.get() }
    #expect(counts.reduce(0) { $0 + $1.new } == 9)
    #expect(counts.reduce(0) { $0 + $1.same } == 15)
    let samples = try shared.samples(SampleQuery(.all)).all()
    #expect(samples.count == 9)
    #expect(try shared.check().isEmpty)
  }
}
