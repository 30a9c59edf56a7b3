import HealthBytes
import HealthFormats
package import HealthModel
package import HealthStore

extension SampleStore {
  /// The changes of the store as a policy gives them: see ``ReleasedStore``.
  ///
  /// - Throws: `HealthError` of code `.usage` if the policy cannot be applied to changes.
  package func releasing(_ policy: Policy) throws(HealthError) -> ReleasedStore {
    try ReleasedStore(self, policy)
  }
}

/// A store that is read as a policy gives it: its facts and its changes. Nothing else can be read, and nothing can be written but
/// the states of receivers, which are those of this policy.
///
/// Each change is given by itself, perhaps years after the one before, so nothing depends on what was read before: sources have
/// codes instead of numbers, and an added sample has a UUID that is derived with the key from what it is in the store. A deletion
/// names that UUID. It is given only if all samples of its type are granted, since nothing else is known of the deleted one.
package final class ReleasedStore: SampleStore {
  private let store: any SampleStore
  private let release: Release

  /// How many changes are read at once, at most.
  private static let most = 1_000

  init(_ store: any SampleStore, _ policy: Policy) throws(HealthError) {
    if policy.settings.dates == .dayNumber {
      throw HealthError(
        .usage,
        "'dates: day-number' counts from the first sample, and a later change may be an earlier sample; changes can have "
          + "'shift-weeks', 'shift-days' or 'keep'")
    }
    if policy.window != nil {
      throw HealthError(
        .usage,
        "the window of the policy depends on the data, which change; changes can have a window with 'since' and 'until'"
      )
    }
    if policy.key == nil {
      throw HealthError(
        .usage, "the policy has no key, from which changes get UUIDs by which deletions name them")
    }
    self.store = store
    release = Release(policy, isLasting: true)
    _ = try info()
  }

  package var name: String { store.name }
  package func location() throws(HealthError) -> String { try store.location() }
  package func info() throws(HealthError) -> DatasetInfo { try release.released(store.info()) }
  package func anchor() throws(HealthError) -> StoreAnchor { try store.anchor() }

  // MARK: Changes

  package func changes(
    since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
  ) throws(HealthError) -> StoreChanges {
    let most = min(SampleQuery.most(limit), Self.most)
    var (filter, matcher) = (ReleaseFilter(release), SampleMatcher(predicate))
    var changes: [StoreChange] = []
    var start = anchor
    while true {
      let asked = most - changes.count
      let found = try store.changes(since: start, matching: .all, limit: asked)
      for change in found.changes {
        if let given = given(change, &filter, &matcher) { changes.append(given) }
      }
      start = found.anchor
      // Few or none of them may be given.
      if !found.hasMore || found.changes.count < asked || changes.count * 2 >= most {
        return StoreChanges(changes: changes, anchor: found.anchor, hasMore: found.hasMore)
      }
    }
  }

  private func given(
    _ change: StoreChange, _ filter: inout ReleaseFilter, _ matcher: inout SampleMatcher
  ) -> StoreChange? {
    switch change {
    case .added(let sample, let key):
      guard var given = filter.releasedWhole(sample) else { return nil }
      given.ordinal = 0
      given.updateHeader { [release] in $0.uuid = release.uuid(of: key) }
      guard matcher.matches(given) || !matcher.matches(in: given).isEmpty else { return nil }
      return .added(given, key: SampleKey(given))
    case .deleted(let sample):
      guard filter.grant.allows(sample), matcher.canMatch(sample) else { return nil }
      let uuid = release.uuid(of: sample.key)
      return .deleted(
        DeletedSample(
          key: SampleKey(id: uuid.bits), kind: sample.kind, type: sample.type, uuid: uuid,
          participant: release.pseudonym(of: sample.participant)))
    }
  }

  /// The state of a receiver of this policy: after another one it is given everything again, since dates and codes differ.
  package func anchor(named name: String) throws(HealthError) -> StoreAnchor? {
    try store.anchor(named: own(name))
  }

  package func keep(_ anchor: StoreAnchor?, as name: String) throws(HealthError) {
    try store.keep(anchor, as: own(name))
  }

  private func own(_ name: String) -> String { "policy \(release.policy.mark)\u{1}\(name)" }

  // MARK: What is not given

  package func beginLoad(_ mode: SavingMode) throws(HealthError) -> any StoreLoad { throw refusal }
  package func delete(_ keys: [SampleKey]) throws(HealthError) -> Int { throw refusal }
  package func delete(where predicate: SamplePredicate) throws(HealthError) -> Int { throw refusal }
  package func samples(_ query: SampleQuery) throws(HealthError) -> any SampleCursor {
    throw refusal
  }
  package func sample(_ key: SampleKey) throws(HealthError) -> Sample? { throw refusal }
  package func keys(of id: SampleID) throws(HealthError) -> [SampleKey] { throw refusal }
  package func descriptors() throws(HealthError) -> [DescriptorCount] { throw refusal }
  package func contents(limit: Int) throws(HealthError) -> StoreContents { throw refusal }
  package func forgetDeleted(before instant: Timestamp) throws(HealthError) { throw refusal }
  package func check() throws(HealthError) -> [StoreDefect] { throw refusal }

  private var refusal: HealthError {
    HealthError(.denied, name, "with a policy gives only its changes")
  }
}

extension Release {
  /// What a sample of a store is called in its changes, whatever it becomes.
  func uuid(of key: SampleKey) -> SampleUUID {
    let code = policy.key?.code(of: "\(key)", for: "change", release: policy.release) ?? []
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    return SampleUUID(
      id: SampleID(high: word(code.prefix(8)), low: word(code.dropFirst(8).prefix(8))), ordinal: 0)
  }
}

/// Which samples a policy grants. Those that it does not grant do not exist.
///
/// A class, because a copy of a policy has many parts, and it is copied for each sample.
final class PolicyVisibility: SampleVisibility {
  private let policy: Policy
  private let selection: Selection
  /// The granted days of each participant, if only some are granted; days since 1970.
  private let windows: [String: ClosedRange<Int64>]?
  private let givesHeartbeats: Bool

  init(_ policy: Policy, _ windows: [String: ClosedRange<Int64>]?) {
    (self.policy, self.windows) = (policy, windows)
    var selection = Selection()
    (selection.since, selection.until) = (policy.since, policy.until)
    for name in policy.sourceNames { selection.addSource(name) }
    self.selection = selection
    givesHeartbeats = policy.settings.biometric == .keep && !policy.roundsHeartbeats
  }

  func visible(_ descriptor: SampleDescriptor, kind: SampleKind) -> VisiblePart {
    guard selection.selects(descriptor, kind: kind), isPossible(kind) else { return .nothing }
    // Members are granted, not correlations.
    if kind == .correlation { return .parts }
    return isGranted(descriptor.type, kind: kind) ? .parts : .nothing
  }

  /// Whether something remains of samples of a kind.
  private func isPossible(_ kind: SampleKind) -> Bool {
    let settings = policy.settings
    return switch kind {
    case .document: settings.documents == .keep
    case .clinicalRecord: settings.clinical == .keep
    // Neither is readable without its series.
    case .electrocardiogram: settings.biometric == .keep
    case .heartbeatSeries: givesHeartbeats
    case .unknown: false
    default: true
    }
  }

  private func isGranted(_ type: SampleType, kind: SampleKind) -> Bool {
    let matching = policy.types.filter { $0.matches(type, kind: kind) }
    if matching.isEmpty, !policy.types.isEmpty { return false }
    if policy.excludedTypes.contains(where: { $0.matches(type, kind: kind) }) { return false }
    guard policy.settings.sensitive == .drop, SensitiveTypes.contains(type, kind: kind) else {
      return true
    }
    // A sensitive type has to be named, not only covered by a pattern.
    return matching.contains { !$0.text.contains("*") && !$0.text.contains("?") }
  }

  func isVisible(
    from start: Timestamp, of descriptor: SampleDescriptor, kind: SampleKind
  ) -> Bool {
    guard selection.selects(start: start) else { return false }
    guard let windows else { return true }
    return start.isKnown
      && windows[descriptor.participant ?? ""]?.contains(DateMove.localDay(start)) == true
  }

  func allows(figure identifier: String) -> Bool {
    isGranted(.quantity(QuantityType(identifier)), kind: .quantity)
  }

  var needsMembers: Bool { true }

  /// Whether a finding is certainly about a sample that is granted: not one about a file, an element or a line, which may be
  /// about anything, nor any where the date or other fields of the sample decide.
  func allows(_ finding: Finding) -> Bool {
    guard decidesByType, let type = finding.type, let kind = Self.kinds[type] else { return false }
    guard policy.sourceNames.isEmpty || finding.source != nil else { return false }
    let descriptor = SampleDescriptor(
      type: .other(type), source: finding.source.map { Source(name: $0) })
    return visible(descriptor, kind: kind) != .nothing
  }

  /// Whether neither the date nor other fields of a sample decide if it is granted.
  private var decidesByType: Bool {
    policy.since == nil && policy.until == nil && policy.window == nil && policy.predicate == .all
  }

  /// Whether a deleted sample, of which only type and participant are known, was certainly granted.
  func allows(_ deleted: DeletedSample) -> Bool {
    guard decidesByType, policy.sourceNames.isEmpty,
      policy.settings.text == .keep || PublicWords.isType(deleted.type)
    else { return false }
    // Which members it had is not known, so each that it may have has to be granted.
    if deleted.kind == .correlation {
      let members = Self.members(of: deleted.type)
      return !members.isEmpty && members.allSatisfy { isGranted(.quantity($0), kind: .quantity) }
    }
    let descriptor = SampleDescriptor(type: .other(deleted.type), source: nil)
    return visible(descriptor, kind: deleted.kind) != .nothing
  }

  /// Whether a correlation may be granted, of which the members are not known.
  func mayAllow(_ correlation: CorrelationType) -> Bool {
    Self.members(of: correlation.identifier).contains { isGranted(.quantity($0), kind: .quantity) }
  }

  private static func members(of correlation: String) -> [QuantityType] {
    CorrelationType.all.first { $0.identifier == correlation }?.memberTypes ?? []
  }

  private static let kinds: [String: SampleKind] = Dictionary(
    Catalog.allTypes.compactMap { entry in
      SampleKind(rawValue: entry.kind).map { (entry.identifier, $0) }
    } + WorkoutActivityType.all.map { ($0.identifier, .workout) }
      + ClinicalRecordType.all.map { ($0.identifier, .clinicalRecord) },
    uniquingKeysWith: { first, _ in first })
}
