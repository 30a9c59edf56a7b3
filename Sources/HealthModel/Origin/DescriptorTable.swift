/// Something kept for each descriptor, found by the descriptor's object: descriptors are shared by thousands
/// of samples, so what depends on nothing else is worked out once.
///
/// A look-up is one comparison of references. An entry holds its descriptor, so that no other can take its
/// place in memory. Public, as `package` code is not specialized in other modules (Swift 6.3.1).
@frozen
public struct DescriptorTable<Value> {
  /// What is kept for one descriptor.
  @frozen
  public struct Entry {
    /// The descriptor.
    public let descriptor: SampleDescriptor
    /// The kind of its samples.
    public let kind: SampleKind
    /// What is kept for it.
    public var value: Value
  }

  /// What is kept, in the order in which descriptors were first met.
  public var entries: [Entry] { kept }
  @usableFromInline var kept: [Entry] = []
  @usableFromInline var slots: [Int]
  private var indices: [ObjectIdentifier: Int] = [:]
  /// About how many bytes the descriptors hold.
  @usableFromInline var weight = 0

  @inlinable static var slotCount: Int { 1 << 12 }

  /// An empty table.
  public init() {
    slots = [Int](repeating: -1, count: Self.slotCount)
  }

  /// Whether it is time to take the entries out: files with a source per sample must not fill the memory.
  @inlinable public var isLarge: Bool { weight >= 1 << 22 }

  /// Where the entry of a descriptor is.
  ///
  /// - Parameter descriptor: The descriptor.
  /// - Returns: The entry's place; `nil` if there is none that is found at once.
  @inlinable @inline(__always)
  public func index(of descriptor: SampleDescriptor) -> Int? {
    let index = slots[descriptor.cacheSlot & (Self.slotCount &- 1)]
    return index >= 0 && kept[index].descriptor === descriptor ? index : nil
  }

  /// Where the entry of a descriptor is; a new one gets a value made for it.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor.
  ///   - kind: The kind of its samples.
  ///   - make: Makes the value.
  /// - Returns: The entry's place, until the entries are taken out.
  @inlinable @inline(__always)
  public mutating func index(
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
    let index = indices[identifier] ?? kept.count
    if index == kept.count {
      kept.append(Entry(descriptor: descriptor, kind: kind, value: make(descriptor, kind)))
      indices[identifier] = index
      weight += descriptor.weight
    }
    slots[descriptor.cacheSlot & (Self.slotCount &- 1)] = index
    return index
  }

  /// The value of an entry.
  @inlinable public subscript(index: Int) -> Value {
    @inline(__always) _read { yield kept[index].value }
    @inline(__always) _modify { yield &kept[index].value }
  }

  /// Takes all entries out.
  ///
  /// - Returns: The entries.
  public mutating func takeEntries() -> [Entry] {
    defer { self = DescriptorTable() }
    return kept
  }
}

extension Sample {
  /// What the sample shares with others; unknown elements have nothing of the kind.
  @inlinable public var descriptor: SampleDescriptor? {
    switch self {
    case .quantity(let sample): sample.header.descriptor
    case .category(let sample): sample.header.descriptor
    default: header?.descriptor
    }
  }

  /// When the sample began, if it is known.
  @inlinable public var start: Timestamp? {
    switch self {
    case .quantity(let sample): sample.header.start
    case .category(let sample): sample.header.start
    default: header?.start
    }
  }
}
