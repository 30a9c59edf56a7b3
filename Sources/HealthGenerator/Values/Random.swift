/// The numbers that make up an export: SplitMix64, entered at any place of any stream.
///
/// Each record draws from a generator of its own, named by the seed, a stream and an index. A
/// record can so be made a second time, far from the first (a blood pressure among the records
/// and again inside its correlation), without keeping it.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
struct Random {
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  init(seed: UInt64, stream: UInt64, index: Int) {
    let base = Self.mixed(seed &+ stream &* 0xD1B5_4A32_D192_ED03)
    state = Self.mixed(base &+ UInt64(truncatingIfNeeded: index) &* Self.gamma)
  }

  mutating func next() -> UInt64 {
    state &+= Self.gamma
    return Self.mixed(state)
  }

  /// A number from 0 up to, not including, `bound`; 0 where the bound leaves no choice.
  mutating func below(_ bound: Int) -> Int {
    guard bound > 1 else { return 0 }
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of the range, both ends included.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// True once in `count` times.
  mutating func once(in count: Int) -> Bool {
    below(count) == 0
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
