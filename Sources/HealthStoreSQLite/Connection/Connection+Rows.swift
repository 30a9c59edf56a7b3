import HealthStore

extension Connection: SQLDatabase {
  func rows(
    _ statement: String, _ values: [StoreValue], as types: [StoreTable.Column.DataType]
  ) throws(StoreError) -> [[StoreValue]] {
    let statement = try self.statement(statement)
    defer { statement.reset() }
    for (index, value) in values.enumerated() { statement.bind(index + 1, value) }
    var rows: [[StoreValue]] = []
    while try statement.step() { rows.append(try statement.values(as: types)) }
    return rows
  }
}
