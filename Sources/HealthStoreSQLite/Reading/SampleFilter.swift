import HealthModel
import HealthStore

/// What of a predicate is looked up in indexes. What is found, the matcher is asked about.
struct SampleFilter {
  /// What the index of series and starts tells, with `AND` between the conditions; `nil` where that is nothing.
  let indexed: String?
  /// What only the rows tell.
  let others: String
  /// The instants that the conditions ask for, in the order of their parameters.
  let instants: [Timestamp]
  /// Whether nothing can be found.
  let isEmpty: Bool
  /// Whether what has no start is left out.
  let hasStart: Bool
  /// The same of the end.
  let hasEnd: Bool

  /// The most series that are looked up one by one.
  private static let mostSeries = 200

  /// Works the conditions out.
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - connection: A connection in a transaction.
  /// - Throws: `StoreError`.
  init(_ predicate: SamplePredicate, _ connection: Connection) throws(StoreError) {
    let bounds = SampleBounds(predicate)
    var indexed: [String] = []
    var others = ["parent IS NULL"]
    var instants: [Timestamp] = []
    var isEmpty = bounds.isEmpty
    if !isEmpty, let series = try Self.series(bounds, connection) {
      isEmpty = series.isEmpty
      if series.count <= Self.mostSeries {
        indexed.append("series IN (\(series.map { "\($0)" }.joined(separator: ", ")))")
      }
    }
    func bound(_ column: String, _ range: TimeRange) -> [String] {
      var conditions: [String] = []
      if let earliest = range.earliest {
        instants.append(earliest)
        conditions.append("\(column) >= ?\(instants.count)")
      }
      if let latest = range.latest {
        instants.append(latest)
        conditions.append("\(column) <= ?\(instants.count)")
      }
      return conditions
    }
    let start = bound("start_date", bounds.start)
    // The index begins with the series: without one, it is asked about each there is.
    if indexed.isEmpty, !start.isEmpty { indexed.append("series IN (SELECT number FROM series)") }
    indexed += start
    others += bound("end_date", bounds.end)
    self.indexed = indexed.isEmpty ? nil : indexed.joined(separator: " AND ")
    self.others = others.joined(separator: " AND ")
    self.instants = instants
    self.isEmpty = isEmpty
    hasStart = !bounds.start.isUnbounded
    hasEnd = !bounds.end.isUnbounded
  }

  /// The numbers of the series that a predicate can match; `nil` where that is any.
  private static func series(
    _ bounds: SampleBounds, _ connection: Connection
  ) throws(StoreError) -> [Int64]? {
    guard
      bounds.types != nil || bounds.sources != nil || bounds.kinds.count < SampleKind.allCases.count
    else { return nil }
    let statement = try connection.statement(
      """
      SELECT series.number, type.kind, type.identifier, source.name
      FROM series JOIN type ON type.number = series.type
      LEFT JOIN source ON source.number = series.source
      """)
    defer { statement.reset() }
    var numbers: [Int64] = []
    while try statement.step() {
      let kind = SampleKind(rawValue: statement.text(1))
      guard kind.map(bounds.kinds.contains) ?? true else { continue }
      if let types = bounds.types, !types.contains(statement.text(2)) { continue }
      if let sources = bounds.sources {
        guard sources.contains(Source(name: statement.text(3)).foldedName) else { continue }
      }
      numbers.append(statement.integer(0))
    }
    return numbers
  }
}
