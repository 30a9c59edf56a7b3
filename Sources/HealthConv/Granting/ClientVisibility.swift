import HealthFormats
import HealthModel
package import HealthStore

/// What a client may see of a store, and what it may save there.
struct ClientVisibility: SampleVisibility {
  let client: String
  private let objects: Set<SampleUUID>
  private let decisions: [(pattern: TypePattern, decision: ClientGrant.Decision)]

  /// - Parameter grant: `nil` for a client that the store does not know: it sees nothing, and saves nothing.
  init(_ client: String, _ grant: ClientGrant?) {
    self.client = client
    decisions = (grant?.decisions ?? []).map { (TypePattern(unchecked: $0.type), $0) }
    objects = grant?.objects ?? []
    isKnown = grant != nil
  }

  private let isKnown: Bool

  /// Whether samples of a source are the client's own.
  func isOwn(_ source: Source) -> Bool { isKnown && source.name == client }

  /// What may be read of a type: the least that a decision about it grants, so that a narrower one takes effect by
  /// whatever name the type was granted before.
  func reading(_ type: SampleType, kind: SampleKind) -> ClientGrant.Reading {
    var found: ClientGrant.Reading?
    for (pattern, decision) in decisions where pattern.matches(type, kind: kind) {
      switch (decision.read, found) {
      case (nil, _): continue
      case (.denied, _): return .denied
      case (.since(let new), .since(let old)): found = .since(max(new, old))
      case (.authorized, .since): continue
      case (let read?, _): found = read
      }
    }
    return found ?? .denied
  }

  /// Whether samples of a type may be saved; `nil` if that is not decided.
  func sharing(_ type: SampleType, kind: SampleKind) -> Bool? {
    var found: Bool?
    for (pattern, decision) in decisions where pattern.matches(type, kind: kind) {
      if decision.share == false { return false }
      found = decision.share ?? found
    }
    return found
  }

  /// Whether a sample may be saved with all that is in it. Of a correlation only the members matter.
  func maySave(_ sample: Sample) -> Bool {
    guard let descriptor = sample.descriptor else { return false }
    if sample.members.contains(where: { !maySave($0.sample) }) { return false }
    if sample.kind == .correlation { return !sample.members.isEmpty }
    return sharing(descriptor.type.granted(sample.kind), kind: sample.kind) == true
  }

  // MARK: Reading

  func visible(_ descriptor: SampleDescriptor, kind: SampleKind) -> VisiblePart {
    if isOwn(descriptor.source) { return .figures }
    if kind.requiresPerObjectAuthorization { return objects.isEmpty ? .nothing : .chosen }
    // Their members are authorized, not correlations.
    if kind == .correlation { return isKnown ? .parts : .nothing }
    return reading(descriptor.type.granted(kind), kind: kind) == .denied ? .nothing : .parts
  }

  func isVisible(
    from start: Timestamp, of descriptor: SampleDescriptor, kind: SampleKind
  ) -> Bool {
    if kind == .correlation { return true }
    if case .since(let first) = reading(descriptor.type.granted(kind), kind: kind) {
      return start >= first
    }
    return true
  }

  func isChosen(_ uuid: SampleUUID) -> Bool { objects.contains(uuid) }

  func allows(figure identifier: String) -> Bool {
    let type = SampleType.quantity(QuantityType(identifier))
    // A figure says nothing about when its samples began.
    return reading(type, kind: .quantity) == .authorized
  }

  var needsMembers: Bool { true }
  var showsWholeSummaries: Bool { true }

  /// Whether a deletion may be seen, of which only type and participant are known.
  func isVisible(_ deleted: DeletedSample) -> Bool {
    if deleted.kind.requiresPerObjectAuthorization { return objects.contains(deleted.uuid) }
    let type =
      deleted.kind == .workout ? SampleType.other(ClientVisibility.workouts) : .other(deleted.type)
    return deleted.kind != .correlation && reading(type, kind: deleted.kind) == .authorized
  }

  /// The type that is granted of all workouts, whatever their activity.
  static let workouts = "HKWorkoutTypeIdentifier"

  /// The facts about the person that may be seen.
  func filter(_ info: DatasetInfo) -> DatasetInfo {
    var filtered = DatasetInfo()
    filtered.characteristics = info.characteristics.filter {
      reading(.other($0.type.identifier), kind: .unknown) == .authorized
    }
    filtered.copyParticipants(of: info, filter)
    return filtered
  }
}

extension SampleType {
  /// The type that is granted for samples of this type.
  fileprivate func granted(_ kind: SampleKind) -> SampleType {
    kind == .workout ? .other(ClientVisibility.workouts) : self
  }
}

extension SampleStore {
  /// SQL that makes a role for each client of the store, for the owner of its tables.
  ///
  /// A role sees the samples that its client sees whole, of the types of the catalog and those that the store has now.
  ///
  /// - Throws: `HealthError` of code `.unsupported` for a store in a file.
  package func clientRoles() throws(HealthError) -> String {
    guard let store = self as? any RoleStore else {
      throw HealthError(
        .unsupported, name,
        "is in a file, where there are no roles; expected a store on a PostgreSQL server")
    }
    let stored = try contents(limit: SampleQuery.noLimit).types
    var clients: [ClientTypes] = []
    for grant in try grants() {
      clients.append(
        ClientTypes(
          grant, stored: stored.map { ($0.kind, $0.type) }, objects: try keys(of: grant.objects)))
    }
    return try store.roleStatements(for: clients)
  }

  /// The keys of samples that are granted one by one.
  private func keys(of objects: Set<SampleUUID>) throws(HealthError) -> [SampleKey] {
    if objects.isEmpty { return [] }
    let kinds = SampleKind.allCases.filter(\.requiresPerObjectAuthorization)
    let predicate = SamplePredicate(.and([.or(kinds.map { .kind($0) }), .uuids(objects)]))
    let samples = try samples(SampleQuery(predicate))
    var keys: [SampleKey] = []
    while try samples.next() != nil { if let key = samples.key { keys.append(key) } }
    return keys
  }
}

extension ClientTypes {
  /// - Parameter stored: The types of stored samples: the catalog does not have all.
  init(_ grant: ClientGrant, stored: [(SampleKind, String)], objects: [SampleKey]) {
    let visibility = ClientVisibility(grant.client, grant)
    var readable: [Readable] = []
    func add(_ kind: SampleKind?, _ type: SampleType, _ identifier: String?) {
      switch visibility.reading(type, kind: kind ?? .unknown) {
      case .denied: break
      case .since where kind == nil: break
      case .since(let start):
        let second = start.secondsSince1970 + (start.nanoseconds > 0 ? 1 : 0)
        readable.append(Readable(kind: kind, identifier: identifier, since: second))
      case .authorized: readable.append(Readable(kind: kind, identifier: identifier))
      }
    }
    for type in CharacteristicType.all {
      add(nil, .other(type.identifier), type.identifier)
    }
    // Granted whatever their activity.
    add(.workout, .other(ClientVisibility.workouts), nil)
    var seen: Set<Readable> = []
    let catalog = Catalog.allTypes.compactMap { type in
      SampleKind(rawValue: type.kind).map { ($0, type.identifier) }
    }
    for (kind, identifier) in catalog + stored
    where ![.workout, .correlation, .unknown].contains(kind)
      && !kind.requiresPerObjectAuthorization && !identifier.isEmpty
      && seen.insert(Readable(kind: kind, identifier: identifier)).inserted
    {
      add(kind, SampleType(kind, identifier), identifier)
    }
    self.init(client: grant.client, readable: readable, objects: objects)
  }
}
