#if PostgreSQL
  import HealthModel
  public import HealthStore

  extension PostgresStore {
    /// Looks for what is damaged: rows that are missing, samples that are not as they were saved, numbers that
    /// contradict each other. Whether its files are sound the server finds out as these are read.
    ///
    /// - Returns: What was found; nothing if the store is sound.
    /// - Complexity: Linear in the store.
    public func check() throws(StoreError) -> [StoreDefect] {
      guard let snapshot = try snapshot() else { return [] }
      var defects: [StoreDefect] = []
      try checkReferences(snapshot.connection, &defects)
      try checkSamples(snapshot, &defects)
      try defects.checkFacts(of: snapshot.connection)
      return defects
    }

    private func checkReferences(
      _ connection: Connection, _ defects: inout [StoreDefect]
    ) throws(StoreError) {
      for table in StoreTable.all {
        for (column, other) in table.references {
          let column = quoted(column.name)
          let rows = try connection.rows(
            """
            select count(*) from \(quoted(table.name)) t where t.\(column) is not null and not exists (
              select from \(quoted(other.name)) o where o.\(quoted(other.columns[0].name)) = t.\(column))
            """)
          defects.noteMissingRows(rows.integer(0, 0), for: table.name, in: other.name)
        }
      }
    }

    private func checkSamples(
      _ snapshot: Snapshot, _ defects: inout [StoreDefect]
    ) throws(StoreError) {
      let scan = try SampleScan(snapshot, .all, scope: .stored)
      try defects.checkSamples(from: snapshot, of: name) {
        do throws(StoreError) { return try scan.nextRow().map { .success($0) } } catch {
          return .failure(error)
        }
      }
    }
  }
#endif
