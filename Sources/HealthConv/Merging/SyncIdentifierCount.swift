/// Counts the samples whose sync identifier another sample has, too: versions of one sample. Memory does not grow with
/// the samples.
struct SyncIdentifierCount: ~Copyable {
  private var identities: ExternalSorter?

  /// Takes a sample that has a sync identifier.
  mutating func add(_ sample: Sample) throws(ByteError) {
    if identities == nil { identities = try ExternalSorter(memory: 1 << 22) }
    try identities?.add(SortKey(sample.id), Span())
  }

  /// How many samples have the identifier of one before them.
  mutating func takeRepeated() throws(ByteError) -> Int {
    guard let identities = identities.take() else { return 0 }
    var sorted = try identities.sorted()
    var last: SortKey?
    var count = 0
    while try sorted.next() {
      if sorted.key == last { count += 1 }
      last = sorted.key
    }
    return count
  }
}
