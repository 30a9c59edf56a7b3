import HealthModel

/// The deletions after a change, in their order.
final class TombstoneScan {
  private let database: any SQLDatabase
  private let shared: SharedRows
  private var rows: [[StoreValue]] = []
  private var place = 0
  private var last: Int64

  init(after change: Int64, _ database: any SQLDatabase) {
    self.database = database
    shared = SharedRows(database, store: database.name)
    last = change
  }

  /// The next deletion, or `nil` at the end.
  func next() throws(StoreError) -> DeletedChange? {
    if place == rows.count {
      if place > 0, place < rowsAtOnce { return nil }
      rows = try database.rows(
        """
        SELECT change, id, ordinal, type FROM tombstone
        WHERE change > $1 ORDER BY change LIMIT \(rowsAtOnce)
        """, [.integer(last)], as: [.integer, .id, .integer, .integer])
      place = 0
      if rows.isEmpty { return nil }
    }
    let row = rows[place]
    place += 1
    guard let change = row[0].integer, case .id(let id) = row[1],
      let ordinal = row[2].integer.flatMap({ UInt32(exactly: $0) }),
      let number = row[3].integer
    else {
      throw StoreError(.damaged, database.name, "a row of the table 'tombstone' is malformed")
    }
    let (kind, type) = try shared.type(number)
    last = change
    return (change, DeletedSample(key: SampleKey(id: id, ordinal: ordinal), kind: kind, type: type))
  }
}
