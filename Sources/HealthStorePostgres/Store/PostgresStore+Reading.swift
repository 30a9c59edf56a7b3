#if PostgreSQL
  public import HealthModel
  public import HealthStore

  extension PostgresStore {
    /// Where it is, by whatever name of the server: copies of a store have its identity, but not a server that was
    /// started in the same microsecond. Anybody may ask for that.
    public func place() throws(StoreError) -> String {
      let connection = try connect()
      let found = try connection.rows(
        "select extract(epoch from pg_postmaster_start_time())::text, current_database()::text")
      release(connection)
      return [found.text(0, 0), found.text(0, 1), schema].map(quoted).joined(separator: ".")
    }

    /// Facts about the dataset and the person.
    public func info() throws(StoreError) -> DatasetInfo {
      guard let snapshot = try snapshot() else { return DatasetInfo() }
      return try DatasetInfo(StoreFacts(snapshot.connection), snapshot.connection)
    }

    /// The samples that match a query. The server keeps the state until the cursor is released.
    ///
    /// - Parameter query: Which samples, in what order, how many.
    public func samples(_ query: SampleQuery) throws(StoreError) -> any SampleCursor {
      let snapshot = try snapshot()
      if let snapshot, query.limit == nil { try checkWhole(snapshot) }
      return try PostgresCursor(snapshot, query)
    }

    /// The sample of a key.
    ///
    /// - Returns: The sample, or `nil` if it is not stored.
    public func sample(_ key: SampleKey) throws(StoreError) -> Sample? {
      guard let snapshot = try snapshot() else { return nil }
      return try snapshot.connection.sample(key, from: snapshot)
    }

    /// The descriptors of samples, with the number of samples.
    public func descriptors() throws(StoreError) -> [DescriptorCount] {
      guard let snapshot = try snapshot() else { return [] }
      try checkWhole(snapshot)
      return try DescriptorCount.all(in: snapshot.connection, snapshot)
    }

    /// How many samples there are of each type.
    ///
    /// - Parameter limit: How many types are listed at most; all are counted.
    public func contents(limit: Int) throws(StoreError) -> StoreContents {
      guard let snapshot = try snapshot() else { return StoreContents() }
      try checkWhole(snapshot)
      return try StoreContents(snapshot.connection, limit: limit, byteOrder: "\"C\"")
    }

    /// The state of the store now.
    public func anchor() throws(StoreError) -> StoreAnchor {
      guard let snapshot = try snapshot() else { return emptyFacts.anchor }
      return try StoreFacts(snapshot.connection).anchor
    }
  }
#endif
