public import HealthModel
public import HealthStore

extension SQLiteStore: SpanStore {
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
      try checkWhole(connection)
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
    try reading { (connection) throws(StoreError) in
      try connection.sample(key, from: RowReader(connection))
    } ?? nil
  }

  /// The descriptors of samples, with the number of samples.
  ///
  /// - Returns: Each descriptor that samples have, once.
  public func descriptors() throws(StoreError) -> [DescriptorCount] {
    try reading { (connection) throws(StoreError) in
      try checkWhole(connection)
      return try DescriptorCount.all(
        in: connection, RowReader(connection), Schema.isAlsoTopLevel(connection))
    } ?? []
  }

  /// The spans of samples, by the indexes of the store.
  package func spans() throws(StoreError) -> [DescriptorSpan] {
    try reading { (connection) throws(StoreError) in
      try checkWhole(connection)
      return try DescriptorSpan.all(
        in: connection, RowReader(connection), Schema.isAlsoTopLevel(connection))
    } ?? []
  }

  package func offsets(inSeries numbers: [Int64]) throws(StoreError) -> [Int] {
    let list = numbers.map { "\($0)" }.joined(separator: ", ")
    return try reading { (connection) throws(StoreError) in
      try connection.rows(
        """
        SELECT start_offset FROM sample WHERE series IN (\(list)) AND start_offset IS NOT NULL
        GROUP BY start_offset ORDER BY count(*) DESC, start_offset
        """, [], as: [.integer]
      ).compactMap { $0[0].integer.map { Int($0) } }
    } ?? []
  }

  /// How many samples there are of each type.
  ///
  /// - Parameter limit: How many types are listed at most; all are counted.
  public func contents(limit: Int) throws(StoreError) -> StoreContents {
    try reading { (connection) throws(StoreError) in
      try checkWhole(connection)
      return try StoreContents(
        connection, limit: limit, byteOrder: "BINARY", Schema.isAlsoTopLevel(connection))
    } ?? StoreContents()
  }
}
