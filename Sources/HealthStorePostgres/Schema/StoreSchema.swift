#if PostgreSQL
  import HealthStore

  /// The schema of a store: what is made, and what is found.
  enum StoreSchema {
    /// The version of the tables, the first. A later one is not read.
    static let version: Int64 = 1

    /// What exists at the location of a store.
    enum Found: Equatable {
      /// Nothing; `hasSchema` if the schema is there and empty, as the owner of a database may have made it.
      case nothing(hasSchema: Bool)
      /// A store of ours.
      case store
    }

    /// Looks for a store.
    ///
    /// - Throws: `StoreError`: `.foreign`, `.newer`.
    static func find(_ schema: String, _ connection: Connection) throws(StoreError) -> Found {
      let found = try connection.rows(
        """
        select n.oid is not null, c.relname is not null, exists (select from pg_class where relnamespace = n.oid),
          has_schema_privilege(n.oid, 'usage'), has_table_privilege(c.oid, 'select')
        from (select) as one left join pg_namespace n on n.nspname = $1
        left join pg_class c on c.relnamespace = n.oid and c.relname = 'store' and c.relkind = 'r'
        """, [.text(schema)])
      guard found.bool(0, 0) else { return .nothing(hasSchema: false) }
      guard found.bool(0, 1) else {
        if found.bool(0, 2) { throw foreign(schema, connection) }
        return .nothing(hasSchema: true)
      }
      // Without these the table is not seen, or gives nothing.
      guard found.bool(0, 3), found.bool(0, 4) else {
        throw StoreError(
          .notFound, connection.name, "the user of this connection may not read the store")
      }
      let facts: StoreFacts
      do throws(StoreError) { facts = try StoreFacts(connection) } catch {
        throw error.code == .failed ? foreign(schema, connection) : error
      }
      guard facts.identity.utf8.count == 32, let version = facts.version else {
        throw foreign(schema, connection)
      }
      guard version <= Self.version else {
        throw StoreError(
          .newer, connection.name,
          "was made by a newer version of this program (version \(version) of the tables; this one reads version \(Self.version))"
        )
      }
      return .store
    }

    private static func foreign(_ schema: String, _ connection: Connection) -> StoreError {
      StoreError(
        .foreign, connection.name, "the schema \(quoted(schema)) holds something else than a store")
    }

    /// The views, which are for others: we read none.
    static let views = StoreView.all(
      SQLDialect(
        localTime: { "\($0) at time zone 'UTC' + \($1) * interval '1 minute'" },
        localDate: { "cast(\($0) at time zone 'UTC' + \($1) * interval '1 minute' as date)" },
        time: { "cast(substr(\($0), 1, 19) as timestamp)" }, date: { "cast(\($0) as date)" }))

    /// Makes an empty store.
    static func make(
      _ schema: String, hasSchema: Bool, facts: StoreFacts, _ connection: Connection
    ) throws(StoreError) -> [String] {
      var statements = hasSchema ? [] : ["create schema \(quoted(schema))"]
      statements += StoreTable.all.map(\.creation)
      statements += StoreTable.all.filter { $0.role != .samples }.flatMap(\.indexes)
      for table in StoreTable.all {
        statements.append("comment on table \(quoted(table.name)) is \(literal(table.title))")
        for column in table.columns {
          guard let title = column.title else { continue }
          statements.append(
            "comment on column \(quoted(table.name)).\(quoted(column.name)) is \(literal(title))")
        }
      }
      for view in views {
        statements.append(view.definition)
        statements.append("comment on view \(quoted(view.name)) is \(literal(view.title))")
        for column in view.columns {
          statements.append(
            "comment on column \(quoted(view.name)).\(quoted(column.name)) is \(literal(column.title))"
          )
        }
      }
      try connection.run(statements.joined(separator: ";\n"))
      try facts.write(connection)
      return StoreTable.sample.indexes
    }

    /// Makes a store a new one, with nothing in it. Readers of the old one are not disturbed.
    static func empty(_ facts: StoreFacts, _ connection: Connection) throws(StoreError) {
      try connection.run(
        StoreTable.all.map { "delete from \(quoted($0.name))" }.joined(separator: ";\n"))
      try facts.write(connection)
    }

    private static func literal(_ text: String) -> String {
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        + "'"
    }
  }
#endif
