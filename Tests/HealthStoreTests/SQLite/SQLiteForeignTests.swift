import Foundation
import HealthFormats
import HealthModel
import HealthStore
import HealthTesting
import Testing

@testable import HealthStoreSQLite

/// Databases that somebody made to do harm: nothing in them is run, and nothing of any size is read.
@Suite struct SQLiteForeignTests {
  /// Changes a database without any of our settings.
  static func change(_ path: String, _ sql: String) throws {
    try PlainDatabase(path).run(sql)
  }

  static let endless =
    "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n)"

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "CREATE TRIGGER t AFTER DELETE ON Sample BEGIN DELETE FROM store; END",
      "CREATE VIEW mine AS SELECT \(endless) FROM sample",
      "ALTER TABLE sample RENAME TO other; CREATE VIEW sample AS SELECT *, \(endless) FROM other",
      "ALTER TABLE sample ADD COLUMN more AS (hex(zeroblob(400000000)))",
      "ALTER TABLE sample ADD COLUMN more CHECK (length(hex(zeroblob(400000000))) > 0)",
      "CREATE INDEX mine ON sample (value || hex(zeroblob(10)))",
      "CREATE INDEX mine ON sample (value) WHERE length(hex(zeroblob(10))) > 0",
      "DROP INDEX sample_by_series; CREATE INDEX sample_by_series ON sample (abs(series), start_date)",
      "CREATE TABLE mine (n)",
      "CREATE VIRTUAL TABLE mine USING fts5 (text)",
      "ANALYZE",
    ])
  func aSchemaThatIsNotExactlyOursIsRefused(_ sql: String) throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    try SQLiteStore(folder.path, for: .creating).save(Inputs.marked, .upsert)
    try Self.change(folder.path, sql)
    for access in [StoreKind.Access.reading, .writing, .creating] {
      #expect(
        try SQLiteFileTests.code { _ = try SQLiteStore(folder.path, for: access) } == .foreign)
    }
    // Where a log was left behind, the whole file is checked before it is opened.
    try Data([1]).write(to: URL(fileURLWithPath: folder.path + "-wal"))
    #expect(
      try SQLiteFileTests.code { _ = try SQLiteStore(folder.path, for: .reading) } == .foreign)
  }

  @Test(arguments: [
    "DROP TABLE audiogram_sensitivity_points", "DROP INDEX sample_by_series",
    "DROP INDEX type_by_row",
  ])
  func whatIsMissingIsDamage(_ sql: String) throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    try Self.change(folder.path, sql)
    for access in [StoreKind.Access.reading, .writing, .creating] {
      #expect(
        try SQLiteFileTests.code { _ = try SQLiteStore(folder.path, for: access) } == .damaged)
    }
  }

  /// The list of what is ours is that of what is made, after a first load, after changes, after deletions.
  @Test func theSchemaIsThatOfItsDefinitions() throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    func objects() throws -> Set<String> {
      let rows = try PlainDatabase(folder.path).rows(
        "SELECT type || ' ' || name || ' ' || tbl_name || ': ' || sql FROM sqlite_master")
      return Set(rows.compactMap { $0[0] })
    }
    func texts(_ objects: [SchemaObject]) -> Set<String> {
      Set(objects.map { "\($0.kind.rawValue) \($0.name) \($0.table): \($0.storedSQL)" })
    }
    let store = try SQLiteStore(folder.path, for: .creating)
    try store.save(try Inputs.generated(), .upsert)
    #expect(try objects() == texts(Schema.required))
    try store.save([Inputs.heartRate(90)])
    #expect(try objects() == texts(Schema.required + Schema.changing))
  }

  @Test(.timeLimit(.minutes(10)), arguments: [20_000, 2]) func aGiantSchemaIsNotRead(_ count: Int)
    throws
  {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let filler = String(repeating: " ", count: 2_000_000 / count)
    try Self.change(
      folder.path,
      """
      PRAGMA writable_schema = ON;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO sqlite_master
      SELECT 'view', 'v' || i, 'v' || i, 0, 'CREATE VIEW v' || i || ' AS SELECT 1 \(filler)' FROM n
      """)
    #expect(
      try SQLiteFileTests.code { _ = try SQLiteStore(folder.path, for: .reading) } == .foreign)
  }

  @Test func aGiantCellIsNotRead() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    try Self.change(
      folder.path, "INSERT INTO store VALUES ('giant', CAST(zeroblob(100000000) AS TEXT))")
    #expect(
      try SQLiteFileTests.code { _ = try SQLiteStore(folder.path, for: .reading).info() }
        == .unsupported)
  }

  /// What would be refused in reading is refused in writing, on both ways to write.
  @Test func aGiantValueIsNotSaved() throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    let value = String(repeating: "x", count: 1 << 24)
    let sample = Inputs.heartRate(
      61, metadata: Metadata([MetadataEntry(key: MetadataKey("k"), value: value)]))
    for _ in 0..<2 {
      let store = try SQLiteStore(folder.path, for: .creating)
      #expect(try SQLiteFileTests.code { try store.save([sample]) } == .unsupported)
      try store.save([Inputs.heartRate(60)])
      #expect(try store.all() == [Inputs.heartRate(60)])
    }
  }

  @Test func aValueThatIsNotBoundIsNotSaved() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let connection = try Connection(folder.path, name: "test")
    let statement = try connection.statement("INSERT INTO store (name, value) VALUES (?, ?)")
    let giant = String(repeating: "x", count: Int(Connection.longestRow) + 1)
    statement.bind(1, "first")
    statement.bind(2, giant)
    #expect(throws: HealthError.self) { try statement.run() }
    statement.bind(2, Array(giant.utf8))
    #expect(throws: HealthError.self) { try statement.step() }
    statement.bind(3, 7 as Int64)
    #expect(throws: HealthError.self) { try statement.run() }
    #expect(try connection.integer("SELECT count(*) FROM store WHERE name = 'first'") == 0)
    statement.bind(2, "value")
    try statement.run()
    #expect(try connection.text("SELECT value FROM store WHERE name = 'first'") == "value")
    try connection.close()
  }

  @Test func aTextThatIsMissingIsDamage() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let connection = try Connection(folder.path, name: "test")
    let statement = try connection.statement("SELECT NULL AS word, '', x''")
    #expect(try statement.step())
    #expect(try SQLiteFileTests.code { _ = try statement.text(0) } == .damaged)
    #expect(try statement.optionalText(0) == nil)
    #expect(try statement.text(1) == "")
    #expect(try statement.bytes(2) == [])
    statement.reset()
    try connection.close()
  }

  /// Other programs store texts as bytes.
  @Test func textsOfAnotherTypeAreRead() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    try SQLiteStore(folder.path, for: .writing).save(Inputs.marked, .upsert)
    try Self.change(
      folder.path,
      "INSERT INTO characteristic VALUES (0, 'HKCharacteristicTypeIdentifierDateOfBirth', '1990-01-01')"
    )
    let info = try SQLiteStore(folder.path, for: .reading).info()
    let contents = try SQLiteStore(folder.path, for: .reading).contents(limit: 9)
    try Self.change(
      folder.path,
      """
      UPDATE characteristic SET type = CAST(type AS BLOB), value = CAST(value AS BLOB);
      UPDATE store SET value = CAST(value AS BLOB);
      UPDATE type SET identifier = CAST(identifier AS BLOB)
      """)
    let changed = try SQLiteStore(folder.path, for: .reading)
    #expect(try changed.info() == info)
    #expect(!info.characteristics.isEmpty)
    #expect(try changed.contents(limit: 9).types.map(\.type) == contents.types.map(\.type))
    #expect(!contents.types.isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func aStatementWithoutEndIsInterrupted() throws {
    let folder = try SQLiteFolder()
    defer { folder.remove() }
    let connection = try Connection(folder.path, name: "test")
    let clock = ContinuousClock()
    let begin = clock.now
    connection.processorTime = .milliseconds(50)
    #expect(
      try SQLiteFileTests.code { _ = try connection.integer("SELECT \(Self.endless)") } == .failed
    )
    let time = clock.now - begin
    connection.processorTime = nil
    #expect(time < .seconds(20))
    // Without a deadline, it ends when the file is too small to explain it.
    for isWritten in [false, true] {
      let endless = { () throws(HealthError) in
        _ = try connection.integer("SELECT \(Self.endless)")
      }
      #expect(
        try SQLiteFileTests.code {
          if isWritten { try connection.writing(endless) } else { try connection.reading(endless) }
        } == .damaged)
    }
    // The limits end with the transaction.
    #expect(try connection.integer("SELECT 1") == 1)
    try connection.close()
    let store = try SQLiteStore(folder.path, for: .writing)
    try store.save(try Inputs.generated(), .upsert)
    #expect(try SQLiteFileTests.code { _ = try store.check(within: .zero) } == .failed)
    #expect(try store.check() == [])
  }
}
