/// Random numbers that are the same in every run (SplitMix64, Steele, Lea and Flood 2014).
public struct FixedRandom: RandomNumberGenerator {
  private var state: UInt64

  /// The sequence of a seed.
  public init(seed: UInt64) { state = seed }

  /// The next number of the sequence.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// A number from 0, below a bound; 0 if the bound is not above 0.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
}
