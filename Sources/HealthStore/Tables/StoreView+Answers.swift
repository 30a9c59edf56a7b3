extension StoreView {
  /// The views of answers. They have rows only if the answers are those of the current state of the store.
  static func answers(_ dialect: SQLDialect) -> [StoreView] {
    let (days, nights, workouts) = (
      StoreTable.answers[0], StoreTable.answers[1], StoreTable.answers[2]
    )
    return [
      StoreView(
        name: "daily", title: "Statistics of each day and type, sources merged",
        columns: columns(of: days, dialect), rows: rows(of: days)),
      StoreView(
        name: "steps_by_day", title: "Steps of each day, what several sources counted only once",
        columns: [
          Column("day", dialect.date("a.day"), "as `2024-06-01`"),
          Column("steps", "a.sum", "their sum"),
        ], rows: rows(of: days) + "\n  AND a.type = 'HKQuantityTypeIdentifierStepCount'"),
      StoreView(
        name: "sleep_by_night", title: "Nights of sleep, sources merged",
        columns: columns(of: nights, dialect), rows: rows(of: nights)),
      StoreView(
        name: "workouts_completed",
        title: "Workouts, with what they do not state from the records in their time",
        columns: columns(of: workouts, dialect), rows: rows(of: workouts)),
    ]
  }

  /// The columns of a table but its key. Days and times, which are texts in the table, have the types of the other views.
  private static func columns(of table: StoreTable, _ dialect: SQLDialect) -> [Column] {
    table.columns.dropFirst().map { column in
      let text = "a.\(column.name)"
      let expression =
        switch column.name {
        case "day", "night": dialect.date(text)
        case "start_local", "end_local": dialect.time(text)
        default: text
        }
      return Column(column.name, expression, column.title ?? "")
    }
  }

  /// The rows of a table, if no sample was saved or deleted since they were calculated.
  private static func rows(of table: StoreTable) -> String {
    func fact(_ name: StoreFacts.Name) -> String {
      "(SELECT f.value FROM store f WHERE f.name = '\(name.rawValue)')"
    }
    return "FROM \(table.name) a\nWHERE \(fact(.answers)) = \(fact(.nextChange))"
  }
}
