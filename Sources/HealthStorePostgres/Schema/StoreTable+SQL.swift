#if PostgreSQL
  import HealthStore

  /// A name as SQL takes any.
  ///
  /// - Parameter name: The name.
  /// - Returns: The name in quotes.
  func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  extension StoreTable.Column.DataType {
    /// The server's word for it.
    var sql: String {
      switch self {
      case .integer, .reference: "bigint"
      case .real: "double precision"
      case .text: "text"
      case .bytes: "bytea"
      case .id: "uuid"
      case .instant: "timestamptz"
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

    /// Makes the table, its keys and its indexes.
    ///
    /// Parts go when their sample goes. Other references are not declared: the server would look each one up for
    /// each row of a load, and nothing that is referred to is ever deleted before what refers to it.
    var creation: String {
      var lines = columns.map { column in
        "\(quoted(column.name)) \(column.type.sql)\(column.isOptional ? "" : " not null")"
      }
      var indexes: [String] = []
      let name = quoted(name)
      switch role {
      case .dictionary:
        // Texts may be longer than an index takes, so rows are found by a hash.
        lines.append("hash bigint not null")
        lines.append("primary key (\(quoted(columns[0].name)))")
        indexes.append("create index on \(name) (hash)")
      case .samples:
        lines.append("primary key (\(quoted(columns[0].name)))")
        lines.append("foreign key (parent) references \(name) on delete cascade")
        indexes.append("create unique index on \(name) (id, ordinal) where parent is null")
        indexes.append("create index on \(name) (series, start) where parent is null")
        indexes.append("create index on \(name) (parent) where parent is not null")
      case .parts:
        lines.append("primary key (sample, n)")
        lines.append("foreign key (sample) references sample on delete cascade")
      case .other: break
      }
      return (["create table \(name) (\(lines.joined(separator: ", ")))"] + indexes)
        .joined(separator: ";\n")
    }

    /// The name of the table where the rows of a load wait.
    var staging: String { quoted("new_\(name)") }

    /// Makes the table where the rows of a load wait: with the top-level sample that each row came with.
    var stagingCreation: String {
      "create temporary table \(staging) (like \(quoted(name))) on commit drop;\n"
        + "alter table \(staging) add column root bigint not null"
    }

    /// Fills the table where the rows of a load wait.
    var stagingCopy: String { "copy \(staging) (\(columnList), root) from stdin (format binary)" }
  }
#endif
