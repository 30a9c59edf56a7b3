public import HealthBytes
public import HealthFormats
public import HealthModel
public import HealthStore

extension SampleStore {
  /// The store as a client may see and change it.
  ///
  /// ```swift
  /// var grant = try ClientGrant(client: "Sleep Study")
  /// grant.decide(.init(type: "SleepAnalysis", read: .authorized))
  /// try store.setGrant(grant)
  /// let study = store.client("Sleep Study")
  /// ```
  ///
  /// Samples that it may not read do not exist for it: errors, counts and tables do not show them. It reads what it has
  /// saved itself, and deletes nothing else. A client that the owner has not made known by ``setGrant(_:)`` sees nothing.
  public func client(_ name: String) -> ClientStore { ClientStore(self, name) }
}

/// A store with the permission of one client: see ``HealthStore/SampleStore/client(_:)``.
///
/// Everything that is read comes from ``samples(_:)``, ``sample(_:)`` and ``changes(since:matching:limit:)``, which ask
/// for the grant each time. Counts are made of the samples that the client may see, so that they take as long as reading.
public final class ClientStore: SampleStore {
  /// The name of the client, and of the source of what it saves.
  public let client: String
  private let store: any SampleStore

  init(_ store: any SampleStore, _ client: String) {
    self.store = store
    self.client = client
  }

  /// The name of the store.
  public var name: String { store.name }
  /// The place of the store.
  public func location() throws(HealthError) -> String { try store.location() }

  private func visibility() throws(HealthError) -> ClientVisibility {
    ClientVisibility(client, try store.grants().first { $0.client == client })
  }

  /// Whether samples of a type may be saved; `nil` if that is not decided (`authorizationStatus(for:)`). What may be
  /// read is not told, as HealthKit does not tell it.
  public func maySave(_ type: SampleType, kind: SampleKind) throws(HealthError) -> Bool? {
    try visibility().sharing(type, kind: kind)
  }

  /// What the client may know of the person.
  public func info() throws(HealthError) -> DatasetInfo { try visibility().filter(store.info()) }

  // MARK: Reading

  /// The samples of a query that the client may see, without what it may not see in them.
  public func samples(_ query: SampleQuery) throws(HealthError) -> any SampleCursor {
    try ClientCursor(store, query, visibility())
  }

  /// The sample of a key; `nil` also if the client may not see it.
  public func sample(_ key: SampleKey) throws(HealthError) -> Sample? {
    var filter = VisibilityFilter(try visibility())
    return try store.sample(key).flatMap { filter.filter($0) }
  }

  /// The keys of an identity of which the client may see the samples.
  public func keys(of id: SampleID) throws(HealthError) -> [SampleKey] {
    var visible: [SampleKey] = []
    for key in try store.keys(of: id) where try sample(key) != nil { visible.append(key) }
    return visible
  }

  /// What the samples have in common that the client may see.
  public func descriptors() throws(HealthError) -> [DescriptorCount] {
    var table = DescriptorTable<Int>()
    try forEach { sample, _ in
      guard let descriptor = sample.descriptor else { return }
      let index = table.index(of: descriptor, kind: sample.kind) { _, _ in 0 }
      table[index] += 1
    }
    return table.takeEntries().map {
      DescriptorCount(descriptor: $0.descriptor, kind: $0.kind, count: $0.value)
    }
  }

  /// How many samples there are of each type that the client may see.
  public func contents(limit: Int) throws(HealthError) -> StoreContents {
    struct TypeName: Hashable {
      let kind: SampleKind
      let identifier: String
    }
    var counts: [TypeName: (all: Int, nested: Int)] = [:]
    try forEach { sample, isNested in
      let type = TypeName(kind: sample.kind, identifier: sample.sampleType?.identifier ?? "")
      counts[type, default: (0, 0)].all += 1
      if isNested { counts[type, default: (0, 0)].nested += 1 }
    }
    let types = counts.map {
      StoreContents.TypeCount(
        kind: $0.kind, type: $0.identifier, count: $1.all, nested: $1.nested)
    }.sorted { ($1.count, $0.type) < ($0.count, $1.type) }
    return StoreContents(
      types: limit > SampleQuery.noLimit ? Array(types.prefix(limit)) : types,
      typeCount: types.count, sampleCount: types.reduce(0) { $0 + $1.count },
      nestedCount: types.reduce(0) { $0 + $1.nested })
  }

  /// Visits all samples and those nested in them that are not also at top level.
  private func forEach(_ body: (Sample, _ isNested: Bool) -> Void) throws(HealthError) {
    let cursor = try samples(SampleQuery())
    while let sample = try cursor.next() {
      body(sample, cursor.key == nil)
      var nested = sample.canHoldSamples ? sample.nestedSamples : []
      while let sample = nested.popLast() {
        body(sample, true)
        if sample.canHoldSamples { nested += sample.nestedSamples }
      }
    }
  }

  // MARK: Changes

  /// The state of the store, other clients' changes included.
  public func anchor() throws(HealthError) -> StoreAnchor { try store.anchor() }

  /// What was added and deleted that the client may see. Of a deleted sample only type and participant are known: it is
  /// returned if the client may read all samples of the type.
  public func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
  ) throws(HealthError) -> StoreChanges {
    let visibility = try visibility()
    let answer = try store.changes(
      since: anchor, matching: ClientCursor.pushed(predicate), limit: limit)
    var filter = VisibilityFilter(visibility)
    var matcher = SampleMatcher(predicate)
    var changes: [StoreChange] = []
    for change in answer.changes {
      switch change {
      case .added(let sample, let key):
        guard let left = filter.filter(sample) else { continue }
        if matcher.matches(left) || !matcher.matches(in: left).isEmpty {
          changes.append(.added(left, key: key))
        }
      case .deleted(let deleted):
        if visibility.isVisible(deleted) { changes.append(change) }
      }
    }
    return StoreChanges(changes: changes, anchor: answer.anchor, hasMore: answer.hasMore)
  }

  // MARK: Writing

  /// Begins to save samples of the types that the client may share. Their source is the client; facts about the person
  /// are not saved.
  public func beginLoad(_ mode: SavingMode) throws(HealthError) -> any StoreLoad {
    ClientLoad(try store.beginLoad(mode), of: name, try visibility())
  }

  /// Deletes those of the samples that the client has saved.
  @discardableResult
  public func delete(_ keys: [SampleKey]) throws(HealthError) -> Int {
    let visibility = try visibility()
    var own: [SampleKey] = []
    for key in keys {
      let source = try store.sample(key)?.source
      if let source, visibility.isOwn(source) { own.append(key) }
    }
    return try store.delete(own)
  }

  /// Deletes those of the samples that the client has saved.
  @discardableResult
  public func delete(where predicate: SamplePredicate) throws(HealthError) -> Int {
    guard try visibility().isOwn(Source(name: client)) else { return 0 }
    let own = SamplePredicate(.text(.source, .equals(client)))
    return try store.delete(where: SamplePredicate(.and([own.form, predicate.form])))
  }

  /// The client's own anchor of a name.
  public func anchor(named name: String) throws(HealthError) -> StoreAnchor? {
    try store.anchor(named: own(name))
  }

  /// Keeps an anchor for the client, which the owner must have made known.
  public func keep(_ anchor: StoreAnchor?, as name: String) throws(HealthError) {
    guard try visibility().isOwn(Source(name: client)) else {
      throw HealthError(
        .denied, self.name, "has no client '\(client.printable)', so it remembers nothing for it")
    }
    try store.keep(anchor, as: own(name))
  }

  /// No two clients have a name in common: a control character separates, which no client's name has.
  private func own(_ name: String) -> String { client + "\u{1}" + name }

  // MARK: What is the owner's

  /// What the client itself may do.
  public func grants() throws(HealthError) -> [ClientGrant] {
    try store.grants().filter { $0.client == client }
  }
  /// Only the owner of the store does that.
  public func setGrant(_ grant: ClientGrant) throws(HealthError) { throw isNotOwner }
  /// Only the owner of the store does that.
  public func removeGrant(of client: String) throws(HealthError) { throw isNotOwner }
  /// Only the owner of the store does that.
  public func forgetDeleted(before instant: Timestamp) throws(HealthError) { throw isNotOwner }
  /// Only the owner of the store does that.
  public func check() throws(HealthError) -> [StoreDefect] { throw isNotOwner }

  private var isNotOwner: HealthError {
    HealthError(.denied, name, "can be changed in this way by its owner, not by a client")
  }
}

/// The samples of a query that a client may see.
private final class ClientCursor: SampleCursor {
  private let cursor: any SampleCursor
  private let query: SampleQuery
  private var filter: VisibilityFilter<ClientVisibility>
  private var matcher: SampleMatcher
  /// Samples that were found in the last one that was read, the next one last.
  private var waiting: [Sample] = []
  private var left: Int
  private(set) var key: SampleKey?

  init(
    _ store: any SampleStore, _ query: SampleQuery, _ visibility: ClientVisibility
  ) throws(HealthError) {
    self.query = query
    filter = VisibilityFilter(visibility)
    matcher = SampleMatcher(query.predicate)
    left = query.limit > SampleQuery.noLimit ? query.limit : .max
    var all = query
    all.predicate = Self.pushed(query.predicate)
    all.limit = SampleQuery.noLimit
    cursor = try store.samples(all)
  }

  /// What the store may look for. A figure of a workout may be one that the client does not see, and a member of a
  /// correlation, of which its UUID is made; so a condition on them is tested afterwards, on the filtered sample.
  static func pushed(_ predicate: SamplePredicate) -> SamplePredicate {
    if case .and(let parts) = predicate.form {
      return SamplePredicate(.and(parts.map { pushed(SamplePredicate($0)).form }))
    }
    return predicate.form.needsWholeSamples ? .all : predicate
  }

  func next() throws(HealthError) -> Sample? {
    key = nil
    while left > 0 {
      if let sample = waiting.popLast() {
        left -= 1
        return sample
      }
      guard let sample = try cursor.next() else { break }
      if let visible = filter.filter(sample) {
        if matcher.matches(visible) {
          key = cursor.key
          left -= 1
          return visible
        }
        waitForNested(of: visible)
      } else {
        while let nested = filter.takeWaiting() {
          if !query.findsNested { continue }
          if matcher.matches(nested) { waiting.append(nested) } else { waitForNested(of: nested) }
        }
      }
      waiting.reverse()
    }
    left = 0
    waiting = []
    return nil
  }

  private func waitForNested(of sample: Sample) {
    if query.findsNested, sample.canHoldSamples { waiting += matcher.matches(in: sample) }
  }
}

/// Saves samples with the client as their source.
private final class ClientLoad: StoreLoad {
  private let load: any StoreLoad
  private let store: String
  private let visibility: ClientVisibility

  init(_ load: any StoreLoad, of store: String, _ visibility: ClientVisibility) {
    self.load = load
    self.store = store
    self.visibility = visibility
  }

  var hasThread: Bool { load.hasThread }

  func describe(_ info: DatasetInfo) throws(HealthError) {}

  func save(_ samples: [Sample]) throws(HealthError) {
    for sample in samples { try check(sample) }
    try load.save(samples.map { $0.renamingSource(to: visibility.client) { _ in true } })
  }

  private func check(_ sample: Sample) throws(HealthError) {
    guard visibility.maySave(sample) else {
      let type = sample.sampleType?.identifier ?? sample.kind.rawValue
      throw HealthError(
        .denied, store, "client '\(visibility.client)' may not save samples of the type \(type)")
    }
    guard let source = sample.source, source.name.isEmpty || visibility.isOwn(source) else {
      throw HealthError(
        .denied, store, "client '\(visibility.client)' may not save samples of other sources")
    }
    for member in sample.members { try check(member.sample) }
  }

  func prepare() throws(HealthError) -> String? { nil }

  func commit() throws(HealthError) -> SaveCounts {
    var counts = try load.commit()
    // What the store has besides is not the client's business.
    counts.gone = 0
    return counts
  }

  func rollBack() { load.rollBack() }
}
