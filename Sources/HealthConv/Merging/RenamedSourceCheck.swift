// The name of a source is part of the identity, so a device that was renamed would be stored a second time.
// `RenamedSourceCheck` compares sources by sketches: of each source the 1,024 lowest hashes of type, dates and value
// (`SourceSketches`), so memory is bounded and two sources are compared without all of their samples. A source that
// appears is the same as one that vanished if half of the smaller one is in the other. A store is searched only if
// its input has a source that the store does not have. Sources of activities (`Format.isOfActivities`) are not
// compared: services send activities to each other. `SourceRenaming` replaces names while a dataset is read.

import HealthBytes
import HealthModel
import HealthStore

/// Finds devices and apps that have another name than before: a source that appears, with the samples of one that is no
/// longer there. The name is part of the identity of samples, so all of them would be new.
struct RenamedSourceCheck {
  /// What is stored already, and under which name in messages.
  private let store: (any SampleStore)?
  private var datasets: [(name: String, sketches: SourceSketches)] = []

  /// Compares datasets with each other.
  init() { store = nil }

  /// Compares a dataset with what a store has that is written to; `nil` if it has nothing.
  init?(_ output: OutputContainer, as format: Format) {
    guard let store = output.existingStore(as: format) else { return nil }
    self.store = store
    begin(store.name)
  }

  mutating func begin(_ name: String) { datasets.append((name, SourceSketches())) }

  /// Adds a sample of the current dataset.
  @inline(__always)
  mutating func add(_ sample: borrowing Sample) {
    datasets[datasets.count &- 1].sketches.add(sample)
  }

  /// Adds the source of a sample of activities, which is among the sources now but is not compared.
  mutating func addName(of sample: Sample) {
    datasets[datasets.count &- 1].sketches.addName(of: sample)
  }

  /// Compares what was added.
  ///
  /// - Throws: `HealthError`: `.malformed` if a source of one has the samples of a source of another.
  mutating func check() throws(HealthError) {
    if let found = try renamed() {
      throw HealthError(renamed: found.old, of: found.dataset, to: found.new)
    }
  }

  /// A source of one dataset with the samples of a source of another, which the first one does not have.
  mutating func renamed() throws(HealthError) -> (old: String, dataset: String, new: String)? {
    for index in datasets.indices { datasets[index].sketches.finish() }
    if let store {
      let found: (old: String, new: String)?
      do throws(HealthError) { found = try renamed(in: store) } catch {
        throw error.readError
      }
      return found.map { ($0.old, store.name, $0.new) }
    }
    for (index, new) in datasets.enumerated() {
      for old in datasets[..<index] {
        for appeared in new.sketches.names where !old.sketches.contains(appeared) {
          for vanished in old.sketches.names where !new.sketches.contains(vanished) {
            guard let a = old.sketches.sketch(vanished), let b = new.sketches.sketch(appeared),
              a.isSame(as: b)
            else { continue }
            return (vanished, old.name, appeared)
          }
        }
      }
    }
    return nil
  }

  // MARK: Stores

  /// The old and the new name of a source of the store.
  ///
  /// A store is searched only for samples of a source that it does not have, in their time.
  private func renamed(
    in store: any SampleStore
  ) throws(HealthError) -> (old: String, new: String)? {
    let new = datasets[0].sketches
    var appeared: [String] = []
    for name in new.names where try !isKnown(name, store) { appeared.append(name) }
    let sketches = appeared.compactMap { new.sketch($0) }
    guard let first = sketches.map(\.first).min(), let last = sketches.map(\.last).max() else {
      return nil
    }
    for old in try Self.names(in: store).sorted() where !new.contains(old) {
      let predicate = SamplePredicate(
        .and([
          .text(.source, .equals(old)), .start(.greaterOrEqual, DateBound(first)),
          .start(.lessOrEqual, DateBound(last)),
        ]))
      let cursor = try store.samples(SampleQuery(predicate))
      var sketch = SourceSketches()
      while let sample = try cursor.next() { sketch.add(sample) }
      sketch.finish()
      guard let known = sketch.sketch(old) else { continue }
      for name in appeared where new.sketch(name)?.isSame(as: known) == true { return (old, name) }
    }
    return nil
  }

  /// Whether a store has samples of a source. Names that a reader would call the same are not the same here.
  private func isKnown(_ name: String, _ store: any SampleStore) throws(HealthError) -> Bool {
    let predicate = SamplePredicate(.text(.source, .equals(name)))
    let cursor = try store.samples(SampleQuery(predicate, limit: 1))
    guard let found = try cursor.next() else { return false }
    if found.descriptor?.source.name == name { return true }
    return try Self.names(in: store).contains(name)
  }

  private static func names(in store: any SampleStore) throws(HealthError) -> Set<String> {
    Set(try store.descriptors().map(\.descriptor.source.name))
  }
}

extension HealthError {
  /// A source has the samples of another one, which does not exist any more.
  fileprivate init(renamed old: String, of store: String, to new: String) {
    self.init(
      .malformed,
      "the source '\(new.printableName)' has the samples that '\(old.printableName)' has in '\(store)', which is "
        + "not among the sources now: it seems to be renamed, and its samples would all be stored a second time.",
      remedy: .sameSource(old: old, new: new))
  }
}

extension OutputContainer {
  /// The store that is written to, if it has samples.
  func existingStore(as format: Format) -> (any SampleStore)? {
    guard let database, !database.isReplacing,
      let kind = StoreKind.all.first(where: { $0.format.name == format.name })
    else { return nil }
    // An input that cannot be opened has no samples, or the writer refuses it.
    return try? kind.open(database.location, .reading)
  }
}

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
      if hashes.count == 4 * Self.size { limitHashes() }
    }

    /// Sorts the hashes, each once, and leaves out those that are too many.
    mutating func limitHashes() {
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
  /// Sources whose samples are not compared.
  private var otherNames: Set<String> = []
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

  /// Adds the source of a sample that is not compared.
  mutating func addName(of sample: Sample) {
    guard otherNames.count < Self.most, let name = sample.descriptor?.source.name else { return }
    otherNames.insert(name)
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

  mutating func finish() {
    for index in sketches.indices { sketches[index].limitHashes() }
  }

  func contains(_ name: String) -> Bool { numbers[name] != nil || otherNames.contains(name) }

  func sketch(_ name: String) -> Sketch? { numbers[name].map { sketches[$0] } }
}
