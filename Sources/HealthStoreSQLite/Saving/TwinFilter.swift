import HealthModel

/// Remembers keys, though not for sure: it may say of a key that it was met when it was not, but never the other way
/// round. So nearly all samples need no look at what is there already.
///
/// A Bloom filter whose bits for one key lie in one word: a key costs one access to memory.
struct TwinFilter {
  private var words: [UInt64]

  /// A filter of 2^`bits` bits.
  ///
  /// - Parameter bits: With 26 bits (8 MiB), one key of some thousands is taken for met wrongly when there are a
  ///   million, one of a hundred when there are ten million.
  init(bits: Int) {
    words = Array(repeating: 0, count: 1 &<< (bits - 6))
  }

  /// Notes a key.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - ordinal: The ordinal.
  /// - Returns: Whether it was met before, maybe.
  @inline(__always)
  mutating func insert(_ id: SampleID, _ ordinal: UInt32 = 0) -> Bool {
    let (index, bits) = place(id, ordinal)
    let word = words[index]
    words[index] = word | bits
    return word & bits == bits
  }

  /// Whether a key was met, maybe.
  @inline(__always)
  func contains(_ id: SampleID, _ ordinal: UInt32 = 0) -> Bool {
    let (index, bits) = place(id, ordinal)
    return words[index] & bits == bits
  }

  /// Identities are hashes, so their bits can be taken as they are.
  @inline(__always)
  private func place(_ id: SampleID, _ ordinal: UInt32) -> (index: Int, bits: UInt64) {
    let high = id.high &+ UInt64(ordinal) &* 0x9e37_79b9_7f4a_7c15
    let low = id.low ^ UInt64(ordinal) &* 0xa076_1d64_78bd_642f
    let bits =
      1 &<< (low & 63) | 1 &<< (low &>> 6 & 63) | 1 &<< (low &>> 12 & 63)
      | 1 &<< (low &>> 18 & 63) as UInt64
    return (Int(truncatingIfNeeded: high) & (words.count &- 1), bits)
  }
}
