import HealthModel

/// Remembers keys, though not for sure: it may say of a key that it was met when it was not, but never the other way
/// round. So nearly all samples need no look at what is there already.
///
/// A Bloom filter whose seven bits for one key lie in one line of the processor's cache: a key costs one access to
/// memory.
struct TwinFilter {
  private var words: [UInt64]

  private static let wordsOfLine = 8

  /// A filter of 2^`bits` bits.
  ///
  /// - Parameter bits: At least 9. With 26 (8 MiB), not one of a million keys is taken for met wrongly, some hundred of
  ///   three million, and one of twenty where there are ten million.
  init(bits: Int) {
    words = Array(repeating: 0, count: 1 &<< (bits - 6))
  }

  /// Notes a key.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - ordinal: The ordinal.
  /// - Returns: Whether it was met before, maybe.
  mutating func insert(_ id: SampleID, _ ordinal: UInt32 = 0) -> Bool {
    var (line, bits) = place(id, ordinal)
    // No branch: what is read decides nothing before the end, so that many keys wait for memory at once.
    var isMet: UInt64 = 1
    // Nine bits say which of the 512 of the line.
    for _ in 0..<7 {
      let index = line &+ Int(truncatingIfNeeded: bits & 7)
      let word = words[index]
      isMet &= word &>> (bits &>> 3 & 63)
      words[index] = word | 1 &<< (bits &>> 3 & 63)
      bits &>>= 9
    }
    return isMet == 1
  }

  /// Whether a key was met, maybe.
  func contains(_ id: SampleID, _ ordinal: UInt32 = 0) -> Bool {
    var (line, bits) = place(id, ordinal)
    for _ in 0..<7 {
      let index = line &+ Int(truncatingIfNeeded: bits & 7)
      if words[index] & 1 &<< (bits &>> 3 & 63) == 0 { return false }
      bits &>>= 9
    }
    return true
  }

  /// Identities are hashes, so their bits can be taken as they are.
  @inline(__always)
  private func place(_ id: SampleID, _ ordinal: UInt32) -> (line: Int, bits: UInt64) {
    let high = id.high &+ UInt64(ordinal) &* 0x9e37_79b9_7f4a_7c15
    let low = id.low ^ UInt64(ordinal) &* 0xa076_1d64_78bd_642f
    let line = Int(truncatingIfNeeded: high) & (words.count &- 1) & ~(Self.wordsOfLine &- 1)
    return (line, low)
  }
}
