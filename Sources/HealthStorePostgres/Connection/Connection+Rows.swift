#if PostgreSQL
  import HealthStore

  extension Connection: SQLDatabase {
    func rows(
      _ statement: String, _ values: [StoreValue], as types: [StoreTable.Column.DataType]
    ) throws(StoreError) -> [[StoreValue]] {
      let rows = try rows(statement, values)
      return (0..<rows.count).map { row in
        types.enumerated().map { rows.value(row, $0.offset, $0.element) }
      }
    }
  }
#endif
