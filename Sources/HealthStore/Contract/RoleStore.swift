package import HealthModel

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
