#if PostgreSQL
  import HealthErrors
  import HealthModel
  import HealthStore

  /// Creates the schema of a store, and detects an existing one.
  enum StoreSchema {
    /// The version of the tables. A store with a later version is not read.
    static let version: Int64 = 1

    /// What exists at the location of a store.
    enum Found: Equatable {
      /// Nothing; `hasSchema` if the schema is there and empty, as the owner of a database may have made it.
      case nothing(hasSchema: Bool)
      /// A store of this program.
      case store
    }

    /// Looks for a store.
    ///
    /// - Throws: `HealthError`: `.foreign`, `.newer`.
    static func find(_ schema: String, _ connection: Connection) throws(HealthError) -> Found {
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
      // Without these privileges the table cannot be read.
      guard found.bool(0, 3), found.bool(0, 4) else {
        throw HealthError(
          .notFound, connection.name, "the user of this connection may not read the store")
      }
      let facts: StoreFacts
      do throws(HealthError) { facts = try StoreFacts(connection) } catch {
        throw error.code == .failed ? foreign(schema, connection) : error
      }
      guard facts.identity.utf8.count == 32, let version = facts.version else {
        throw foreign(schema, connection)
      }
      guard version <= Self.version else {
        throw HealthError(
          .newer, connection.name,
          "was made by a newer version of this program (version \(version) of the tables; this one reads version \(Self.version))"
        )
      }
      return .store
    }

    private static func foreign(_ schema: String, _ connection: Connection) -> HealthError {
      HealthError(
        .foreign, connection.name, "the schema \(quoted(schema)) holds something else than a store")
    }

    /// The views, which are meant for other programs: this program does not read them.
    static let views = StoreView.all(
      SQLDialect(
        localTime: { "\($0) at time zone 'UTC' + \($1) * interval '1 minute'" },
        localDate: { "cast(\($0) at time zone 'UTC' + \($1) * interval '1 minute' as date)" },
        time: { "cast(substr(\($0), 1, 19) as timestamp)" }, date: { "cast(\($0) as date)" }))

    static func make(
      _ schema: String, hasSchema: Bool, facts: StoreFacts, _ connection: Connection
    ) throws(HealthError) -> [String] {
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
      statements.append(
        "comment on column sample.root is 'the outermost sample, of correlations, workouts and what is nested in them'"
      )
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

    /// Empties a store. Readers of its state before are not disturbed.
    static func empty(_ facts: StoreFacts, _ connection: Connection) throws(HealthError) {
      try connection.run(
        StoreTable.all.map { "delete from \(quoted($0.name))" }.joined(separator: ";\n"))
      try facts.write(connection)
    }
  }

  /// A text in SQL, whatever `standard_conforming_strings` is.
  func literal(_ text: String) -> String {
    let text = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return "'\(text)'" }
    let parts = text.split(separator: "\\", omittingEmptySubsequences: false)
    return " E'\(parts.joined(separator: "\\\\"))'"
  }

  func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  extension StoreTable.Column {
    /// The column's type in PostgreSQL.
    var sql: String {
      switch type {
      case .integer, .reference:
        switch width {
        case 2: "smallint"
        case 4: "integer"
        default: "bigint"
        }
      case .real: "double precision"
      case .text: "text"
      case .bytes: "bytea"
      case .id: "uuid"
      case .instant: "timestamptz"
      }
    }

    /// The width of an integer in bytes: each sample has ten.
    var width: Int {
      switch type {
      case .integer where name == "kind" || name.hasSuffix("_offset"): 2
      case .integer where name == "number": 4
      // References to samples need 8 bytes, since numbers of samples are never assigned again.
      case .reference(let table) where table != StoreTable.sample.name: 4
      default: 8
      }
    }
  }

  extension StoreTable {
    /// The names of the columns, with commas between.
    var columnList: String { columns.map { quoted($0.name) }.joined(separator: ", ") }

    /// The columns of samples, with null in place of long texts, and a column that states whether
    /// there are any: many rows are fetched at once.
    static var briefSample: String {
      let texts = ["exact", "extras"].map(quoted)
      let columns = sample.columns.map { column in
        let name = quoted(column.name)
        return texts.contains(name)
          ? "case when octet_length(\(name)) <= 4096 then \(name) end" : name
      }
      let isLong = texts.map { "coalesce(octet_length(\($0)), 0) > 4096" }
      return (columns + [isLong.joined(separator: " or ")]).joined(separator: ", ")
    }

    /// The names of the columns of one of several tables, with commas between.
    func columnList(of alias: String) -> String {
      columns.map { "\(alias).\(quoted($0.name))" }.joined(separator: ", ")
    }

    /// SQL that creates the table and its key.
    ///
    /// References are not declared: the server would look up each one for each row of a load, and search each table of
    /// parts for each deleted sample. Nested rows are deleted with their parents, in the same transaction.
    var creation: String {
      var lines = columns.map { column in
        "\(quoted(column.name)) \(column.sql)\(column.isOptional ? "" : " not null")"
      }
      // Texts may be longer than an index takes, so rows of dictionaries are found by a hash.
      if role == .dictionary { lines.append("row_hash bigint not null") }
      if role == .samples { lines.append("root bigint") }
      let key = role == .parts ? columns.prefix(2) : columns.prefix(1)
      lines.append("primary key (\(key.map { quoted($0.name) }.joined(separator: ", ")))")
      return "create table \(quoted(name)) (\(lines.joined(separator: ", ")))"
    }

    /// SQL that creates the indexes. In a first load, indexes of samples are created after all rows
    /// are stored, which takes the server half the time.
    var indexes: [String] {
      switch role {
      case .dictionary: ["create index on \(quoted(name)) (row_hash)"]
      case .samples:
        [
          "create unique index on \(quoted(name)) (id, ordinal) where parent is null",
          "create index on \(quoted(name)) (series, start_date)",
          "create index on \(quoted(name)) (parent, series) where parent is not null",
          "create index on \(quoted(name)) (root) where root is not null",
          "create index on \(quoted(name)) (metadata) where metadata is not null",
          "create index on \(quoted(name)) (uuid) where uuid is not null",
        ]
      case .parts, .other: []
      }
    }

    /// The name of the temporary table in which the rows of a load are staged.
    var staging: String { quoted("new_\(name)") }

    /// SQL that creates the staging table. An additional column contains the top-level sample of
    /// each row or, for a dictionary, the hash of the row.
    var stagingCreation: String {
      let table = "create temporary table \(staging) (like \(quoted(name))) on commit drop"
      return role != .parts
        ? table : "\(table); alter table \(staging) add column root bigint not null"
    }

    /// SQL that fills the staging table.
    var stagingCopy: String {
      "copy \(staging) (\(columnList), \(role == .dictionary ? "row_hash" : "root")) from stdin (format binary)"
    }

    /// SQL of the column `root` of a row of samples that was staged: the policies of clients decide about these samples as a whole.
    static let root = "case when s.parent is not null or s.kind in (\(holders)) then s.root end"

    /// The kinds of samples that others can be nested in.
    static let holders = "\(SampleKind.correlation.code), \(SampleKind.workout.code)"

    var metadataColumns: [String] {
      columns.filter { $0.type == .reference("metadata") }.map { quoted($0.name) }
    }

    /// The tables of parts of samples.
    static let sampleParts = all.filter {
      $0.role == .parts && $0.columns[0].type == .reference("sample")
    }
  }
#endif
