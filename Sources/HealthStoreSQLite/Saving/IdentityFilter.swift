import HealthModel
import HealthStore

/// A Bloom filter of keys: it may report a key that was not added, but never misses one that was. So nearly all samples
/// need no lookup in the store.
///
/// A Bloom filter of lines of eight words, as long as one of the processor's cache. A key has a line, and a bit in each
/// word of it: one access to memory, and eight steps of which none waits for another (Putze, Sanders, Singler, Cache-,
/// Hash- and Space-Efficient Bloom Filters, 2007).
struct IdentityFilter {
  private var words: [UInt64]
  /// How many lines there are, a power of two.
  private let lineCount: Int
  /// Where in ``words`` the first is: where one of the cache's begins.
  private let first: Int
  /// Never used; it keeps the compiler from removing the reads.
  private var fetched: UInt64 = 0

  private static let wordsOfLine = 8

  /// A filter of 2^`bits` bits.
  ///
  /// - Parameter bits: At least 9. With 26 (8 MiB), not one of a million keys is taken for met wrongly, some hundred of
  ///   three million, and one of twenty where there are ten million.
  init(bits: Int) {
    lineCount = 1 &<< (bits - 9)
    words = Array(repeating: 0, count: (lineCount + 1) * Self.wordsOfLine)
    let address = unsafe words.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    first = (0 &- address / 8) & (Self.wordsOfLine - 1)
  }

  /// Reads the cache lines of keys together, so that their memory latencies overlap. Adding them one by one is then
  /// fast.
  mutating func fetch(_ keys: [SampleKey]) {
    var bits: UInt64 = 0
    for key in keys { bits |= words[place(key.id, key.ordinal).line] }
    fetched = bits
  }

  /// Notes a key.
  ///
  /// - Returns: Whether it was met before, maybe.
  mutating func insert(_ id: SampleID, _ ordinal: UInt32 = 0) -> Bool {
    let (line, bits) = place(id, ordinal)
    var words = words.mutableSpan
    var isMet: UInt64 = 1
    for index in 0..<Self.wordsOfLine {
      let bit = Self.bit(index, of: bits)
      let word = words[line &+ index]
      isMet &= word &>> bit
      words[line &+ index] = word | 1 &<< bit
    }
    return isMet == 1
  }

  /// Whether a key was met, maybe.
  func contains(_ id: SampleID, _ ordinal: UInt32 = 0) -> Bool {
    let (line, bits) = place(id, ordinal)
    return (0..<Self.wordsOfLine).allSatisfy {
      words[line &+ $0] &>> Self.bit($0, of: bits) & 1 == 1
    }
  }

  /// Which of the 64 bits of a word of the line.
  @inline(__always)
  private static func bit(_ index: Int, of bits: UInt64) -> UInt64 {
    bits &>> UInt64(truncatingIfNeeded: 6 &* index) & 63
  }

  /// Identities are hashes, so their bits can be taken as they are.
  @inline(__always)
  private func place(_ id: SampleID, _ ordinal: UInt32) -> (line: Int, bits: UInt64) {
    let high = id.high &+ UInt64(ordinal) &* 0x9e37_79b9_7f4a_7c15
    let low = id.low ^ UInt64(ordinal) &* 0xa076_1d64_78bd_642f
    let line = Int(truncatingIfNeeded: high) & (lineCount &- 1)
    return (first &+ line &* Self.wordsOfLine, low)
  }
}
