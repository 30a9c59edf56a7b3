import HealthModel
import HealthStore

/// The part of a predicate that is looked up in indexes. The matcher tests what is found.
struct SampleFilter {
  /// What the index of series and starts tells, with `AND` between the conditions; `nil` where that is nothing.
  let indexed: String?
  /// The conditions for which the rows must be read.
  let others: String
  /// The whole condition.
  var condition: String { indexed.map { "\($0) AND \(others)" } ?? others }
  /// The instants in the conditions, in the order of their parameters.
  let instants: [Timestamp]
  /// How many of these ``indexed`` asks for: the first.
  let indexedInstants: Int
  /// Whether nothing can be found.
  let isEmpty: Bool
  /// Whether samples without a start are skipped.
  let hasStart: Bool
  /// The same of the end.
  let hasEnd: Bool

  /// Which rows are looked at.
  enum Rows {
    case stored, nested, all

    /// Rows of members that are also at top level are left out: these are found there.
    fileprivate func condition(_ connection: Connection) throws(StoreError) -> String {
      switch self {
      case .stored: "parent IS NULL"
      case .nested: "parent IS NOT NULL AND NOT \(try Schema.isAlsoTopLevel(connection))"
      case .all: "(parent IS NULL OR NOT \(try Schema.isAlsoTopLevel(connection)))"
      }
    }

    /// The rows that a scan needs: those of nested samples only where there are any.
    init(_ scope: ScanScope, _ predicate: SamplePredicate, _ connection: Connection)
      throws(StoreError)
    {
      switch scope {
      case .stored: self = .stored
      case .nested: self = .nested
      case .samples, .holders:
        if predicate == .all {
          self = .stored
        } else {
          self = try Self.areNested(connection) ? .all : .stored
        }
      }
    }

    /// Whether there are rows of nested samples: the first entry of an index tells.
    static func areNested(_ connection: Connection) throws(StoreError) -> Bool {
      try connection.integer("SELECT 1 FROM sample WHERE parent IS NOT NULL LIMIT 1") != nil
    }
  }

  /// The most series that are looked up one by one.
  private static let mostSeries = 200

  init(
    _ predicate: SamplePredicate, of rows: Rows = .stored, _ connection: Connection,
    _ decoder: borrowing RowDecoder
  ) throws(StoreError) {
    let bounds = SampleBounds(predicate)
    var indexed: [String] = []
    var others = [try rows.condition(connection)]
    var instants: [Timestamp] = []
    var isEmpty = bounds.isEmpty
    if !isEmpty, let selection = SeriesSelection(predicate, bounds),
      let series = try selection.numbers(in: connection, decoder)
    {
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
    others += predicate.metadataConditions
    let start = bound("start_date", bounds.start)
    indexedInstants = instants.count
    // The index begins with the series: without a given one, it is searched for each.
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
}
