#if PostgreSQL
  import HealthModel
  public import HealthStore

  extension PostgresStore {
    /// Looks for what is damaged: rows that belong to nothing, rows that are missing, samples that are not as they
    /// were saved. Whether its files are sound the server finds out as these are read.
    ///
    /// - Returns: What was found, of each kind 100 at most.
    /// - Throws: `StoreError` if the store cannot be read.
    /// - Complexity: Linear in the store.
    public func check() throws(StoreError) -> [StoreDefect] {
      guard let snapshot = try snapshot() else { return [] }
      return try orphans(snapshot) + missing(snapshot) + changed(snapshot)
    }

    private static var limit: Int { 100 }

    /// Rows that are inside of what is not there.
    private func orphans(_ snapshot: Snapshot) throws(StoreError) -> [StoreDefect] {
      var defects: [StoreDefect] = []
      for table in StoreTable.all where table.role == .parts || table.role == .samples {
        let column = table.columns[table.role == .samples ? 1 : 0]
        guard case .reference(let owner) = column.type,
          let owners = StoreTable.all.first(where: { $0.name == owner })
        else { continue }
        let count = try snapshot.connection.rows(
          """
          select count(*) from \(quoted(table.name)) t where t.\(quoted(column.name)) is not null and not exists (
            select from \(quoted(owner)) o where o.\(quoted(owners.columns[0].name)) = t.\(quoted(column.name)))
          """
        ).integer(0, 0)
        guard count > 0 else { continue }
        defects.append(
          StoreDefect(
            "orphaned-rows",
            "\(count) rows of the table '\(table.name)' belong to nothing in the table '\(owner)'"))
      }
      return defects
    }

    /// Rows that others refer to and that are not there.
    private func missing(_ snapshot: Snapshot) throws(StoreError) -> [StoreDefect] {
      var defects: [StoreDefect] = []
      let facts = try StoreFacts(snapshot.connection)
      if let defect = facts.defect(with: try DatasetInfo.characteristics(snapshot.connection)) {
        defects.append(defect)
      }
      let late = try snapshot.connection.rows(
        """
        select (select count(*) from sample where change >= $1) + (select count(*) from tombstone where change >= $1)
        """, [.integer(facts.nextChange)]
      ).integer(0, 0)
      if late > 0 {
        defects.append(
          StoreDefect("reused-change", "\(late) changes have numbers that are yet to be given"))
      }
      for table in StoreTable.all where table.role != .other {
        for column in table.columns.dropFirst(table.role == .dictionary ? 1 : 2) {
          guard case .reference(let owner) = column.type,
            let owners = StoreTable.all.first(where: { $0.name == owner })
          else { continue }
          let count = try snapshot.connection.rows(
            """
            select count(*) from \(quoted(table.name)) t
            left join \(quoted(owner)) o on o.\(quoted(owners.columns[0].name)) = t.\(quoted(column.name))
            where t.\(quoted(column.name)) is not null and o.\(quoted(owners.columns[0].name)) is null
            """
          ).integer(0, 0)
          guard count > 0 else { continue }
          defects.append(
            StoreDefect(
              "missing-row",
              "\(count) rows of the table '\(table.name)' refer to what is not there in the table '\(owner)'"
            ))
        }
      }
      return defects
    }

    /// Samples that are not as they were saved.
    private func changed(_ snapshot: Snapshot) throws(StoreError) -> [StoreDefect] {
      var defects: [StoreDefect] = []
      let digester = SampleDigester(.saved)
      let scan = try SampleScan(snapshot, .all)
      while defects.count < Self.limit {
        var key: SampleKey?
        do throws(StoreError) {
          guard let row = try scan.nextRow() else { break }
          key = SampleKey(id: row.id, ordinal: row.ordinal)
          let sample = try scan.sample(row)
          if sample.id != row.id || row.digest != Int64(bitPattern: digester.total(sample)) {
            defects.append(
              StoreDefect("changed-sample", "a sample is not as it was saved", key: key))
          }
        } catch {
          guard error.code == .damaged else { throw error }
          defects.append(StoreDefect("unreadable-sample", error.message, key: key))
        }
      }
      return defects
    }
  }
#endif
