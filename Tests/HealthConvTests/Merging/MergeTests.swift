import HealthConv
import HealthTesting
import Testing

/// Every sample of every dataset once, and what was merged already changes nothing.
struct MergeTests {
  private static func merge(
    _ paths: [String], _ change: (inout Merge) -> Void = { _ in }
  ) throws -> (bytes: [UInt8], report: MergeReport) {
    let sink = BytesSink()
    var merge = Merge(of: try paths.map { try Dataset.open($0) }, to: .jsonLines)
    change(&merge)
    let report = try merge.run(into: OutputContainer(file: sink), name: "memory")
    return (sink.bytes, report)
  }

  /// Samples of one identity, told apart by a zone.
  private static func twin(_ zone: String) -> Sample {
    MarkedSamples.quantity("72") {
      $0.metadata = Metadata([MetadataEntry(key: .timeZone, value: zone)])
    }
  }

  @Test(arguments: [Merge.Preference.first, .last])
  func mergingWithItselfChangesNothing(_ preference: Merge.Preference) throws {
    let folder = try TemporaryFolder()
    // Twins among them, to the letter and in identity only.
    let all = try folder.write(MarkedSamples.all + MarkedSamples.kinds, "all.jsonl")
    let result = try Self.merge([all, all, all]) { $0.preference = preference }
    #expect(try result.bytes == Fixtures.bytes(all))
    #expect(result.report.conflicts == 0)
    #expect(result.report.written == MarkedSamples.all.count + MarkedSamples.kinds.count)
  }

  @Test(arguments: [Merge.Preference.first, .last])
  func mergingASecondTimeAddsNothing(_ preference: Merge.Preference) throws {
    let folder = try TemporaryFolder()
    let a = try folder.write(
      MarkedSamples.kinds + ["a", "b", "b"].map(Self.twin), "a.jsonl")
    let b = try folder.write(
      ["b", "c", "d", "e", "f"].map(Self.twin) + MarkedSamples.all.reversed(), "b.jsonl")
    let once = try Self.merge([a, b]) { $0.preference = preference }
    #expect(once.report.conflicts > 0)
    let merged = try folder.write(bytes: once.bytes, "merged.jsonl")
    let again = try Self.merge([merged, b]) { $0.preference = preference }
    #expect(again.bytes == once.bytes)
    if preference == .first {
      #expect(try Self.merge([merged, a, b, a]).bytes == once.bytes)
    }
  }

  @Test(arguments: [
    // The zones of twins: those of A, those of B, what is left.
    (["a"], ["a"], ["a"], ["a"]), (["a"], ["a", "a"], ["a", "a"], ["a", "a"]),
    (["a", "b"], ["b"], ["a", "b"], ["a", "b"]), (["a"], ["b"], ["a"], ["b"]),
    (["a", "b"], ["c"], ["a", "b"], ["b", "c"]), (["a"], ["b", "c"], ["a", "c"], ["b", "c"]),
    (["a", "b"], ["b", "c"], ["a", "b"], ["b", "c"]), ([], ["a", "a"], ["a", "a"], ["a", "a"]),
  ])
  func twinsPairWithTheirEquals(
    _ a: [String], _ b: [String], _ first: [String], _ last: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write(a.map(Self.twin), "a.jsonl"), try folder.write(b.map(Self.twin), "b.jsonl"),
    ]
    for (preference, expected) in [(Merge.Preference.first, first), (.last, last)] {
      let result = try Self.merge(paths) { $0.preference = preference }
      #expect(
        result.bytes == (try Fixtures.bytes(folder.write(expected.map(Self.twin), "e.jsonl"))))
    }
  }

  /// A file beside an export that comes in parts is one thing.
  @Test func filesAreNotTorn() throws {
    func file(_ parts: [String]) -> [Sample] {
      parts.enumerated().map { index, text in
        var fields = HealthDocumentFields()
        fields.path = "notes.txt"
        fields.offset = index == 0 ? nil : Number(index)
        fields.data = Array(text.utf8)
        let time = Timestamp(secondsSince1970: 0)
        return .document(
          HealthDocument(
            header: SampleHeader(
              descriptor: SampleDescriptor(type: .other("HKDocument"), source: nil), start: time,
              end: time), fields: fields))
      }
    }
    let folder = try TemporaryFolder()
    let old = try folder.write(file(["a", "b"]), "old.jsonl")
    let new = try folder.write(file(["a", "c", "d"]), "new.jsonl")
    #expect(try Self.merge([old, new]).bytes == Fixtures.bytes(old))
    #expect(try Self.merge([old, new]) { $0.preference = .last }.bytes == Fixtures.bytes(new))
    #expect(try Self.merge([old, old, new, old]).bytes == Fixtures.bytes(old))
  }

  @Test func whatTheNewestExportSaysOfItselfStays() throws {
    let folder = try TemporaryFolder()
    var older = MarkedSamples.dataset
    older.exportDate = older.exportDate.map {
      Timestamp(secondsSince1970: $0.secondsSince1970 - 1, offsetMinutes: 60)
    }
    older.locale = "de_DE"
    let paths = [
      try folder.write([], "none.jsonl", DatasetInfo()), try folder.write([], "old.jsonl", older),
      try folder.write([], "new.jsonl"),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      #expect(try Self.merge(order.map { paths[$0] }).bytes == Fixtures.bytes(paths[2]))
    }
  }

  @Test func theResultCanBeSorted() throws {
    let folder = try TemporaryFolder()
    let all = try folder.write(MarkedSamples.all, "all.jsonl")
    let sorted = try Self.merge([all, all]) { $0.order = .start }
    var sorter = try SampleSorter(MarkedSamples.dataset)
    for sample in MarkedSamples.all { try sorter.add(sample) }
    var samples = try sorter.sorted()
    var expected: [Sample] = []
    while let sample = try samples.next() { expected.append(sample) }
    #expect(sorted.bytes == (try Fixtures.bytes(folder.write(expected, "sorted.jsonl"))))
  }
}
