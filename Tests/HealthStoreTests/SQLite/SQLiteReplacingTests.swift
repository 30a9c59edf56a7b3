import Foundation
import HealthBytes
import HealthConv
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

@testable import HealthStoreSQLite

/// Stores whose file is replaced by another while somebody has it open.
@Suite struct SQLiteReplacingTests {
  static let old = (0..<40).map { Inputs.heartRate(60 + $0, at: Int64($0)) }
  static let new = [Inputs.heartRate(99), Inputs.heartRate(98)]

  /// A folder with a store of old samples, and the path of one with new samples.
  static func folder() throws -> (SQLiteFolder, other: String) {
    let folder = try SQLiteFolder()
    try SQLiteStore(folder.path, for: .writing).save(old, .upsert)
    let other = folder.folder + "/other.db"
    try SQLiteStore(other, for: .creating).save(new, .upsert)
    return (folder, other)
  }

  static func move(_ path: String, to target: String) throws {
    try #require(unsafe rename(path, target) == 0)
  }

  static func code(_ body: () throws -> Void) throws -> HealthError.Code? {
    try SQLiteFileTests.code(body)
  }

  @Test func aFileThatIsMovedThereIsTheStoreFromThenOn() throws {
    let (folder, other) = try Self.folder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    let anchor = try store.anchor()
    let cursor = try store.samples(SampleQuery())
    #expect(try store.all().count == 40)
    _ = try cursor.next()
    try Self.move(other, to: folder.path)
    #expect(try store.all() == Self.new)
    #expect(try store.anchor().store != anchor.store)
    #expect(
      try Self.code { _ = try store.changes(since: anchor, matching: .all, limit: 9) }
        == .foreignAnchor)
    #expect(try cursor.all().count == 39, "who began to read the old one, reads it to the end")
    #expect(try store.save(Self.old, .upsert).new == 40)
    #expect(try SQLiteStore(folder.path, for: .reading).all().count == 42)
    #expect(try store.check() == [])
  }

  @Test func anotherFileIsLookedAt() throws {
    let (folder, other) = try Self.folder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    #expect(
      try SQLiteStore("\(folder.folder)/./health.db", for: .reading).location() == store.location())
    #expect(try SQLiteStore(other, for: .reading).location() != store.location())
    #expect(try store.all().count == 40)
    try SQLiteFileTests.change(other, "PRAGMA user_version = 99")
    try Self.move(other, to: folder.path)
    #expect(try Self.code { _ = try store.all() } == .newer)
    try Data("<HealthData/>".utf8).write(to: URL(fileURLWithPath: other))
    try Self.move(other, to: folder.path)
    #expect(try Self.code { _ = try store.all() } == .foreign)
    try FileManager.default.removeItem(atPath: folder.path)
    #expect(try Self.code { _ = try store.all() } == .notFound)
  }

  @Test func whatWouldBeLostIsNotCommitted() throws {
    let (folder, other) = try Self.folder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    let load = try store.beginSaving(.upsert)
    try load.save(Inputs.heartRate(50))
    try Self.move(other, to: folder.path)
    #expect(try Self.code { _ = try load.commit() } == .busy)
    #expect(try store.all() == Self.new)
    #expect(try store.save([Inputs.heartRate(50)]).new == 1)
  }

  /// As with `--overwrite` while a follower is at work, in this process or in another.
  @Test func whoHasTheStoreOpenSeesTheNewOne() throws {
    let (folder, _) = try Self.folder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    let anchor = try store.anchor()
    let cursor = try store.samples(SampleQuery())
    let load = try SQLiteStore(folder.path, for: .replacing).beginSaving(.upsert)
    for sample in Self.new { try load.save(sample) }
    #expect(try store.all().count == 40, "until then the old one is there")
    #expect(try load.commit().new == 2)
    #expect(try store.all() == Self.new)
    #expect(
      try Self.code { _ = try store.changes(since: anchor, matching: .all, limit: 9) }
        == .foreignAnchor)
    #expect(try cursor.all().count == 40)
    #expect(try store.save(Self.old, .upsert).new == 40)
    #expect(try store.check() == [])
    #expect(!folder.files.contains { $0.hasPrefix(".") }, "\(folder.files)")
  }

  @Test func whoWritesIsWaitedFor() throws {
    let (folder, _) = try Self.folder()
    defer { folder.remove() }
    let store = try SQLiteStore(folder.path, for: .writing)
    let writer = try store.beginSaving(.upsert)
    try writer.save(Inputs.heartRate(50))
    let load = try SQLiteStore(folder.path, for: .replacing).beginSaving(.upsert)
    try load.save(Inputs.heartRate(99))
    #expect(try Self.code { _ = try load.commit() } == .busy)
    #expect(try writer.commit().new == 1)
    #expect(try store.all().count == 41)
    #expect(!folder.files.contains { $0.hasPrefix(".") }, "\(folder.files)")
  }

  @Test func nobodyElseIsHindered() throws {
    let (folder, _) = try Self.folder()
    defer { folder.remove() }
    try SQLiteStore(folder.path, for: .replacing).save(Self.new, .upsert)
    #expect(try SQLiteStore(folder.path, for: .reading).all() == Self.new)
    #expect(folder.files == ["health.db", "other.db"])
    // What is no database is replaced, too.
    try Data("<HealthData/>".utf8).write(to: URL(fileURLWithPath: folder.path))
    try SQLiteStore(folder.path, for: .replacing).save(Self.new, .upsert)
    #expect(try SQLiteStore(folder.path, for: .reading).all() == Self.new)
  }

  /// SQLite would take the log of a file for that of another which is moved to its place.
  @Test func aFileThatOthersHaveOpenCanBeMovedOver() throws {
    let (folder, other) = try Self.folder()
    defer { folder.remove() }
    let follower = try SQLiteStore(folder.path, for: .reading)
    let anchor = try follower.anchor()
    try SQLiteStore(folder.path, for: .writing).save([Inputs.heartRate(50)])
    #expect(try follower.anchor() != anchor)
    try Self.move(other, to: folder.path)
    #expect(try SQLiteStore(folder.path, for: .reading).all() == Self.new)
    #expect(try SQLiteStore(folder.path, for: .reading).check() == [])
    let code = try Self.code {
      _ = try follower.changes(since: anchor, matching: .all, limit: 1)
    }
    #expect(code == .foreignAnchor)
  }

  /// POSIX takes the locks of a process from a file when the process closes any descriptor of it.
  @Test(.enabled(if: Python.has("sqlite3"), "there is no Python with sqlite3"))
  func whoLooksWhatAFileIsTakesNoLocks() throws {
    let (folder, _) = try Self.folder()
    defer { folder.remove() }
    // Another process: only who is alone with a database can take its log away.
    func other() throws -> String {
      let script = """
        import sqlite3, sys
        try: print(sqlite3.connect(sys.argv[1], timeout=0).execute("PRAGMA journal_mode = DELETE").fetchone()[0])
        except sqlite3.OperationalError as error: print(error)
        """
      return try Python.run(script, [folder.path]).output
    }
    func descriptors() -> Int {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return numbers.count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
          == folder.path
      }
    }
    do {
      let store = try SQLiteStore(folder.path, for: .writing)
      _ = try store.anchor()
      #expect(try other() == "database is locked\n")
      for _ in 0..<50 { #expect(try Dataset.open(folder.path).format.name == "sqlite") }
      #expect(try other() == "database is locked\n")
      #expect(descriptors() < 10, "who looks again and again needs but one descriptor")
      #expect(try store.all() == Self.old)
    }
    do {
      // The dataset is gone while its samples are read.
      var samples = try Dataset.open(folder.path).samples()
      var count = 0
      while try samples.next() != nil {
        count += 1
        if count == 20 { #expect(try other() == "database is locked\n") }
      }
      #expect(count == 40)
    }
    #expect(descriptors() == 0)
    #expect(try other() == "delete\n")
  }

  @Test func aKilledFirstLoadIsClearedUp() throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    let left = ".health.db.healthconv-abcdefgh"
    for isFirst in [true, false] {
      for ending in ["", "-wal"] {
        try Data([1]).write(to: URL(fileURLWithPath: "\(folder.folder)/\(left)\(ending)"))
      }
      let load = try SQLiteStore(folder.path, for: .creating).beginSaving(.upsert)
      #expect(!folder.files.contains(left))
      if isFirst {
        // Another load into the same place leaves that of the living alone.
        try SQLiteStore(folder.path, for: .creating).save([Inputs.heartRate(1)])
      }
      #expect(try load.commit().new == 0)
    }
    #expect(folder.files.filter { $0.hasPrefix(".") } == [])
  }

  @Test func placesWhereNoFileCanBe() throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path, withDestinationPath: "nowhere/health.db")
    for access in [StoreKind.Access.reading, .writing, .creating] {
      for (path, words) in [(folder.path, "a link to a file"), ("", "names no file")] {
        let error = #expect(throws: HealthError.self) { _ = try SQLiteStore(path, for: access) }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains(words) == true, "\(error?.description ?? "")")
        #expect(error?.place.file.isEmpty == false)
      }
    }
  }
}
