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

    /// The bytes of the tables and indexes of the schema.
    func size() throws(StoreError) -> Int64 {
      try rows(
        """
        select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint from pg_class
        where relkind = 'r' and relnamespace = (select oid from pg_namespace where nspname = current_schema())
        """
      ).integer(0, 0)
    }
  }
#endif
