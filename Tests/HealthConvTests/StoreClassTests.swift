import HealthConv
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// The class by which programs open a store.
@Suite struct StoreClassTests {
  @Test func callsAreThoseOfTheDatabase() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.db"
    let store = try HealthStore(path, for: .creating)
    #expect(try store.name == path && store.samples(SampleQuery()).all().isEmpty)
    try store.save(MarkedSamples.all, .upsert, .unchecked)
    let base = try StoreKind.open(path, for: .writing)
    #expect(try store.location() == base.location() && store.anchor() == base.anchor())
    let samples = try base.samples(SampleQuery()).all()
    #expect(try store.samples(SampleQuery()).all() == samples && samples.count > 10)
    #expect(try store.contents(limit: 0).sampleCount == base.contents(limit: 0).sampleCount)
    #expect(try store.descriptors().count == base.descriptors().count)
    #expect(try store.info() == base.info())
    let quantities = SamplePredicate.kind(.quantity)
    let count = try #require(try base.knownCount(of: quantities))
    #expect(try store.knownCount(of: quantities) == count && count > 0)
    let first = try #require(samples.first)
    #expect(try store.sample(SampleKey(first)) == first)
    #expect(try store.keys(of: first.id) == base.keys(of: first.id))

    let grant = try ClientGrant(client: "Study", decisions: [.init(type: "*", share: true)])
    try store.setGrant(grant)
    #expect(try store.grants() == [grant] && base.grants() == [grant])
    try store.removeGrant(of: "Study")
    #expect(try store.grants().isEmpty)
    let anchor = try store.anchor()
    try store.keep(anchor, as: "backup")
    #expect(try store.anchor(named: "backup") == anchor && base.anchor(named: "backup") == anchor)
    let key = try #require(samples.last.map { SampleKey($0) })
    #expect(try store.delete([key]) == 1)
    #expect(try store.delete(where: quantities) == base.changes(since: anchor).changes.count - 1)
    #expect(try store.changes(since: anchor).changes.count > 1)
    try store.forgetDeleted(before: Timestamp(secondsSince1970: 4_000_000_000))
    #expect(throws: HealthError.self) { try store.changes(since: anchor) }
    #expect(try store.check() == [])
    #expect(throws: HealthError.self) { try HealthStore(folder.path + "/none.db", for: .reading) }
  }

  /// Answers are in the tables of the database, which the class itself has not.
  @Test func answersAreUpdated() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.db"
    let store = try HealthStore(path, for: .creating)
    func save(_ steps: Double, at second: Int64) throws {
      try store.save(
        QuantitySample(
          type: .stepCount, quantity: Quantity(steps, .count),
          start: Timestamp(secondsSince1970: second)))
    }
    try save(100, at: 1_700_000_000)
    _ = try StoreAnswers().save(in: path)
    try save(200, at: 1_700_090_000)
    func state() throws -> StoreAnchor? {
      let base = try #require(try StoreKind.open(path, for: .reading) as? any AnswerStore)
      return try base.answerState()?.anchor
    }
    #expect(try state() != store.anchor())
    try StoreAnswers.update(store, at: path)
    #expect(try state() == store.anchor())
  }
}
