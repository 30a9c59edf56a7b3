import HealthBytes
import HealthModel
import HealthStore

/// The types met, numbered: records on the disk contain the number of a type.
///
/// Types beyond some thousand share one number for each kind, under the identifier `…`: an input must not fill
/// the memory with names.
struct TypeTable {
  struct Entry: Hashable {
    let kind: SampleKind
    let identifier: String

    /// The type of a sample; one for all of the kind if its name is too long to be listed.
    init(_ kind: SampleKind, _ identifier: String) {
      self.kind = kind
      self.identifier = identifier.utf8.count <= Limits.nameBytes.value ? identifier : Self.others
    }

    /// All types of a kind that are not listed separately.
    static func others(_ kind: SampleKind) -> Entry { Entry(kind, others) }

    private static let others = "…"
  }

  /// The types, in the order of their first.
  private(set) var entries: [Entry] = []
  private var indices: [Entry: Int] = [:]
  private var cache = DescriptorTable<Int>()

  /// How many types are listed.
  static let limit = 4_096

  /// The number of a sample's type.
  mutating func index(of sample: borrowing Sample) -> Int {
    guard let descriptor = sample.descriptor else {
      if case .unknown(let element) = copy sample { return index(of: .unknown, element.name) }
      return index(of: sample.kind, "")
    }
    let slot = cache.index(of: descriptor, kind: sample.kind) { _, _ in -1 }
    if cache[slot] < 0 { cache[slot] = index(of: sample.kind, descriptor.type.identifier) }
    let index = cache[slot]
    if cache.isLarge { _ = cache.takeEntries() }
    return index
  }

  private mutating func index(of kind: SampleKind, _ identifier: String) -> Int {
    var entry = Entry(kind, identifier)
    if entries.count >= Self.limit, indices[entry] == nil { entry = .others(kind) }
    if let index = indices[entry] { return index }
    entries.append(entry)
    indices[entry] = entries.count - 1
    return entries.count - 1
  }
}
