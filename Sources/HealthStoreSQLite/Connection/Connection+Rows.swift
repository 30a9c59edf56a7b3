import HealthBytes
import HealthStore

extension Connection: SQLDatabase {
  func rows(
    _ statement: String, _ values: [StoreValue], as types: [StoreTable.Column.DataType]
  ) throws(StoreError) -> [[StoreValue]] {
    let statement = try self.statement(statement)
    defer { statement.reset() }
    for (index, value) in values.enumerated() { statement.bind(index + 1, value) }
    var rows: [[StoreValue]] = []
    var bytes = 0
    while try statement.step() {
      let row = try types.enumerated().map { (column, type) throws(StoreError) in
        // SQLite gives the bytes of a text that was stored as another type.
        type == .text && !statement.isNull(column)
          ? .text(try statement.text(column)) : try statement.value(column, as: type)
      }
      bytes += row.textBytes
      guard bytes <= Limits.databaseAnswer.value else {
        throw StoreError(beyond: Limits.databaseAnswer, name)
      }
      rows.append(row)
    }
    return rows
  }
}
