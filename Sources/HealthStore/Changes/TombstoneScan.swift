import HealthModel

/// The deletions after a change, in their order.
final class TombstoneScan {
  private let database: any SQLDatabase
  private var rows: [[StoreValue]] = []
  private var place = 0
  private var last: Int64

  init(after change: Int64, _ database: any SQLDatabase) {
    self.database = database
    last = change
  }

  /// The next deletion, or `nil` at the end.
  func next() throws(StoreError) -> DeletedChange? {
    if place == rows.count {
      if place > 0, place < rowsAtOnce { return nil }
      rows = try database.rows(
        """
        SELECT d.change, d.id, d.ordinal, t.kind, t.identifier
        FROM tombstone d JOIN type t ON t.number = d.type
        WHERE d.change > $1 ORDER BY d.change LIMIT \(rowsAtOnce)
        """, [.integer(last)], as: [.integer, .id, .integer, .text, .text])
      place = 0
      if rows.isEmpty { return nil }
    }
    let row = rows[place]
    place += 1
    guard let change = row[0].integer, case .id(let id) = row[1],
      let ordinal = row[2].integer.flatMap({ UInt32(exactly: $0) }),
      let kind = row[3].text.flatMap({ SampleKind(rawValue: $0) }), let type = row[4].text
    else {
      throw StoreError(.damaged, database.name, "a row of the table 'tombstone' is malformed")
    }
    last = change
    return (change, DeletedSample(key: SampleKey(id: id, ordinal: ordinal), kind: kind, type: type))
  }
}
