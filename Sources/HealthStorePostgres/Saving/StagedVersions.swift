#if PostgreSQL
  import HealthFormats
  import HealthModel
  import HealthStore

  /// Matches the samples that wait and have a sync identifier: of the versions of one sample the highest stays.
  struct StagedVersions {
    private let connection: Connection
    private let mode: SavingMode

    /// A version, on its way or stored.
    private struct Version {
      let change: Int64
      let digest: Int64
      let version: SyncVersion
    }

    init(_ connection: Connection, _ mode: SavingMode) {
      self.connection = connection
      self.mode = mode
    }

    /// Puts what becomes of them into the table `version`: 0 for those that are saved, 1 for those that equal another,
    /// 2 for those that are not saved.
    func match() throws(StoreError) {
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
            if let best { settle(best, stored, &matches) }
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
        if rows.count == 0, let best { settle(best, stored, &matches) }
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
    private func settle(_ version: Version, _ stored: Version?, _ matches: inout CopyRows) {
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
