import HealthConv
import HealthTesting
import Synchronization
import Testing

/// What is reported while inputs are read.
struct ProgressTests {
  private final class Log: Sendable {
    private let list = Mutex<[Conversion.Progress]>([])

    var reports: [Conversion.Progress] {
      get { list.withLock(\.self) }
      set { list.withLock { $0 = newValue } }
    }

    func append(_ progress: Conversion.Progress) { list.withLock { $0.append(progress) } }
  }

  private static let export = Fixture.samples + "/demo/export.zip"

  /// How many samples of the export may have files of their own; it has fewer samples than one usual interval.
  private static func samplesWithFiles() throws -> Int {
    var samples = try Dataset.open(export).samples()
    var (all, withFiles) = (0, 0)
    while let sample = try samples.next() {
      all += 1
      if ![.quantity, .category, .correlation].contains(sample.kind) { withFiles += 1 }
    }
    #expect(all < 8_000)
    return withFiles
  }

  @Test func filesBesideTheMainOneAreCounted() throws {
    let log = Log()
    let inventory = try Inventory(of: .open(Self.export)) { log.append($0) }
    #expect(inventory.count > 0)
    #expect(log.reports.count == (try Self.samplesWithFiles()))
    #expect(log.reports.count > 2)
    let bytes = log.reports.map(\.bytes.consumed)
    #expect(bytes == bytes.sorted())
    #expect(log.reports.allSatisfy { $0.pass == 1 && $0.passes == 1 })
    var conversion = Conversion(of: try .open(Self.export), to: .jsonLines)
    log.reports = []
    conversion.onProgress = { log.append($0) }
    _ = try conversion.dryRun(toFile: nil)
    // The last report is that of the end.
    #expect(log.reports.count == (try Self.samplesWithFiles() + 1))
  }

  @Test func theReadingsOfAMergeAreCounted() throws {
    let log = Log()
    let inputs = try [Self.export, Fixture.smallExport, Self.export].map { try Dataset.open($0) }
    var merge = Merge(of: inputs, to: .jsonLines)
    merge.allowsDifferentPeople = true
    merge.onProgress = { log.append($0) }
    let folder = try TemporaryFolder()
    _ = try merge.run(toFile: folder.path + "/all.jsonl")
    #expect(Set(log.reports.map(\.pass)) == Set(1...6))
    #expect(log.reports.map(\.pass) == log.reports.map(\.pass).sorted())
    #expect(log.reports.allSatisfy { $0.passes == 6 })
  }

  @Test func theReadingsOfAComparisonAndAMigrationAreCounted() throws {
    let log = Log()
    var comparison = Comparison(of: try .open(Self.export), with: try .open(Fixture.smallExport))
    comparison.onProgress = { log.append($0) }
    _ = try comparison.run { _ in }
    #expect(Set(log.reports.map(\.pass)) == [1, 2])
    #expect(log.reports.allSatisfy { $0.passes == 2 })
    log.reports = []
    let folder = try TemporaryFolder()
    var migration = Migration(
      of: try .open(Self.export), to: folder.path + "/moved.jsonl", as: .jsonLines)
    migration.onProgress = { log.append($0) }
    #expect(try migration.run().isVerified)
    #expect(Set(log.reports.map(\.pass)) == [1, 2])
  }
}
