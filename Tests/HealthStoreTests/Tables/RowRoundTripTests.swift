import HealthBytes
import HealthConv
import HealthFormats
import HealthGenerator
import HealthModel
import HealthStore
import HealthTesting
import Testing

/// Samples as rows and back: equal to the letter.
@Suite struct RowRoundTripTests {
  @Test func everythingMarked() throws {
    try expectSame(MarkedSamples.all)
  }

  @Test func everySample() throws {
    for folder in try Fixtures.files(in: Fixtures.samples + "/accept", suffix: "") {
      for path in try Fixtures.files(in: folder, suffix: "") {
        try expectSame(samples(of: path), path)
      }
    }
  }

  private func samples(of path: String) throws -> [Sample] {
    var samples = try Dataset.open(path).samples()
    var all: [Sample] = []
    while let sample = try samples.next() { all.append(sample) }
    return all
  }

  /// Encodes samples into one database, and decodes them again, twice: with empty caches and with full ones.
  private func expectSame(_ samples: [Sample], _ name: String = "") throws {
    let store = RowStore()
    var encoder = RowEncoder(store)
    var changes: [Int64] = []
    var next: Int64 = 1
    for sample in samples {
      changes.append(next)
      next = try encoder.encode(sample, change: next, ordinal: sample.ordinal, digest: 7)
    }
    #expect(Int64(store.samples.count) == next - 1, "\(name)")
    var decoder = RowDecoder(store, store: "rows")
    for _ in 0..<2 {
      for (sample, change) in zip(samples, changes) {
        let row = try #require(store.samples[change])
        let again = try decoder.sample(row)
        #expect(again == sample, "\(name)")
        #expect(try line(again) == line(sample), "\(name)")
      }
    }
  }

  /// A sample as JSON Lines prints it: equality of texts knows no letters.
  private func line(_ sample: Sample) throws -> String {
    let sink = BytesSink()
    var writer = JSONLinesWriter(sink: sink)
    try writer.begin(DatasetInfo())
    try writer.write(sample)
    try writer.finish()
    return String(decoding: sink.bytes, as: UTF8.self)
  }
}
