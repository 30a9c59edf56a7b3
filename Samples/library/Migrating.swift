import HealthConv
import Testing

/// The code of the article "Migrating and comparing".
struct Migrating {
  @Test func aStoreIsCopiedAndVerified() throws {
    let scratch = try Scratch()
    let dataset = try Dataset.open(scratch.path("export.zip"))
    let migration = Migration(of: dataset, to: scratch.path("copy.db"), as: .sqlite)
    let report = try migration.run()
    guard report.isVerified else { throw HealthError(.failed, "the copy differs") }
    #expect(report.count > 1_000)
  }

  @Test func exportsAreComparedAndMerged() throws {
    let scratch = try Scratch()
    _ = try Conversion(of: .open(scratch.path("export.zip")), to: .jsonLines).run(
      toFile: scratch.path("old.jsonl"))
    let old = try Dataset.open(scratch.path("old.jsonl"))
    let new = try Dataset.open(scratch.path("export.zip"))
    let report = try Comparison(of: old, with: new).run { difference in
      print(difference.change, difference.type, difference.parts)
    }
    _ = try Merge(of: [old, new], to: .jsonLines).run(toFile: scratch.path("all.jsonl"))
    #expect(report.isSame)
    #expect(try scratch.files().contains("all.jsonl"))
  }
}
