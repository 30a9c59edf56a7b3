import Foundation
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

@testable import HealthStoreSQLite

/// What is found at a path: stores, other databases, other files, stores of other versions, damaged ones.
@Suite struct SQLiteFileTests {
  /// Changes a store with SQL, as another program would.
  static func change(_ path: String, _ sql: String) throws {
    let connection = try Connection(path, name: path)
    try connection.run(sql)
    try connection.close()
  }

  static func code(_ body: () throws -> Void) throws -> HealthError.Code? {
    do {
      try body()
      return nil
    } catch let error as HealthError { return error.code }
  }

  @Test func whatIsNoStoreIsSaidToBe() throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    for access in [StoreKind.Access.reading, .writing] {
      #expect(try Self.code { _ = try SQLiteStore(folder.path, for: access) } == .notFound)
    }
    let contents: [(name: String, bytes: [UInt8])] = [
      ("empty.db", []), ("text.db", Array("<HealthData/>".utf8)),
      ("zeros.db", Array(repeating: 0, count: 5_000)),
    ]
    for (name, bytes) in contents {
      let path = "\(folder.folder)/\(name)"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      for access in [StoreKind.Access.reading, .writing, .creating] {
        #expect(try Self.code { _ = try SQLiteStore(path, for: access) } == .foreign, "\(name)")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes), "left as it is")
    }
    let other = "\(folder.folder)/other.db"
    try PlainDatabase(other).run("CREATE TABLE sample (change INTEGER)")
    for access in [StoreKind.Access.reading, .writing, .creating] {
      #expect(try Self.code { _ = try SQLiteStore(other, for: access) } == .foreign)
    }
    #expect(
      try Self.code { _ = try SQLiteStore(folder.folder, for: .creating) } == .foreign, "a folder")
    let nowhere = "\(folder.folder)/no/health.db"
    #expect(
      try Self.code { try SQLiteStore(nowhere, for: .creating).save([]) } == .notFound)
  }

  @Test func aNewerStoreIsLeftAlone() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    try Self.change(folder.path, "PRAGMA user_version = 99")
    for access in [StoreKind.Access.reading, .writing, .creating] {
      #expect(try Self.code { _ = try SQLiteStore(folder.path, for: access) } == .newer)
    }
  }

  @Test func anOlderStoreIsBroughtUpToDateAfterABackup() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    try SQLiteStore(folder.path, for: .writing).save(Inputs.marked, .upsert)
    let migration = SchemaMigration(
      steps: ["CREATE TABLE more (n)", "INSERT INTO more VALUES (1), (2)"], first: 1)
    let connection = try StoreFile(folder.path).connect()
    try migration.run(connection, from: 1, path: folder.path)
    #expect(try connection.integer("SELECT count(*) FROM more") == 2)
    #expect(try connection.integer("PRAGMA user_version") == 3)
    let backup = folder.path + ".backup-v1"
    #expect(folder.files.contains("health.db.backup-v1"))
    #expect(try SQLiteStore(backup, for: .reading).all() == Inputs.marked)
    // One that does not go through leaves the store as it was.
    let bad = SchemaMigration(steps: ["CREATE TABLE once (n)", "this is no SQL"], first: 3)
    #expect(throws: HealthError.self) { try bad.run(connection, from: 3, path: folder.path) }
    #expect(try connection.integer("PRAGMA user_version") == 3)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_master WHERE name = 'once'") == 0)
    #expect(
      try Self.code { try migration.run(connection, from: 9, path: folder.path) } == .unsupported)
  }

  @Test func whatIsReadOnlyIsNotChanged() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    try SQLiteStore(folder.path, for: .writing).save(Inputs.marked, .upsert)
    let store = try SQLiteStore(folder.path, for: .reading)
    #expect(try Self.code { try store.save(Inputs.marked, .upsert) } == .readOnly)
    #expect(try Self.code { try store.delete(where: .all) } == .readOnly)
    #expect(try store.all() == Inputs.marked)
  }

  @Test(.enabled(if: getuid() != 0, "the administrator may write everything"))
  func aFileThatNobodyMayWriteIsRead() throws {
    let folder = try SQLiteFolder()
    defer {
      _ = unsafe chmod(folder.folder, 0o700)
      folder.remove()
    }
    try SQLiteStore(folder.path, for: .writing).save(Inputs.marked, .upsert)
    unsafe chmod(folder.path, 0o400)
    for permissions in [0o700, 0o500] as [mode_t] {
      unsafe chmod(folder.folder, permissions)
      let store = try SQLiteStore(folder.path, for: .writing)
      #expect(try store.all() == Inputs.marked)
      #expect(try Self.code { try store.save(Inputs.marked, .upsert) } == .readOnly)
    }
  }

  @Test func damageIsFound() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let samples = try Inputs.marked + Inputs.generated()
    do {
      let load = try SQLiteStore(folder.path, for: .writing).beginSaving(.upsert)
      try load.describe(Inputs.info)
      for sample in samples { try load.save(sample) }
      _ = try load.commit()
    }
    let store = try SQLiteStore(folder.path, for: .writing)
    #expect(try store.check() == [])
    let changes: [(sql: String, defect: StoreDefect.Name)] = [
      (
        "UPDATE sample SET value = value + 1 WHERE change = (SELECT change FROM sample WHERE value > 9 AND parent IS NULL LIMIT 1)",
        .changedIdentity
      ),
      (
        "UPDATE sample SET creation_date = 5 WHERE change = (SELECT change FROM sample WHERE creation_date IS NOT NULL AND parent IS NULL LIMIT 1)",
        .changedSample
      ),
      ("UPDATE sample SET end_offset = end_offset + 1 WHERE kind = 1", .changedSample),
      ("UPDATE sample SET device_address = 7 WHERE device_address IS NOT NULL", .changedSample),
      ("UPDATE sample SET parent = change WHERE parent IS NOT NULL", .misplacedSample),
      ("DELETE FROM metadata_entry", .unreadableSample),
      ("PRAGMA foreign_keys = OFF; DELETE FROM device", .missingRow),
      ("UPDATE store SET value = 1 WHERE name = 'next_change'", .reusedChange),
      ("DELETE FROM store WHERE name = 'identity'", .missingIdentity),
      (
        "UPDATE sample SET id = (SELECT id FROM sample WHERE parent IS NULL LIMIT 1), ordinal = 0 WHERE kind = 0",
        .equalKeys
      ),
      ("UPDATE sample SET exact = 'nonsense' WHERE kind = 1", .unreadableSample),
      ("UPDATE store SET value = 'de_CH' WHERE name = 'locale'", .changedFacts),
      ("UPDATE store SET name = 'mocale' WHERE name = 'locale'", .changedFacts),
      ("UPDATE store SET value = value + 1 WHERE name = 'next_change'", .changedFacts),
      ("UPDATE characteristic SET value = 'HKBloodTypeONegative' WHERE n = 1", .changedFacts),
      ("DELETE FROM characteristic WHERE n = 0", .changedFacts),
      ("DELETE FROM store WHERE name = 'digest'", .changedFacts),
    ]
    for (index, (sql, defect)) in changes.enumerated() {
      let copy = "\(folder.folder)/\(index).db"
      try FileManager.default.copyItem(atPath: folder.path, toPath: copy)
      try Self.change(copy, sql)
      let defects = try SQLiteStore(copy, for: .reading).check()
      #expect(defects.contains { $0.name == defect }, "\(sql): \(defects.map(\.name))")
    }
  }

  /// Numbers that no program gave end nothing but the saving.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "UPDATE sample SET change = 9223372036854775807 WHERE change = 1",
      "UPDATE store SET value = '9223372036854775807' WHERE name = 'next_change'",
      "UPDATE store SET value = '-9223372036854775808' WHERE name = 'next_change'",
      "DELETE FROM store",
    ])
  func numbersOfChangesMayBeAnything(_ change: String) throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    try SQLiteStore(folder.path, for: .creating).save((60..<70).map { Inputs.heartRate($0) })
    try Self.change(folder.path, change)
    let store = try SQLiteStore(folder.path, for: .writing)
    #expect(try store.changes(since: nil, matching: .all, limit: 100).changes.count == 10)
    #expect(!(try store.check()).isEmpty)
    let code = try Self.code { try store.save([Inputs.heartRate(90)]) }
    #expect(code == nil || code == .damaged)
    let deletion = try Self.code { try store.delete(where: .all) }
    #expect(deletion == nil || deletion == .damaged)
  }

  @Test func aDamagedFileIsSaidToBe() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    try SQLiteStore(folder.path, for: .writing).save(try Inputs.generated(count: 2_000), .upsert)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path))
    #expect(!folder.files.contains("health.db-wal"), "nothing is left when all have closed it")
    for index in stride(from: 8_192, to: bytes.count, by: 97) { bytes[index] ^= 0x5a }
    try bytes.write(to: URL(fileURLWithPath: folder.path))
    let code = try Self.code {
      let store = try SQLiteStore(folder.path, for: .reading)
      let defects = try store.check()
      #expect(!defects.isEmpty)
      _ = try store.all()
    }
    #expect(code == .damaged)
  }
}
