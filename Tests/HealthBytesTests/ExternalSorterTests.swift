import Testing

@testable import HealthBytes

/// Sorting gives every record back, in order, whatever of it lies on the disk.
struct ExternalSorterTests {
  private struct Record: Equatable {
    let key: SortKey
    let bytes: [UInt8]
  }

  private static func sort(
    _ records: [Record], memory: Int, fanIn: Int = 64
  ) throws -> [Record] {
    var sorter = try ExternalSorter(memory: memory, fanIn: fanIn)
    for record in records { try sorter.add(record.key, record.bytes.span) }
    #expect(sorter.count == records.count)
    var sorted = try sorter.sorted()
    var found: [Record] = []
    while try sorted.next() {
      found.append(
        Record(
          key: sorted.key,
          bytes: sorted.withBytes { bytes in bytes.indices.map { bytes[$0] } }))
    }
    return found
  }

  /// Records of many lengths, many of the same key; each has its place in its bytes. The high words of keys lie
  /// a step apart.
  private static func records(_ count: Int, keys: UInt64, step: UInt64 = 1) -> [Record] {
    var state: UInt64 = 42
    return (0..<count).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let key = state &>> 33 % keys
      return Record(
        key: SortKey(high: key / 3 &* step, low: key % 3 &* (UInt64.max / 2)),
        bytes: Array("\(index)".utf8) + Array(repeating: 7, count: index % 40))
    }
  }

  private static func sorted(_ records: [Record]) -> [Record] {
    let numbered = records.enumerated().map { (index: $0.offset, record: $0.element) }
    return numbered.sorted { a, b in
      a.record.key == b.record.key ? a.index < b.index : a.record.key < b.record.key
    }.map(\.record)
  }

  @Test(arguments: [
    // Memory, fan-in: one run; several; many; so many that they are merged in passes of two; one a record.
    (1 << 20, 64), (20_000, 64), (2_000, 64), (2_000, 2), (700, 3), (1, 64),
  ])
  func recordsComeBackInOrder(_ memory: Int, _ fanIn: Int) throws {
    // Keys of one first byte, and keys all over.
    for step in [1, 0x9e37_79b9_7f4a_7c15] as [UInt64] {
      let records = Self.records(1_500, keys: 200, step: step)
      #expect(try Self.sort(records, memory: memory, fanIn: fanIn) == Self.sorted(records))
    }
  }

  @Test(arguments: [0, 1, 2, 3])
  func fewRecordsComeBack(_ count: Int) throws {
    let records = Self.records(count, keys: 2)
    #expect(try Self.sort(records, memory: 1 << 20) == Self.sorted(records))
    #expect(try Self.sort(records, memory: 1) == Self.sorted(records))
  }

  /// Longer than what a run holds, than a window and than all the memory; and none at all.
  @Test(arguments: [1 << 20, 1])
  func recordsOfAnyLengthComeBack(_ memory: Int) throws {
    let lengths = [0, 16_383, 16_384, 16_385, 65_536, 300_000, 1, 0]
    let records = lengths.enumerated().map { index, length in
      Record(
        key: SortKey(high: UInt64(index % 3), low: 0),
        bytes: Array(repeating: UInt8(index), count: length))
    }
    #expect(try Self.sort(records, memory: memory, fanIn: 2) == Self.sorted(records))
  }
}
