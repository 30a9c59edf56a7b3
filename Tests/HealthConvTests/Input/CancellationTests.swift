import Foundation
import HealthConv
import HealthStatistics
import Synchronization
import Testing

/// Work that ends early leaves nothing behind, and memory is bounded by a slow reader.
struct CancellationTests {
  private struct Failure: Error {}

  private static let line =
    #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" "#
    + #"startDate="2024-06-01 09:00:00 +0200" endDate="2024-06-01 09:01:00 +0200" value="7"/>"#
    + "\n"

  private static func export(_ count: Int) -> [UInt8] {
    Array("<HealthData locale=\"en_US\">\n".utf8)
      + Array(String(repeating: line, count: count).utf8) + Array("</HealthData>\n".utf8)
  }

  private static func files(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  /// A task that its own progress can cancel.
  private final class Box: Sendable {
    let task = Mutex<Task<Void, Never>?>(nil)
    let reports = Atomic(0)
  }

  /// Runs a conversion in a task that is cancelled at its first progress: which error ends it, and how many reports came.
  private static func cancelled(
    _ convert: @escaping @Sendable (@escaping Conversion.Progress.Handler) async throws -> Void
  ) async -> (code: HealthError.Code?, reports: Int) {
    let box = Box()
    let code = await withCheckedContinuation {
      (continuation: CheckedContinuation<HealthError.Code?, Never>) in
      box.task.withLock { task in
        task = Task {
          do {
            try await convert { _ in
              box.reports.add(1, ordering: .relaxed)
              box.task.withLock { $0?.cancel() }
            }
            continuation.resume(returning: nil)
          } catch {
            continuation.resume(returning: (error as? HealthError)?.code)
          }
        }
      }
    }
    return (code, box.reports.load(ordering: .relaxed))
  }

  @Test(arguments: [1, 2]) func aCancelledTaskLeavesNothing(_ jobs: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let bytes = Self.export(60_000)
    for (name, format) in [
      ("a.jsonl", Format.jsonLines), ("a.zip", .appleHealth), ("a.db", .sqlite),
    ] {
      let (code, reports) = await Self.cancelled { progress in
        var options = ReadOptions()
        options.jobs = jobs
        var conversion = Conversion(
          of: try .open(bytes: bytes, named: "a.xml", options: options), to: format)
        conversion.onProgress = progress
        _ = try await conversion.run(toFile: path + "/" + name, keepingPartial: true)
      }
      #expect(code == .cancelled, "\(name)")
      #expect(reports == 1, "\(name)")
      #expect(try Self.files(folder) == [], "\(name)")
    }
  }

  /// All that takes a handler of progress ends when its task is cancelled.
  @Test func everyWorkIsCancelled() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let dataset = try Dataset.open(bytes: Self.export(20_000), named: "a.xml")
    func check<Work: InterruptibleWork>(
      _ work: Work, _ body: @escaping @Sendable (inout Work) throws -> Void
    ) async throws {
      let (code, reports) = await Self.cancelled { progress in
        var work = work
        work.onProgress = progress
        try await work.onThread(body)
      }
      #expect(code == .cancelled, "\(Work.self)")
      #expect(reports == 1, "\(Work.self)")
      #expect(try Self.files(folder) == [], "\(Work.self)")
    }
    try await check(Answer(.statistics, of: [dataset])) {
      _ = try $0.write(toFile: path + "/a.csv", as: .csv)
    }
    try await check(Comparison(of: dataset, with: dataset)) { _ = try $0.run { _ in } }
    try await check(Conversion(of: dataset, to: .jsonLines)) {
      _ = try $0.run(toFile: path + "/a.jsonl")
    }
    try await check(DatasetQuery(SampleQuery(.all), of: [dataset])) { _ = try $0.count() }
    try await check(Merge(of: [dataset, dataset], to: .jsonLines)) {
      _ = try $0.run(toFile: path + "/a.jsonl")
    }
    try await check(Migration(of: dataset, to: path + "/a.db", as: .sqlite)) { _ = try $0.run() }
    try await check(ReportDocument(of: [dataset])) { _ = try $0.write(toFile: path + "/a.html") }
    try await check(Validation()) { try $0.check(dataset) }
    let error = #expect(throws: HealthError.self) {
      try Inventory(of: dataset) { _ in throw Failure() }
    }
    #expect(error?.code == .cancelled && error?.cause is Failure)
  }

  /// The reader waits for bytes that never arrive.
  @Test func aStreamWithoutEndIsCancelled() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.jsonl"
    var chunks = Chunks(Self.export(9_000).dropLast(14))
    chunks.end = .silence
    let (code, _) = await Self.cancelled { [chunks] progress in
      _ = try await Dataset.open(chunks: chunks, named: "a.xml") { dataset in
        var conversion = Conversion(of: dataset, to: .jsonLines)
        conversion.onProgress = progress
        return try await conversion.run(toFile: path, keepingPartial: true)
      }
    }
    #expect(code == .cancelled)
    #expect(try Self.files(folder) == [])
  }

  @Test func progressThatThrowsEndsTheConversion() throws {
    let folder = try TemporaryFolder()
    var conversion = Conversion(
      of: try .open(bytes: Self.export(20_000), named: "a.xml"), to: .jsonLines)
    conversion.onProgress = { _ in throw Failure() }
    let error = #expect(throws: HealthError.self) {
      try conversion.run(toFile: folder.path + "/a.jsonl")
    }
    #expect(error?.code == .cancelled && error?.cause is Failure)
    #expect(try Self.files(folder) == [])
  }

  /// The error of the producer is the one that the caller gets.
  @Test func aProducerThatThrows() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.jsonl"
    for (name, bytes) in [
      ("a.xml", Self.export(9_000).dropLast(14)),
      (
        "a.zip",
        try Data(contentsOf: URL(filePath: Fixture.samples + "/demo/export.zip"))[...90_000].map(
          \.self)[...]
      ),
      ("b.xml", []),
    ] {
      var chunks = Chunks(Array(bytes))
      chunks.end = .failure(Failure())
      do {
        _ = try await Dataset.open(chunks: chunks, named: name) { dataset in
          try await Conversion(of: dataset, to: .jsonLines).run(toFile: path)
        }
        Issue.record("\(name): nothing was thrown")
      } catch { #expect(error is Failure, "\(name)") }
      #expect(try Self.files(folder) == [])
    }
  }

  /// What is not read is not taken: a slow reader bounds memory.
  @Test func aSlowReaderBoundsWhatWaits() async throws {
    var chunks = Chunks(Self.export(100))
    chunks.end = .repeats
    try await Dataset.open(chunks: chunks, named: "a.xml") { [chunks] dataset in
      try await Task.sleep(for: .milliseconds(300))
      #expect(chunks.taken.value.load(ordering: .relaxed) < 1_300_000)
      var samples = try dataset.samples()
      for _ in 0..<10 { _ = try samples.next() }
    }
    #expect(chunks.taken.value.load(ordering: .relaxed) < 4_000_000)
  }
}
