public import HealthModel
public import HealthStore

extension SQLiteStore {
  /// The samples that match a query.
  ///
  /// - Parameter query: Which samples, in what order, how many.
  /// - Returns: The samples, as they were when this was called. Each cursor has its own connection until it is read to
  ///   the end or dropped.
  public func samples(_ query: SampleQuery) throws(StoreError) -> any SampleCursor {
    try SQLiteCursor(self, query)
  }

  /// The number of matching samples, if the predicate depends only on type, unit, source, device and they begin.
  ///
  /// - Returns: Their number; `nil` where they have to be read for it.
  public func knownCount(of predicate: SamplePredicate) throws(StoreError) -> Int? {
    try reading { (connection) throws(StoreError) in
      try connection.run("PRAGMA cache_size = -\(Connection.scanCache)")
      defer { try? connection.run("PRAGMA cache_size = -\(Connection.pageCache)") }
      return try SampleCount(predicate, connection).count()
    } ?? 0
  }

  /// The sample of a key.
  ///
  /// - Returns: The sample, or `nil` if it is not stored.
  /// - Complexity: Linear in the size of the store until its first change, which creates the index.
  public func sample(_ key: SampleKey) throws(StoreError) -> Sample? {
    try reading { (connection) throws(StoreError) -> Sample? in
      let statement = try connection.statement(
        """
        SELECT \(RowReader.columns) FROM sample
        WHERE id = ? AND ordinal = ? AND parent IS NULL
        """)
      defer { statement.reset() }
      statement.bind(1, key.id)
      statement.bind(2, Int64(key.ordinal))
      guard try statement.step() else { return nil }
      let reader = RowReader(connection)
      var decoder = RowDecoder(reader, store: name)
      return try decoder.sample(try reader.sample(statement))
    } ?? nil
  }

  /// The descriptors of samples, with the number of samples.
  ///
  /// - Returns: Each descriptor that samples have, once.
  public func descriptors() throws(StoreError) -> [DescriptorCount] {
    try reading { (connection) throws(StoreError) in
      let statement = try connection.statement(
        "\(StoreContents.found(Schema.isAlsoTopLevel(connection))) SELECT series, sum(samples) FROM found GROUP BY series"
      )
      defer { statement.reset() }
      let decoder = RowDecoder(RowReader(connection), store: name)
      var counts: [DescriptorCount] = []
      while try statement.step() {
        let (descriptor, kind) = try decoder.descriptor(ofSeries: statement.integer(0))
        // Unknown elements have no descriptor.
        if kind == .unknown { continue }
        counts.append(
          DescriptorCount(descriptor: descriptor, kind: kind, count: Int(statement.integer(1))))
      }
      return counts
    } ?? []
  }

  /// How many samples there are of each type.
  ///
  /// - Parameter limit: How many types are listed at most; all are counted.
  public func contents(limit: Int) throws(StoreError) -> StoreContents {
    try reading { (connection) throws(StoreError) in
      let statement = try connection.statement(
        StoreContents.query(
          limit: limit, byteOrder: "BINARY", Schema.isAlsoTopLevel(connection)))
      defer { statement.reset() }
      var types: [StoreContents.TypeCount] = []
      var (typeCount, sampleCount, nestedCount) = (0, 0, 0)
      while try statement.step() {
        guard let kind = SampleKind(rawValue: try statement.text(0)) else {
          throw StoreError(.damaged, name, "a row of the table 'type' is malformed")
        }
        types.append(
          .init(
            kind: kind, type: try statement.text(1), count: Int(statement.integer(2)),
            nested: Int(statement.integer(3))))
        typeCount = Int(statement.integer(4))
        (sampleCount, nestedCount) = (Int(statement.integer(5)), Int(statement.integer(6)))
      }
      return StoreContents(
        types: types, typeCount: typeCount, sampleCount: sampleCount, nestedCount: nestedCount)
    } ?? StoreContents()
  }
}
