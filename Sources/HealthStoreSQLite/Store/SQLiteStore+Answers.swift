package import HealthStore

extension SQLiteStore: AnswerStore {
  package func answerState() throws(StoreError) -> AnswerState? {
    try reading { (connection) throws(StoreError) in try StoreFacts(connection).answers } ?? nil
  }

  package func replaceAnswers(
    _ state: AnswerState?, _ next: () throws(StoreError) -> AnswerRow?
  ) throws(StoreError) {
    _ = try writing { (connection) throws(StoreError) in
      for table in StoreTable.answers { try connection.run("DELETE FROM \(table.name)") }
      var (table, number): (Int, Int64) = (-1, 0)
      var insert: Statement?
      while let row = try next() {
        if row.table != table {
          (table, number) = (row.table, 0)
          let marks = StoreTable.answers[table].columns.map { _ in "?" }.joined(separator: ", ")
          insert = try connection.statement(
            "INSERT INTO \(StoreTable.answers[table].name) VALUES (\(marks))")
        }
        insert?.bind(1, number)
        for (place, value) in row.values.enumerated() { insert?.bind(place + 2, value) }
        try insert?.run()
        number += 1
      }
      var facts = try StoreFacts(connection)
      facts.answers = state
      try facts.write(connection)
    }
  }
}
