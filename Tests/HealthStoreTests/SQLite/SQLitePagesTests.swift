import Foundation
import HealthModel
import HealthStore
import HealthTesting
import Testing

@testable import HealthStoreSQLite

/// Pages that are written without SQLite: it has to find in them what it would have written itself.
@Suite struct SQLitePagesTests {
  /// Values of every type and width that a record has, at the edges of each.
  static let values: [StoreValue] =
    [
      .null, .text(""), .text("é\u{0}x"), .bytes([]), .bytes([0, 255]),
      .id(SampleID(high: 1, low: .max)),
    ]
    + [Int64.min, -1, 0, 1, 2, .max].map { .integer($0) }
    + [7, 15, 23, 31, 47].flatMap { bit -> [StoreValue] in
      let edge = Int64(1) << bit
      return [edge - 1, edge, -edge, -edge - 1].map { .integer($0) }
    }
    + [0.5, -0.5, 72, -0.0, 0x1p46, 0x1p47, -0x1p47, 1e300, .infinity, .leastNonzeroMagnitude].map {
      .real($0)
    }
    // Where the number of a type takes a second byte, and a third.
    + [57, 58, 8_185, 8_186].map { .text(String(repeating: "a", count: $0)) }
    + [
      .instant(-1, nanoseconds: 0), .instant(1_700_000_000, nanoseconds: 500_000_000),
      .instant(1_700_000_000, nanoseconds: 1),
    ]

  @Test func aRecordSaysWhatSQLiteWouldHaveWritten() throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    for value in Self.values {
      let table = "CREATE TABLE t (number INTEGER PRIMARY KEY, value \(Self.type(of: value)))"
      let ours = try Self.file(folder, [table]) { trees throws(HealthError) in
        var tree = try trees("t", true)
        var record = Record()
        record.addNull()
        record.add(value)
        try tree.add(record, number: 1)
        try tree.finish()
      }
      let connection = try Connection(ours, name: "ours")
      #expect(try connection.text("PRAGMA integrity_check") == "ok", "\(value)")
      try connection.run(table.replacingOccurrences(of: "TABLE t", with: "TABLE u"))
      let insert = try connection.statement("INSERT INTO u VALUES (1, ?)")
      insert.bind(1, value)
      try insert.run()
      let same = try connection.integer(
        "SELECT t.value IS u.value AND typeof(t.value) = typeof(u.value) FROM t, u")
      #expect(same == 1, "\(value)")
      try connection.close()
    }
  }

  private static func type(of value: StoreValue) -> String {
    switch value {
    case .real: "REAL"
    case .text: "TEXT"
    case .bytes, .id: "BLOB"
    default: "INTEGER"
    }
  }

  /// How many rows there are, and how long the longest: from an empty tree to one of four levels, with rows of every
  /// length around those at which they go into pages of their own.
  @Test(arguments: [
    (count: 0, longest: 10), (count: 1, longest: 10), (count: 2, longest: 3_000),
    (count: 40, longest: 300), (count: 1_000, longest: 20), (count: 3_000, longest: 700),
    (count: 200, longest: 5_000), (count: 60_000, longest: 4),
  ])
  func treesAreThoseOfSQLite(count: Int, longest: Int) throws {
    var dice = FixedRandom(seed: UInt64(count * 10_000 + longest))
    for _ in 0..<(count > 2_000 ? 2 : 20) {
      // Few rows at an end are what a page may be left with.
      let count = count + Int.random(in: 0...min(count, 6), using: &dice)
      var number: Int64 = -5
      let rows = (0..<count).map { _ -> (Int64, String) in
        number += Int64.random(in: 1...300, using: &dice)
        let length = Int.random(in: 0...longest, using: &dice)
        return (number, String(repeating: "x", count: length) + "\(number)")
      }
      try check(rows)
    }
  }

  /// Rows of each length about that at which they do not fit any more, and of one page more.
  @Test func longRowsGoIntoPagesOfTheirOwn() throws {
    let lengths = [Array(60...150), Array(440...530), Array(940...1_010)].joined()
    try check(
      lengths.enumerated().map { (Int64($0.offset), String(repeating: "y", count: $0.element)) })
  }

  private func check(_ rows: [(number: Int64, text: String)]) throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    let tables = [
      "CREATE TABLE a (number INTEGER PRIMARY KEY, text TEXT)",
      "CREATE TABLE b (number INTEGER, text TEXT, PRIMARY KEY (number)) WITHOUT ROWID",
      "CREATE INDEX a_by_text ON a (text)",
    ]
    let path = try Self.file(folder, tables) { trees throws(HealthError) in
      var a = try trees("a", true)
      var b = try trees("b", false)
      var record = Record()
      // Turn by turn, as the rows of samples come: the pages of the trees are mixed.
      for row in rows {
        record.removeAll()
        record.addNull()
        record.add(row.text)
        try a.add(record, number: row.number)
        record.removeAll()
        record.add(row.number)
        record.add(row.text)
        try b.add(record)
      }
      try a.finish()
      try b.finish()
      var index = try trees("a_by_text", false)
      for row in rows.sorted(by: { ($0.text, $0.number) < ($1.text, $1.number) }) {
        record.removeAll()
        record.add(row.text)
        record.add(row.number)
        try index.add(record)
      }
      try index.finish()
    }
    let connection = try Connection(path, name: "ours")
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
    for table in ["a", "b"] {
      let statement = try connection.statement("SELECT number, text FROM \(table) ORDER BY number")
      for row in rows {
        let isThere = try statement.step()
        let text = isThere ? try statement.text(1) : nil
        guard isThere, statement.integer(0) == row.number, text == row.text else {
          Issue.record("the row \(row.number) of \(table) is not as it was written")
          break
        }
      }
      #expect(try !statement.step())
    }
    // They grow and shrink like any other.
    try connection.run("INSERT INTO a SELECT number + 1000000000, text || 'z' FROM a")
    try connection.run("INSERT INTO b SELECT number + 1000000000, text || 'z' FROM b")
    try connection.run("DELETE FROM a WHERE number % 3 = 0; DELETE FROM b WHERE number % 3 = 0")
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
    try connection.close()
  }

  /// A file whose tables and indexes are filled page by page.
  private static func file(
    _ folder: SQLiteFolder, _ definitions: [String],
    _ fill: (_ tree: (String, Bool) throws(HealthError) -> TreeWriter) throws(HealthError) -> Void
  ) throws -> String {
    let path = folder.folder + "/\(UUID().uuidString).db"
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try NewDatabase(path, name: "ours", pageSize: 512) {
      connection throws(HealthError) in
      for definition in definitions { try connection.run(definition) }
    }
    try fill { (name, isNumbered) throws(HealthError) in
      try file.tree(name, isNumbered: isNumbered)
    }
    try file.finish()
    return path
  }

  /// The page of the byte 2^30 is SQLite's own.
  @Test func thePageOfTheLocksStaysEmpty() throws {
    let folder = try SQLiteFolder(isEmpty: true)
    defer { folder.remove() }
    let path = folder.folder + "/large.db"
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    let lock = (1 << 30) / 65_536 + 1
    // A file with a hole, so that it is only said to be large.
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.truncate(atOffset: UInt64(lock - 2) << 16)
    let file = try PageFile(path, name: "large", pageSize: 65_536, pageCount: lock - 2)
    let page = [UInt8](repeating: 1, count: 65_536)
    #expect(file.next == UInt32(lock - 1))
    #expect(file.afterNext == UInt32(lock + 1))
    #expect(try file.append(page.span) == UInt32(lock - 1))
    #expect(try file.append(page.span) == UInt32(lock + 1))
    try file.finish()
    try handle.seek(toOffset: 1 << 30)
    #expect(try handle.read(upToCount: 65_536) == Data(count: 65_536))
    #expect(try handle.readToEnd() == Data(page))
  }
}
