/// Answers: statistics that SQL cannot compute, calculated by the program and saved as rows.
extension StoreTable {
  /// The tables of answers, after those of what samples share.
  package static let answers: [StoreTable] = [
    StoreTable(
      "answer_day", .other,
      [
        Column("n", .integer, isOptional: false, title: "from 0, by day, then by type and value"),
        Column("day", .text, isOptional: false, title: "as `2024-06-01`"),
        Column("type", .text, isOptional: false, title: "identifier of the type"),
        Column("value", .text, title: "of categories: the value of which the row is"),
        Column(
          "unit", .text,
          title: "unit of the values: the canonical one of the type; in `%`, 95.8 is 95.8 %"),
        Column("count", .integer, isOptional: false, title: "samples that start on the day"),
        Column(
          "sum", .real, title: "of types that add up; what several sources measured counts once"),
        Column("average", .real, title: "of other types, as their aggregation style defines it"),
        Column("minimum", .real, title: "lowest value"),
        Column("maximum", .real, title: "highest value"),
        Column("latest", .real, title: "value that ended last"),
        Column(
          "duration", .real, title: "of categories: minutes in the union of the samples"),
      ], title: "Statistics of each day and type; read the view `daily`"),
    StoreTable(
      "answer_night", .other,
      [
        Column("n", .integer, isOptional: false, title: "from 0, in the order of time"),
        Column("night", .text, isOptional: false, title: "day on which it ends, as `2024-06-02`"),
        Column("start_local", .text, title: "when the longest sleep begins"),
        Column("end_local", .text, title: "when it ends"),
      ]
        + [
          ("in_bed", "in bed"), ("asleep", "asleep, naps included"), ("core", "in core sleep"),
          ("deep", "in deep sleep"), ("rem", "in REM sleep"),
          ("unspecified", "asleep in no known stage"), ("awake", "awake"),
          ("naps", "asleep outside the longest sleep"),
        ].map { Column($0.0, .real, title: "minutes \($0.1); null if not measured") }
        + [
          Column("efficiency", .real, title: "from 0 to 1"),
          Column("source", .text, title: "sources of the sleep"),
        ], title: "Nights of sleep; read the view `sleep_by_night`"),
    StoreTable(
      "answer_workout", .other,
      [
        Column("n", .integer, isOptional: false, title: "from 0, in the order of the samples"),
        Column("start_local", .text, isOptional: false, title: "date and time of the start"),
        Column("activity", .text, isOptional: false, title: "as `Running`"),
        Column("duration", .real, isOptional: false, title: "minutes without pauses"),
        Column("distance", .real, title: "kilometers"),
        Column("energy", .real, title: "active energy in kilocalories"),
        Column("average_heart_rate", .real, title: "average, beats per minute"),
        Column("maximum_heart_rate", .real, title: "maximum, beats per minute"),
        Column("elevation", .real, title: "meters climbed"),
        Column("source", .text, isOptional: false, title: "source of the workout"),
        Column(
          "from_records", .text,
          title: "figures that the workout does not state: calculated from the records in its time"),
      ], title: "Workouts completed by records; read the view `workouts_completed`"),
  ]
}
