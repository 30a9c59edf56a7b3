#if PostgreSQL
  import HealthModel
  import HealthStore

  /// What a store says of itself: the rows of the table `store`.
  struct StoreFacts {
    /// The names of facts.
    enum Name: String {
      /// Which store it is: 32 hexadecimal digits.
      case identity
      /// The version of the tables.
      case version
      /// The number that the next change gets.
      case nextChange = "next_change"
      /// The highest number of a deletion that is not remembered any more.
      case purged
      case exportDate = "export_date"
      case locale
      case exportVersion = "export_version"
      case path
      /// Attributes of the dataset that nobody knows, as JSON text.
      case attributes
    }

    private var values: [String: String] = [:]

    /// Reads the facts.
    ///
    /// - Parameter connection: The connection.
    /// - Throws: `StoreError`.
    init(_ connection: Connection) throws(StoreError) {
      let rows = try connection.rows("select name, value from store")
      for row in 0..<rows.count {
        values[rows.text(row, 0)] = rows.value(row, 1, .text).text
      }
    }

    /// A fact, if it is known.
    subscript(name: Name) -> String? { values[name.rawValue] }

    /// A fact that is a number.
    func integer(_ name: Name) -> Int64? { self[name].flatMap { Int64($0) } }

    /// The state of the store.
    var anchor: StoreAnchor {
      StoreAnchor(store: self[.identity] ?? "", change: (integer(.nextChange) ?? 1) - 1)
    }

    /// Notes a fact.
    ///
    /// - Parameters:
    ///   - name: Which.
    ///   - value: What.
    ///   - connection: The connection.
    /// - Throws: `StoreError`.
    static func set(
      _ name: Name, _ value: String, _ connection: Connection
    ) throws(StoreError) {
      _ = try connection.rows(
        """
        insert into store (name, value) values ($1, $2)
        on conflict (name) do update set value = excluded.value
        """, [.text(name.rawValue), .text(value)])
    }

    /// Notes the facts of an empty store.
    ///
    /// - Parameters:
    ///   - identity: Which store it is.
    ///   - connection: The connection.
    /// - Throws: `StoreError`.
    static func begin(_ identity: String, _ connection: Connection) throws(StoreError) {
      try set(.identity, identity, connection)
      try set(.version, "\(StoreSchema.version)", connection)
      try set(.nextChange, "1", connection)
      try set(.purged, "0", connection)
    }

    /// A new identity.
    static func newIdentity() -> String {
      SampleID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)).description
    }
  }
#endif
