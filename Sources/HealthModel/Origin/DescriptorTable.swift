/// A table with one value for each descriptor.
///
/// All of it is inlinable: other modules use it for every sample, and a generic type that is not specialized doubles the cost
/// of a sample.
@usableFromInline
package struct DescriptorTable<Value> {
  @usableFromInline
  package struct Entry {
    @usableFromInline package let descriptor: SampleDescriptor
    @usableFromInline package let kind: SampleKind
    @usableFromInline package var value: Value

    @inlinable init(descriptor: SampleDescriptor, kind: SampleKind, value: Value) {
      self.descriptor = descriptor
      self.kind = kind
      self.value = value
    }
  }

  @usableFromInline package internal(set) var entries: [Entry] = []
  @usableFromInline var index = DescriptorIndex()

  /// An empty table.
  @inlinable package init() {}

  /// Whether the entries should be removed: files with a source per sample must not fill the memory.
  @inlinable package var isLarge: Bool { index.isLarge }

  /// The index of the entry of a descriptor; for a new descriptor an entry is added, with a value from `make`.
  @inlinable @inline(__always)
  package mutating func index(
    of descriptor: SampleDescriptor, kind: SampleKind, make: (SampleDescriptor, SampleKind) -> Value
  ) -> Int {
    index.number(of: descriptor) ?? slowIndex(of: descriptor, kind: kind, make: make)
  }

  /// The index of the entry of a sample's descriptor, if it is in the cache; `nil` otherwise. The look-up counts no references.
  @inlinable @inline(__always)
  package func index(of sample: borrowing Sample) -> Int? {
    switch sample {
    case .quantity(let sample): index.number(of: sample.header.descriptor)
    case .category(let sample): index.number(of: sample.header.descriptor)
    default: nil
    }
  }

  @inlinable @inline(never)
  mutating func slowIndex(
    of descriptor: SampleDescriptor, kind: SampleKind,
    make: (SampleDescriptor, SampleKind) -> Value
  ) -> Int {
    let number = index.insert(descriptor)
    if number == entries.count {
      entries.append(Entry(descriptor: descriptor, kind: kind, value: make(descriptor, kind)))
    }
    return number
  }

  /// The value of an entry.
  package subscript(index: Int) -> Value {
    @inlinable @inline(__always) _read { yield entries[index].value }
    @inlinable @inline(__always) _modify { yield &entries[index].value }
  }

  /// The kind of the sample that an entry was made for.
  @inlinable @inline(__always)
  package func kind(of index: Int) -> SampleKind { entries[index].kind }

  /// Removes and returns all entries.
  @inlinable package mutating func takeEntries() -> [Entry] {
    defer { self = DescriptorTable() }
    return entries
  }
}

extension Sample {
  /// The descriptor of the sample; unknown elements have none.
  @inlinable package var descriptor: SampleDescriptor? {
    switch self {
    case .quantity(let sample): sample.header.descriptor
    case .category(let sample): sample.header.descriptor
    default: header?.descriptor
    }
  }

  /// When the sample began, if it is known.
  @inlinable package var start: Timestamp? {
    switch self {
    case .quantity(let sample): sample.header.start
    case .category(let sample): sample.header.start
    default: header.flatMap { $0.start.isKnown ? $0.start : nil }
    }
  }

  /// When the sample ended, if it is known.
  @inlinable package var end: Timestamp? {
    switch self {
    case .quantity(let sample): sample.header.end
    case .category(let sample): sample.header.end
    default: header.flatMap { $0.end.isKnown ? $0.end : nil }
    }
  }
}

/// Numbers descriptors by object identity. Thousands of samples share a descriptor, so a value that depends only on the
/// descriptor is calculated once and found by its number.
///
/// A look-up compares one reference. The index retains each numbered descriptor, so that no other object can get its address.
@usableFromInline
package struct DescriptorIndex {
  @usableFromInline var slots = [Slot](repeating: Slot(), count: slotCount)
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var descriptors: [SampleDescriptor] = []
  /// The approximate size of the descriptors in bytes.
  @usableFromInline var weight = 0

  @usableFromInline struct Slot {
    @usableFromInline var object: ObjectIdentifier?
    @usableFromInline var number = 0
  }

  @inlinable static var slotCount: Int { 1 << 12 }

  /// An empty index.
  @usableFromInline package init() {}

  /// Whether the index should be cleared: files with a source per sample must not fill the memory.
  @inlinable package var isLarge: Bool { weight >= 1 << 22 }

  /// The number of a descriptor, if it is in the cache; `nil` otherwise.
  @inlinable package func number(of descriptor: SampleDescriptor) -> Int? {
    let slot = slots[descriptor.cacheSlot & (Self.slotCount &- 1)]
    return slot.object == ObjectIdentifier(descriptor) ? slot.number : nil
  }

  /// The number of a descriptor that is not in the cache; a new descriptor gets the next number, from 0.
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
