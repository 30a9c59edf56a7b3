import HealthModel

/// A view of a store: samples with the names of their type, unit and source, in local time, without duplicates. Views
/// are for those who query with SQL; nothing of ours reads one.
///
/// DuckDB opens the views of SQLite, too: it parses them, prints them in its own words and lets SQLite run that. Its words
/// for `IS`, `IS NOT TRUE`, `LIKE`, `count(*)` and `date` with two arguments are not those of SQLite.
package struct StoreView: Sendable {
  package struct Column: Sendable {
    package let name: String
    /// The description in the documentation of the schema.
    package let title: String
    /// SQL that computes it.
    let expression: String

    init(_ name: String, _ expression: String, _ title: String) {
      self.name = name
      self.expression = expression
      self.title = title
    }
  }

  package let name: String
  /// The description in the documentation of the schema.
  package let title: String
  package let columns: [Column]
  /// SQL from `FROM` on.
  let rows: String

  /// The statement that makes it.
  package var definition: String {
    let list = columns.map { "  \($0.expression) AS \($0.name)" }.joined(separator: ",\n")
    return "CREATE VIEW \"\(name)\" AS\nSELECT\n\(list)\n\(rows)"
  }
}

/// SQL that differs between databases. The rest of a view is the same in all of them.
package struct SQLDialect: Sendable {
  /// The local date and time of an instant, from the columns of the instant and of its offset.
  let localTime: @Sendable (_ instant: String, _ offset: String) -> String
  /// Its calendar date.
  let localDate: @Sendable (_ instant: String, _ offset: String) -> String
  /// The local date and time of a text of ISO 8601.
  let time: @Sendable (_ text: String) -> String
  /// The date of a text such as `2024-06-01`.
  let date: @Sendable (_ text: String) -> String

  package init(
    localTime: @escaping @Sendable (_ instant: String, _ offset: String) -> String,
    localDate: @escaping @Sendable (_ instant: String, _ offset: String) -> String,
    time: @escaping @Sendable (_ text: String) -> String,
    date: @escaping @Sendable (_ text: String) -> String
  ) {
    self.localTime = localTime
    self.localDate = localDate
    self.time = time
    self.date = date
  }
}

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
        name: "steps_by_day",
        title: "Steps of each day; steps that several sources counted are counted once",
        columns: [
          Column("day", dialect.date("a.day"), "as `2024-06-01`"),
          Column("steps", "a.sum", "their sum"),
        ], rows: rows(of: days) + "\n  AND a.type = 'HKQuantityTypeIdentifierStepCount'"),
      StoreView(
        name: "sleep_by_night", title: "Nights of sleep, sources merged",
        columns: columns(of: nights, dialect), rows: rows(of: nights)),
      StoreView(
        name: "workouts_completed",
        title:
          "Workouts; figures that they do not state are calculated from the records in their time",
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

extension StoreView {
  /// All views.
  ///
  /// The names of columns and aliases are no words of SQL, and samples are looked up by the index that every store has, of
  /// series and start. So a query that names a type, or a type and a span of time, reads only its samples.
  package static func all(_ dialect: SQLDialect) -> [StoreView] {
    [quantity(dialect), category(dialect), workouts(dialect), bloodPressure(dialect)]
      + answers(dialect)
  }

  private static func quantity(_ dialect: SQLDialect) -> StoreView {
    StoreView(
      name: "quantity", title: "Quantities, such as heart rates and steps",
      columns: [
        sample, Column("type", "t.identifier", "identifier of the type"),
        Column("value", "s.value", "in the unit"),
        Column("unit", "u.name", "exactly as written"),
      ] + when(dialect) + origin,
      rows: rows(
        of: .quantity, joins: ["LEFT JOIN unit u ON u.number = r.unit"]))
  }

  private static func category(_ dialect: SQLDialect) -> StoreView {
    StoreView(
      name: "category", title: "Categories, such as stages of sleep and symptoms",
      columns: [
        sample, Column("type", "t.identifier", "identifier of the type"),
        Column("value", "c.name", "name of the value"),
        Column("raw_value", "c.raw_value", "its number in HealthKit, where that is known"),
      ] + when(dialect) + origin,
      rows: rows(
        of: .category, joins: ["LEFT JOIN category_value c ON c.number = s.category_value"]))
  }

  private static func workouts(_ dialect: SQLDialect) -> StoreView {
    let meters =
      "CASE x.unit WHEN 'm' THEN 1.0 WHEN 'km' THEN 1000.0 WHEN 'mi' THEN 1609.344 WHEN 'yd' THEN 0.9144 WHEN 'ft' THEN 0.3048 END"
    /// The only statistic of a distance, the sum of a triathlon in meters, or that of the activity.
    func distance(_ column: String, ofTriathlon sum: String) -> String {
      let own = WorkoutTotals.distanceTypes.sorted { $0.key < $1.key }
        .map { "WHEN '\($0.key)' THEN '\($0.value)'" }.joined(separator: " ")
      return """
        (SELECT CASE WHEN count(x.n) = 1 THEN max(x.\(column))
            WHEN t.identifier = '\(WorkoutActivityType.swimBikeRun.identifier)'
              THEN CASE WHEN count(\(meters)) = count(x.n) AND count(x.n) > 0 THEN \(sum) END
            ELSE max(CASE WHEN x.type = CASE t.identifier \(own) END THEN x.\(column) END) END
          FROM workout_statistics x
          WHERE x.sample = s.change AND x.sum IS NOT NULL 
            AND substr(x.type, 1, \(WorkoutTotals.distancePrefix.utf8.count)) = '\(WorkoutTotals.distancePrefix)')
        """
    }
    func energy(_ column: String) -> String {
      """
      (SELECT x.\(column) FROM workout_statistics x
          WHERE x.sample = s.change AND x.sum IS NOT NULL AND x.type = '\(WorkoutTotals.energyType)'
          ORDER BY x.n LIMIT 1)
      """
    }
    func heartRate(_ column: String) -> String {
      """
      (SELECT x.\(column) FROM workout_statistics x
          WHERE x.sample = s.change AND x.type = '\(WorkoutTotals.heartRateType)'
            AND x.unit = '\(WorkoutTotals.heartRateUnit)' ORDER BY x.n LIMIT 1)
      """
    }
    func total(_ column: String, _ other: String) -> String {
      "CASE WHEN w.total_\(column) IS NOT NULL THEN w.total_\(column) ELSE \(other) END"
    }
    func unit(_ column: String, _ other: String) -> String {
      "CASE WHEN w.total_\(column) IS NOT NULL THEN w.total_\(column)_unit ELSE \(other) END"
    }
    return StoreView(
      name: "workouts", title: "Workouts with their totals",
      columns: [
        sample, Column("activity", "t.identifier", "what was done"),
        Column("duration", "w.duration", "without pauses"),
        Column("duration_unit", "w.duration_unit", "usually `min`"),
        Column(
          "distance",
          total(
            "distance",
            distance("sum", ofTriathlon: "round(sum(x.sum * \(meters)) * 1000) / 1000")),
          "stated total; without one, the sum of the statistics; with several distance types, that of the activity, or the "
            + "sum of a triathlon"
        ),
        Column(
          "distance_unit", unit("distance", distance("unit", ofTriathlon: "'m'")),
          "exactly as written; `m` of the sum of a triathlon"),
        Column(
          "energy", total("energy_burned", energy("sum")),
          "active energy: total, or that of the statistics"),
        Column("energy_unit", unit("energy_burned", energy("unit")), "exactly as written"),
        Column(
          "average_heart_rate", heartRate("average"),
          "of the statistics, beats per minute; exports before iOS 16 have none"),
        Column("minimum_heart_rate", heartRate("minimum"), "the same"),
        Column("maximum_heart_rate", heartRate("maximum"), "the same"),
      ] + when(dialect) + origin,
      rows: rows(of: .workout, joins: ["LEFT JOIN workout w ON w.sample = s.change"]))
  }

  private static func bloodPressure(_ dialect: SQLDialect) -> StoreView {
    func member(_ column: String, _ name: String) -> String {
      """
      (SELECT \(column) FROM correlation_member x JOIN sample m ON m.change = x.member
            JOIN series q ON q.number = m.series JOIN type y ON y.number = q.type
            LEFT JOIN unit u ON u.number = q.unit
          WHERE x.sample = s.change AND y.identifier = 'HKQuantityTypeIdentifierBloodPressure\(name)'
          ORDER BY x.n LIMIT 1)
      """
    }
    return StoreView(
      name: "blood_pressure",
      title: "Blood pressures: both values of a correlation in one row",
      columns: [
        sample, Column("systolic", member("m.value", "Systolic"), "the higher value"),
        Column("diastolic", member("m.value", "Diastolic"), "the lower value"),
        Column("unit", member("u.name", "Systolic"), "of the systolic value; usually of both"),
      ] + when(dialect) + origin,
      rows: rows(of: .correlation, joins: [])
        + "\n  AND t.identifier = 'HKCorrelationTypeIdentifierBloodPressure'")
  }
}

// MARK: Shared

extension StoreView {
  private static let sample = Column(
    "sample", "s.change", "key of the row in the table `sample`, and of its metadata there")

  private static func when(_ dialect: SQLDialect) -> [Column] {
    [
      Column(
        "local_date", dialect.localDate("s.start_date", "s.start_offset"),
        "calendar date of the start, in the time zone that it was written in"),
      Column(
        "start_local", dialect.localTime("s.start_date", "s.start_offset"),
        "date and time of the start in that zone"),
      Column(
        "end_local", dialect.localTime("s.end_date", "s.end_offset"),
        "date and time of the end in its zone"),
      Column(
        "start_date", "s.start_date", "instant of the start; a range condition on it uses the index"
      ),
      Column("end_date", "s.end_date", "instant of the end"),
    ]
  }

  private static let origin = [
    Column("source", "o.name", "name of the app or device that wrote it"),
    Column("source_version", "o.version", "its version"),
    Column("device", "d.name", "name of the device that measured it"),
    Column("participant", "r.participant", "id of the participant, if there are several"),
  ]

  /// The rows of a kind without duplicates. Equal are samples of one identity, series and metadata.
  ///
  /// A sample on its own goes for the first of those that equal it. A sample in another, such as a member of a correlation,
  /// goes if it is also at top level (``StoreContents/isAlsoTopLevel``), or if what it is in goes. Only versions of one
  /// sample may have different starts. Ordinals other than 0 are rare, so hardly any row costs a look-up. Not `EXISTS`:
  /// PostgreSQL would rather read all samples once than look up a few.
  private static func rows(of kind: SampleKind, joins: [String]) -> String {
    func first(_ alias: String, _ before: String) -> String {
      """
      \(before).series = \(alias).series AND \(before).start_date = \(alias).start_date
          AND \(before).parent IS NULL AND \(before).id = \(alias).id AND \(before).ordinal < \(alias).ordinal
          AND (\(before).metadata = \(alias).metadata
            OR \(before).metadata IS NULL AND \(alias).metadata IS NULL)
      """
    }
    func separate(_ condition: String = "") -> String {
      """
      (SELECT e.change FROM series q JOIN sample e ON e.series = q.number
          WHERE q.type = r.type\(condition) AND e.parent IS NULL AND e.id = s.id
            AND \(StoreContents.isNotNewer("s", than: "e")) LIMIT 1)
      """
    }
    let joins =
      [
        "JOIN series r ON r.number = s.series", "JOIN type t ON t.number = r.type",
      ] + joins + [
        "LEFT JOIN source o ON o.number = r.source", "LEFT JOIN device d ON d.number = r.device",
      ]
    return """
      FROM sample s
        \(joins.joined(separator: "\n  "))
      WHERE t.kind = '\(kind.rawValue)' AND CASE
        WHEN s.parent IS NULL THEN s.ordinal = 0 OR (SELECT e.change FROM sample e WHERE
          \(first("s", "e")) LIMIT 1) IS NULL
        ELSE \(separate(" AND e.start_date = s.start_date")) IS NULL
        AND (\(StoreContents.syncVersion(of: "s")) IS NULL OR \(separate()) IS NULL)
        AND (SELECT e.change FROM sample p JOIN sample e ON
          \(first("p", "e"))
          WHERE p.change = s.parent LIMIT 1) IS NULL
        END
      """
  }
}
