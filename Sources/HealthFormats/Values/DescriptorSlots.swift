import HealthModel

/// What a writer printed for the descriptors met last, in fixed memory.
///
/// Parts are a class, so that lending them to a sample costs one reference count and not one for each.
struct DescriptorSlots<Parts: AnyObject> {
  private struct Slot {
    let descriptor: SampleDescriptor
    let kind: SampleKind
    let parts: Parts
  }

  private var slots: [Slot?]

  init() {
    slots = Array(repeating: nil, count: 256)
  }

  /// The parts of a descriptor, printed if they are not at hand.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor.
  ///   - kind: The kind of the sample that has it.
  ///   - make: Prints the parts.
  /// - Returns: The parts.
  @inline(__always)
  mutating func parts(
    of descriptor: SampleDescriptor, kind: SampleKind, make: () -> Parts
  ) -> Parts {
    let index = descriptor.cacheSlot & 255
    if let slot = slots[index], slot.descriptor === descriptor, slot.kind == kind {
      return slot.parts
    }
    let parts = make()
    if !descriptor.isHeavy {
      slots[index] = Slot(descriptor: descriptor, kind: kind, parts: parts)
    }
    return parts
  }
}
