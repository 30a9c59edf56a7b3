public import HealthModel

/// What one client of a store may read and write: HealthKit's permission, kept in the store by its owner.
///
/// A client is a program that is handed a store by ``HealthStore/SampleStore/client(_:)``, such as a server for its
/// users. A program that opens the database itself can read all of it: grants bind callers of this library and of the tool.
public struct ClientGrant: Sendable, Equatable {
  /// How much of a type may be read.
  public enum Reading: Sendable, Equatable {
    /// Nothing but what the client has saved itself.
    case denied
    /// Samples that begin at an instant or later.
    case since(Timestamp)
    /// All samples.
    case authorized
  }

  /// A decision about types.
  public struct Decision: Sendable, Equatable {
    /// A type as in a selection: an identifier, a short name, a kind, a pattern of these.
    public let type: String
    /// Whether samples may be saved; `nil` if that is not decided.
    public var share: Bool?
    /// What may be read; `nil` if that is not decided, which is the same to the client as ``Reading/denied``.
    public var read: Reading?

    /// A decision.
    public init(type: String, share: Bool? = nil, read: Reading? = nil) {
      self.type = type
      self.share = share
      self.read = read
    }
  }

  /// The client's name. What it saves has a source of this name, which no other program should use.
  public let client: String
  /// The decisions. Where several are about a type, the most restrictive prevails.
  public private(set) var decisions: [Decision]
  /// The samples that may be read of kinds whose samples are granted one by one
  /// (`SampleKind.requiresPerObjectAuthorization`), by their UUIDs.
  public var objects: Set<SampleUUID> = []

  /// Grants of a client; by default nothing is decided.
  ///
  /// - Throws: `HealthError` of code `.usage` for a name that is empty or has control characters.
  public init(client: String, decisions: [Decision] = []) throws(HealthError) {
    guard !client.isEmpty,
      client.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else {
      throw HealthError(.usage, "the name of a client is empty or has control characters")
    }
    self.client = client
    self.decisions = []
    for decision in decisions { decide(decision) }
  }

  /// Records a decision in addition to the others. Of the same types, what it leaves open keeps its earlier decision.
  public mutating func decide(_ decision: Decision) {
    guard let index = decisions.firstIndex(where: { $0.type == decision.type }) else {
      decisions.append(decision)
      return
    }
    if let share = decision.share { decisions[index].share = share }
    if let read = decision.read { decisions[index].read = read }
  }
}

extension SampleKind {
  /// Whether its samples are granted one by one (``ClientGrant/objects``), whatever is decided about types: prescriptions and doses
  /// of medications.
  public var requiresPerObjectAuthorization: Bool {
    self == .visionPrescription || self == .medicationDose
  }
}

extension ClientGrant {
  /// Reads the grants of a store.
  package static func all(in database: any SQLDatabase) throws(HealthError) -> [ClientGrant] {
    let rows = try database.rows(
      "SELECT client, type, share, read, read_from, object FROM client_grant ORDER BY client, n",
      [],
      as: [.text, .text, .integer, .integer, .integer, .id])
    var grants: [ClientGrant] = []
    for row in rows {
      let client = try row[0].text(in: database)
      if grants.last?.client != client {
        guard let grant = try? ClientGrant(client: client) else { throw Self.damage(database) }
        grants.append(grant)
      }
      if case .id(let bits) = row[5] {
        grants[grants.count - 1].objects.insert(SampleUUID(bits))
        continue
      }
      guard let type = row[1].text else { continue }
      let share = row[2].integer.map { $0 != 0 }
      let read: Reading?
      switch (row[3].integer, row[4].integer) {
      case (nil, nil): read = nil
      case (0, nil): read = .denied
      case (1, nil): read = .authorized
      case (1, let seconds?):
        guard
          let start = Timestamp(validating: seconds, nanoseconds: 0, offsetMinutes: 0)
        else { throw Self.damage(database) }
        read = .since(start)
      default: throw Self.damage(database)
      }
      grants[grants.count - 1].decide(Decision(type: type, share: share, read: read))
    }
    return grants
  }

  private static func damage(_ database: any SQLDatabase) -> HealthError {
    HealthError(.damaged, database.name, "a row of the table 'client_grant' is malformed")
  }

  /// Replaces the grants of the client.
  package func write(_ database: any SQLDatabase) throws(HealthError) {
    try Self.remove(client, database)
    var rows = decisions.map { decision -> [StoreValue] in
      let read: (Int64?, Int64?) =
        switch decision.read {
        case nil: (nil, nil)
        case .denied: (0, nil)
        // The next whole second: a fraction must not grant more.
        case .since(let start):
          (1, start.secondsSince1970 + (start.nanoseconds > 0 ? 1 : 0))
        case .authorized: (1, nil)
        }
      return [
        .text(decision.type), .integer(decision.share.map { $0 ? 1 : 0 }), .integer(read.0),
        .integer(read.1), .null,
      ]
    }
    rows += objects.sorted().map { [.null, .null, .null, .null, .id($0.bits)] }
    // A client about which nothing is decided is known all the same.
    if rows.isEmpty { rows = [[.null, .null, .null, .null, .null]] }
    for row in rows {
      try database.run(
        """
        INSERT INTO client_grant (n, client, type, share, read, read_from, object)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """, [.integer(try database.nextNumber(in: "client_grant")), .text(client)] + row)
    }
  }

  /// Removes the grants of a client.
  package static func remove(_ client: String, _ database: any SQLDatabase) throws(HealthError) {
    try database.run("DELETE FROM client_grant WHERE client = $1", [.text(client)])
  }
}

/// What a client may read, type by type: what the role of the client sees in a database with roles.
package struct ClientTypes: Sendable {
  /// A type that may be read.
  package struct Readable: Sendable, Hashable {
    /// The kind of its samples; `nil` for a characteristic of the person.
    package let kind: SampleKind?
    /// Its identifier; `nil` for all types of the kind.
    package let identifier: String?
    /// If only later samples may be read, from when on: seconds since 1970.
    package let since: Int64?

    package init(kind: SampleKind?, identifier: String?, since: Int64? = nil) {
      self.kind = kind
      self.identifier = identifier
      self.since = since
    }
  }

  /// The name of the client.
  package let client: String
  /// The types, each once.
  package let readable: [Readable]
  /// The samples that are granted one by one.
  package let objects: [SampleKey]

  package init(client: String, readable: [Readable], objects: [SampleKey] = []) {
    self.client = client
    self.readable = readable
    self.objects = objects
  }
}

/// A store in a database with roles.
package protocol RoleStore: SampleStore {
  /// The statements that make a role for each client, and policies by which it sees the samples that the client sees whole.
  func roleStatements(for clients: [ClientTypes]) throws(HealthError) -> String
}
