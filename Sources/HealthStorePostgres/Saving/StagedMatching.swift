#if PostgreSQL
  import HealthBytes
  import HealthFormats
  import HealthModel
  import HealthStore

  /// Decides which of the samples in temporary tables are saved. Those that have the key and the digest of a stored
  /// sample are the same, and those of new identities are new: SQL finds them. The rest is matched by `SaveMatching`.
  ///
  /// Afterwards the table `matched` has a row for each of them: `root`, its number; `old`, the number of the stored sample
  /// that is its partner; `verdict`, a `SaveVerdict`.
  struct StagedMatching {
    private let connection: Connection
    private let mode: SavingMode

    init(_ connection: Connection, _ mode: SavingMode) {
      self.connection = connection
      self.mode = mode
    }

    /// Whether a load into an empty store needs no matching.
    func isPlain() throws(HealthError) -> Bool {
      if mode == .add { return false }
      return try !hasSyncKey()
    }

    /// Decides which samples are saved, and assigns their ordinals.
    func match(before: Int) throws(HealthError) -> SaveCounts {
      try connection.run(
        "create temporary table matched (root bigint, old bigint, verdict bigint) on commit drop")
      if try hasSyncKey() { try matchVersions() }
      if mode != .add { try matchKeys() }
      try matchRest()
      try number()
      var counts = try counted()
      counts.gone =
        before - Int(try connection.rows("select count(distinct old) from matched").integer(0, 0))
      return counts
    }

    /// Whether a sample of this store or load may have the key by which versions of one sample are known.
    private func hasSyncKey() throws(HealthError) -> Bool {
      try connection.rows(
        "select number from metadata_key where name = $1",
        [.text(MetadataKey.syncIdentifier.identifier)]
      ).count > 0
    }

    /// The samples that are matched by their content.
    private static let unsettled =
      "s.parent is null and not exists (select from matched m where m.root = s.change)"

    /// The digest of a row without its seal (`SampleRow.seal`).
    static func digest(_ row: String) -> String {
      let offsets = ["start", "end", "creation"].enumerated().map {
        "((coalesce(\(row).\($0.element)_offset, 0)::bigint & 65535) << \(48 - 16 * $0.offset))"
      }
      let seal = (offsets + ["coalesce(\(row).device_address, 0)"]).joined(separator: " # ")
      return "(\(row).digest # \(seal))"
    }

    // MARK: Contents

    /// Pairs those that have the ordinal of their equal, as nearly all have.
    private func matchKeys() throws(HealthError) {
      try connection.run(
        """
        insert into matched
        select s.change, o.change, \(SaveVerdict.same.rawValue)
        from new_sample s left join duplicate t on t.change = s.change
        join sample o on o.id = s.id and o.ordinal = coalesce(t.ordinal, s.ordinal) and o.parent is null
          and \(Self.digest("o")) = \(Self.digest("s"))
        where \(Self.unsettled)
        """)
    }

    /// Matches all others.
    private func matchRest() throws(HealthError) {
      // In a set, samples are also compared with each other.
      let isRepeated =
        mode == .add
        ? " or s.id in (select id from new_sample where parent is null group by id having count(*) > 1)"
        : ""
      // Not inserted directly: the server may search 'matched' for each sample, and would also visit the rows that it has just inserted.
      try connection.run(
        """
        analyze matched;
        create temporary table rest on commit drop as
        select s.change, s.id, \(Self.digest("s")) as digest, s.uuid from new_sample s
        where \(Self.unsettled) and (
          exists (select from sample o where o.id = s.id and o.parent is null)\(isRepeated));
        analyze rest;
        create temporary table fresh on commit drop as
        select s.change from new_sample s
        where \(Self.unsettled) and not exists (select from rest r where r.change = s.change);
        insert into matched select change, null, \(SaveVerdict.saved.rawValue) from fresh;
        drop table fresh
        """)
      guard try connection.rows("select exists (select from rest)").bool(0, 0) else { return }
      let stored = try SampleCursor(
        connection, "stored",
        """
        select o.id, \(Self.digest("o")), o.change, o.uuid from sample o
        where o.parent is null and o.id in (select id from rest)
          and not exists (select from matched m where m.old = o.change)
        order by 1, 2, o.ordinal
        """)
      let new = try SampleCursor(
        connection, "new", "select id, digest, change, uuid from rest order by id, digest, change")
      var decisions = SaveDecisions(connection)
      var matching = try SaveMatching(stored, new, mode)
      while let decision = try matching.next() { try decisions.append(decision) }
      try decisions.send()
      try connection.run("close stored; close new")
    }

    /// Matches the samples that have a sync identifier.
    private func matchVersions() throws(HealthError) {
      guard
        try connection.rows("select to_regclass('pg_temp.new_metadata') is not null").bool(0, 0)
      else { return }
      try connection.run("analyze new_metadata")
      let rows = try Cursor(
        connection, "versions",
        """
        select s.id, s.change, \(Self.digest("s")), n.sync_version,
          o.change, \(Self.digest("o")), \(StoreContents.syncVersion(of: "o"))
        from new_sample s join new_metadata n on n.number = s.metadata and n.sync_version is not null
        left join sample o on o.id = s.id and o.parent is null
        where s.parent is null order by s.id, s.change
        """)
      var decisions = SaveDecisions(connection)
      var matching = VersionMatching(mode, stored: nil)
      var id: SampleID?
      while try rows.next() {
        if rows.id(0) != id {
          if let decision = matching.finish() { try decisions.append(decision) }
          id = rows.id(0)
          matching = VersionMatching(mode, stored: rows.isNull(4) ? nil : version(rows, from: 4))
        }
        if let decision = matching.add(version(rows, from: 1)) { try decisions.append(decision) }
      }
      if let decision = matching.finish() { try decisions.append(decision) }
      try decisions.send()
      try connection.run(
        """
        close versions;
        update new_sample s set ordinal = 0 from matched m where m.root = s.change and s.ordinal <> 0
        """)
    }

    private func version(_ rows: Cursor, from column: Int) -> VersionMatching.Version {
      VersionMatching.Version(
        change: rows.integer(column), digest: UInt64(bitPattern: rows.integer(column + 1)),
        number: rows.isNull(column + 2) ? SyncVersion(nil) : SyncVersion(rows.integer(column + 2)))
    }

    // MARK: Ordinals and counts

    /// Gives ordinals that are free in the store; what replaces a stored sample gets the ordinal of that.
    private func number() throws(HealthError) {
      let saved = SaveVerdict.saved.rawValue
      try connection.run(
        """
        analyze matched;
        update new_sample s set ordinal = o.ordinal from matched m join sample o on o.change = m.old
        where m.root = s.change and m.verdict = \(saved) and o.ordinal <> s.ordinal;
        create temporary table crowded on commit drop as
        select s.id from matched m join new_sample s on s.change = m.root
        where m.old is null and m.verdict = \(saved)
          and exists (select from sample o where o.id = s.id and o.parent is null)
        union
        select s.id from duplicate t join new_sample s on s.change = t.change
        """)
      let duplicates = Duplicates(connection)
      try duplicates.find(
        """
        select change, id, ordinal from (
          select s.change, s.id, s.ordinal, 1 as place from new_sample s join matched m on m.root = s.change
          where m.old is null and m.verdict = \(saved) and s.id in (select id from crowded)
          union all
          select 0, o.id, o.ordinal, 0 from sample o where o.parent is null and o.id in (select id from crowded)
        ) duplicate order by id, place, change, ordinal
        """)
      try duplicates.number()
    }

    private func counted() throws(HealthError) -> SaveCounts {
      var counts = SaveCounts()
      let (saved, same, kept) = (
        SaveVerdict.saved.rawValue, SaveVerdict.same.rawValue, SaveVerdict.kept.rawValue
      )
      let counted = try connection.rows(
        """
        select count(*) filter (where old is null and verdict = \(saved)), count(*) filter (where verdict = \(same))
        from matched
        """)
      counts.new = Int(counted.integer(0, 0))
      counts.same = Int(counted.integer(0, 1))
      let types = try connection.rows(
        """
        select t.identifier, count(*) filter (where m.verdict = \(saved)), count(*) filter (where m.verdict = \(kept))
        from matched m join new_sample s on s.change = m.root join series k on k.number = s.series
        join type t on t.number = k.type
        where m.verdict = \(kept) or (m.verdict = \(saved) and m.old is not null)
        group by t.identifier order by t.identifier
        """)
      for row in 0..<types.count {
        counts.add(
          replaced: Int(types.integer(row, 1)), kept: Int(types.integer(row, 2)),
          of: types.text(row, 0))
      }
      return counts
    }
  }

  /// Decisions to be written into the table `matched`.
  private struct SaveDecisions: ~Copyable {
    private let connection: Connection
    private var rows = CopyRows()

    init(_ connection: Connection) { self.connection = connection }

    mutating func append(_ decision: SaveDecision) throws(HealthError) {
      rows.append(
        [.integer(decision.change), decision.stored.map { .integer($0) } ?? .null],
        decision.verdict.rawValue)
      if rows.count > 1 << 18 { try send() }
    }

    mutating func send() throws(HealthError) {
      if !rows.isEmpty { try connection.copy("copy matched from stdin (format binary)", &rows) }
    }
  }

  /// Samples in the order of their identities and digests: those are the first two columns, then come
  /// the change and the UUID.
  private struct SampleCursor: MatchedSamples {
    private let rows: Cursor

    init(_ connection: Connection, _ name: String, _ query: String) throws(HealthError) {
      rows = try Cursor(connection, name, query)
    }

    mutating func nextKey() throws(HealthError) -> SortKey? {
      guard try rows.next() else { return nil }
      // The server sorts digests as signed numbers.
      return SortKey(rows.id(0), content: UInt64(bitPattern: rows.integer(1)) ^ 1 << 63)
    }

    borrowing func record() -> SavedChange {
      SavedChange(rows.integer(2), rows.isNull(3) ? nil : SampleUUID(rows.id(3)))
    }
  }
#endif
