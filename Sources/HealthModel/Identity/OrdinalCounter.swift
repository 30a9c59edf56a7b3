/// Counts samples with one identity, so that an ordinal distinguishes duplicates.
///
/// Exports are grouped by type and ordered by creation, so duplicates stand near each other; what is
/// remembered is therefore the most recent identities only, and the memory is fixed.
package struct OrdinalCounter: Sendable {
  /// A slot has 48 bits of an identity and, in the low 16, how often it occurred.
  private var slots: [UInt64]
  /// For each slot, eight bits more of its identity. Nearly every sample is the first of its identity, and these say
  /// so: between two looks at one slot lies more than a processor's cache holds, but all of these fit into it.
  private var tags: [UInt8]

  /// How many identities are remembered at most. One that is overwritten by another of the same slot
  /// is forgotten: its next duplicate counts as the first.
  public static let capacity = 1 << 14

  /// A counter that has seen nothing.
  public init() {
    slots = Array(repeating: 0, count: Self.capacity)
    tags = Array(repeating: 0, count: Self.capacity)
  }

  /// How many samples with this identity came before: 0 for the first, 65,534 at the most.
  public mutating func ordinal(of id: SampleID) -> UInt32 {
    // 14 bits of the one word choose the slot and 48 of the other are compared.
    let slot = Int(truncatingIfNeeded: id.high & UInt64(Self.capacity &- 1))
    let tag = UInt8(truncatingIfNeeded: id.low &>> 16)
    if tags[slot] == tag {
      let entry = slots[slot]
      let count = entry & 0xffff
      if entry &>> 16 == id.low &>> 16, count != 0 {
        if count < 0xffff { slots[slot] = entry &+ 1 }
        return UInt32(truncatingIfNeeded: count)
      }
    }
    tags[slot] = tag
    slots[slot] = id.low & ~0xffff | 1
    return 0
  }
}
