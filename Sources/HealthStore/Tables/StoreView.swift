/// A view of a store: samples with the names of their type, unit and source, in local time, without duplicates. Views
/// are for those who query with SQL; nothing of ours reads one.
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
  /// Whether two values are equal, where nothing equals nothing.
  let isSame: String

  package init(
    localTime: @escaping @Sendable (_ instant: String, _ offset: String) -> String,
    localDate: @escaping @Sendable (_ instant: String, _ offset: String) -> String,
    isSame: String
  ) {
    self.localTime = localTime
    self.localDate = localDate
    self.isSame = isSame
  }
}
