/// Something kept for each descriptor, found by the descriptor's object: descriptors are shared by thousands
/// of samples, so what depends on nothing else is worked out once.
///
/// A look-up is one comparison of references. An entry holds its descriptor, so that no other can take its
/// place in memory.
struct DescriptorTable<Value> {
  struct Entry {
    let descriptor: SampleDescriptor
    let kind: SampleKind
    var value: Value
  }

  private(set) var entries: [Entry] = []
  private var slots = [Int](repeating: -1, count: slotCount)
  private var indices: [ObjectIdentifier: Int] = [:]

  private static var slotCount: Int { 1 << 12 }

  /// Whether it is time to take the entries out: files with a source per sample must not fill the memory.
  var isLarge: Bool { weight >= 1 << 22 }
  /// About how many bytes the descriptors hold.
  private var weight = 0

  /// Where the entry of a descriptor is; a new one gets a value made for it.
  @inline(__always)
  mutating func index(
    of descriptor: SampleDescriptor, kind: SampleKind, make: (SampleDescriptor, SampleKind) -> Value
  ) -> Int {
    let slot = descriptor.cacheSlot & (Self.slotCount - 1)
    let index = slots[slot]
    if index >= 0, entries[index].descriptor === descriptor { return index }
    return slowIndex(of: descriptor, kind: kind, slot: slot, make: make)
  }

  @inline(never)
  private mutating func slowIndex(
    of descriptor: SampleDescriptor, kind: SampleKind, slot: Int,
    make: (SampleDescriptor, SampleKind) -> Value
  ) -> Int {
    let identifier = ObjectIdentifier(descriptor)
    let index = indices[identifier] ?? entries.count
    if index == entries.count {
      entries.append(Entry(descriptor: descriptor, kind: kind, value: make(descriptor, kind)))
      indices[identifier] = index
      weight += descriptor.weight
    }
    slots[slot] = index
    return index
  }

  /// The value of an entry.
  subscript(index: Int) -> Value {
    @inline(__always) _read { yield entries[index].value }
    @inline(__always) _modify { yield &entries[index].value }
  }

  /// Takes all entries out.
  mutating func takeEntries() -> [Entry] {
    defer { self = DescriptorTable() }
    return entries
  }
}

extension Sample {
  /// What the sample shares with others; unknown elements have nothing of the kind.
  var descriptor: SampleDescriptor? {
    switch self {
    case .quantity(let sample): sample.header.descriptor
    case .category(let sample): sample.header.descriptor
    default: header?.descriptor
    }
  }

  /// When the sample began, if it is known.
  var start: Timestamp? {
    switch self {
    case .quantity(let sample): sample.header.start
    case .category(let sample): sample.header.start
    default: header?.start
    }
  }
}
