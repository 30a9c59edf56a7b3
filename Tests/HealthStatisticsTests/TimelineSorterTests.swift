import HealthBytes
import HealthTesting
import Testing

@testable import HealthStatistics

@Suite struct TimelineSorterTests {
  private struct Item: Hashable {
    let series: Int
    let source: Int
    let start: Int64
    let value: Int
  }

  private func sorted(_ items: [Item]) throws -> [Item] {
    var sorter = TimelineSorter()
    for item in items {
      let entry = TimedValue(
        start: item.start, end: item.start + 7, value: Int128(item.value) << 60,
        source: item.source, clock: item.value % 3)
      try sorter.add(entry, to: item.series, sorter.chain(of: item.series, item.source))
    }
    guard var reader = try sorter.takeSorted() else { return [] }
    var found: [Item] = []
    while let entry = try reader.next() {
      #expect(entry.end == entry.start + 7)
      let value = Int(entry.value >> 60)
      #expect(entry.clock == value % 3)
      found.append(
        Item(series: reader.series, source: entry.source, start: entry.start, value: value))
    }
    return found
  }

  /// All samples come back, series by series, in each by their starts.
  private func check(_ items: [Item]) throws {
    let found = try sorted(items)
    #expect(found.count == items.count)
    #expect(Set(found) == Set(items))
    for (a, b) in zip(found, found.dropFirst()) where a.series == b.series {
      #expect(a.start <= b.start)
    }
    var series: [Int] = []
    for item in found where item.series != series.last { series.append(item.series) }
    #expect(series.count == Set(series).count)
  }

  private func items(_ count: Int, sources: Int = 1, _ start: (Int) -> Int) -> [Item] {
    (0..<count).map {
      Item(series: $0 % 2, source: $0 / 2 % sources, start: Int64(start($0)), value: $0)
    }
  }

  @Test(arguments: [0, 1, 2, 255, 256, 257, 2_000])
  func samplesInOrder(_ count: Int) throws { try check(items(count, sources: 3) { $0 * 10 }) }

  @Test func samplesThatStartTogether() throws { try check(items(1_000) { $0 / 100 }) }

  @Test func samplesInReverse() throws { try check(items(3_000, sources: 2) { -$0 * 10 }) }

  @Test func samplesInNoOrder() throws {
    var numbers = FixedRandom(seed: 9)
    try check(items(4_000, sources: 5) { _ in Int.random(in: 0..<9_000, using: &numbers) })
  }

  /// The chain has to begin anew after the first sample, and after each run.
  @Test func runsThatBeginAnew() throws {
    try check(items(6_000) { $0 == 0 || $0 == 1 ? 1 << 40 : $0 % 1_000 * 10 })
  }

  @Test func fewSamplesOutOfOrder() throws {
    try check(items(3_000, sources: 2) { $0 % 50 == 7 ? $0 * 10 - 5_000 : $0 * 10 })
  }

  /// More series and sources than there are chains.
  @Test func manyChains() throws {
    try check(
      (0..<4_000).map {
        Item(series: $0 % 700, source: $0 / 700 % 2, start: Int64($0), value: $0)
      })
  }

  /// What the sorter gets of samples in order is one record for many.
  @Test func samplesInOrderAreFewRecords() throws {
    var sorter = TimelineSorter()
    let chain = sorter.chain(of: 0, 0)
    for index in 0..<12_800 {
      try sorter.add(
        TimedValue(start: Int64(index), end: Int64(index), value: 0, source: 0, clock: 0), to: 0,
        chain)
    }
    #expect(sorter.recordCount == 100)
  }
}
