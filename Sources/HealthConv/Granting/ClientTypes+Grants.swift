import HealthFormats
import HealthModel
package import HealthStore

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
