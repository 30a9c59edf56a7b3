import Foundation
import HealthBytes
public import HealthFormats
public import HealthModel
public import HealthStore
import Synchronization

/// A store in memory, as plain as can be: what the others are compared with.
public final class MemoryStore: SampleStore {
  /// A sample with the number of the change that brought it.
  struct Saved {
    let change: Int64
    let key: SampleKey
    var sample: Sample
  }

  /// A tombstone.
  struct Deleted {
    let change: Int64
    let seconds: Int64
    let sample: DeletedSample
  }

  struct State {
    var info = DatasetInfo()
    /// By change.
    var samples: [Saved] = []
    var deleted: [Deleted] = []
    var lastChange: Int64 = 0
    var purged: Int64 = 0
    var isBeingSaved = false
    var anchors: [String: StoreAnchor] = [:]
  }

  /// Its name in messages.
  public let name = "memory"
  let identity: String
  let state = Mutex(State())

  /// An empty store.
  public init() {
    identity = SampleID(high: .random(in: 0...(.max)), low: .random(in: 0...(.max))).description
  }

  /// Each store is a place of its own.
  public func location() throws(HealthError) -> String { identity }

  /// Facts about the dataset and the person.
  public func info() throws(HealthError) -> DatasetInfo { state.withLock { $0.info } }

  /// Begins to save.
  public func beginLoad(_ mode: SavingMode) throws(HealthError) -> any StoreLoad {
    let begin = state.withLock { state -> State? in
      if state.isBeingSaved { return nil }
      state.isBeingSaved = true
      return state
    }
    guard let begin else { throw HealthError(.busy, name, "another load is under way") }
    return MemoryLoad(self, begin, mode)
  }

  /// Deletes samples.
  public func delete(_ keys: [SampleKey]) throws(HealthError) -> Int {
    let keys = Set(keys)
    return state.withLock { $0.delete { keys.contains($0.key) } }
  }

  /// Deletes what a predicate matches.
  public func delete(where predicate: SamplePredicate) throws(HealthError) -> Int {
    state.withLock { state in
      var matcher = SampleMatcher(predicate)
      return state.delete { matcher.matches($0.sample) }
    }
  }

  /// The samples that match a query.
  public func samples(_ query: SampleQuery) throws(HealthError) -> any SampleCursor {
    let saved = state.withLock { $0.samples }
    return MemoryCursor(Self.answer(query, among: saved.map { ($0.sample, $0.key) }))
  }

  /// Defines the result of a query: what matches, in its order, up to the limit.
  public static func answer(
    _ query: SampleQuery, among samples: [(sample: Sample, key: SampleKey)]
  ) -> [(sample: Sample, key: SampleKey?)] {
    var matcher = SampleMatcher(query.predicate)
    var found: [(sample: Sample, key: SampleKey?)] = samples.flatMap {
      (sample, key) -> [(sample: Sample, key: SampleKey?)] in
      if matcher.matches(sample) { return [(sample, key)] }
      return query.findsNested ? matcher.matches(in: sample).map { ($0, nil) } : []
    }
    if query.order.key != .saved {
      let keys = found.map { query.order.key.value(of: $0.sample) }
      let order = found.indices.sorted { a, b in
        guard let x = keys[a], let y = keys[b] else {
          return (keys[a] == nil ? 1 : 0, a) < (keys[b] == nil ? 1 : 0, b)
        }
        if x == y { return a < b }
        return query.order.isDescending ? x > y : x < y
      }
      found = order.map { found[$0] }
    } else if query.order.isDescending {
      found.reverse()
    }
    return Array(found.prefix(query.most))
  }

  /// The sample of a key.
  public func sample(_ key: SampleKey) throws(HealthError) -> Sample? {
    state.withLock { $0.samples.first { $0.key == key }?.sample }
  }

  /// The keys of an identity, by ordinal.
  public func keys(of id: SampleID) throws(HealthError) -> [SampleKey] {
    state.withLock { $0.samples.map(\.key).filter { $0.id == id }.sorted() }
  }

  /// The anchor that is kept under a name.
  public func anchor(named name: String) throws(HealthError) -> StoreAnchor? {
    state.withLock { $0.anchors[name] }
  }

  /// Keeps an anchor under a name.
  public func keep(_ anchor: StoreAnchor?, as name: String) throws(HealthError) {
    state.withLock { $0.anchors[name] = anchor }
  }

  /// The descriptors of samples.
  public func descriptors() throws(HealthError) -> [DescriptorCount] {
    struct Key: Hashable {
      let descriptor: SampleDescriptor
      let kind: SampleKind
    }
    var counts: [Key: Int] = [:]
    for sample in state.withLock({ $0.samples }).flatMap(\.sample.withNested) {
      guard let descriptor = sample.header?.descriptor else { continue }
      counts[Key(descriptor: descriptor, kind: sample.kind), default: 0] += 1
    }
    return counts.map {
      DescriptorCount(descriptor: $0.key.descriptor, kind: $0.key.kind, count: $0.value)
    }
  }

  /// How many samples there are of each type.
  public func contents(limit: Int) throws(HealthError) -> StoreContents {
    struct Key: Hashable {
      let kind: SampleKind
      let type: String
    }
    let samples = state.withLock { $0.samples.map(\.sample) }
    let all =
      samples.map { (sample: $0, isNested: false) }
      + samples.flatMap { $0.withNested.dropFirst() }.map { (sample: $0, isNested: true) }
    let types = Dictionary(grouping: all) { Key(kind: $0.sample.kind, type: $0.sample.typeName) }
      .map { key, samples in
        StoreContents.TypeCount(
          kind: key.kind, type: key.type, count: samples.count,
          nested: samples.count { $0.isNested })
      }
      .sorted { ($1.count, $0.type, $0.kind.rawValue) < ($0.count, $1.type, $1.kind.rawValue) }
    return StoreContents(
      types: Array(types.prefix(SampleQuery.most(limit))), typeCount: types.count,
      sampleCount: all.count,
      nestedCount: all.count - samples.count)
  }

  /// The state now.
  public func anchor() throws(HealthError) -> StoreAnchor {
    state.withLock { StoreAnchor(store: identity, change: $0.lastChange) }
  }

  /// The samples added and deleted since an anchor.
  public func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
  ) throws(HealthError) -> StoreChanges {
    let state = self.state.withLock { $0 }
    let now = StoreAnchor(store: identity, change: state.lastChange)
    let since = anchor?.change ?? 0
    if let anchor, anchor.store != identity || anchor.horizon > state.lastChange {
      throw HealthError(.foreignAnchor, name, "the anchor is of another store")
    }
    if let anchor, anchor.horizon < state.purged {
      throw HealthError(.expiredAnchor, name, "what was deleted since is not remembered any more")
    }
    var matcher = SampleMatcher(predicate)
    let added = state.samples.filter {
      $0.change > since && !matcher.matches(in: $0.sample).isEmpty
    }
    .map { ($0.change, StoreChange.added($0.sample, key: $0.key)) }
    // The first reading without an anchor skips earlier deletions.
    let deleted = state.deleted.filter {
      $0.change > anchor?.horizon ?? state.lastChange
        && matcher.canMatch($0.sample)
    }.map { ($0.change, StoreChange.deleted($0.sample)) }
    let all = (added + deleted).sorted { $0.0 < $1.0 }
    let page = all.prefix(SampleQuery.most(limit))
    let hasMore = page.count < all.count
    return StoreChanges(
      changes: page.map(\.1),
      anchor: hasMore ? StoreAnchor(after: page.last?.0 ?? since, since: anchor, now: now) : now,
      hasMore: hasMore)
  }

  /// Forgets what was deleted before an instant.
  public func forgetDeleted(before instant: Timestamp) throws(HealthError) {
    state.withLock { state in
      let old = state.deleted.filter { $0.seconds < instant.secondsSince1970 }
      state.purged = max(state.purged, old.map(\.change).max() ?? 0)
      state.deleted.removeAll { $0.seconds < instant.secondsSince1970 }
    }
  }

  /// Nothing can be damaged.
  public func check() throws(HealthError) -> [StoreDefect] { [] }
}

extension MemoryStore.State {
  /// Deletes samples and remembers that.
  mutating func delete(_ isUnwanted: (MemoryStore.Saved) -> Bool) -> Int {
    let unwanted = samples.filter(isUnwanted)
    let changes = Set(unwanted.map(\.change))
    samples.removeAll { changes.contains($0.change) }
    for saved in unwanted {
      lastChange += 1
      deleted.append(
        MemoryStore.Deleted(
          change: lastChange, seconds: Int64(Date().timeIntervalSince1970),
          sample: DeletedSample(
            key: saved.key, kind: saved.sample.kind, type: saved.sample.typeName,
            uuid: saved.sample.header?.uuid, participant: saved.sample.participant)))
    }
    link()
    return unwanted.count
  }

  /// Sets again which nested samples are also at top level.
  mutating func link() {
    guard samples.contains(where: { !$0.sample.members.isEmpty }) else { return }
    let versions = samples.map(\.sample).versions
    for index in samples.indices { samples[index].sample.link(to: versions) }
  }
}

extension [Sample] {
  /// The highest sync version of each identity; the lowest of all for samples without one.
  package var versions: [SampleID: SyncVersion] {
    Dictionary(map { ($0.id, $0.syncVersion ?? SyncVersion(nil)) }, uniquingKeysWith: Swift.max)
  }
}

extension Sample {
  /// Sets which nested samples are also at top level, at any depth: not those of a higher version.
  package mutating func link(to versions: [SampleID: SyncVersion]) {
    var nested = members
    if nested.isEmpty { return }
    for index in nested.indices {
      let sample = nested[index].sample
      let isLinked = versions[sample.id].map { $0 >= sample.syncVersion ?? SyncVersion(nil) }
      nested[index].membership = isLinked == true ? .alsoTopLevel : .nestedOnly
      nested[index].sample.link(to: versions)
    }
    members = nested
  }

  /// The sample, and those that are nested in it and not also at top level.
  package var withNested: [Sample] { [self] + nestedSamples.flatMap(\.withNested) }

  /// The type's identifier; of an unknown element, its name.
  package var typeName: String {
    if case .unknown(let element) = self { return element.name }
    return header?.descriptor.type.identifier ?? ""
  }
}

extension SampleOrdering.Key {
  /// The value of a sample to compare, if any.
  public func value(of sample: Sample) -> Double? {
    let hasDates = sample.kind != .document
    switch self {
    case .saved: return nil
    case .start: return hasDates ? sample.header?.start.timeIntervalSince1970 : nil
    case .end: return hasDates ? sample.header?.end.timeIntervalSince1970 : nil
    case .value:
      guard case .quantity(let sample) = sample else { return nil }
      let (digits, exponent) = sample.canonicalValue
      guard let exponent = Int16(exactly: exponent) else { return nil }
      return Number(digits: digits, exponent: exponent).doubleValue
    }
  }
}

/// Samples that lie in memory.
private final class MemoryCursor: SampleCursor {
  private var left: ArraySlice<(sample: Sample, key: SampleKey?)>
  private(set) var key: SampleKey?

  init(_ samples: [(sample: Sample, key: SampleKey?)]) { left = samples[...] }

  func next() throws(HealthError) -> Sample? {
    let first = left.popFirst()
    key = first?.key
    return first?.sample
  }
}
