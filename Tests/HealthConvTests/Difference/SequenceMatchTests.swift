import HealthBytes
import HealthTesting
import Testing

@testable import HealthConv

/// What is paired in the order of two datasets, and what is left to be sorted, is together each dataset.
@Suite struct SequenceMatchTests {
  private typealias Entry = (key: SortKey, bytes: [UInt8])

  /// An entry of a number; those of one number are equal.
  private static func entry(_ number: Int) -> Entry {
    let length = 1 + number % 150
    return (
      SortKey(high: UInt64(number / 3), low: UInt64(number)),
      (0..<length).map { UInt8(truncatingIfNeeded: number &+ $0) }
    )
  }

  private static func numbers(_ sorter: consuming ExternalSorter) throws -> [Int] {
    var records = try sorter.sorted()
    var found: [Int] = []
    while try records.next() {
      let number = Int(records.key.low)
      let bytes = records.withBytes { bytes in (0..<bytes.count).map { bytes[$0] } }
      #expect(bytes == entry(number).bytes)
      found.append(number)
    }
    return found
  }

  private static func match(
    _ old: [Int], _ new: [Int]
  ) throws -> (paired: [Int], oldRest: [Int], newRest: [Int]) {
    var log = try EntryLog()
    for number in old {
      let entry = entry(number)
      try log.add(entry.key, entry.bytes.span)
    }
    var match = SequenceMatch(try log.finish())
    var rest = try ExternalSorter()
    var paired: [Int] = []
    var newRest: [Int] = []
    for number in new {
      let entry = entry(number)
      if try match.take(entry.key, entry.bytes.span, &rest) {
        paired.append(number)
      } else {
        newRest.append(number)
      }
    }
    try match.finish(&rest)
    return (paired, try numbers(rest), newRest)
  }

  @Test(arguments: 0..<12)
  func nothingIsLostOrPairedTwice(_ seed: Int) throws {
    var random = FixedRandom(seed: UInt64(seed))
    let old = (0..<3_000).map { _ in random.below(seed % 2 == 0 ? 40 : 100_000) }
    var new = old
    switch seed % 4 {
    case 0: break
    case 1: for _ in 0..<50 { new.remove(at: random.below(new.count)) }
    case 2: for _ in 0..<50 { new.insert(random.below(100_000), at: random.below(new.count)) }
    default: new.shuffle(using: &random)
    }
    let (paired, oldRest, newRest) = try Self.match(old, new)
    #expect((paired + oldRest).sorted() == old.sorted())
    #expect((paired + newRest).sorted() == new.sorted())
    // Only what was added or removed is left to be sorted.
    if seed % 4 == 0 { #expect(oldRest.isEmpty && newRest.isEmpty) }
    if seed % 4 == 1 { #expect(oldRest.count <= 50 && newRest.isEmpty) }
    if seed == 2 || seed == 6 { #expect(oldRest.count < 500) }
  }

  /// Entries of one key may differ in what their key does not have.
  @Test func entriesAreComparedByteForByte() throws {
    let key = SortKey(high: 1, low: 2)
    var log = try EntryLog()
    try log.add(key, [1, 2, 3].span)
    var match = SequenceMatch(try log.finish())
    var rest = try ExternalSorter()
    var found: [Bool] = []
    for bytes: [UInt8] in [[1, 2, 4], [1, 2], [1, 2, 3], [1, 2, 3]] {
      found.append(try match.take(key, bytes.span, &rest))
    }
    #expect(found == [false, false, true, false])
    try match.finish(&rest)
    let left = try Self.numbers(rest)
    #expect(left == [])
  }
}
