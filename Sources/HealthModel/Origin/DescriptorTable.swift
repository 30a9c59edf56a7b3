/// Something kept for each descriptor, found again by the descriptor.
package struct DescriptorTable<Value> {
  package struct Entry {
    package let descriptor: SampleDescriptor
    package let kind: SampleKind
    package var value: Value
  }

  package private(set) var entries: [Entry] = []
  private var index = DescriptorIndex()

  /// Nothing is kept.
  package init() {}

  /// Whether it is time to take the entries out: files with a source per sample must not fill the memory.
  package var isLarge: Bool { index.isLarge }

  /// Where the entry of a descriptor is; a new one gets a value made for it.
  @inline(__always)
  package mutating func index(
    of descriptor: SampleDescriptor, kind: SampleKind, make: (SampleDescriptor, SampleKind) -> Value
  ) -> Int {
    index.number(of: descriptor) ?? slowIndex(of: descriptor, kind: kind, make: make)
  }

  @inline(never)
  private mutating func slowIndex(
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
    @inline(__always) _read { yield entries[index].value }
    @inline(__always) _modify { yield &entries[index].value }
  }

  /// The kind of the sample that an entry was made for.
  @inline(__always)
  package func kind(of index: Int) -> SampleKind { entries[index].kind }

  /// Takes all entries out.
  package mutating func takeEntries() -> [Entry] {
    defer { self = DescriptorTable() }
    return entries
  }
}

extension Sample {
  /// What the sample shares with others; unknown elements have nothing of the kind.
  package var descriptor: SampleDescriptor? {
    switch self {
    case .quantity(let sample): sample.header.descriptor
    case .category(let sample): sample.header.descriptor
    default: header?.descriptor
    }
  }

  /// When the sample began, if it is known.
  package var start: Timestamp? {
    switch self {
    case .quantity(let sample): sample.header.start
    case .category(let sample): sample.header.start
    default: header?.start
    }
  }

  /// When the sample ended, if it is known.
  package var end: Timestamp? {
    switch self {
    case .quantity(let sample): sample.header.end
    case .category(let sample): sample.header.end
    default: header?.end
    }
  }
}
