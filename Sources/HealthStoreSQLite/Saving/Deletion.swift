import HealthModel
import HealthStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Deletes samples in a transaction: with all that is inside of them, and with the metadata that nobody else has.
final class Deletion {
  private let connection: Connection
  private var facts: StoreFacts
  private let now: Int64
  private var count = 0

  /// Begins to delete.
  ///
  /// - Parameter connection: A connection in a transaction that writes.
  /// - Throws: `StoreError`.
  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    facts = try StoreFacts(connection)
    now = Int64(time(nil))
    try Self.prepare(connection)
  }

  /// Makes what deleting needs: indexes, and a list of metadata that may have lost their last sample.
  static func prepare(_ connection: Connection) throws(StoreError) {
    if try !Schema.isIndexedForChanging(connection) { try Schema.indexForChanging(connection) }
    try connection.run(
      "CREATE TEMP TABLE IF NOT EXISTS left_metadata (number INTEGER PRIMARY KEY); DELETE FROM temp.left_metadata"
    )
  }

  /// Deletes a sample and notes that it was.
  ///
  /// - Parameter change: Its change.
  /// - Throws: `StoreError`.
  func delete(_ change: Int64) throws(StoreError) {
    let tombstone = try connection.statement(
      """
      INSERT INTO tombstone (change, id, ordinal, type, deletion_date)
      SELECT ?2, sample.id, sample.ordinal, series.type, ?3
      FROM sample JOIN series ON series.number = sample.series WHERE change = ?1
      """)
    tombstone.bind(1, change)
    tombstone.bind(2, facts.nextChange)
    tombstone.bind(3, now)
    try tombstone.run()
    guard connection.changedRows == 1 else { return }
    facts.nextChange += 1
    count += 1
    try Self.remove(change, connection)
  }

  /// Ends the deletion; the transaction can be committed then.
  ///
  /// - Returns: How many samples were deleted.
  /// - Throws: `StoreError`.
  func finish() throws(StoreError) -> Int {
    if count > 0 {
      try Self.dropMetadata(connection)
      try Self.forgetOld(now: now, connection, &facts)
      try facts.write(connection)
    }
    return count
  }

  /// Removes the rows of a sample. What is inside of it goes by cascade.
  static func remove(_ change: Int64, _ connection: Connection) throws(StoreError) {
    try noteMetadata(change, connection)
    let statement = try connection.statement("DELETE FROM sample WHERE change = ?")
    statement.bind(1, change)
    try statement.run()
  }

  /// Notes the metadata of a sample and of all that is inside.
  private static func noteMetadata(
    _ change: Int64, _ connection: Connection
  ) throws(StoreError) {
    let look = try connection.statement("SELECT kind, metadata, parts FROM sample WHERE change = ?")
    look.bind(1, change)
    guard try look.step() else { return look.reset() }
    let kind = SampleKind(code: look.integer(0))
    let metadata = look.optionalInteger(1)
    let parts = look.integer(2)
    look.reset()
    if let metadata {
      let note = try connection.statement("INSERT OR IGNORE INTO temp.left_metadata VALUES (?)")
      note.bind(1, metadata)
      try note.run()
    }
    guard let kind, parts != 0 else { return }
    for (bit, table) in StoreTable.parts(of: kind).enumerated()
    where parts & 1 &<< Int64(bit) != 0 && table.columns.contains(where: { $0.name == "metadata" })
    {
      let note = try connection.statement(
        """
        INSERT OR IGNORE INTO temp.left_metadata
        SELECT metadata FROM "\(table.name)" WHERE sample = ? AND metadata IS NOT NULL
        """)
      note.bind(1, change)
      try note.run()
    }
    var inside: [Int64] = []
    let samples = try connection.statement("SELECT change FROM sample WHERE parent = ?")
    samples.bind(1, change)
    while try samples.step() { inside.append(samples.integer(0)) }
    samples.reset()
    for change in inside { try noteMetadata(change, connection) }
  }

  /// Removes the noted metadata that nothing refers to any more.
  static func dropMetadata(_ connection: Connection) throws(StoreError) {
    let users = Schema.references.filter { $0.column == "metadata" }.map {
      "AND NOT EXISTS (SELECT 1 FROM \"\($0.table.name)\" WHERE metadata = m.number)"
    }
    try connection.run(
      """
      DELETE FROM metadata AS m WHERE number IN (SELECT number FROM temp.left_metadata)
      \(users.joined(separator: "\n"));
      DELETE FROM temp.left_metadata
      """)
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
    let last = try connection.statement(
      "SELECT max(change) FROM tombstone WHERE deletion_date < ?")
    last.bind(1, instant)
    defer { last.reset() }
    guard try last.step(), let change = last.optionalInteger(0) else { return }
    last.reset()
    let statement = try connection.statement("DELETE FROM tombstone WHERE change <= ?")
    statement.bind(1, change)
    try statement.run()
    facts.purged = max(facts.purged, change)
  }
}
