#if PostgreSQL
  import HealthBytes
  public import HealthErrors
  import HealthFormats
  import HealthModel
  public import HealthStore
  import Synchronization

  /// A store on a PostgreSQL server, in a schema of its own.
  ///
  /// The schema is called `healthconv`, or as the address says: `postgres://host/database?options=-csearch_path%3Danna`
  /// keeps Anna's samples apart from those of others in the same database. Connections are libpq's: what the address
  /// leaves out comes from `PG*` variables, the service file and `~/.pgpass`; how they are encrypted is up to
  /// `sslmode`. An address that holds a password is refused.
  ///
  /// Poolers between have to give each connection one session (`pool_mode = session`).
  public final class PostgresStore: SampleStore {
    /// `postgres://host/database`.
    public let name: String
    let access: StoreKind.Access
    let address: Address
    let schema: String
    /// Facts about the store if it is created here.
    let emptyFacts: StoreFacts
    let idle: Mutex<[Connection]>
    /// Whether the store was seen to be there.
    let isThere: Mutex<Bool>
    /// Whether it has no rows that refer to missing rows.
    let isWhole = Mutex(false)
    let changeSizes = ChangeSizeGuard()
    /// Whether the existing content has to go when something is committed.
    let isReplacing: Mutex<Bool>

    /// Policies of row-level security are not compiled: that takes seconds for each query. Readers plan each of their look-ups once:
    /// with policies a plan takes ten times as long as the look-up.
    private static func prepare(
      _ connection: Connection, _ schema: String, _ access: StoreKind.Access
    ) throws(HealthError) {
      let plans = access == .reading ? "; set plan_cache_mode = force_generic_plan" : ""
      try connection.run("set jit = off; set search_path to \(quoted(schema))\(plans)")
    }

    /// Opens a store.
    ///
    /// - Parameter address: `postgres://host/database`, `postgresql://…`, `postgres:service=name`, or `postgres:` alone.
    /// - Throws: `HealthError`: `.notFound` if no server answers, or there is no store; `.foreign`, `.newer`,
    ///   `.readOnly`; `.unsupported` if the address holds a password.
    public init(_ address: String, for access: StoreKind.Access) throws(HealthError) {
      self.address = try Address(address)
      self.access = access
      isReplacing = Mutex(access == .replacing)
      var facts = StoreFacts()
      facts.version = StoreSchema.version
      emptyFacts = facts
      let connection = try Connection(self.address)
      name = connection.name
      schema = try Self.schema(connection)
      try Self.prepare(connection, schema, access)
      let found = try StoreSchema.find(schema, connection)
      isThere = Mutex(found == .store)
      if found != .store, access == .reading || access == .writing {
        throw HealthError(
          .notFound, name,
          "the database has no store: the schema \(quoted(schema)) does not exist, or is empty")
      }
      if access != .reading { try Self.checkWriting(connection, isThere: found == .store) }
      idle = Mutex([connection])
    }

    /// The schema of the store: `healthconv` unless the address, `PGOPTIONS` or the service file name another.
    private static func schema(_ connection: Connection) throws(HealthError) -> String {
      let path = try connection.rows(
        "select setting from pg_settings where name = 'search_path' and source = 'client'")
      guard path.count == 1 else { return "healthconv" }
      let first = path.text(0, 0).split(separator: ",").first.map(String.init) ?? ""
      let name = first.split(separator: " ").joined(separator: " ")
      guard name.hasPrefix("\""), name.hasSuffix("\""), name.utf8.count > 2 else {
        return name.isEmpty ? "healthconv" : name
      }
      return name.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false)
        .joined(separator: "\"")
    }

    /// Refuses to write where nothing can be written, before anything is read for it.
    private static func checkWriting(
      _ connection: Connection, isThere: Bool
    ) throws(HealthError) {
      let table = isThere ? "has_table_privilege('sample', 'insert')" : "true"
      let may = try connection.rows(
        "select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean, \(table)"
      )
      guard may.bool(0, 0) else {
        throw HealthError(
          .readOnly, connection.name,
          "the server is read-only: it is a standby, or its transactions are read-only")
      }
      guard may.bool(0, 1) else {
        throw HealthError(
          .readOnly, connection.name, "the user of this connection may not write to the store")
      }
    }

    // MARK: Connections

    /// An idle connection, or a new one.
    func connect() throws(HealthError) -> Connection {
      if let connection = idle.withLock({ $0.popLast() }) {
        // The server may have ended it long ago.
        do throws(HealthError) {
          try connection.run("")
          return connection
        } catch { if error.code != .disconnected { throw error } }
      }
      let connection = try Connection(address)
      try Self.prepare(connection, schema, access)
      return connection
    }

    /// Takes back a connection that is not in a transaction.
    func release(_ connection: Connection) {
      idle.withLock { if $0.count < 4 { $0.append(connection) } }
    }

    /// A snapshot of the current store; `nil` if it does not exist yet.
    func snapshot() throws(HealthError) -> Snapshot? {
      let connection = try connect()
      if !isThere.withLock({ $0 }) {
        guard try StoreSchema.find(schema, connection) == .store else {
          release(connection)
          return nil
        }
        isThere.withLock { $0 = true }
      }
      return try Snapshot(connection, release: { [self] in release($0) })
    }

    /// Fails if rows refer to missing rows, which reading would leave out; once for a store. Policies leave them out, too, so for
    /// a role there is nothing to be found.
    func checkWhole(_ snapshot: Snapshot) throws(HealthError) {
      if isWhole.withLock({ $0 }) { return }
      if try !snapshot.connection.isRestricted() { try DanglingRows.check(snapshot.connection) }
      isWhole.withLock { $0 = true }
    }

    func beginWriting() throws(HealthError) -> WriteTransaction {
      guard access != .reading else {
        throw HealthError(.readOnly, name, "was opened only for reading")
      }
      return try WriteTransaction(connect(), schema: schema, release: { [self] in release($0) }) {
        (connection) throws(HealthError) in
        switch try StoreSchema.find(schema, connection) {
        case .store: return []
        case .nothing(let hasSchema):
          guard access != .writing else {
            throw HealthError(.notFound, name, "the store was removed from the database")
          }
          return try StoreSchema.make(schema, hasSchema: hasSchema, facts: emptyFacts, connection)
        }
      }
    }
  }

  extension PostgresStore: AnswerStore {
    package func answerState() throws(HealthError) -> AnswerState? {
      let connection = try connect()
      guard try StoreSchema.find(schema, connection) == .store else { return nil }
      let state = try StoreFacts(connection).answers
      release(connection)
      return state
    }

    package func replaceAnswers(
      _ state: AnswerState?, _ next: () throws(HealthError) -> AnswerRow?
    ) throws(HealthError) {
      let transaction = try beginWriting()
      let connection = transaction.connection
      for table in StoreTable.answers { try connection.run("delete from \(table.name)") }
      var (table, number): (Int, Int64) = (-1, 0)
      var rows = CopyRows()
      while let row = try next() {
        if row.table != table || rows.count > 1 << 19 {
          if table >= 0 { try connection.copy(Self.copy(table), &rows) }
          if row.table != table { (table, number) = (row.table, 0) }
        }
        rows.append(row.values, number)
        number += 1
      }
      if table >= 0 { try connection.copy(Self.copy(table), &rows) }
      transaction.facts.answers = state
      try transaction.commit()
    }

    /// Fills a table of answers, the number of a row last.
    private static func copy(_ table: Int) -> String {
      let columns = StoreTable.answers[table].columns.map { quoted($0.name) }
      let list = (columns.dropFirst() + columns.prefix(1)).joined(separator: ", ")
      return "copy \(StoreTable.answers[table].name) (\(list)) from stdin (format binary)"
    }
  }

  extension PostgresStore {
    /// The samples added and deleted since an anchor.
    ///
    /// - Parameters:
    ///   - anchor: The state to start from; `nil` for all samples.
    ///   - limit: How many changes at most, 1 at least.
    /// - Throws: `HealthError`: `.expiredAnchor`, `.foreignAnchor`.
    public func changes(
      since anchor: StoreAnchor?, matching predicate: SamplePredicate, limit: Int
    ) throws(HealthError) -> StoreChanges {
      guard let snapshot = try snapshot() else {
        return try StoreChanges(since: anchor, ofEmpty: emptyFacts, name)
      }
      if anchor == nil { try checkWhole(snapshot) }
      return try StoreChanges(
        since: anchor, notBefore: emptyFacts, matching: predicate, limit: limit,
        of: snapshot.connection, name, changeSizes
      ) { (change) throws(HealthError) in
        let scan = try SampleScan(snapshot, predicate, scope: .holders, after: change)
        return { () throws(HealthError) in
          guard let (sample, change, key) = try scan.next(), let key else { return nil }
          return (change, sample, key)
        }
      }
    }
  }

  extension PostgresStore {
    /// Looks for what is damaged: rows that are missing, samples that differ from what was saved, numbers that
    /// contradict each other. The server itself detects damaged files while these are read.
    ///
    /// - Returns: What was found; nothing if the store is sound.
    /// - Complexity: Linear in the store.
    public func check() throws(HealthError) -> [StoreDefect] {
      guard let snapshot = try snapshot() else { return [] }
      guard try !snapshot.connection.isRestricted() else {
        throw HealthError(
          .denied, name, "can be checked by its owner: row-level security hides a part of it")
      }
      var defects: [StoreDefect] = []
      try checkReferences(snapshot.connection, &defects)
      try checkSamples(snapshot, &defects)
      try defects.checkFacts(of: snapshot.connection)
      return defects
    }

    private func checkReferences(
      _ connection: Connection, _ defects: inout [StoreDefect]
    ) throws(HealthError) {
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
      // Of a parent without this column, the column of the nested sample is wrong, too.
      let unrooted = try connection.rows(
        """
        select count(*) from sample s left join sample p on p.change = s.parent
        where s.root is distinct from case when s.parent is not null then p.root when s.kind in (\(StoreTable.holders)) then s.change end
        """
      ).integer(0, 0)
      if unrooted > 0 {
        defects.append(
          StoreDefect(
            .misplacedSample,
            "\(unrooted) rows of the table 'sample' have a wrong number in the column 'root'"))
      }
    }

    private func checkSamples(
      _ snapshot: Snapshot, _ defects: inout [StoreDefect]
    ) throws(HealthError) {
      let scan = try SampleScan(snapshot, .all, scope: .stored)
      try defects.checkSamples(from: snapshot, of: name) {
        do throws(HealthError) { return try scan.nextRow().map { .success($0) } } catch {
          return .failure(error)
        }
      }
    }
  }

  extension StoreKind {
    /// Stores on a PostgreSQL server: see ``PostgresStore``.
    public static let postgres = StoreKind(
      format: .store(
        name: "postgres", title: "PostgreSQL server",
        schemes: ["postgres", "postgresql"], open: open),
      open: open)

    private static let open: Open = { (location, access) throws(HealthError) in
      try PostgresStore(location, for: access)
    }
  }
#endif
