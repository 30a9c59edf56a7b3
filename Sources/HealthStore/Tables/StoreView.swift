/// A view of a store: samples with the names of their type, unit and source, in local time, without duplicates. Views
/// are for those who query with SQL; nothing of ours reads one.
///
/// DuckDB opens the views of SQLite, too: it parses them, prints them in its own words and lets SQLite run that. Its words
/// for `IS`, `IS NOT TRUE`, `LIKE`, `count(*)` and `date` with two arguments are not those of SQLite.
package struct StoreView: Sendable {
  package struct Column: Sendable {
    package let name: String
    /// What it is, for the schema's documentation.
    package let title: String
    /// SQL that computes it.
    let expression: String

    init(_ name: String, _ expression: String, _ title: String) {
      self.name = name
      self.expression = expression
      self.title = title
    }
  }

  package let name: String
  /// What it is, for the schema's documentation.
  package let title: String
  package let columns: [Column]
  /// SQL from `FROM` on.
  let rows: String

  /// The statement that makes it.
  package var definition: String {
    let list = columns.map { "  \($0.expression) AS \($0.name)" }.joined(separator: ",\n")
    return "CREATE VIEW \"\(name)\" AS\nSELECT\n\(list)\n\(rows)"
  }
}

/// SQL that differs between databases. The rest of a view is the same in all of them.
package struct SQLDialect: Sendable {
  /// The local date and time of an instant, from the columns of the instant and of its offset.
  let localTime: @Sendable (_ instant: String, _ offset: String) -> String
  /// Its calendar date.
  let localDate: @Sendable (_ instant: String, _ offset: String) -> String
  /// The local date and time of a text of ISO 8601.
  let time: @Sendable (_ text: String) -> String
  /// The date of a text such as `2024-06-01`.
  let date: @Sendable (_ text: String) -> String

  package init(
    localTime: @escaping @Sendable (_ instant: String, _ offset: String) -> String,
    localDate: @escaping @Sendable (_ instant: String, _ offset: String) -> String,
    time: @escaping @Sendable (_ text: String) -> String,
    date: @escaping @Sendable (_ text: String) -> String
  ) {
    self.localTime = localTime
    self.localDate = localDate
    self.time = time
    self.date = date
  }
}
