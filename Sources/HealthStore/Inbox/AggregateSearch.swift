package import HealthModel

/// Finds the aggregates of a store that do not count any more, in the transaction that saves a file.
package struct AggregateSearch {
  private let database: any SQLDatabase
  /// The number of the metadata key of aggregates; `nil` if the store has none.
  private let key: Int64?

  package init(_ database: any SQLDatabase) throws(HealthError) {
    self.database = database
    key = try database.rows(
      "SELECT number FROM metadata_key WHERE name = $1", [.text(Aggregate.key.identifier)],
      as: [.integer]
    ).first?[0].integer
  }

  /// Saves what an export covers, and finds the aggregates that do not count any more.
  ///
  /// - Returns: The numbers of their changes, in ascending order.
  package func superseded(by times: InboxTimes) throws(HealthError) -> [Int64] {
    let coverage = try ExportCoverage.save(times.coverage, in: database)
    guard key != nil else { return [] }
    var changes: [Int64] = []
    for (type, time) in times.aggregates.sorted(by: { $0.key < $1.key }) {
      let exports = coverage.filter { $0.type == type }
      var left: [Aggregate] = []
      try forEach(of: type, in: time) { aggregate in
        if exports.contains(where: { aggregate.isReplaced(by: $0) }) {
          changes.append(aggregate.change)
        } else {
          left.append(aggregate)
        }
      }
      changes += left.replaced().map(\.change)
    }
    for (type, exports) in Dictionary(grouping: times.coverage, by: \.type) {
      guard let first = exports.map(\.first).min(),
        let last = exports.map({ max($0.last, $0.date) }).max(), first <= last
      else { continue }
      try forEach(of: type, in: first...last) { aggregate in
        if exports.contains(where: { aggregate.isReplaced(by: $0) }) {
          changes.append(aggregate.change)
        }
      }
    }
    return Set(changes).sorted()
  }

  /// Visits the aggregates of a type that overlap a time.
  private func forEach(
    of type: String, in time: ClosedRange<Int64>, _ body: (Aggregate) -> Void
  ) throws(HealthError) {
    let isOfWorkouts = type == Aggregate.workoutType
    let series = try database.rows(
      """
      SELECT r.number, o.name FROM series r JOIN type t ON t.number = r.type JOIN source o ON o.number = r.source
      WHERE t.\(isOfWorkouts ? "kind" : "identifier") = $1 AND o.version IS NULL
      """, [.text(isOfWorkouts ? SampleKind.workout.rawValue : type)], as: [.integer, .text])
    for row in series {
      guard let number = row[0].integer, let source = row[1].text else { continue }
      try forEach(ofSeries: number, source, in: time, body)
    }
  }

  private func forEach(
    ofSeries series: Int64, _ source: String, in time: ClosedRange<Int64>,
    _ body: (Aggregate) -> Void
  ) throws(HealthError) {
    guard let key else { return }
    var after = StoreValue.instant(
      max(time.lowerBound, ExportCoverage.earliest) - Aggregate.longest, nanoseconds: 0)
    var change = Int64.min
    while true {
      let rows = try database.rows(
        """
        SELECT s.change, s.start_date, s.end_date,
          (SELECT min(e.value) FROM metadata_entry e WHERE e.metadata = s.metadata AND e.key = $1)
        FROM sample s
        WHERE s.series = $2 AND s.start_date >= $3 AND (s.start_date > $3 OR s.change > $4) AND s.start_date <= $5
          AND s.end_date >= $6 AND s.parent IS NULL
          AND EXISTS (SELECT 1 FROM metadata_entry e WHERE e.metadata = s.metadata AND e.key = $1)
        ORDER BY s.start_date, s.change LIMIT \(rowsAtOnce)
        """,
        [
          .integer(key), .integer(series), after, .integer(change),
          .instant(min(time.upperBound, ExportCoverage.latest), nanoseconds: 0),
          .instant(max(time.lowerBound, ExportCoverage.earliest), nanoseconds: 0),
        ], as: [.integer, .instant, .instant, .text])
      for row in rows {
        guard let number = row[0].integer, case .instant(let start, _) = row[1],
          case .instant(let end, _) = row[2]
        else {
          throw HealthError(.damaged, database.name, "a row of the table 'sample' has no dates")
        }
        // Differences of dates that no text can state may leave 64 bits.
        guard end <= ExportCoverage.latest + 86_400 else {
          throw StoreTable.sample.dateError("end_date", offset: 0, row: [number], of: database.name)
        }
        (after, change) = (row[1], number)
        body(
          Aggregate(
            change: number, start: start, end: end, source: source, mark: row[3].text ?? ""))
      }
      if rows.count < rowsAtOnce { return }
    }
  }
}
