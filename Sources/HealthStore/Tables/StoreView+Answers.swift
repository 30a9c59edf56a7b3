extension StoreView {
  /// The views of answers. They have rows only if the answers are those of the current state of the store.
  static let answers: [StoreView] = [
    StoreView(
      name: "daily",
      title: "Statistics of each day and type, sources merged",
      columns: columns(of: StoreTable.answers[0]), rows: rows(of: StoreTable.answers[0])),
    StoreView(
      name: "steps_by_day", title: "Steps of each day, what several sources counted only once",
      columns: [
        Column("day", "a.day", "as `2024-06-01`"), Column("steps", "a.sum", "their sum"),
      ],
      rows: rows(of: StoreTable.answers[0])
        + "\n  AND a.type = 'HKQuantityTypeIdentifierStepCount'"),
    StoreView(
      name: "sleep_by_night",
      title: "Nights of sleep, sources merged",
      columns: columns(of: StoreTable.answers[1]), rows: rows(of: StoreTable.answers[1])),
    StoreView(
      name: "workouts_completed",
      title: "Workouts, with what they do not state from the records in their time",
      columns: columns(of: StoreTable.answers[2]), rows: rows(of: StoreTable.answers[2])),
  ]

  private static func columns(of table: StoreTable) -> [Column] {
    table.columns.dropFirst().map { Column($0.name, "a.\($0.name)", $0.title ?? "") }
  }

  /// The rows of a table, if no sample was saved or deleted since they were calculated.
  private static func rows(of table: StoreTable) -> String {
    func fact(_ name: StoreFacts.Name) -> String {
      "(SELECT f.value FROM store f WHERE f.name = '\(name.rawValue)')"
    }
    return "FROM \(table.name) a\nWHERE \(fact(.answers)) = \(fact(.nextChange))"
  }
}
