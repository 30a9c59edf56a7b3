#if PostgreSQL
  package import HealthStore

  extension PostgresStore: AnswerStore {
    package func answerState() throws(StoreError) -> AnswerState? {
      let connection = try connect()
      guard try StoreSchema.find(schema, connection) == .store else { return nil }
      let state = try StoreFacts(connection).answers
      release(connection)
      return state
    }

    package func replaceAnswers(
      _ state: AnswerState?, _ next: () throws(StoreError) -> AnswerRow?
    ) throws(StoreError) {
      let transaction = try beginWriting()
      let connection = transaction.connection
      for table in StoreTable.answers { try connection.run("delete from \(table.name)") }
      var (table, number): (Int, Int64) = (-1, 0)
      var rows = CopyRows()
      while let row = try next() {
        if row.table != table || rows.count > 1 << 19 {
          if table >= 0 { try connection.copy(Self.copy(table), &rows) }
          if row.table != table { (table, number) = (row.table, 0) }
        }
        rows.append(row.values, number)
        number += 1
      }
      if table >= 0 { try connection.copy(Self.copy(table), &rows) }
      transaction.facts.answers = state
      try transaction.commit()
    }

    /// Fills a table of answers, the number of a row last.
    private static func copy(_ table: Int) -> String {
      let columns = StoreTable.answers[table].columns.map { quoted($0.name) }
      let list = (columns.dropFirst() + columns.prefix(1)).joined(separator: ", ")
      return "copy \(StoreTable.answers[table].name) (\(list)) from stdin (format binary)"
    }
  }
#endif
