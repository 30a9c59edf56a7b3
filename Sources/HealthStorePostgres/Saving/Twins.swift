#if PostgreSQL
  import HealthModel
  import HealthStore

  /// Gives ordinals to samples of one load that have one identity: each gets the first that is free from its own on,
  /// in the order in which they were saved. So the same input gives the same keys each time.
  struct Twins {
    private let connection: Connection

    /// The twins among the samples that wait.
    init(_ connection: Connection) { self.connection = connection }

    /// Numbers them anew where two have one key.
    ///
    /// - Throws: `StoreError`.
    func number() throws(StoreError) {
      try connection.run(
        """
        declare twins no scroll cursor for
        select change, id, ordinal from new_sample
        where parent is null and id in (
          select id from new_sample where parent is null group by id, ordinal having count(*) > 1)
        order by id, change
        """)
      var changed = CopyRows()
      var isMade = false
      var id: SampleID?
      var taken = TakenOrdinals()
      while true {
        let rows = try connection.rows("fetch 10000 from twins")
        for row in 0..<rows.count {
          if rows.id(row, 1) != id {
            id = rows.id(row, 1)
            taken = TakenOrdinals()
          }
          let own = rows.integer(row, 2)
          let ordinal = Int64(taken.take(from: UInt32(clamping: own)))
          if ordinal != own { changed.append([.integer(rows.integer(row, 0))], ordinal) }
        }
        if !changed.isEmpty {
          if !isMade {
            try connection.run(
              "create temporary table twin (change bigint, ordinal bigint) on commit drop")
            isMade = true
          }
          try connection.copy("copy twin from stdin (format binary)", &changed)
        }
        if rows.count == 0 { break }
      }
      try connection.run("close twins")
      guard isMade else { return }
      try connection.run(
        """
        analyze twin;
        update new_sample s set ordinal = t.ordinal from twin t where t.change = s.change;
        analyze new_sample
        """)
    }
  }
#endif
