import HealthBytes
import HealthConv
import HealthTesting
import Testing

/// Sorted samples are the same samples, to the letter.
struct SampleSorterTests {
  private static func sort(
    _ samples: [Sample], memory: Int = 1 << 24
  ) throws -> (info: DatasetInfo, samples: [Sample], findings: [Finding]) {
    var sorter = try SampleSorter(MarkedSamples.dataset, memory: memory)
    for sample in samples { try sorter.add(sample) }
    var sorted = try sorter.sorted()
    var found: [Sample] = []
    while let sample = try sorted.next() { found.append(sample) }
    return (sorted.info, found, sorted.takeFindings())
  }

  @Test(arguments: [1 << 24, 4_096, 1])
  func everyKindComesBackSorted(_ memory: Int) throws {
    let samples = MarkedSamples.all
    let sorted = try Self.sort(samples, memory: memory)
    #expect(sorted.info == MarkedSamples.dataset)
    #expect(sorted.findings == [])
    let expected = samples.enumerated().sorted { a, b in
      let times = [a.element, b.element].map { sample -> Timestamp? in
        [.document, .unknown].contains(sample.kind) ? nil : sample.header?.start
      }
      guard times[0] != times[1] else { return a.offset < b.offset }
      guard let first = times[0] else { return true }
      return times[1].map { first < $0 } ?? false
    }.map(\.element)
    #expect(sorted.samples == expected)
  }

  @Test func sortingAgainChangesNothing() throws {
    let once = try Self.sort(MarkedSamples.all)
    #expect(try Self.sort(once.samples).samples == once.samples)
  }

  @Test func nothingSortsToNothing() throws {
    let sorted = try Self.sort([])
    #expect(sorted.info == MarkedSamples.dataset)
    #expect(sorted.samples.isEmpty)
  }

  @Test func keysAreOrderedAsTimesAre() throws {
    let times = [
      "0001-01-01 00:00:00 +0000", "1969-12-31 23:59:59 +0000", "1970-01-01 00:00:00 +0000",
      "1970-01-01 00:00:00.5 +0000", "2024-06-01 08:00:00 +0200", "2024-06-01 07:00:00 +0000",
    ].map { Timestamp($0) }
    let keys = times.map { SortKey($0) }
    #expect(keys == keys.sorted())
    #expect(Set(keys).count == keys.count)
    #expect(keys.allSatisfy { SortKey(nil) < $0 })
  }
}
