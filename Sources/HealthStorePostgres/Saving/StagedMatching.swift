#if PostgreSQL
  import HealthBytes
  import HealthFormats
  import HealthModel
  import HealthStore

  /// Decides which of the samples in temporary tables are saved: the definition of `IdentityMatch`, in SQL.
  ///
  /// Afterwards the table `matched` has a row for each of them: `root`, its number; `old`, the number of the stored sample
  /// that is its partner; `same`, whether it equals that one, or another that waits; `kept`, whether it is not saved
  /// although it differs. Without a partner and neither same nor kept, it is new.
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
        """
        create temporary table matched (root bigint, old bigint, same bool, kept bool) on commit drop;
        create temporary table version (root bigint, old bigint, verdict bigint) on commit drop
        """)
      if try hasSyncKey() {
        try StagedVersions(connection, mode).match()
        try connection.run(
          """
          insert into matched select root, old, verdict = 1, verdict = 2 from version;
          update new_sample s set ordinal = 0 from version v where v.root = s.change and s.ordinal <> 0
          """)
      }
      if mode == .add { try matchSet() } else { try matchDataset() }
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

    // MARK: Datasets

    /// Equal samples pair, each once; if one of an identity is left on each side, the one has changed.
    private func matchDataset() throws(HealthError) {
      // Nearly all have the ordinal of their equal.
      try connection.run(
        """
        insert into matched
        select s.change, o.change, coalesce(\(Self.digest("o")) = \(Self.digest("s")), false), false
        from new_sample s left join duplicate t on t.change = s.change
        left join sample o on o.id = s.id and o.ordinal = coalesce(t.ordinal, s.ordinal) and o.parent is null
        where \(Self.unsettled);
        analyze matched;
        create temporary table rest on commit drop as
        select m.root, s.id, \(Self.digest("s")) as digest,
          row_number() over (partition by s.id, \(Self.digest("s")) order by s.change) as n
        from matched m join new_sample s on s.change = m.root
        where not m.same and not m.kept
          and exists (select from sample o where o.id = s.id and o.parent is null)
          and not exists (select from version v where v.root = m.root)
        """)
      guard try connection.rows("select exists (select from rest)").bool(0, 0) else { return }
      try connection.run(
        """
        analyze rest;
        create temporary table unmatched on commit drop as
        select o.change, o.id, \(Self.digest("o")) as digest,
          row_number() over (partition by o.id, \(Self.digest("o")) order by o.ordinal) as n
        from sample o where o.parent is null and o.id in (select id from rest)
          and not exists (select from matched m where m.old = o.change and m.same);
        update matched m set old = null from rest r where r.root = m.root;
        update matched m set old = u.change, same = true
        from rest r join unmatched u on u.id = r.id and u.digest = r.digest and u.n = r.n
        where r.root = m.root;
        with left_new as (
          select r.id, min(r.root) as root from rest r join matched m on m.root = r.root
          where not m.same group by r.id having count(*) = 1),
        left_old as (
          select u.id, min(u.change) as change from unmatched u
          where not exists (select from matched m where m.old = u.change)
          group by u.id having count(*) = 1)
        update matched m set old = o.change, kept = \(mode == .append)
        from left_new n join left_old o on o.id = n.id where n.root = m.root
        """)
    }

    // MARK: Sets

    /// Equal samples are stored once, and all others are new.
    private func matchSet() throws(HealthError) {
      try connection.run(
        """
        insert into matched
        select w.change, o.change, o.change is not null or w.change <> w.first, false
        from (
          select s.change, s.id, \(Self.digest("s")) as digest,
            min(s.change) over (partition by s.id, \(Self.digest("s"))) as first
          from new_sample s where \(Self.unsettled)) w
        left join lateral (
          select min(o.change) as change from sample o
          where o.id = w.id and o.parent is null and \(Self.digest("o")) = w.digest) o on true
        """)
    }

    // MARK: Ordinals and counts

    /// Gives ordinals that are free in the store; what replaces a stored sample gets the ordinal of that.
    private func number() throws(HealthError) {
      try connection.run(
        """
        analyze matched;
        update new_sample s set ordinal = o.ordinal from matched m join sample o on o.change = m.old
        where m.root = s.change and not m.same and not m.kept and o.ordinal <> s.ordinal;
        create temporary table crowded on commit drop as
        select s.id from matched m join new_sample s on s.change = m.root
        where m.old is null and not m.same and not m.kept
          and exists (select from sample o where o.id = s.id and o.parent is null)
        union
        select s.id from duplicate t join new_sample s on s.change = t.change
        """)
      let duplicates = Duplicates(connection)
      try duplicates.find(
        """
        select change, id, ordinal from (
          select s.change, s.id, s.ordinal, 1 as place from new_sample s join matched m on m.root = s.change
          where m.old is null and not m.same and not m.kept and s.id in (select id from crowded)
          union all
          select 0, o.id, o.ordinal, 0 from sample o where o.parent is null and o.id in (select id from crowded)
        ) duplicate order by id, place, change, ordinal
        """)
      try duplicates.number()
    }

    private func counted() throws(HealthError) -> SaveCounts {
      var counts = SaveCounts()
      let counted = try connection.rows(
        """
        select count(*) filter (where old is null and not same and not kept), count(*) filter (where same)
        from matched
        """)
      counts.new = Int(counted.integer(0, 0))
      counts.same = Int(counted.integer(0, 1))
      let types = try connection.rows(
        """
        select t.identifier, count(*) filter (where not m.kept), count(*) filter (where m.kept)
        from matched m join new_sample s on s.change = m.root join series k on k.number = s.series
        join type t on t.number = k.type
        where not m.same and (m.kept or m.old is not null) group by t.identifier order by t.identifier
        """)
      for row in 0..<types.count {
        counts.add(
          replaced: Int(types.integer(row, 1)), kept: Int(types.integer(row, 2)),
          of: types.text(row, 0))
      }
      return counts
    }
  }

  /// Matches the samples that wait and have a sync identifier: of the versions of one sample the highest stays.
  struct StagedVersions {
    private let connection: Connection
    private let mode: SavingMode

    /// A version of a sample, staged or stored.
    private struct Version {
      let change: Int64
      let digest: Int64
      let version: SyncVersion
    }

    init(_ connection: Connection, _ mode: SavingMode) {
      self.connection = connection
      self.mode = mode
    }

    /// Writes the decisions into the table `version`: 0 for those that are saved, 1 for those that equal another,
    /// 2 for those that are not saved.
    func match() throws(HealthError) {
      guard
        try connection.rows("select to_regclass('pg_temp.new_metadata') is not null").bool(0, 0)
      else { return }
      try connection.run(
        """
        analyze new_metadata;
        declare versions no scroll cursor for
        select s.id, s.change, \(StagedMatching.digest("s")), n.sync_version,
          o.change, \(StagedMatching.digest("o")), \(StoreContents.syncVersion(of: "o"))
        from new_sample s join new_metadata n on n.number = s.metadata and n.sync_version is not null
        left join sample o on o.id = s.id and o.parent is null
        where s.parent is null order by s.id, s.change
        """)
      var matches = CopyRows()
      var id: SampleID?
      var best: Version?
      var stored: Version?
      while true {
        let rows = try connection.rows("fetch 10000 from versions")
        for row in 0..<rows.count {
          let next = version(rows, row, from: 1)
          if rows.id(row, 0) != id {
            if let best { decide(best, stored, &matches) }
            id = rows.id(row, 0)
            best = next
            stored = rows.isNull(row, 4) ? nil : version(rows, row, from: 4)
          } else if let first = best, first.change != next.change {
            if next.digest == first.digest {
              add(next, old: nil, .same, &matches)
            } else if next.version > first.version {
              add(first, old: nil, .kept, &matches)
              best = next
            } else {
              add(next, old: nil, .kept, &matches)
            }
          }
        }
        if rows.count == 0, let best { decide(best, stored, &matches) }
        if !matches.isEmpty {
          try connection.copy("copy version from stdin (format binary)", &matches)
        }
        if rows.count == 0 { break }
      }
      try connection.run("close versions")
    }

    private func version(_ rows: Rows, _ row: Int, from column: Int) -> Version {
      Version(
        change: rows.integer(row, column), digest: rows.integer(row, column + 1),
        version: rows.isNull(row, column + 2)
          ? SyncVersion(nil) : SyncVersion(rows.integer(row, column + 2)))
    }

    /// Decides between the version of this load that stays and the stored one.
    private func decide(_ version: Version, _ stored: Version?, _ matches: inout CopyRows) {
      guard let stored else { return add(version, old: nil, .saved, &matches) }
      let isHigher =
        version.version > stored.version || (version.version == stored.version && mode == .upsert)
      let verdict: Verdict =
        version.digest == stored.digest ? .same : isHigher && mode != .append ? .saved : .kept
      add(version, old: stored, verdict, &matches)
    }

    private enum Verdict: Int64 {
      case saved, same, kept
    }

    private func add(
      _ version: Version, old: Version?, _ verdict: Verdict, _ matches: inout CopyRows
    ) {
      matches.append(
        [.integer(version.change), old.map { .integer($0.change) } ?? .null], verdict.rawValue)
    }
  }
#endif
