package import HealthModel

/// Finds the aggregates of a store that do not count any more, in the transaction that saves a file.
package struct AggregateSearch {
  private let database: any SQLDatabase
  /// The number of the metadata key of aggregates; `nil` if the store has none.
  private let key: Int64?

  private static let day: Int64 = 86_400
  /// How many parts are compared with a figure.
  private static let mostParts = 100

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
      // Two aggregates of one time overlap, so that some window has both.
      var next: Int64? = time.lowerBound
      while let first = next, first <= time.upperBound {
        let window = first...min(time.upperBound, first + Aggregate.longest)
        var left: [Aggregate] = []
        try forEach(of: type, in: window) { aggregate in
          if exports.contains(where: { aggregate.isReplaced(by: $0) }) {
            changes.append(aggregate.change)
          } else {
            left.append(aggregate)
          }
        }
        changes += left.replaced().map(\.change)
        changes += try withParts(left, of: type).map(\.change)
        next = try firstStart(of: type, after: window.upperBound)
      }
    }
    for (type, exports) in Dictionary(grouping: times.coverage, by: \.type) {
      guard let first = exports.map(\.first).min(),
        let last = exports.map({ max($0.last, $0.date) }).max(), first <= last
      else { continue }
      // The day of an aggregate may begin before the first sample.
      try forEach(of: type, in: (first - Self.day)...last) { aggregate in
        if exports.contains(where: { aggregate.isReplaced(by: $0) }) {
          changes.append(aggregate.change)
        }
      }
    }
    return Set(changes).sorted()
  }

  /// Visits the aggregates of a type that overlap a time, except for parts.
  private func forEach(
    of type: String, in time: ClosedRange<Int64>, _ body: (Aggregate) -> Void
  ) throws(HealthError) {
    for (number, source) in try series(of: type) {
      try forEach(ofSeries: number, source, in: time, body)
    }
  }

  /// When the first sample of a type whose source has no version begins after a time.
  private func firstStart(of type: String, after time: Int64) throws(HealthError) -> Int64? {
    var first: Int64?
    for (number, _) in try series(of: type) {
      let rows = try database.rows(
        "SELECT start_date FROM sample WHERE series = $1 AND start_date >= $2 ORDER BY start_date LIMIT 1",
        [.integer(number), .instant(min(time + 1, ExportCoverage.latest), nanoseconds: 0)],
        as: [.instant])
      if case .instant(let start, _)? = rows.first?.first { first = min(first ?? start, start) }
    }
    return first
  }

  /// The series of a type whose sources have no version.
  private func series(
    of type: String
  ) throws(HealthError) -> [(number: Int64, source: String)] {
    let isOfWorkouts = type == Aggregate.workoutType
    let rows = try database.rows(
      """
      SELECT r.number, o.name FROM series r JOIN type t ON t.number = r.type JOIN source o ON o.number = r.source
      WHERE t.\(isOfWorkouts ? "kind" : "identifier") = $1 AND o.version IS NULL
      """, [.text(isOfWorkouts ? SampleKind.workout.rawValue : type)], as: [.integer, .text])
    return rows.compactMap { row in
      guard let number = row[0].integer, let source = row[1].text else { return nil }
      return (number, source)
    }
  }

  /// Those in whose time parts begin.
  private func withParts(
    _ aggregates: [Aggregate], of type: String
  ) throws(HealthError) -> [Aggregate] {
    let figures = aggregates.filter(\.canHaveParts)
    guard let first = figures.map(\.start).min(), let last = figures.map(\.end).max()
    else { return [] }
    var series: [(number: Int64, sources: Set<String>)] = []
    for (number, source) in try self.series(of: type)
    where try hasPart(in: first..<last, inSeries: number) {
      series.append((number, Aggregate.foldedNames(in: source)))
    }
    var found: [Aggregate] = []
    for aggregate in series.isEmpty ? [] : figures {
      for (number, sources) in series where !aggregate.sources.isDisjoint(with: sources) {
        let time = aggregate.start..<aggregate.end
        if try hasPart(in: time, shorterThan: aggregate.end - aggregate.start, inSeries: number) {
          found.append(aggregate)
          break
        }
      }
    }
    return found
  }

  /// Whether a part begins in a time.
  ///
  /// - Parameter length: The part is shorter than this; `nil` for any part.
  private func hasPart(
    in time: Range<Int64>, shorterThan length: Int64? = nil, inSeries series: Int64
  ) throws(HealthError) -> Bool {
    guard let key else { return false }
    let rows = try database.rows(
      """
      SELECT s.start_date, s.end_date FROM sample s
      WHERE s.series = $1 AND s.start_date >= $2 AND s.start_date < $3 AND s.parent IS NULL
        AND EXISTS (SELECT 1 FROM metadata_entry e WHERE e.metadata = s.metadata AND e.key = $4 AND e.value = $5)
      ORDER BY s.start_date LIMIT \(length == nil ? 1 : Self.mostParts)
      """,
      [
        .integer(series), .instant(time.lowerBound, nanoseconds: 0),
        .instant(time.upperBound, nanoseconds: 0), .integer(key), .text(Aggregate.partMark),
      ], as: [.instant, .instant])
    guard let length else { return !rows.isEmpty }
    return rows.contains { row in
      guard case .instant(let start, _) = row[0], case .instant(let end, _) = row[1] else {
        return false
      }
      return end - start < length
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
          (SELECT min(e.value) FROM metadata_entry e WHERE e.metadata = s.metadata AND e.key = $1),
          s.start_offset
        FROM sample s
        WHERE s.series = $2 AND s.start_date >= $3 AND (s.start_date > $3 OR s.change > $4) AND s.start_date < $5
          AND s.end_date >= $6 AND s.parent IS NULL
          AND EXISTS (SELECT 1 FROM metadata_entry e WHERE e.metadata = s.metadata AND e.key = $1 AND e.value <> $7)
        ORDER BY s.start_date, s.change LIMIT \(rowsAtOnce)
        """,
        [
          .integer(key), .integer(series), after, .integer(change),
          .instant(min(time.upperBound, ExportCoverage.latest) + 1, nanoseconds: 0),
          .instant(max(time.lowerBound, ExportCoverage.earliest), nanoseconds: 0),
          .text(Aggregate.partMark),
        ], as: [.integer, .instant, .instant, .text, .integer])
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
            change: number, start: start, end: end, offset: (row[4].integer ?? 0) * 60,
            source: source, mark: row[3].text ?? ""))
      }
      if rows.count < rowsAtOnce { return }
    }
  }
}
