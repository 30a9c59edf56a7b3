import Foundation
import HealthModel
import HealthTesting
import Testing

@testable import HealthConv

struct MigrationTests {
  private static func result(
    _ report: Migration.Report, _ identifier: String
  ) -> Migration.Report.TypeResult? {
    report.types.first { $0.identifier == identifier }
  }

  @Test(arguments: [Format.jsonLines, .appleHealth, .csvDataset, .parquet])
  func whatIsLosslessIsVerified(_ format: Format) throws {
    let folder = try TemporaryFolder()
    let target = folder.path + (format.name == "csv-dataset" ? "/out/" : "/out")
    let source = try Dataset.open(Fixture.smallExport)
    let migration = Migration(of: source, to: target, as: format)
    let report = try migration.run()
    #expect(report.isVerified)
    #expect(report.count == 9)
    #expect(report.conversion?.samplesWritten == 9)
    #expect(report.types.map(\.sourceCount).max() == 2)
    let again = try migration.verify()
    #expect(again.isVerified)
    #expect(again.types == report.types)
    #expect(again.conversion == nil)
  }

  /// What cannot be read back does not stay, unless it was there before.
  @Test func whatCannotBeVerifiedIsRemoved() throws {
    let lines = Format.jsonLines
    let unreadable = Format(
      name: "unreadable", title: "", extensions: [], isText: true, layouts: lines.layouts,
      losses: [], confidence: { _ in .no },
      makeReader: { (input, options) throws(HealthError) in
        throw HealthError(
          .failed, rule: "unreadable-input", place: Place(file: input.name), "reading failed")
      }, makeWriter: lines.makeWriter)
    let folder = try TemporaryFolder()
    let target = folder.path + "/out"
    let migration = Migration(
      of: try Dataset.open(Fixture.smallExport), to: target, as: unreadable)
    #expect(throws: HealthError.self) { try migration.run() }
    #expect(!FileManager.default.fileExists(atPath: target))
    _ = try folder.write(bytes: [1], "out")
    #expect(throws: HealthError.self) { try migration.run(overwriting: true) }
    #expect(FileManager.default.fileExists(atPath: target))
  }

  @Test func whatALossyFormatDropsIsTold() throws {
    let folder = try TemporaryFolder()
    let source = try Dataset.open(Fixture.smallExport)
    let report = try Migration(of: source, to: folder.path + "/out.csv", as: .csv).run()
    #expect(!report.isVerified)
    let steps = try #require(Self.result(report, "HKQuantityTypeIdentifierStepCount"))
    #expect(steps.isSame && steps.sourceCount == 1)
    #expect(report.types.contains { !$0.isSame })
  }

  /// Each kind of difference is seen: another order is none.
  @Test func differencesAreSeen() throws {
    let folder = try TemporaryFolder()
    let samples = [
      MarkedSamples.quantity("60"), MarkedSamples.quantity("61"), MarkedSamples.quantity("62"),
    ]
    let source = try Dataset.open(folder.write(samples, "source.jsonl"))
    func verify(_ others: [Sample]) throws -> Migration.Report {
      let target = try folder.write(others, "target.jsonl")
      return try Migration(of: source, to: target, as: .jsonLines).verify()
    }
    #expect(try verify(samples).isVerified)
    #expect(try verify(samples.reversed()).isVerified)
    let type = "HKQuantityTypeIdentifierHeartRate"
    let missing = try #require(Self.result(verify(Array(samples.dropLast())), type))
    #expect(!missing.isSame && missing.sourceCount == 3 && missing.targetCount == 2)
    let other = try #require(
      Self.result(verify(samples.dropLast() + [MarkedSamples.quantity("63")]), type))
    #expect(!other.isSame && other.targetCount == 3)
    let spelled = try #require(
      Self.result(verify(samples.dropLast() + [MarkedSamples.quantity("62.0")]), type))
    #expect(!spelled.isSame)
    #expect(try !verify(samples + [MarkedSamples.kinds[1]]).isVerified)
    #expect(try !verify([]).isVerified)
  }

  /// A store may hold other samples: then each of those that were moved is looked for.
  @Test func aStoreMayHoldMore() throws {
    let folder = try TemporaryFolder()
    let (a, b, c) = (
      MarkedSamples.quantity("60"), MarkedSamples.quantity("61"), MarkedSamples.quantity("62")
    )
    let target = folder.path + "/out.db"
    func move(_ samples: [Sample]) throws -> Migration.Report {
      let source = try Dataset.open(folder.write(samples, "source.jsonl"))
      return try Migration(of: source, to: target, as: Format.forWriting(to: target)).run()
    }
    let alone = try move([a])
    #expect(alone.isVerified && alone.others == 0)
    let report = try move([b, b, c])
    #expect(report.isVerified && report.others == 1 && report.count == 4)
    #expect(report.types.map(\.sourceCount) == [3])
    func verify(_ samples: [Sample]) throws -> Migration.Report {
      let source = try Dataset.open(folder.write(samples, "source.jsonl"))
      return try Migration(of: source, to: target, as: Format.forWriting(to: target)).verify()
    }
    #expect(try verify([a, c]).isVerified)
    #expect(try verify([]).others == 4)
    #expect(try !verify([a, MarkedSamples.quantity("63")]).isVerified, "as many, and another one")
    #expect(try !verify([c, c]).isVerified, "there is but one")
    #expect(try !verify([a, MarkedSamples.kinds[1]]).isVerified)
  }

  @Test func nothingIsMovedToWhereItIs() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([MarkedSamples.quantity("60")], "a.jsonl")
    let store = folder.path + "/a.db"
    _ = try Migration(of: .open(file), to: store, as: Format.forWriting(to: store)).run()
    let link = folder.path + "/link.db"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.db")
    let names = [
      (store, store), (store, link), ("sqlite:" + link, "sqlite:\(store)"), (file, file),
    ]
    for (from, to) in names {
      let migration = try Migration(of: .open(from), to: to, as: Format.forWriting(to: to))
      for run in [{ try migration.run(overwriting: true) }, migration.verify] {
        let error = #expect(throws: HealthError.self) { try run() }
        #expect(error?.code == .usage)
      }
    }
    let there = try Migration(of: .open(file), to: store, as: Format.forWriting(to: store)).verify()
    #expect(there.isVerified && there.count == 1)
    // A copy says that it is the same store, and is another place.
    let copy = folder.path + "/copy.db"
    try FileManager.default.copyItem(atPath: store, toPath: copy)
    #expect(
      try Migration(of: .open(store), to: copy, as: Format.forWriting(to: copy)).run().isVerified)
  }

  /// A source that is damaged half-way is not moved by half.
  @Test func aDamagedSourceIsNotMoved() throws {
    let folder = try TemporaryFolder()
    let whole = try folder.write([MarkedSamples.quantity("60")], "whole.jsonl")
    let bytes = try Fixtures.bytes(whole) + Array("{ not JSON\n".utf8)
    let source = try Dataset.open(folder.write(bytes: bytes, "broken.jsonl"))
    let report = try Migration(of: source, to: folder.path + "/out.jsonl", as: .jsonLines).run()
    #expect(report.conversion?.readError != nil)
    #expect(!report.isVerified && !report.isCompared)
    #expect(throws: HealthError.self) { try Dataset.open(folder.path + "/out.jsonl") }
  }
}
