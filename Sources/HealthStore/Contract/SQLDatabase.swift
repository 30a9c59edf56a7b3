package import HealthModel

/// A connection to a database that is queried by SQL: what is the same for all such databases is written once.
package protocol SQLDatabase: RowLookup {
  /// The name of the store, for errors.
  var name: String { get }

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - statement: A statement whose parameters are `$1`, `$2` and so on, each first used in this order.
  ///   - types: What the columns of the rows contain.
  /// - Returns: All rows; statements that select many of them need a limit.
  func rows(
    _ statement: String, _ values: [StoreValue], as types: [StoreTable.Column.DataType]
  ) throws(HealthError) -> [[StoreValue]]
}

/// How many rows are read at a time where there may be many.
let rowsAtOnce = 2_000

extension SQLDatabase {
  /// The sample of a key, if it is stored.
  ///
  /// - Parameter source: The rows of the same database.
  package func sample(
    _ key: SampleKey, from source: any RowSource
  ) throws(HealthError) -> Sample? {
    let found = try rows(
      "SELECT change FROM sample WHERE id = $1 AND ordinal = $2 AND parent IS NULL",
      [.id(key.id), .integer(Int64(key.ordinal))], as: [.integer])
    guard let change = found.first?[0].integer, let row = try source.sample(change) else {
      return nil
    }
    var decoder = RowDecoder(source, store: name)
    return try decoder.sample(row)
  }

  /// The keys of an identity, by ordinal.
  package func keys(of id: SampleID) throws(HealthError) -> [SampleKey] {
    try rows(
      "SELECT ordinal FROM sample WHERE id = $1 AND parent IS NULL ORDER BY ordinal", [.id(id)],
      as: [.integer]
    ).compactMap { row in
      row[0].integer.flatMap { UInt32(exactly: $0) }.map { SampleKey(id: id, ordinal: $0) }
    }
  }

  /// The anchor that is kept under a name.
  package func anchor(named anchorName: String) throws(HealthError) -> StoreAnchor? {
    let found = try rows(
      "SELECT anchor FROM kept_anchor WHERE name = $1", [.text(anchorName)], as: [.text])
    guard let text = found.first?[0].text else { return nil }
    guard let anchor = StoreAnchor(text) else {
      throw HealthError(.damaged, name, "a row of the table 'kept_anchor' is malformed")
    }
    return anchor
  }

  /// Keeps an anchor under a name, or none.
  package func keep(_ anchor: StoreAnchor?, as name: String) throws(HealthError) {
    try run("DELETE FROM kept_anchor WHERE name = $1", [.text(name)])
    guard let anchor else { return }
    try run(
      "INSERT INTO kept_anchor (n, name, anchor) VALUES ($1, $2, $3)",
      [.integer(try nextNumber(in: "kept_anchor")), .text(name), .text(anchor.description)])
  }

  /// A number that is higher than those of all rows of a table.
  func nextNumber(in table: String) throws(HealthError) -> Int64 {
    let highest = try rows("SELECT coalesce(max(n), 0) FROM \(table)", [], as: [.integer])
      .first?[0].integer
    guard let highest, highest < .max else {
      throw HealthError(.damaged, name, "a row of the table '\(table)' is malformed")
    }
    return highest + 1
  }

  /// The row of a dictionary, without its number.
  package func row(_ number: Int64, of table: StoreTable) throws(HealthError) -> [StoreValue] {
    let columns = table.columns.dropFirst()
    let list = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let found = try rows(
      "SELECT \(list) FROM \"\(table.name)\" WHERE \"\(table.columns[0].name)\" = $1",
      [.integer(number)], as: columns.map(\.type))
    guard let row = found.first else {
      throw HealthError(.damaged, name, "a row of the table '\(table.name)' is missing")
    }
    return row
  }

  /// Runs a statement that returns no rows.
  package func run(_ statement: String, _ values: [StoreValue] = []) throws(HealthError) {
    _ = try rows(statement, values, as: [])
  }
}
