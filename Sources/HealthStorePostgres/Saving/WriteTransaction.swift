#if PostgreSQL
  import HealthModel
  import HealthStore

  /// A change of a store, from the lock to the commit. Dropped without a commit, it does not change the store:
  /// the server rolls it back, also when the program dies.
  ///
  /// One program writes at a time; all take the same advisory lock. So changes are numbered in the order of commits,
  /// and an observer misses none.
  final class WriteTransaction {
    let connection: Connection
    var next: Int64
    /// Facts about the store and the dataset.
    var facts: StoreFacts
    /// The facts at the start of the transaction.
    private var oldFacts: StoreFacts
    /// The work to do before the commit.
    private var ending: [String]
    private var isOpen = true
    private let release: (Connection) -> Void

    /// For how long a writer waits for another.
    private static var lockTimeout: String { "5s" }
    /// Distinguishes our locks from those of other programs: `heal`.
    private static var lockClass: Int64 { 0x6865_616c }

    /// Waits for the lock.
    ///
    /// - Parameter prepare: Creates the store if requested, and returns what remains to be done at the end. The lock is already
    ///   held.
    /// - Throws: `HealthError`: `.busy` if another program writes.
    init(
      _ connection: Connection, schema: String, release: @escaping (Connection) -> Void,
      prepare: (Connection) throws(HealthError) -> [String]
    ) throws(HealthError) {
      self.connection = connection
      self.release = release
      try connection.run(
        "begin isolation level read committed; set local lock_timeout = '\(Self.lockTimeout)'")
      _ = try connection.rows(
        "select pg_advisory_xact_lock($1::int, hashtext($2))",
        [.integer(Self.lockClass), .text(schema)])
      ending = try prepare(connection)
      facts = try StoreFacts(connection)
      oldFacts = facts
      next = facts.nextChange
    }

    /// Reads the facts about the store again.
    func refresh() throws(HealthError) {
      facts = try StoreFacts(connection)
      oldFacts = facts
      next = facts.nextChange
    }

    deinit { rollBack() }

    func rollBack() {
      guard isOpen else { return }
      isOpen = false
      if (try? connection.run("rollback")) != nil { release(connection) }
    }

    /// Does the work that remains before the commit.
    func prepare() throws(HealthError) {
      for statement in ending { try connection.run(statement) }
      ending = []
    }

    /// Makes the change part of the store.
    func commit() throws(HealthError) {
      try prepare()
      try forgetDeleted(before: nil)
      facts.nextChange = next
      if try facts.withDigest(connection) != oldFacts { try facts.write(connection) }
      do throws(HealthError) {
        try connection.run("commit")
        isOpen = false
        release(connection)
      } catch {
        guard error.code == .disconnected else { throw error }
        throw HealthError(
          .disconnected, error.place.file,
          "the connection to the server was lost during the commit: it is not known whether everything or nothing was saved; "
            + "saving again does no harm")
      }
    }

    /// Removes records of deletions before an instant; by default, at the end of the time for which that is remembered.
    /// Dates may come in another order than changes, as transactions begin in another order than they get the lock:
    /// what was deleted before something that is forgotten is forgotten with it.
    func forgetDeleted(before instant: Timestamp?) throws(HealthError) {
      let bound =
        if let instant {
          StoreValue.instant(instant.secondsSince1970, nanoseconds: instant.nanoseconds)
        } else {
          StoreValue.null
        }
      let forgotten = try connection.rows(
        """
        with forgotten as (
          delete from tombstone where change <= (
            select max(change) from tombstone
            where deletion_date < coalesce($1, now() - $2::bigint * interval '1 second'))
          returning change)
        select max(change) from forgotten
        """, [bound, .integer(deletedLifetime)])
      if !forgotten.isNull(0, 0) { facts.purged = max(facts.purged, forgotten.integer(0, 0)) }
    }

    /// Removes samples with their nested content, and metadata that no other sample uses.
    ///
    /// - Parameter removed: A query for the numbers of the samples; none of them is nested.
    @discardableResult
    func remove(_ removed: String, areRemembered: Bool) throws(HealthError) -> Int {
      try connection.run(
        """
        create temporary table removed on commit drop as
        with recursive inside(change) as (
          \(removed)
          union all select s.change from sample s join inside i on s.parent = i.change)
        select change from inside;
        analyze removed
        """)
      if areRemembered {
        try connection.run(
          """
          insert into tombstone (change, id, ordinal, series, deletion_date, uuid)
          select \(next - 1) + row_number() over (order by s.change), s.id, s.ordinal, s.series, now(), s.uuid
          from sample s join removed d on d.change = s.change where s.parent is null
          """)
      }
      let owners = [StoreTable.sample] + StoreTable.sampleParts
      let used = owners.flatMap { table in
        table.metadataColumns.map {
          "select \($0) as number from \(quoted(table.name)) where \($0) is not null and "
            + "\(quoted(table.columns[0].name)) in (select change from removed)"
        }
      }
      try connection.run(
        "create temporary table unused on commit drop as \(used.joined(separator: " union ")); analyze unused"
      )
      for table in StoreTable.sampleParts {
        try connection.run(
          "delete from \(quoted(table.name)) where sample in (select change from removed)")
      }
      let roots = try connection.rows(
        """
        with gone as (
          delete from sample s using removed d where s.change = d.change returning s.parent)
        select count(*) filter (where parent is null) from gone
        """
      ).integer(0, 0)
      if areRemembered { next += roots }
      try removeLooseMetadata()
      try connection.run("drop table removed, unused")
      return Int(roots)
    }

    /// Removes those metadata in the table `unused` from the store that no sample uses.
    private func removeLooseMetadata() throws(HealthError) {
      let owners = [StoreTable.sample] + StoreTable.sampleParts
      let uses = owners.flatMap { table in
        table.metadataColumns.map {
          "not exists (select from \(quoted(table.name)) t where t.\($0) = l.number)"
        }
      }
      try connection.run(
        """
        delete from unused where number not in (
          select number from unused l where \(uses.joined(separator: " and ")));
        delete from metadata_entry where metadata in (select number from unused);
        delete from metadata where number in (select number from unused)
        """)
    }
  }
#endif
