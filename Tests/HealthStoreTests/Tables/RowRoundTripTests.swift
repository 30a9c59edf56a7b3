import Foundation
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

  @Test func aGeneratedArchive() throws {
    let path = FileManager.default.temporaryDirectory.path + "/tables-\(UUID().uuidString).zip"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let zip = try AtomicFile(path)
    _ = try ExportGenerator(ExportGenerator.Options(seed: 11, size: .records(2_000)))
      .writeArchive(to: zip)
    try zip.finish()
    let samples = try samples(of: path)
    let store = try expectSame(samples, path)
    // Points come with six decimals: a count for the row, and no texts.
    let points = try #require(
      StoreTable.all.first { $0.name == "workout_routes_files_track_locations" })
    let exact = try #require(points.columns.firstIndex { $0.name == "exact" })
    let rows = store.samples.keys.flatMap { store.rows(of: points, inside: $0) }
    #expect(rows.count > 100)
    #expect(rows.allSatisfy { $0[exact] == .null })
  }

  @Test func samplesInsideOfSamples() throws {
    let leaf = MarkedSamples.quantity("72.50")
    let workouts = MarkedSamples.kinds.filter { $0.kind == .workout }
    let workout = try #require(workouts.first?.header)
    let pair = try #require(MarkedSamples.kinds.first { $0.kind == .correlation }?.header)
    var nested = leaf
    for _ in 0..<40 {
      let members = (workouts + [nested, leaf]).map { NestedSample(sample: $0) }
      nested = .correlation(Correlation(header: pair, members: members))
      var fields = Sample.WorkoutFields()
      fields.samples = [NestedSample(sample: leaf), NestedSample(sample: nested)]
      nested = .workout(Workout(header: workout, fields: fields))
    }
    // The leaf is at top level, too.
    nested.link(to: [leaf, nested].versions)
    try expectSame([leaf, nested, leaf])
  }

  @Test func equalsToSwiftButNotToTheLetter() throws {
    try expectSame(
      ["\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}"].flatMap { text in
        let source = Source(name: text, version: text)
        return [
          MarkedSamples.quantity("1") {
            $0.descriptor = SampleDescriptor(
              type: $0.descriptor.type, unitText: text, source: source)
            $0.metadata = Metadata([MetadataEntry(key: MetadataKey(text), value: text)])
          },
          .category(
            CategorySample(
              header: SampleHeader(
                descriptor: SampleDescriptor(
                  type: .category(CategoryType(text)), source: source),
                start: MarkedSamples.date(""), end: MarkedSamples.date("")),
              value: CategoryValue(text))),
        ]
      })
  }

  /// Each thing that samples share is asked for once.
  @Test func whatIsSharedIsAtHand() throws {
    let store = RowStore()
    var encoder = RowEncoder(store)
    let sample = MarkedSamples.quantity("72") {
      $0.metadata = Metadata([MetadataEntry(key: MetadataKey("a"), value: "b")])
    }
    var next: Int64 = 1
    for _ in 0..<100 {
      next = try encoder.encode(sample, change: next, ordinal: 0, digest: 0)
      #expect(store.lookUps == 6)
    }
    var decoder = RowDecoder(store, store: "rows")
    for change in 1..<next { _ = try decoder.sample(try #require(store.samples[change])) }
    #expect(store.lookUps == 6 + 5)
  }

  /// Whatever a database gives back: a sample or an error, and the next sample is sound again.
  @Test func damagedRows() throws {
    let store = try expectSame(MarkedSamples.all)
    let changes = store.samples.values.filter { $0.parent == nil }.map(\.change).sorted()
    var random = SystemRandomNumberGenerator()
    var errors = 0
    for round in 0..<40 {
      var decoder = RowDecoder(store, store: "rows")
      for change in changes {
        var row = try #require(store.samples[change])
        let sound = row
        store.damage = { row, _ in
          guard Int.random(in: 0..<8, using: &random) == 0, !row.isEmpty else { return }
          let place = Int.random(in: 0..<row.count, using: &random)
          switch round % 5 {
          case 0: row[place] = .null
          case 1: row[place] = .integer(Int64.random(in: -3...99, using: &random))
          case 2: row[place] = .text("{\"value\":")
          case 3: row.removeLast()
          default: row[place] = .real(.nan)
          }
        }
        if round % 5 == 4 { row.exact = "[\"x\"]" }
        do { _ = try decoder.sample(row) } catch { errors += 1 }
        store.damage = nil
        // What is damaged may be at hand still.
        var other = RowDecoder(store, store: "rows")
        _ = try other.sample(sound)
      }
    }
    #expect(errors > 100)
  }

  private func samples(of path: String) throws -> [Sample] {
    var samples = try Dataset.open(path).samples()
    var all: [Sample] = []
    while let sample = try samples.next() { all.append(sample) }
    return all
  }

  /// Encodes samples into one database, and decodes them again, twice: with empty caches and with full ones.
  @discardableResult
  private func expectSame(_ samples: [Sample], _ name: String = "") throws -> RowStore {
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
    return store
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
