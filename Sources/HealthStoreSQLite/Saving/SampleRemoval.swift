import HealthBytes
import HealthModel
import HealthStore

/// Removes the rows of samples from a store: their own, their nested ones, and finally metadata that is no longer used.
///
/// Foreign keys would do the first by themselves, but look into every table for every sample. A sample says in which
/// it has rows.
final class SampleRemoval {
  private let connection: Connection
  private let lookup: Statement
  private let remove: Statement
  private let note: Statement
  private let inside: Statement
  /// The statements that remove rows and those that record their metadata, by the indexes of their tables.
  private var parts: [(remove: Statement, note: Statement?)?]
  /// Neighbours often have the same.
  private var lastNoted: Int64?

  init(_ connection: Connection) throws(HealthError) {
    self.connection = connection
    try connection.run(
      """
      CREATE TEMP TABLE IF NOT EXISTS left_metadata (number INTEGER PRIMARY KEY);
      DELETE FROM temp.left_metadata
      """)
    lookup = try connection.statement("SELECT kind, metadata, parts FROM sample WHERE change = ?")
    remove = try connection.statement("DELETE FROM sample WHERE change = ?")
    note = try connection.statement("INSERT OR IGNORE INTO temp.left_metadata VALUES (?)")
    inside = try connection.statement("SELECT change FROM sample WHERE parent = ?")
    parts = Array(repeating: nil, count: StoreTable.all.count)
  }

  /// Removes a sample with all that is inside.
  func remove(_ change: Int64) throws(HealthError) {
    var remaining = [change]
    while let change = remaining.popLast() {
      lookup.bind(1, change)
      guard try lookup.step() else {
        lookup.reset()
        continue
      }
      let kind = SampleKind(code: lookup.integer(0))
      let metadata = lookup.optionalInteger(1)
      let bits = lookup.integer(2)
      lookup.reset()
      if let metadata, metadata != lastNoted {
        note.bind(1, metadata)
        try note.run()
        lastNoted = metadata
      }
      if let kind, bits != 0 {
        try removeParts(of: change, kind, bits)
        inside.bind(1, change)
        while try inside.step() { remaining.append(inside.integer(0)) }
        inside.reset()
      }
      remove.bind(1, change)
      try remove.run()
    }
  }

  private func removeParts(of change: Int64, _ kind: SampleKind, _ bits: Int64) throws(HealthError)
  {
    for (bit, table) in StoreTable.parts(of: kind).enumerated() where bits & 1 &<< Int64(bit) != 0 {
      let (remove, note) = try statements(for: table)
      if let note {
        note.bind(1, change)
        try note.run()
      }
      remove.bind(1, change)
      try remove.run()
    }
  }

  private func statements(
    for table: StoreTable
  ) throws(HealthError) -> (remove: Statement, note: Statement?) {
    if let known = parts[table.index] { return known }
    let hasMetadata = table.columns.contains { $0.name == "metadata" }
    let statements = (
      try connection.statement("DELETE FROM \"\(table.name)\" WHERE sample = ?"),
      hasMetadata
        ? try connection.statement(
          """
          INSERT OR IGNORE INTO temp.left_metadata
          SELECT metadata FROM "\(table.name)" WHERE sample = ? AND metadata IS NOT NULL
          """) : nil
    )
    parts[table.index] = statements
    return statements
  }

  /// Removes the noted metadata that nothing refers to any more.
  ///
  /// - Complexity: Linear in the store, where nothing but deletions has changed it: only then there are no indexes.
  func finish() throws(HealthError) {
    guard try connection.integer("SELECT 1 FROM temp.left_metadata LIMIT 1") != nil else { return }
    let isIndexed = try Schema.isIndexedForChanging(connection)
    for (table, column) in Schema.references where column == "metadata" {
      let users = "SELECT metadata FROM \"\(table.name)\" WHERE metadata"
      try connection.run(
        isIndexed
          ? "DELETE FROM temp.left_metadata AS m WHERE EXISTS (\(users) = m.number)"
          : "DELETE FROM temp.left_metadata WHERE number IN (\(users) IN (SELECT number FROM temp.left_metadata))"
      )
    }
    try connection.run(
      """
      DELETE FROM metadata_entry WHERE metadata IN (SELECT number FROM temp.left_metadata);
      DELETE FROM metadata WHERE number IN (SELECT number FROM temp.left_metadata);
      DELETE FROM temp.left_metadata
      """)
    lastNoted = nil
  }
}

/// Deletes samples in a transaction and records their deletion.
final class Deletion {
  private let connection: Connection
  private var facts: StoreFacts
  /// The number of the next change.
  var nextChange: Int64 { facts.nextChange }
  private let now: Int64
  private let many: Int
  private var count = 0
  private let removal: SampleRemoval
  private let tombstone: Statement

  /// Begins to delete.
  ///
  /// - Parameters:
  ///   - load: The facts and the removal of a load in whose transaction samples are deleted; it ends both itself.
  ///   - many: From how many samples on, of a store of up to 32 times as many, the index of identities is dropped.
  init(
    _ connection: Connection, in load: (facts: StoreFacts, removal: SampleRemoval)? = nil,
    many: Int = 1 << 16
  ) throws(HealthError) {
    self.connection = connection
    self.many = many
    now = SystemClock.secondsSince1970
    if let load {
      (facts, removal) = load
    } else {
      facts = try StoreFacts(connection)
      removal = try SampleRemoval(connection)
    }
    tombstone = try connection.statement(
      """
      INSERT INTO tombstone (change, id, ordinal, series, deletion_date, uuid)
      SELECT ?2, id, ordinal, series, ?3, uuid FROM sample WHERE change = ?1
      """)
  }

  /// Deletes samples, in the order of their changes.
  func delete(_ changes: ChangeSet) throws(HealthError) {
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
  func finish() throws(HealthError) -> Int {
    guard count > 0 else { return 0 }
    try removal.finish()
    try Self.forgetOld(now: now, connection, &facts)
    try facts.write(connection)
    return count
  }

  private func delete(_ change: Int64) throws(HealthError) {
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
  ) throws(HealthError) {
    let first = Timestamp(secondsSince1970: now - deletedLifetime)
    try forget(before: first, connection, &facts)
  }

  /// Forgets deletions from before an instant.
  static func forget(
    before instant: Timestamp, _ connection: Connection, _ facts: inout StoreFacts
  ) throws(HealthError) {
    // Deletions come in the order of their changes.
    let last = try connection.rows(
      "SELECT max(change) FROM tombstone WHERE deletion_date < $1",
      [.instant(instant.secondsSince1970, nanoseconds: instant.nanoseconds)], as: [.integer])
    guard let change = last.first?[0].integer else { return }
    try connection.run("DELETE FROM tombstone WHERE change <= $1", [.integer(change)])
    facts.purged = max(facts.purged, change)
  }
}
