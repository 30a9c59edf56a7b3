import HealthModel
import HealthStore
import LibC

/// Deletes samples in a transaction and records their deletion.
final class Deletion {
  private let connection: Connection
  private var facts: StoreFacts
  private let now: Int64
  private let many: Int
  private var count = 0
  private let removal: SampleRemoval
  private let tombstone: Statement

  /// Begins to delete.
  ///
  /// - Parameter many: From how many samples on, of a store of up to 32 times as many, the index of identities is dropped.
  init(_ connection: Connection, many: Int = 1 << 16) throws(StoreError) {
    self.connection = connection
    self.many = many
    facts = try StoreFacts(connection)
    now = Int64(time(nil))
    removal = try SampleRemoval(connection)
    tombstone = try connection.statement(
      """
      INSERT INTO tombstone (change, id, ordinal, type, deletion_date)
      SELECT ?2, sample.id, sample.ordinal, series.type, ?3
      FROM sample JOIN series ON series.number = sample.series WHERE change = ?1
      """)
  }

  /// Deletes samples, in the order of their changes.
  func delete(_ changes: ChangeSet) throws(StoreError) {
    // Removing identities one by one, each from another page, costs more than rebuilding the index, which the next
    // lookup does.
    if changes.count > many, Int64(changes.count) > facts.nextChange / 32 {
      try connection.drop(index: Schema.identities)
    }
    var runs = changes.runs()
    while let run = runs.next() {
      for change in run { try delete(change) }
    }
  }

  /// Ends the deletion; the transaction can be committed then.
  func finish() throws(StoreError) -> Int {
    guard count > 0 else { return 0 }
    try removal.finish()
    try Self.forgetOld(now: now, connection, &facts)
    try facts.write(connection)
    return count
  }

  private func delete(_ change: Int64) throws(StoreError) {
    tombstone.bind(1, change)
    tombstone.bind(2, facts.nextChange)
    tombstone.bind(3, now)
    try tombstone.run()
    guard connection.changedRows == 1 else { return }
    facts.nextChange += 1
    count += 1
    try removal.remove(change)
  }

  /// Forgets deletions that are longer ago than they are remembered for.
  static func forgetOld(
    now: Int64, _ connection: Connection, _ facts: inout StoreFacts
  ) throws(StoreError) {
    let first = Timestamp(secondsSince1970: now - deletedLifetime)
    try forget(before: first, connection, &facts)
  }

  /// Forgets deletions from before an instant.
  static func forget(
    before instant: Timestamp, _ connection: Connection, _ facts: inout StoreFacts
  ) throws(StoreError) {
    // Deletions come in the order of their changes.
    let last = try connection.rows(
      "SELECT max(change) FROM tombstone WHERE deletion_date < $1",
      [.instant(instant.secondsSince1970, nanoseconds: instant.nanoseconds)], as: [.integer])
    guard let change = last.first?[0].integer else { return }
    try connection.run("DELETE FROM tombstone WHERE change <= $1", [.integer(change)])
    facts.purged = max(facts.purged, change)
  }
}
