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
      try PostgresCursor(snapshot(), query)
    }

    /// The sample of a key.
    ///
    /// - Returns: The sample, or `nil` if it is not stored.
    public func sample(_ key: SampleKey) throws(StoreError) -> Sample? {
      guard let snapshot = try snapshot() else { return nil }
      let rows = try snapshot.connection.rows(
        "select \(StoreTable.sample.columnList) from sample where id = $1 and ordinal = $2 and parent is null",
        [.id(key.id), .integer(Int64(key.ordinal))])
      guard rows.count > 0 else { return nil }
      var decoder = RowDecoder(snapshot, store: name)
      return try decoder.sample(rows.sample(0, snapshot.connection))
    }

    /// The descriptors of samples, with the number of samples.
    public func descriptors() throws(StoreError) -> [DescriptorCount] {
      guard let snapshot = try snapshot() else { return [] }
      let rows = try snapshot.connection.rows(
        "\(StoreContents.found()) select series::bigint, sum(samples)::bigint from found group by series"
      )
      let decoder = RowDecoder(snapshot, store: name)
      var counts: [DescriptorCount] = []
      for row in 0..<rows.count {
        let (descriptor, kind) = try decoder.descriptor(ofSeries: rows.integer(row, 0))
        if kind == .unknown { continue }
        counts.append(
          DescriptorCount(descriptor: descriptor, kind: kind, count: Int(rows.integer(row, 1))))
      }
      return counts
    }

    /// How many samples there are of each type.
    ///
    /// - Parameter limit: How many types are listed at most; all are counted.
    public func contents(limit: Int) throws(StoreError) -> StoreContents {
      guard let snapshot = try snapshot() else { return StoreContents() }
      let rows = try snapshot.connection.rows(
        StoreContents.query(limit: limit, byteOrder: "\"C\""))
      var types: [StoreContents.TypeCount] = []
      for row in 0..<rows.count {
        guard let kind = SampleKind(rawValue: rows.text(row, 0)) else {
          throw StoreError(.damaged, name, "a row of the table 'type' is malformed")
        }
        types.append(
          .init(
            kind: kind, type: rows.value(row, 1, .text).text ?? "",
            count: Int(rows.integer(row, 2)), nested: Int(rows.integer(row, 3))))
      }
      if types.isEmpty { return StoreContents() }
      return StoreContents(
        types: types, typeCount: Int(rows.integer(0, 4)), sampleCount: Int(rows.integer(0, 5)),
        nestedCount: Int(rows.integer(0, 6)))
    }

    /// The state of the store now.
    public func anchor() throws(StoreError) -> StoreAnchor {
      guard let snapshot = try snapshot() else { return emptyFacts.anchor }
      return try StoreFacts(snapshot.connection).anchor
    }
  }
#endif
