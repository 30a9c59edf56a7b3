/// Something kept for each descriptor, found by the descriptor's object: descriptors are shared by thousands
/// of samples, so what depends on nothing else is worked out once.
///
/// A look-up is one comparison of references. An entry holds its descriptor, so that no other can take its
/// place in memory.
@frozen
package struct DescriptorTable<Value> {
  /// What is kept for one descriptor.
  @frozen
  package struct Entry {
    package let descriptor: SampleDescriptor
    package let kind: SampleKind
    package var value: Value
  }

  @usableFromInline package internal(set) var entries: [Entry] = []
  @usableFromInline var slots: [Int]
  private var indices: [ObjectIdentifier: Int] = [:]
  /// About how many bytes the descriptors hold.
  private var weight = 0

  @inlinable static var slotCount: Int { 1 << 12 }

  /// An empty table.
  package init() {
    slots = [Int](repeating: -1, count: Self.slotCount)
  }

  /// Whether it is time to take the entries out: files with a source per sample must not fill the memory.
  package var isLarge: Bool { weight >= 1 << 22 }

  /// Where the entry of a descriptor is; `nil` if it has none that is found at once.
  @inlinable package func index(of descriptor: SampleDescriptor) -> Int? {
    let index = slots[descriptor.cacheSlot & (Self.slotCount &- 1)]
    return index >= 0 && entries[index].descriptor === descriptor ? index : nil
  }

  /// Where the entry of a descriptor is; a new one gets a value made for it.
  @inlinable package mutating func index(
    of descriptor: SampleDescriptor, kind: SampleKind, make: (SampleDescriptor, SampleKind) -> Value
  ) -> Int {
    index(of: descriptor) ?? slowIndex(of: descriptor, kind: kind, make: make)
  }

  @inline(never)
  @usableFromInline mutating func slowIndex(
    of descriptor: SampleDescriptor, kind: SampleKind,
    make: (SampleDescriptor, SampleKind) -> Value
  ) -> Int {
    let identifier = ObjectIdentifier(descriptor)
    let index = indices[identifier] ?? entries.count
    if index == entries.count {
      entries.append(Entry(descriptor: descriptor, kind: kind, value: make(descriptor, kind)))
      indices[identifier] = index
      weight += descriptor.weight
    }
    slots[descriptor.cacheSlot & (Self.slotCount &- 1)] = index
    return index
  }

  /// The value of an entry.
  @inlinable package subscript(index: Int) -> Value {
    _read { yield entries[index].value }
    _modify { yield &entries[index].value }
  }

  /// Takes all entries out.
  package mutating func takeEntries() -> [Entry] {
    defer { self = DescriptorTable() }
    return entries
  }
}

extension Sample {
  /// What the sample shares with others; unknown elements have nothing of the kind.
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
    default: header?.start
    }
  }
}
