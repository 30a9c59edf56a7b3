/// Numbers descriptors by their objects: descriptors are shared by thousands of samples, so what depends on
/// nothing else is worked out once and found again by the number.
///
/// A look-up is one comparison of references. A descriptor that has a number is held, so that no other can
/// take its place in memory.
@usableFromInline
package struct DescriptorIndex {
  @usableFromInline var slots = [Slot](repeating: Slot(), count: slotCount)
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var descriptors: [SampleDescriptor] = []
  /// About how many bytes they hold.
  @usableFromInline var weight = 0

  @usableFromInline struct Slot {
    @usableFromInline var object: ObjectIdentifier?
    @usableFromInline var number = 0
  }

  @inlinable static var slotCount: Int { 1 << 12 }

  /// No descriptor has a number yet.
  @usableFromInline package init() {}

  /// Whether the index should be cleared: files with a source per sample must not fill the memory.
  @inlinable package var isLarge: Bool { weight >= 1 << 22 }

  /// The number of a descriptor, if it is found at once.
  @inlinable package func number(of descriptor: SampleDescriptor) -> Int? {
    let slot = slots[descriptor.cacheSlot & (Self.slotCount &- 1)]
    return slot.object == ObjectIdentifier(descriptor) ? slot.number : nil
  }

  /// The number of a descriptor that ``number(of:)`` does not find; a new one gets the next,
  /// from 0.
  @usableFromInline package mutating func insert(_ descriptor: SampleDescriptor) -> Int {
    let object = ObjectIdentifier(descriptor)
    let number = numbers[object] ?? descriptors.count
    if number == descriptors.count {
      numbers[object] = number
      descriptors.append(descriptor)
      weight += descriptor.weight
    }
    slots[descriptor.cacheSlot & (Self.slotCount &- 1)] = Slot(object: object, number: number)
    return number
  }
}
