import Foundation
import HealthBytes
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

@testable import HealthStoreSQLite

/// What saving leaves behind in files, and what it does where the disk is full or others are in the way.
@Suite struct SQLiteSavingTests {
  @Test func aFirstLoadAppearsWholeOrNotAtAll() throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .creating)
    #expect(try store.all() == [])
    #expect(try store.info() == DatasetInfo())
    let empty = try store.anchor()
    #expect(empty.change == 0)
    for _ in 0..<2 {
      let load = try store.beginSaving(.upsert)
      for sample in Inputs.marked { try load.save(sample) }
      #expect(!folder.files.contains("health.db"))
      load.rollBack()
      #expect(throws: HealthError.self) { try load.save(Inputs.marked[0]) }
      #expect(folder.files == [])
    }
    #expect(try store.save(Inputs.marked, .upsert).new == Inputs.marked.count)
    #expect(try store.all() == Inputs.marked)
    #expect(try store.anchor().store == empty.store)
    #expect(
      try store.changes(since: empty, matching: .all, limit: 1_000).changes.count
        == Inputs.marked.count)
    // The same object goes on with the store that is there now.
    #expect(try store.save(Inputs.marked, .upsert).same == Inputs.marked.count)
    #expect(folder.files.allSatisfy { $0.hasPrefix("health.db") })
  }

  @Test func whatAFasterLoadHasMadeIsKept() throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    let slow = try SQLiteStore(folder.path, for: .creating).beginSaving(.upsert)
    try slow.save(Inputs.heartRate(60))
    try SQLiteStore(folder.path, for: .creating).save([Inputs.heartRate(61)])
    #expect(try slow.commit().new == 1)
    #expect(
      try SQLiteStore(folder.path, for: .reading).all() == [61, 60].map { Inputs.heartRate($0) })
    #expect(folder.files.allSatisfy { $0.hasPrefix("health.db") })
  }

  @Test func aStoreIsReplacedWithItsLog() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    // A log that a program left which died.
    let old = try SQLiteStore(folder.path, for: .writing)
    try old.save(try Inputs.generated(), .upsert)
    let copy = folder.folder + "/copy.db"
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.path + ending, toPath: copy + ending)
    }
    let store = try SQLiteStore(copy, for: .replacing)
    #expect(try store.all() == [])
    try store.save(Inputs.marked, .upsert)
    #expect(try SQLiteStore(copy, for: .reading).all() == Inputs.marked)
    #expect(try SQLiteStore(copy, for: .reading).check() == [])
    // The log of a store whose file was removed is not taken for that of the next.
    try FileManager.default.copyItem(
      atPath: folder.path + "-wal", toPath: folder.folder + "/next.db-wal")
    let next = try SQLiteStore(folder.folder + "/next.db", for: .creating)
    try next.save(Inputs.marked, .upsert)
    #expect(try next.all() == Inputs.marked)
    #expect(try next.check() == [])
  }

  @Test func whatWasCommittedIsThereAfterACrash() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    try store.save(Inputs.marked, .upsert)
    // What a program leaves that is killed now: the file, and the log with a transaction that has not ended.
    let load = try store.beginSaving(.upsert)
    for sample in try Inputs.generated(count: 4_000) { try load.save(sample) }
    let copy = folder.folder + "/copy.db"
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.path + ending, toPath: copy + ending)
    }
    load.rollBack()
    let again = try SQLiteStore(copy, for: .writing)
    #expect(try again.all() == Inputs.marked)
    #expect(try again.check() == [])
    #expect(try again.save(Inputs.marked, .upsert).same == Inputs.marked.count)
  }

  @Test func aDamagedStoreIsNoticedAfterACrash() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    try SQLiteStore(folder.path, for: .writing).save(try Inputs.generated(count: 2_000), .upsert)
    let store = try SQLiteStore(folder.path, for: .writing)
    try store.save([Inputs.heartRate(1)])
    let copy = folder.folder + "/copy.db"
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.path + ending, toPath: copy + ending)
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    for index in stride(from: 100_000, to: bytes.count, by: 97) { bytes[index] ^= 0x5a }
    try bytes.write(to: URL(fileURLWithPath: copy))
    #expect(try SQLiteFileTests.code { _ = try SQLiteStore(copy, for: .reading) } == .damaged)
  }

  @Test func aFullDiskLeavesTheStoreAsItWas() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    try store.save(Inputs.marked, .upsert)
    let connection = try #require(try store.connect())
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    try connection.run("PRAGMA max_page_count = \(pages + 20)")
    store.release(connection)
    let load = try store.beginSaving(.upsert)
    let code = try SQLiteFileTests.code {
      for bpm in 1..<100_000 { try load.save(Inputs.heartRate(bpm)) }
    }
    #expect(code == .full)
    #expect(throws: HealthError.self) { try load.commit() }
    #expect(try store.all() == Inputs.marked)
    #expect(try store.check() == [])
  }

  @Test func metadataGoWithTheirLastSample() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    let samples = try Inputs.marked + Inputs.generated()
    try store.save(samples, .upsert)
    func count(_ table: String) throws -> Int64? {
      try StoreFile(folder.path).connect().integer("SELECT count(*) FROM \(table)")
    }
    let before = try #require(try count("metadata"))
    #expect(before > 10)
    #expect(try store.delete(where: .kind(.quantity)) > 100)
    let left = try #require(try count("metadata"))
    #expect(left > 0 && left < before)
    #expect(try store.check() == [])
    try store.delete(where: .all)
    for table in StoreTable.all where table.role != .dictionary && table.role != .other {
      #expect(try count(table.name) == 0, "\(table.name)")
    }
    #expect(try count("metadata") == 0)
    #expect(try store.save(samples, .upsert).new == samples.count)
    #expect(try store.all() == samples)
    #expect(try store.check() == [])
  }

  @Test func indexesForChangingComeWithTheFirstLoadIntoAStore() throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .creating)
    var samples = try Inputs.marked + Inputs.generated()
    try store.save(samples, .upsert)
    func isIndexed() throws -> Bool {
      try Schema.isIndexedForChanging(try StoreFile(folder.path).connect())
    }
    func metadata(of path: String) throws -> Int64? {
      try StoreFile(path).connect().integer("SELECT count(*) FROM metadata")
    }
    /// As many as a store has that never had other samples.
    func expectNoMetadataLeft(_ comment: Comment) throws {
      let fresh = try SQLiteFolder(isEmpty: true)
      defer { fresh.remove() }
      try SQLiteStore(fresh.path, for: .creating).save(samples, .upsert)
      #expect(try metadata(of: folder.path) == metadata(of: fresh.path), comment)
    }
    // Deleting does without: all that is deleted is looked for at once.
    let gone = Set(samples.indices.filter { $0 % 3 == 0 })
    let keys = gone.map { SampleKey(samples[$0]) } + [SampleKey(Inputs.heartRate(1))]
    #expect(try store.delete(keys + keys) == gone.count)
    samples = samples.indices.filter { !gone.contains($0) }.map { samples[$0] }
    #expect(try store.all() == samples)
    #expect(try store.delete(where: .kind(.workout)) > 0)
    samples.removeAll { $0.kind == .workout }
    #expect(try !isIndexed())
    #expect(try store.check() == [])
    try expectNoMetadataLeft("without indexes")
    #expect(try store.save(samples, .upsert).same == samples.count)
    #expect(try isIndexed())
    #expect(try store.delete(samples.prefix(150).map { SampleKey($0) }) == 150)
    samples.removeFirst(150)
    try expectNoMetadataLeft("with indexes")
    #expect(try store.check() == [])
  }

  @Test func manyThatAreDeletedTakeTheIndexWithThem() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    let samples = try Inputs.marked + Inputs.generated()
    try store.save(samples, .upsert)
    let connection = try #require(try store.connect())
    for (count, isIndexed) in [(5, true), (11, true), (50, false)] {
      var changes = ChangeSet()
      var scan = try SampleScan(.all, connection)
      while changes.count < count, try scan.next() != nil { changes.insert(scan.row.change) }
      scan.end()
      let deleted = try connection.writing { () throws(HealthError) in
        let deletion = try Deletion(connection, many: 10)
        try deletion.delete(changes)
        return try deletion.finish()
      }
      #expect(deleted == count)
      #expect(try Schema.isIndexedForChanging(connection) == isIndexed)
    }
    store.release(connection)
    let left = Array(samples.dropFirst(66))
    #expect(try store.all() == left)
    #expect(try store.check() == [])
    #expect(try store.save(left, .upsert).same == left.count)
    #expect(try Schema.isIndexedForChanging(try StoreFile(folder.path).connect()))
    #expect(try store.check() == [])
  }

  @Test func keysThatWereMetAreNeverForgotten() {
    var filter = IdentityFilter(bits: 16)
    var random = SystemRandomNumberGenerator()
    let ids = (0..<5_000).map { _ in SampleID(high: random.next(), low: random.next()) }
    var wrong = 0
    for id in ids where filter.insert(id, 3) { wrong += 1 }
    for id in ids { #expect(filter.contains(id, 3)) }
    #expect(wrong < 2_500, "most new keys are told to be new even where it is crowded")
    var met = ChangeSet()
    for change in [1, 63, 64, 32_767, 32_768, 1 << 40] as [Int64] {
      #expect(!met.contains(change))
      met.insert(change)
      #expect(met.contains(change))
    }
  }
}
