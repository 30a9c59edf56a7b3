import HealthStore

/// Some samples of each source of a dataset, chosen by a hash of type, dates and value: those of two sources are compared
/// without all of their samples.
struct SourceSketches {
  /// The lowest hashes of the samples of one source.
  struct Sketch {
    private(set) var hashes: [UInt64] = []
    /// Hashes from here on are left out.
    private(set) var end = UInt64.max
    /// When the samples began, for a search in a store.
    private(set) var first = Timestamp(secondsSince1970: .max)
    private(set) var last = Timestamp(secondsSince1970: .min)

    private static let size = 1_024
    /// How many samples have to be equal: a few may be so by chance.
    private static let least = 8

    @inline(__always)
    mutating func add(_ hash: UInt64, _ start: Timestamp) {
      if start < first { first = start }
      if last < start { last = start }
      if hash < end { insert(hash) }
    }

    private mutating func insert(_ hash: UInt64) {
      hashes.append(hash)
      if hashes.count == 4 * Self.size { settle() }
    }

    /// Sorts the hashes, each once, and leaves out those that are too many.
    mutating func settle() {
      hashes = Set(hashes).sorted()
      guard hashes.count > Self.size else { return }
      end = hashes[Self.size]
      hashes.removeSubrange(Self.size...)
    }

    /// Whether at least half of the samples of one of two sources are samples of the other.
    func isSame(as other: Sketch) -> Bool {
      let end = min(end, other.end)
      let (own, others) = (Set(hashes.filter { $0 < end }), other.hashes.filter { $0 < end })
      let common = others.count { own.contains($0) }
      return common >= Self.least && 2 * common >= min(own.count, others.count)
    }
  }

  /// What samples of one descriptor have in common: the number of their source, and a hash of their type.
  private struct Link {
    let source: Int
    let type: ContentHash
  }

  private var links = DescriptorTable<Link?>()
  private var numbers: [String: Int] = [:]
  private(set) var names: [String] = []
  private(set) var sketches: [Sketch] = []

  /// More sources than a person has, so that memory is bounded.
  private static let most = 256

  /// Adds a sample at top level. Samples without a value are left out.
  @inline(__always)
  mutating func add(_ sample: borrowing Sample) {
    switch sample {
    case .quantity(let quantity):
      add(quantity.header, .quantity, quantity.value.bitPattern)
    case .category(let category):
      add(category.header, .category, UInt64(truncatingIfNeeded: category.value?.number ?? -1))
    default: break
    }
  }

  @inline(__always)
  private mutating func add(_ header: SampleHeader, _ kind: SampleKind, _ value: UInt64) {
    if links.isLarge { _ = links.takeEntries() }
    let index = links.index(of: header.descriptor, kind: kind) { _, _ in nil }
    let link = links[index] ?? makeLink(index, header.descriptor)
    guard link.source >= 0 else { return }
    var hash = link.type
    hash.combine(UInt64(bitPattern: header.start.secondsSince1970))
    hash.combine(UInt64(bitPattern: header.end.secondsSince1970))
    hash.combine(value)
    sketches[link.source].add(hash.state, header.start)
  }

  @inline(never)
  private mutating func makeLink(_ index: Int, _ descriptor: SampleDescriptor) -> Link {
    var type = ContentHash()
    type.combine(descriptor.type.identifier)
    type.combine(descriptor.unitText)
    let link = Link(source: number(of: descriptor.source.name), type: type)
    links[index] = link
    return link
  }

  private mutating func number(of name: String) -> Int {
    if let known = numbers[name] { return known }
    guard names.count < Self.most, !name.isEmpty else { return -1 }
    numbers[name] = names.count
    names.append(name)
    sketches.append(Sketch())
    return names.count - 1
  }

  /// Ends adding.
  mutating func settle() {
    for index in sketches.indices { sketches[index].settle() }
  }

  func contains(_ name: String) -> Bool { numbers[name] != nil }

  /// The sketch of a source.
  func sketch(_ name: String) -> Sketch? { numbers[name].map { sketches[$0] } }
}
