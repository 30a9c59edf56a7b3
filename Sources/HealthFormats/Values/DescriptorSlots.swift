import HealthModel

/// A cache of fixed size for the text of recent descriptors.
struct DescriptorSlots<Parts> {
  /// Identifies the descriptor of a slot, without a reference to it, which would cost reference counting.
  private struct Slot {
    var descriptor: ObjectIdentifier?
    var kind = SampleKind.unknown
    /// Which of the parts it has.
    var number = 0
  }

  private var slots = [Slot](repeating: Slot(), count: 256)
  private var parts: [Parts] = []
  /// The descriptors of the slots, so that no other takes their place in memory.
  private var descriptors = [SampleDescriptor?](repeating: nil, count: 256)
  /// The number of the parts that are of no slot, for a descriptor that is too large to be kept.
  private var uncached: Int?

  /// The number of the parts of a descriptor, which are printed if they are not cached. It is valid until the next call.
  @inline(__always)
  mutating func number(
    of descriptor: SampleDescriptor, kind: SampleKind, make: () -> Parts
  ) -> Int {
    let index = descriptor.cacheSlot & 255
    if slots[index].descriptor == ObjectIdentifier(descriptor), slots[index].kind == kind {
      return slots[index].number
    }
    return keep(make(), of: descriptor, kind, in: index)
  }

  @inline(never)
  private mutating func keep(
    _ made: Parts, of descriptor: SampleDescriptor, _ kind: SampleKind, in index: Int
  ) -> Int {
    let known =
      descriptor.isHeavy ? uncached : slots[index].descriptor.map { _ in slots[index].number }
    let number = known ?? parts.count
    if known == nil { parts.append(made) } else { parts[number] = made }
    if descriptor.isHeavy {
      uncached = number
    } else {
      descriptors[index] = descriptor
      slots[index] = Slot(descriptor: ObjectIdentifier(descriptor), kind: kind, number: number)
    }
    return number
  }

  /// The parts with a number. Their texts are used in place, without reference counting.
  subscript(number: Int) -> Parts {
    @inline(__always) _read { yield parts[number] }
  }

  /// The parts of a descriptor, printed if they are not cached.
  @inline(__always)
  mutating func parts(
    of descriptor: SampleDescriptor, kind: SampleKind, make: () -> Parts
  ) -> Parts {
    let number = number(of: descriptor, kind: kind, make: make)
    return parts[number]
  }
}
