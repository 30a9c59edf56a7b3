/// Rows that refer to missing rows, and would be left out of what is read without a word.
package enum DanglingRows {
  /// Fails if there are any that reading does not come to: rows of a kind without their sample, nested samples without the
  /// one that holds them, samples without their series, series without type, unit, source or device. Other references are
  /// followed when a row is read.
  ///
  /// - Complexity: A search of an index for each series, for each sample that has a table of its kind, and for each that
  ///   holds others. Of others nothing is visited.
  /// - Throws: `StoreError`: `.damaged`.
  package static func check(_ database: any SQLDatabase) throws(StoreError) {
    guard let row = try database.rows(query, [], as: [.text, .text]).first else { return }
    let (table, other) = (try row[0].text(in: database), try row[1].text(in: database))
    throw StoreError(
      .damaged, database.name, "rows of the table '\(table)' refer to missing rows of '\(other)'")
  }

  /// The first table with such rows, and the table that they refer to.
  private static let query =
    StoreTable.all.flatMap { table in
      table.references.compactMap { column, other in
        owners(of: column.name, in: table).map { owners in
          """
          SELECT '\(table.name)', '\(other.name)' WHERE EXISTS (
            WITH RECURSIVE owner (n) AS (\(owners))
            SELECT 1 FROM owner WHERE n IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM \(other.name) WHERE \(other.columns[0].name) = owner.n))
          """
        }
      }
    }.joined(separator: "\nUNION ALL ") + "\nLIMIT 1"

  /// The numbers that a column has, each once; `nil` for a column that is not checked.
  private static func owners(of column: String, in table: StoreTable) -> String? {
    let isOfKind =
      table.role == .parts && column == "sample"
      && !table.columns.contains { $0.name == "parent" }
    switch (table.name, column) {
    case ("series", _), ("sample", "parent"):
      return "SELECT DISTINCT \(column) FROM \(table.name) WHERE \(column) IS NOT NULL"
    // A correlation without its row leaves nested samples.
    case ("correlation_member", _): return nil
    case _ where isOfKind || (table.name, column) == ("sample", "series"):
      // From one number to the next: there are many rows of each.
      return """
        SELECT min(\(column)) FROM \(table.name)
          UNION ALL SELECT (SELECT min(\(column)) FROM \(table.name) WHERE \(column) > owner.n)
          FROM owner WHERE owner.n IS NOT NULL
        """
    default: return nil
    }
  }
}
