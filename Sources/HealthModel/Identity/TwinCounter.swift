/// Counts samples with one identity, so that equal twins can be told apart by an ordinal.
///
/// Exports are grouped by type and ordered by creation, so twins stand near each other; what is
/// remembered is therefore the most recent identities only, and the memory is fixed.
public struct TwinCounter: Sendable {
  /// Two words a slot: part of the identity, and how often it was met.
  private var slots: [(tag: UInt64, count: UInt32)]
  private let mask: UInt64

  /// How many identities are remembered at most. One that is overwritten by another of the same slot
  /// is forgotten: its next twin counts as the first.
  public static let capacity = 1 << 16

  /// A counter that has seen nothing.
  public init() {
    slots = Array(repeating: (0, 0), count: Self.capacity)
    mask = UInt64(Self.capacity - 1)
  }

  /// How many samples with this identity came before: 0 for the first.
  ///
  /// - Parameter id: The identity of the sample now met.
  public mutating func ordinal(of id: SampleID) -> UInt32 {
    let slot = Int(truncatingIfNeeded: id.high & mask)
    // The whole low word is compared and 16 bits of the high one choose the slot: 80 bits agree.
    if slots[slot].tag == id.low, slots[slot].count > 0 {
      slots[slot].count &+= 1
      return slots[slot].count &- 1
    }
    slots[slot] = (id.low, 1)
    return 0
  }
}
