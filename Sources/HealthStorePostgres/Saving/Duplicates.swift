#if PostgreSQL
  import HealthModel
  import HealthStore

  /// Gives ordinals to samples of one load that have one identity: each gets the first that is free from its own on,
  /// in the order in which they were saved. So the same input gives the same keys each time.
  struct Duplicates {
    private let connection: Connection

    /// The duplicates among the samples that wait.
    init(_ connection: Connection) { self.connection = connection }

    /// The samples of one load of which two have one key.
    static let waiting =
      """
      select change, id, ordinal from new_sample
      where parent is null and id in (
        select id from new_sample where parent is null group by id, ordinal having count(*) > 1)
      order by id, change
      """

    /// Finds ordinals for samples of which two have one key, and puts those that are not a sample's own into the table
    /// `duplicate`.
    ///
    /// - Parameter samples: A query for number, identity and ordinal of the samples, sorted by identity; those that keep
    ///   their ordinals come first, under the number 0.
    func find(_ samples: String) throws(StoreError) {
      try connection.run(
        """
        drop table if exists pg_temp.duplicate;
        create temporary table duplicate (change bigint, ordinal bigint) on commit drop;
        declare duplicates no scroll cursor for \(samples)
        """)
      var changed = CopyRows()
      var id: SampleID?
      var taken = TakenOrdinals()
      while true {
        let rows = try connection.rows("fetch 10000 from duplicates")
        for row in 0..<rows.count {
          if rows.id(row, 1) != id {
            id = rows.id(row, 1)
            taken = TakenOrdinals()
          }
          let (change, own) = (rows.integer(row, 0), rows.integer(row, 2))
          let ordinal = Int64(taken.take(from: UInt32(clamping: own)))
          if ordinal != own, change > 0 { changed.append([.integer(change)], ordinal) }
        }
        if !changed.isEmpty {
          try connection.copy("copy duplicate from stdin (format binary)", &changed)
        }
        if rows.count == 0 { break }
      }
      try connection.run("close duplicates; analyze duplicate")
    }

    /// Gives the samples the ordinals that were found.
    func number() throws(StoreError) {
      let changed = try connection.run(
        "update new_sample s set ordinal = t.ordinal from duplicate t where t.change = s.change")
      if changed > 0 { try connection.run("analyze new_sample") }
    }
  }
#endif
