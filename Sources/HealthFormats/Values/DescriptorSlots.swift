import HealthModel

/// A cache of fixed size for the text of recent descriptors.
///
/// Parts are a class, so that lending them to a sample costs one reference count and not one for each.
struct DescriptorSlots<Parts: AnyObject> {
  /// Identifies the descriptor of a slot, without a reference to it, which would cost reference
  /// counting.
  private struct Key: Equatable {
    let descriptor: ObjectIdentifier
    let kind: SampleKind
  }

  private var keys = [Key?](repeating: nil, count: 256)
  private var parts = [Parts?](repeating: nil, count: 256)
  /// Those of the keys, so that no other takes their place in memory.
  private var descriptors = [SampleDescriptor?](repeating: nil, count: 256)

  /// The parts of a descriptor, printed if they are not cached.
  @inline(__always)
  mutating func parts(
    of descriptor: SampleDescriptor, kind: SampleKind, make: () -> Parts
  ) -> Parts {
    let index = descriptor.cacheSlot & 255
    let key = Key(descriptor: ObjectIdentifier(descriptor), kind: kind)
    if keys[index] == key, let known = parts[index] { return known }
    let made = make()
    if !descriptor.isHeavy {
      (keys[index], parts[index], descriptors[index]) = (key, made, descriptor)
    }
    return made
  }
}
