#if PostgreSQL
  import HealthModel
  import HealthStore

  /// The deletions since a change, in their order.
  final class TombstoneScan {
    private let connection: Connection
    private var rows: Rows
    private var place = 0

    /// Begins to look.
    ///
    /// - Parameter change: What was deleted by this change and before is left out.
    init(after change: Int64, _ connection: Connection) throws(StoreError) {
      self.connection = connection
      rows = try Self.rows(after: change, connection)
    }

    private static func rows(
      after change: Int64, _ connection: Connection
    ) throws(StoreError) -> Rows {
      try connection.rows(
        """
        select d.change, d.id, d.ordinal, t.kind, t.identifier
        from tombstone d join type t on t.number = d.type
        where d.change > $1 order by d.change limit \(Snapshot.batch)
        """, [.integer(change)])
    }

    /// The next deletion, or `nil` at the end and after it.
    func next() throws(StoreError) -> DeletedChange? {
      if place == Snapshot.batch {
        rows = try Self.rows(after: rows.integer(place - 1, 0), connection)
        place = 0
      }
      guard place < rows.count else { return nil }
      defer { place += 1 }
      guard let kind = SampleKind(rawValue: rows.text(place, 3)),
        let ordinal = UInt32(exactly: rows.integer(place, 2))
      else {
        throw StoreError(
          .damaged, connection.name, "a row of the table 'tombstone' is malformed")
      }
      let key = SampleKey(id: rows.id(place, 1), ordinal: ordinal)
      let type = rows.value(place, 4, .text).text ?? ""
      return (rows.integer(place, 0), DeletedSample(key: key, kind: kind, type: type))
    }
  }
#endif
