#if PostgreSQL
  import HealthStore

  /// A name as SQL takes any.
  ///
  /// - Parameter name: The name.
  /// - Returns: The name in quotes.
  func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  extension StoreTable.Column {
    /// The server's word for what it holds.
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

    /// How many bytes a whole number takes: of each sample there are ten.
    var width: Int {
      switch type {
      case .integer where name == "kind" || name.hasSuffix("_offset"): 2
      case .integer where name == "number": 4
      // Of samples there may be more, since numbers are given once.
      case .reference(let table) where table != StoreTable.sample.name: 4
      default: 8
      }
    }
  }

  extension StoreTable {
    /// The names of the columns, with commas between.
    var columnList: String { columns.map { quoted($0.name) }.joined(separator: ", ") }

    /// The names of the columns of one of several tables, with commas between.
    ///
    /// - Parameter alias: The table.
    /// - Returns: The names.
    func columnList(of alias: String) -> String {
      columns.map { "\(alias).\(quoted($0.name))" }.joined(separator: ", ")
    }

    /// Makes the table, its key and its indexes.
    ///
    /// References are not declared: the server would look each one up for each row of a load, and ask each table of
    /// parts for each sample that goes. What is inside goes with what it is inside of, in the same transaction.
    var creation: String {
      var lines = columns.map { column in
        "\(quoted(column.name)) \(column.sql)\(column.isOptional ? "" : " not null")"
      }
      var indexes: [String] = []
      let name = quoted(name)
      let first = quoted(columns[0].name)
      switch role {
      case .dictionary:
        // Texts may be longer than an index takes, so rows are found by a hash.
        lines.append("row_hash bigint not null")
        lines.append("primary key (\(first))")
        indexes.append("create index on \(name) (row_hash)")
      case .samples:
        lines.append("primary key (\(first))")
        indexes.append("create unique index on \(name) (id, ordinal) where parent is null")
        indexes.append("create index on \(name) (series, start_date) where parent is null")
        indexes.append("create index on \(name) (parent) where parent is not null")
        indexes.append("create index on \(name) (metadata) where metadata is not null")
      case .parts: lines.append("primary key (\(first), \(quoted(columns[1].name)))")
      case .other: lines.append("primary key (\(first))")
      }
      return (["create table \(name) (\(lines.joined(separator: ", ")))"] + indexes)
        .joined(separator: ";\n")
    }

    /// The name of the table where the rows of a load wait.
    var staging: String { quoted("new_\(name)") }

    /// Makes the table where the rows of a load wait, with one column more: the top-level sample that a row came with.
    /// A dictionary has its rows' hashes there.
    var stagingCreation: String {
      let table = "create temporary table \(staging) (like \(quoted(name))) on commit drop"
      return role == .dictionary
        ? table : "\(table); alter table \(staging) add column root bigint not null"
    }

    /// Fills the table where the rows of a load wait.
    var stagingCopy: String {
      "copy \(staging) (\(columnList), \(role == .dictionary ? "row_hash" : "root")) from stdin (format binary)"
    }

    /// The columns that refer to metadata.
    var metadataColumns: [String] {
      columns.filter { $0.type == .reference("metadata") }.map { quoted($0.name) }
    }

    /// The tables of what is inside of samples.
    static let sampleParts = all.filter {
      $0.role == .parts && $0.columns[0].type == .reference("sample")
    }
  }
#endif
