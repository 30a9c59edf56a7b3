// libpq is loaded when a store on a server is first used (`LibPQ`). If it were linked, it and its twenty libraries would
// add 5 ms to each start of the program. Rows are sent by binary `COPY` to temporary tables, each with the number of its
// top-level sample. `commit` joins these with the store by key and digest, reads the remaining ones in the order of
// identities and digests to match them (`StagedMatching`), and inserts the new ones. Only rows of dictionaries are looked
// up one by one; the exception is metadata, which are often unique and are found by their hash at the end. All writers
// hold one advisory lock. Otherwise a transaction that got its numbers first could commit last, and an observer would miss
// it. Foreign keys are not declared, since the server would look up each row of a load and search every table for each
// deleted sample; `check()` finds rows without a parent.

#if PostgreSQL
  import HealthBytes
  import HealthFormats
  import HealthModel
  import HealthStore

  /// Samples to be written to a store on a server.
  ///
  /// They are staged in temporary tables; ``commit()`` finds the new ones and moves them into the tables of the store.
  final class PostgresLoad: InboxLoad, @unchecked Sendable {
    private let transaction: WriteTransaction
    private let mode: SavingMode
    private let onCommit: () -> Void
    private let staging: Staging
    private var encoder: RowEncoder
    private var info: DatasetInfo?
    private var next: Int64
    /// How many samples were saved, without nested ones.
    private var count = 0
    /// The counts of changes; known when everything has been moved into the tables.
    private var counts: SaveCounts?
    /// The first error, after which nothing more can be saved.
    private var fault: HealthError?

    /// Begins to save.
    ///
    /// - Parameter mode: What happens to samples that the store already contains.
    init(
      _ transaction: WriteTransaction, _ mode: SavingMode, onCommit: @escaping () -> Void = {}
    ) {
      self.onCommit = onCommit
      self.transaction = transaction
      self.mode = mode
      staging = Staging(transaction.connection)
      encoder = RowEncoder(staging)
      next = transaction.next
    }

    // MARK: Saving

    func describe(_ info: DatasetInfo) throws(HealthError) {
      if self.info?.update(with: info) == nil { self.info = info }
    }

    func save(_ samples: [Sample]) throws(HealthError) {
      if let fault { throw fault }
      do throws(HealthError) { next = try encoder.encode(samples, change: next) } catch {
        throw ended(by: error)
      }
      count += samples.count
    }

    /// The connection sends rows on its own thread. So rows are made on the thread that reads the samples, and no sample moves
    /// from one processor to another.
    var hasThread: Bool { true }

    /// Rolls the load back after an error, and returns the error to throw.
    private func ended(by error: HealthError) -> HealthError {
      rollBack()
      let error =
        error.code == .disconnected
        ? HealthError(
          error.code, error.place.file, "\(error.message); nothing was saved", cause: error.cause)
        : error
      fault = error
      return error
    }

    func rollBack() {
      transaction.rollBack()
      if fault == nil {
        fault = HealthError(.failed, transaction.connection.name, "the load was cancelled")
      }
    }

    /// Moves everything into the tables, once; other connections see it only after the commit.
    private func merged() throws(HealthError) -> SaveCounts {
      if let fault { throw fault }
      if let counts { return counts }
      do throws(HealthError) {
        try staging.sendAll()
        let counts = try merge()
        try encoder.checkText(connection.size())
        if counts.new + counts.replaced > 0 { transaction.next = next }
        if let info {
          var all = try DatasetInfo(transaction.facts, connection)
          all.update(with: info)
          transaction.facts.set(all)
          try all.writeCharacteristics(connection)
        }
        try transaction.prepare()
        self.counts = counts
        return counts
      } catch { throw ended(by: error) }
    }

    func samples() throws(HealthError) -> (any SampleCursor)? {
      _ = try merged()
      return try PostgresCursor(Snapshot(connection), SampleQuery(.all))
    }

    func commit() throws(HealthError) -> SaveCounts {
      let counts = try merged()
      do throws(HealthError) {
        try transaction.commit()
        onCommit()
        fault = HealthError(.failed, transaction.connection.name, "the load was committed already")
        return counts
      } catch {
        rollBack()
        fault = error
        throw error
      }
    }

    func commit(_ file: InboxFile, _ times: InboxTimes) throws(HealthError) -> InboxFile {
      let first = transaction.next
      let counts = try merged()
      do throws(HealthError) {
        let superseded = try AggregateSearch(connection).superseded(by: times)
        let stored = superseded.filter { $0 < first }
        try remove(superseded.filter { $0 >= first }, areRemembered: false)
        try remove(stored, areRemembered: true)
        var file = file
        file.count(counts, superseded: (superseded.count - stored.count, stored.count))
        try file.write(connection)
        _ = try commit()
        return file
      } catch { throw ended(by: error) }
    }

    /// Removes samples by the numbers of their changes.
    private func remove(_ changes: [Int64], areRemembered: Bool) throws(HealthError) {
      guard !changes.isEmpty else { return }
      try connection.run(
        "create temporary table if not exists superseded (change bigint, n bigint) on commit drop; delete from superseded"
      )
      var rows = CopyRows()
      for change in changes { rows.append([.integer(change)], 0) }
      try connection.copy("copy superseded from stdin (format binary)", &rows)
      try transaction.remove("select change from superseded", areRemembered: areRemembered)
    }

    private var connection: Connection { transaction.connection }

    // MARK: What is new

    /// Moves new and changed samples into the tables.
    private func merge() throws(HealthError) -> SaveCounts {
      var counts = SaveCounts()
      guard staging.isCreated[StoreTable.sample.index] else {
        counts.gone = try size()
        return counts
      }
      try connection.run("analyze new_sample")
      let duplicates = Duplicates(connection)
      try duplicates.find(Duplicates.waiting)
      let before = try size()
      let matching = StagedMatching(connection, mode)
      var isPlain = before == 0
      if isPlain { isPlain = try matching.isPlain() }
      if isPlain {
        counts.new = count
        try duplicates.number()
        try mapMetadata()
        try move(filter: "")
      } else {
        counts = try matching.match(before: before)
        guard counts.new + counts.replaced > 0 else { return counts }
        if counts.replaced > 0 {
          try transaction.remove(
            "select old from matched where old is not null and verdict = \(SaveVerdict.saved.rawValue)",
            areRemembered: false)
        }
        try connection.run(
          "delete from matched where verdict <> \(SaveVerdict.saved.rawValue); analyze matched")
        try mapMetadata()
        let isWhole = counts.same + counts.kept == 0
        try move(filter: isWhole ? "" : " where s.root in (select root from matched)")
      }
      // The server collects these statistics itself, but perhaps only after the first query.
      if before == 0 { try connection.run("analyze sample") }
      return counts
    }

    /// How many top-level samples the store has.
    private func size() throws(HealthError) -> Int {
      Int(try connection.rows("select count(*) from sample where parent is null").integer(0, 0))
    }

    /// Maps staged metadata to equal metadata of the store, or to the first equal ones that are staged.
    private func mapMetadata() throws(HealthError) {
      guard staging.isCreated[StoreTable.metadata.index] else { return }
      try connection.run(
        """
        create temporary table metadata_map on commit drop as
        select n.number as staged, coalesce(m.number, min(n.number) over (partition by n.hash)) as number
        from new_metadata n left join metadata m on m.row_hash = n.row_hash and m.hash = n.hash;
        analyze metadata_map
        """)
    }

    /// Moves rows of samples, and the metadata that they refer to, into their tables.
    private func move(filter: String) throws(HealthError) {
      let hasMetadata = staging.isCreated[StoreTable.metadata.index]
      for table in [.sample] + StoreTable.sampleParts where staging.isCreated[table.index] {
        let metadata = hasMetadata ? table.metadataColumns : []
        let joins = metadata.indices.map {
          " left join metadata_map m\($0) on m\($0).staged = s.\(metadata[$0])"
        }
        let columns = table.columns.map { column in
          let name = quoted(column.name)
          return metadata.firstIndex(of: name).map { "m\($0).number" } ?? "s.\(name)"
        }
        let (into, from) = table.role == .samples ? (", root", ", \(StoreTable.root)") : ("", "")
        try connection.run(
          """
          insert into \(quoted(table.name)) (\(table.columnList)\(into))
          select \(columns.joined(separator: ", "))\(from) from \(table.staging) s\(joins.joined())\(filter)
          """)
      }
      guard hasMetadata else { return }
      let uses = ([.sample] + StoreTable.sampleParts).filter { staging.isCreated[$0.index] }.flatMap
      {
        table in
        table.metadataColumns.map { "select s.\($0) from \(table.staging) s\(filter)" }
      }
      try connection.run(
        """
        create temporary table wanted on commit drop as
        select distinct m.number from metadata_map m
        where m.staged in (\(uses.joined(separator: " union all ")))
          and not exists (select from metadata t where t.number = m.number);
        insert into metadata (\(StoreTable.metadata.columnList), row_hash)
        select \(StoreTable.metadata.columnList(of: "n")), n.row_hash
        from new_metadata n join wanted w on w.number = n.number;
        """)
      guard staging.isCreated[StoreTable.metadataEntry.index] else { return }
      let entry = StoreTable.metadataEntry
      try connection.run(
        """
        insert into metadata_entry (\(entry.columnList))
        select \(entry.columnList(of: "e")) from new_metadata_entry e join wanted w on w.number = e.metadata
        """)
    }
  }
#endif
