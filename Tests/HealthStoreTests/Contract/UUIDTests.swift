import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// Samples that state a UUID, as those made in code do, and samples of exports, which do not.
@Suite struct UUIDTests {
  private static func glass(_ uuid: SampleUUID?) -> Sample {
    var sample = Inputs.heartRate(60)
    sample.updateHeader { $0.uuid = uuid }
    return sample
  }

  private static let uuids = [SampleUUID.random(), .random()]

  @Test(arguments: StoreUnderTest.all)
  func equalSamplesOfTwoUUIDsAreTwo(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    for _ in 0..<2 {
      for uuid in Self.uuids { try store.save([Self.glass(uuid)]) }
      #expect(try store.all().map(\.uuid).sorted() == Self.uuids.sorted())
    }
    for mode in SavingMode.allCases {
      let counts = try store.save(Self.uuids.map { Self.glass($0) }, mode)
      #expect(counts.same == 2, "\(mode)")
    }
    #expect(try store.all().count == 2)
    #expect(try store.check() == [])
  }

  @Test(arguments: StoreUnderTest.all, SavingMode.allCases)
  func anExportOfWhatIsStoredAddsNothing(_ kind: StoreUnderTest, _ mode: SavingMode) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save([Self.glass(Self.uuids[0])])
    for _ in 0..<2 {
      let counts = try store.save([Self.glass(nil)], mode)
      #expect(counts.same == 1 && counts.new == 0 && counts.changed == 0)
      #expect(try store.all().map { $0.header?.uuid } == [Self.uuids[0]])
    }
    // As many as the export has.
    try store.save([Self.glass(nil), Self.glass(nil)], mode)
    #expect(try store.all().count == (mode == .add ? 1 : 2))
  }

  @Test(arguments: StoreUnderTest.all)
  func aSampleOfAnExportGetsTheUUIDOfItsEqual(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save([Self.glass(nil)])
    let derived = try #require(try store.all().first)
    #expect(derived.header?.uuid == nil)
    #expect(derived.uuid == Self.glass(nil).uuid && derived.uuid != Self.uuids[0])
    #expect(try store.save([Self.glass(Self.uuids[0])], .append).same == 1)
    #expect(try store.all().map { $0.header?.uuid } == [nil])
    try store.save([Self.glass(Self.uuids[0])])
    #expect(try store.all().map { $0.header?.uuid } == [Self.uuids[0]])
  }

  @Test(arguments: StoreUnderTest.all)
  func aUUIDWithOtherContentIsAChange(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save(Self.uuids.map { Self.glass($0) })
    let changed = SameIdentities.variant(Self.glass(Self.uuids[1]), "b")
    let counts = try store.save([changed], .upsert)
    #expect(counts.replaced == 1 && counts.new == 0)
    #expect(try store.all().count == 2)
    let stored = try #require(try store.stored(changed))
    #expect(stored.metadata == changed.metadata && stored.uuid == Self.uuids[1])
    #expect(try store.stored(Self.glass(.random())) == nil)
  }

  /// By the UUID that it states or the one made of its identity, of correlations that of their members.
  @Test(arguments: StoreUnderTest.all)
  func eachSampleIsFoundByItsUUID(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    let read = try Inputs.marked + Inputs.generated(count: 60)
    try store.save(read + Self.uuids.map { Self.glass($0) }, .upsert, .unchecked)
    let stored = try store.all().filter { $0.kind != .unknown }
    #expect(stored.contains { $0.kind == .correlation } && stored.count > 60)
    for sample in stored {
      #expect(try store.all(SampleQuery(.uuid(sample.uuid))) == [sample])
    }
    #expect(try store.all(SampleQuery(.uuids(Set(stored.map(\.uuid))))) == stored)
    #expect(try store.all(SampleQuery(.uuids([]))).isEmpty)
    #expect(try store.delete(where: .uuids(Set(Self.uuids))) == 2)
    #expect(try store.all().filter { $0.kind != .unknown }.count == stored.count - 2)
  }

  @Test(arguments: StoreUnderTest.all)
  func aDeletionNamesTheUUID(_ kind: StoreUnderTest) throws {
    let place = try kind.make()
    let store = try place.open(.writing)
    try store.save(Self.uuids.map { Self.glass($0) })
    let anchor = try store.changes(since: nil).anchor
    #expect(try store.delete([Self.glass(Self.uuids[0])]) == 1)
    #expect(try store.all().map(\.uuid) == [Self.uuids[1]])
    let changes = try store.changes(since: anchor).changes
    guard case .deleted(let deleted) = changes.first else {
      Issue.record("the deletion is no change")
      return
    }
    #expect(deleted.uuid == Self.uuids[0])
  }
}
