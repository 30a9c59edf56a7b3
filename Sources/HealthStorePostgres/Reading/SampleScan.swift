#if PostgreSQL
  import HealthModel
  import HealthStore

  /// The samples that a predicate matches, in the order of their changes.
  final class SampleScan {
    private let snapshot: Snapshot
    private let name: String
    private var matcher: SampleMatcher
    private var decoder: RowDecoder
    private var rows: Rows?
    private var place = 0
    /// How many rows come next: few at first, for those who want few.
    private var batch = 64
    private var isAtEnd: Bool

    /// Begins to look.
    ///
    /// - Parameters:
    ///   - snapshot: The store.
    ///   - predicate: Which samples.
    ///   - change: Those of this change and before are left out.
    ///   - isDescending: Whether the last comes first.
    /// - Throws: `StoreError`.
    init(
      _ snapshot: Snapshot, _ predicate: SamplePredicate, after change: Int64 = 0,
      isDescending: Bool = false
    ) throws(StoreError) {
      let connection = snapshot.connection
      self.snapshot = snapshot
      name = snapshot.newCursorName()
      matcher = SampleMatcher(predicate)
      let decoder = RowDecoder(snapshot, store: connection.name)
      let filter = try SampleFilter(predicate, connection, decoder)
      self.decoder = decoder
      isAtEnd = filter.isEmpty
      if isAtEnd { return }
      var values = filter.values()
      var condition = filter.condition
      if change > 0 {
        values.append(.integer(change))
        condition += " and change > $\(filter.parameters.count + 1)"
      }
      _ = try connection.rows(
        "declare \(name) no scroll cursor for select \(StoreTable.sample.columnList) from sample "
          + "where \(condition) order by change\(isDescending ? " desc" : "")", values)
    }

    /// The next sample and its change, or `nil` at the end and ever after.
    ///
    /// - Throws: `StoreError`.
    func next() throws(StoreError) -> (sample: Sample, change: Int64)? {
      while true {
        guard let row = try nextRow() else { return nil }
        let sample = try sample(row)
        if matcher.matches(sample) { return (sample, row.change) }
      }
    }

    /// The sample of a row.
    func sample(_ row: SampleRow) throws(StoreError) -> Sample { try decoder.sample(row) }

    /// The next row, whether it matches or not.
    func nextRow() throws(StoreError) -> SampleRow? {
      if let rows, place < rows.count {
        place += 1
        return try rows.sample(place - 1, snapshot.connection)
      }
      if isAtEnd { return nil }
      let rows = try snapshot.connection.rows("fetch \(batch) from \(name)")
      isAtEnd = rows.count < batch
      batch = min(2 * batch, Snapshot.batch)
      self.rows = rows
      place = 1
      return rows.count == 0 ? nil : try rows.sample(0, snapshot.connection)
    }
  }
#endif
