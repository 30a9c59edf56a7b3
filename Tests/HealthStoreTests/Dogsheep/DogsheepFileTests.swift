import Foundation
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

  /// SQLite would take the log for one of the new file.
  @Test func aLogThatWasLeftGoesWithItsDatabase() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.db"
    do {
      let old = try PlainDatabase(folder + "/old.db")
      try old.run("PRAGMA journal_mode = WAL")
      try old.run("CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(100000))")
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: "\(folder)/old.db\(ending)", toPath: path + ending)
      }
    }
    try replace(path)
    #expect(try !files.contains("a.db-wal"))
    #expect(try PlainDatabase(path).hasTable("rHeartRate"))
  }

  @Test func whoHasADatabaseWithALogOpenSeesTheNewOne() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.db"
    let reader = try PlainDatabase(path)
    try reader.run("PRAGMA journal_mode = WAL")
    try reader.run("CREATE TABLE t (a)")
    let old = FileStatus(path: path, following: true)?.identity
    try reader.run("BEGIN")
    #expect(try reader.hasTable("t"))
    try replace(path)
    #expect(try reader.hasTable("t"), "a transaction reads the old database to its end")
    try reader.run("COMMIT")
    #expect(FileStatus(path: path, following: true)?.identity == old)
    #expect(try reader.hasTable("rHeartRate"))
    #expect(try PlainDatabase(path).hasTable("rHeartRate"))
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
    ("/taken.db", HealthError.Code.exists), ("", .isDirectory), ("/no/a.db", .notFound),
  ])
  func isRefused(_ path: String, _ code: HealthError.Code) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/taken.db"))
    let error = #expect(throws: HealthError.self) { try DogsheepWriter(path: folder + path) }
    #expect(error?.code == code)
    #expect(try files == ["taken.db"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/taken.db")) == Data("mine".utf8))
  }

  @Test func devicesAreRefused() {
    let error = #expect(throws: HealthError.self) {
      try DogsheepWriter(path: "/dev/null", overwrite: true)
    }
    #expect(error?.code == .unsupported)
  }
}
