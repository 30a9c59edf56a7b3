#if PostgreSQL
  import HealthModel
  import HealthStore

  /// The samples that a predicate matches, in the order of their changes.
  final class SampleScan {
    private let snapshot: Snapshot
    private let name: String
    private let scope: ScanScope
    /// The change after which samples are returned, and the last parent of nested ones that was returned.
    private let first: Int64
    private var lastHolder: Int64?
    private var nested = NestedRows()
    private var matcher: SampleMatcher
    private var decoder: RowDecoder
    private var rows: Rows?
    private var place = 0
    /// How many rows are fetched next: few at first, as many queries need only few.
    private var batch = 64
    private var isAtEnd: Bool

    /// Begins to look.
    ///
    /// - Parameter change: Those of this change and before are left out.
    init(
      _ snapshot: Snapshot, _ predicate: SamplePredicate, scope: ScanScope = .samples,
      after change: Int64 = 0, isDescending: Bool = false
    ) throws(StoreError) {
      let connection = snapshot.connection
      self.scope = scope
      first = change
      self.snapshot = snapshot
      name = snapshot.newCursorName()
      matcher = SampleMatcher(predicate)
      let decoder = RowDecoder(snapshot, store: connection.name)
      let filter = try SampleFilter(predicate, connection, decoder)
      self.decoder = decoder
      isAtEnd = filter.isEmpty
      if isAtEnd { return }
      var values = filter.values()
      var later = ""
      if change > 0 {
        values.append(.integer(change))
        later = " and change > $\(filter.parameters.count + 1)"
      }
      var includesNested = false
      if scope != .stored, predicate != .all {
        includesNested = try connection.rows(
          "select exists (select from sample where parent is not null)"
        ).bool(0, 0)
      }
      _ = try connection.rows(
        "declare \(name) no scroll cursor for "
          + "\(filter.query(includesNested: includesNested, later)) "
          + "order by change\(isDescending ? " desc" : "")", values)
    }

    /// The next sample, its change, and its key if it is at top level; `nil` at the end and after it.
    func next() throws(StoreError) -> (sample: Sample, change: Int64, key: SampleKey?)? {
      while true {
        guard let row = try nextRow() else { return nil }
        let sample = try decoder.sample(row)
        guard matcher.matches(sample) else { continue }
        if row.parent == nil { return (sample, row.change, row.key) }
        guard let root = try nested.root(of: row, &matcher, &decoder) else { continue }
        guard scope == .holders else { return (sample, row.change, nil) }
        // Nested samples follow the sample that holds them, one after another.
        guard root.change > first, root.change != lastHolder else { continue }
        lastHolder = root.change
        return (try decoder.sample(root), root.change, root.key)
      }
    }

    /// The next row, whether it matches or not.
    func nextRow() throws(StoreError) -> SampleRow? {
      if let rows, place < rows.count {
        place += 1
        return try snapshot.sample(rows, place - 1)
      }
      if isAtEnd { return nil }
      let rows = try snapshot.connection.rows("fetch \(batch) from \(name)")
      try snapshot.fetchHolders(of: rows)
      isAtEnd = rows.count < batch
      batch = min(2 * batch, Snapshot.batch)
      self.rows = rows
      place = 1
      return rows.count == 0 ? nil : try snapshot.sample(rows, 0)
    }
  }

  extension SampleRow {
    var key: SampleKey { SampleKey(id: id, ordinal: ordinal) }
  }
#endif
