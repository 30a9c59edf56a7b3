import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// A copy of a store has its ledger: files that were loaded into the one are not loaded into the other again.
@Suite struct InboxCopyTests {
  @Test(arguments: StoreUnderTest.databases, StoreUnderTest.databases)
  func aReplicaKnowsTheFiles(_ from: StoreUnderTest, _ to: StoreUnderTest) throws {
    try check(from, to) { source, target in
      let replication = try Replication(of: source.open(.reading), to: target.open(.creating))
      _ = try replication.run()
      #expect(try replication.run().isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.databases, StoreUnderTest.databases)
  func aMigratedStoreKnowsTheFiles(_ from: StoreUnderTest, _ to: StoreUnderTest) throws {
    try check(from, to) { source, target in
      let location = try #require(target.location)
      let migration = Migration(
        of: try Dataset.open(try #require(source.location)), to: location,
        as: try Format.forWriting(to: location))
      #expect(try migration.run().isVerified)
    }
  }

  private func check(
    _ from: StoreUnderTest, _ to: StoreUnderTest,
    _ copy: (StoreUnderTest.Place, StoreUnderTest.Place) throws -> Void
  ) throws {
    let folder = try TestInbox(from)
    let target = try to.make()
    func ledger(_ place: StoreUnderTest.Place) throws -> InboxLedger {
      try #require(try (place.open(.reading) as? any InboxStore)?.inboxLedger())
    }
    func load(into store: String?) throws -> Inbox.Report {
      try folder.load(into: store) {
        $0.reading.map = try CSVMap.named("health-auto-export#json-hours")
      }
    }
    try folder.write(InboxTests.sums([(7, 3), (8, 105), (9, 50), (10, 20)], "Watch"), "a.json")
    try folder.write(
      InboxTests.export([(8 * 60, 60), (9 * 60 + 5, 7)], date: "2024-06-01 09:10:00 +0000"), "b.xml"
    )
    try folder.write("{\"broken\":", "c.json")
    #expect(try load(into: nil).removed == 2)
    try copy(folder.place, target)
    #expect(try ledger(target) == ledger(folder.place))
    let again = try load(into: target.location)
    #expect(again.known == 3 && again.samples == 0)
    // An hour that the export covers does not count in the copy either.
    try folder.write(InboxTests.sums([(8, 110), (11, 5)], "Watch"), "d.json")
    let late = try load(into: target.location)
    #expect(late.superseded == 1 && late.new == 1)
    // What both have read stays; what only the source has read comes.
    try folder.write(InboxTests.sums([(12, 9)], "Watch"), "e.json")
    _ = try load(into: nil)
    let before = try ledger(target)
    try copy(folder.place, target)
    let after = try ledger(target)
    #expect(after.files.dropLast().elementsEqual(before.files) && after.coverage == before.coverage)
    #expect(after.files.last?.name == "e.json")
    #expect(try load(into: target.location).known == 5)
    #expect(
      try target.open(.reading).samples(SampleQuery(.all)).all().count == folder.samples().count)
    #expect(try target.open(.reading).check().isEmpty)
  }
}
