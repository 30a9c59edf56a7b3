import HealthBytes
import HealthFormats
import HealthGenerator
import HealthStore
import HealthTesting
import Testing

@testable import HealthConv

/// Queries of files have the same results as those of stores.
struct DatasetQueryTests {
  private static let heartRate = SamplePredicate.type(
    identifier: "HKQuantityTypeIdentifierHeartRate")

  private static let samples: [Sample] = {
    let sink = BytesSink()
    _ = try? ExportGenerator(.init(size: .records(300))).writeXML(to: sink)
    return MarkedSamples.all + Reading(sink.bytes).samples
  }()

  private static func ask(
    _ query: SampleQuery, of datasets: [Dataset]
  ) throws -> (samples: [Sample], report: Conversion.Report) {
    let sink = BytesSink()
    let report = try DatasetQuery(query, of: datasets).run(
      into: OutputContainer(file: sink), as: .jsonLines, name: "memory")
    var reader = try Samples(
      JSONLinesReader(source: BytesSource(sink.bytes), name: "memory", options: ReadOptions()))
    var samples: [Sample] = []
    while let sample = try reader.next() { samples.append(sample) }
    return (samples, report)
  }

  @Test(arguments: ["all", "value > 1 km"])
  func filesAnswerAsTheLawDoes(_ text: String) throws {
    let predicate = try SamplePredicate(parsing: text)
    let folder = try TemporaryFolder()
    let dataset = try Dataset.open(folder.write(Self.samples, "all.jsonl"))
    let keyed = Self.samples.map { (sample: $0, key: SampleKey($0)) }
    for key in SampleOrdering.Key.allCases {
      for isDescending in [false, true] {
        // In memory, over the disk, and whole.
        for limit in [1, 7, 1_100, SampleQuery.noLimit] {
          let query = SampleQuery(
            predicate, order: SampleOrdering(key, isDescending: isDescending), limit: limit)
          let law = MemoryStore.answer(query, among: keyed).map(\.sample)
          let answer = try Self.ask(query, of: [dataset])
          #expect(answer.samples == law, "\(predicate) by \(key), \(isDescending), \(limit)")
          #expect(try DatasetQuery(query, of: [dataset]).count() == law.count)
        }
      }
    }
  }

  @Test func severalDatasetsAreAskedAsOne() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (Array(Self.samples.prefix(150)), Array(Self.samples.dropFirst(150)))
    let datasets = [
      try Dataset.open(folder.write(first, "a.jsonl")),
      try Dataset.open(folder.write(second, "b.jsonl")),
    ]
    let query = SampleQuery(Self.heartRate, order: .init(.value, isDescending: true), limit: 20)
    let keyed = Self.samples.map { (sample: $0, key: SampleKey($0)) }
    // A nested sample may get another ordinal on its own, so identities are compared.
    #expect(
      try Self.ask(query, of: datasets).samples.map(\.id)
        == MemoryStore.answer(query, among: keyed).map(\.sample.id))
  }

  /// What is not wanted any more is not read; only a nested sample has to wait for the end, where the same may be at top
  /// level.
  @Test func aLimitEndsReading() throws {
    let folder = try TemporaryFolder()
    let broken = try folder.write(Self.samples.filter { !$0.canHoldSamples }, "all.jsonl")
    let text = try String(decoding: Fixtures.bytes(broken), as: UTF8.self) + "{ not JSON\n"
    let dataset = try Dataset.open(folder.write(bytes: Array(text.utf8), "broken.jsonl"))
    let (samples, report) = try Self.ask(SampleQuery(Self.heartRate, limit: 3), of: [dataset])
    #expect(samples.count == 3)
    #expect(report.readError == nil)
    #expect(report.samplesRead < 100)
    #expect(try DatasetQuery(SampleQuery(limit: 3), of: [dataset]).count() == 3)
    #expect(throws: HealthError.self) { try DatasetQuery(SampleQuery(), of: [dataset]).count() }
  }

  /// The selection of conversions, merges and comparisons has a predicate beside its other conditions.
  @Test func aSelectionHasAPredicate() throws {
    var conversion = Conversion(of: try Dataset.open(Fixture.smallExport), to: .jsonLines)
    conversion.selection.types = [try TypePattern("HeartRate")]
    conversion.selection.predicate = try SamplePredicate(parsing: "value > 62 count/min")
    let report = try conversion.run(into: OutputContainer(file: BytesSink()), name: "memory")
    #expect(report.samplesWritten == 1)
    #expect(conversion.stageNames == ["select"])
  }
}
