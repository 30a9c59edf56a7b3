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
    let coverage = try saved(times.coverage)
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
    let series = try database.rows(
      """
      SELECT r.number, o.name FROM series r JOIN type t ON t.number = r.type JOIN source o ON o.number = r.source
      WHERE t.identifier = $1 AND o.version IS NULL
      """, [.text(type)], as: [.integer, .text])
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
      max(time.lowerBound, Self.earliest) - Aggregate.longest, nanoseconds: 0)
    var change = Int64.min
    while true {
      let rows = try database.rows(
        """
        SELECT s.change, s.start_date, s.end_date FROM sample s
        WHERE s.series = $1 AND s.start_date >= $2 AND (s.start_date > $2 OR s.change > $3) AND s.start_date <= $4
          AND s.end_date >= $5 AND s.parent IS NULL
          AND EXISTS (SELECT 1 FROM metadata_entry e WHERE e.metadata = s.metadata AND e.key = $6)
        ORDER BY s.start_date, s.change LIMIT \(rowsAtOnce)
        """,
        [
          .integer(series), after, .integer(change),
          .instant(min(time.upperBound, Self.latest), nanoseconds: 0),
          .instant(max(time.lowerBound, Self.earliest), nanoseconds: 0), .integer(key),
        ], as: [.integer, .instant, .instant])
      for row in rows {
        guard let number = row[0].integer, case .instant(let start, _) = row[1],
          case .instant(let end, _) = row[2]
        else {
          throw HealthError(.damaged, database.name, "a row of the table 'sample' has no dates")
        }
        (after, change) = (row[1], number)
        body(Aggregate(change: number, start: start, end: end, source: source))
      }
      if rows.count < rowsAtOnce { return }
    }
  }

  /// The years 2 to 9999: what a date of a database can be.
  private static let earliest: Int64 = -62_104_060_800
  private static let latest: Int64 = 253_402_300_799

  // MARK: Coverage

  /// What all exports cover, with that of another one, which is saved.
  private func saved(_ new: [ExportCoverage]) throws(HealthError) -> [ExportCoverage] {
    var all: [ExportCoverage] = []
    for row in try database.rows(
      "SELECT type, source, first_date, last_date, export_date FROM export_coverage ORDER BY n", [],
      as: [.text, .text, .instant, .instant, .instant])
    {
      guard case .instant(let first, _) = row[2], case .instant(let last, _) = row[3],
        case .instant(let date, _) = row[4]
      else {
        throw HealthError(
          .damaged, database.name, "a row of the table 'export_coverage' is malformed")
      }
      all.append(
        ExportCoverage(
          type: try row[0].text(in: database), source: try row[1].text(in: database), first: first,
          last: last, date: date))
    }
    let before = all
    for var coverage in new {
      // One may join several.
      all.removeAll { coverage.join($0) }
      all.append(coverage)
    }
    guard all != before else { return all }
    try database.run("DELETE FROM export_coverage")
    for (number, row) in all.enumerated() {
      try database.run(
        """
        INSERT INTO export_coverage (n, type, source, first_date, last_date, export_date)
        VALUES ($1, $2, $3, $4, $5, $6)
        """,
        [.integer(Int64(number) + 1), .text(row.type), .text(row.source)]
          + [row.first, row.last, row.date].map {
            .instant(min(max($0, Self.earliest), Self.latest), nanoseconds: 0)
          })
    }
    return all
  }
}
