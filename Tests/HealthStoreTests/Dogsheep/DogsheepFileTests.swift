import Foundation
import GRDB
import HealthBytes
import HealthFormats
import HealthModel
import HealthStoreSQLite
import HealthTesting
import Testing

/// The file appears whole or not at all.
struct DogsheepFileTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/healthconv-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  @Test func isThereWhenFinished() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let writer = try DogsheepWriter(path: folder + "/a.db")
    try writer.begin(MarkedSamples.dataset)
    for sample in MarkedSamples.all { try writer.write(sample) }
    #expect(try !files.contains("a.db"))
    try writer.finish()
    try writer.commit()
    #expect(try files == ["a.db"])
    let again = try DogsheepWriter(path: folder + "/a.db", overwrite: true)
    try again.begin(MarkedSamples.dataset)
    try again.finish()
    try again.commit()
    #expect(try files == ["a.db"])
  }

  private func replace(_ path: String) throws {
    let writer = try DogsheepWriter(path: path, overwrite: true)
    for sample in MarkedSamples.all { try writer.write(sample) }
    try writer.finish()
    try writer.commit()
  }

  private func tables(_ path: String) throws -> Int {
    try DatabaseQueue(path: path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master WHERE name = 'rHeartRate'") ?? 0
    }
  }

  /// SQLite would take the log for one of the new file.
  @Test func aLogThatWasLeftGoesWithItsDatabase() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.db"
    do {
      let old = try DatabasePool(path: folder + "/old.db")
      try old.write {
        try $0.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(100000))")
      }
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: "\(folder)/old.db\(ending)", toPath: path + ending)
      }
    }
    try replace(path)
    #expect(try !files.contains("a.db-wal"))
    #expect(try tables(path) == 1)
  }

  @Test func whoHasADatabaseWithALogOpenSeesTheNewOne() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.db"
    let reader = try DatabasePool(path: path)
    try reader.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let old = FileStatus(path: path, following: true)?.identity
    try reader.read { database in
      #expect(try database.tableExists("t"))
      try replace(path)
      #expect(try database.tableExists("t"), "who began to read the old one, reads it to the end")
    }
    #expect(FileStatus(path: path, following: true)?.identity == old)
    #expect(try reader.read { try $0.tableExists("rHeartRate") })
    #expect(try tables(path) == 1)
  }

  @Test func isNotThereWhenGivenUp() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let writer = try DogsheepWriter(path: folder + "/a.db")
      try writer.begin(MarkedSamples.dataset)
      for sample in MarkedSamples.all { try writer.write(sample) }
    }
    #expect(try files == [])
  }

  @Test(arguments: [
    ("/taken.db", ByteError.Code.exists), ("", .isDirectory), ("/no/a.db", .notFound),
  ])
  func isRefused(_ path: String, _ code: ByteError.Code) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/taken.db"))
    let error = #expect(throws: WriteError.self) { try DogsheepWriter(path: folder + path) }
    #expect(error?.underlying.code == code)
    #expect(try files == ["taken.db"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/taken.db")) == Data("mine".utf8))
  }

  @Test func devicesAreRefused() {
    let error = #expect(throws: WriteError.self) {
      try DogsheepWriter(path: "/dev/null", overwrite: true)
    }
    #expect(error?.underlying.code == .unsupported)
  }
}
