import HealthTesting
import Testing

@testable import HealthConv

struct MigrationTests {
  private static func result(
    _ report: MigrationReport, _ identifier: String
  ) -> MigrationReport.TypeResult? {
    report.types.first { $0.identifier == identifier }
  }

  @Test(arguments: [Format.jsonLines, .appleHealth, .csvDataset])
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
    func verify(_ others: [Sample]) throws -> MigrationReport {
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

  /// A source that is damaged half-way is not moved by half.
  @Test func aDamagedSourceIsNotMoved() throws {
    let folder = try TemporaryFolder()
    let whole = try folder.write([MarkedSamples.quantity("60")], "whole.jsonl")
    let bytes = try Fixtures.bytes(whole) + Array("{ not JSON\n".utf8)
    let source = try Dataset.open(folder.write(bytes: bytes, "broken.jsonl"))
    let report = try Migration(of: source, to: folder.path + "/out.jsonl", as: .jsonLines).run()
    #expect(report.conversion?.readError != nil)
    #expect(!report.isVerified && !report.isCompared)
    #expect(throws: ConversionError.self) { try Dataset.open(folder.path + "/out.jsonl") }
  }
}
