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
    fileprivate func condition(_ connection: Connection) throws(HealthError) -> String {
      switch self {
      case .stored: "parent IS NULL"
      case .nested: "parent IS NOT NULL AND NOT \(try Schema.isAlsoTopLevel(connection))"
      case .all: "(parent IS NULL OR NOT \(try Schema.isAlsoTopLevel(connection)))"
      }
    }

    /// The rows that a scan needs: those of nested samples only where there are any.
    init(_ scope: ScanScope, _ predicate: SamplePredicate, _ connection: Connection)
      throws(HealthError)
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
    static func areNested(_ connection: Connection) throws(HealthError) -> Bool {
      try connection.integer("SELECT 1 FROM sample WHERE parent IS NOT NULL LIMIT 1") != nil
    }
  }

  /// The most series that are looked up one by one.
  private static let mostSeries = 200

  init(
    _ predicate: SamplePredicate, of rows: Rows = .stored, _ connection: Connection,
    _ decoder: borrowing RowDecoder
  ) throws(HealthError) {
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
    if let uuids = predicate.uuidCondition({ "x'\($0)'" }) {
      // Few samples have it: no other index is needed.
      indexed = [uuids]
      others += start
      indexedInstants = 0
    } else {
      // The index begins with the series: without a given one, it is searched for each.
      if indexed.isEmpty, !start.isEmpty { indexed.append("series IN (SELECT number FROM series)") }
      indexed += start
      indexedInstants = instants.count
    }
    others += bound("end_date", bounds.end)
    self.indexed = indexed.isEmpty ? nil : indexed.joined(separator: " AND ")
    self.others = others.joined(separator: " AND ")
    self.instants = instants
    self.isEmpty = isEmpty
    hasStart = !bounds.start.isUnbounded
    hasEnd = !bounds.end.isUnbounded
  }
}

/// Counts the samples that match a predicate. If only the start remains to be tested for the samples of each series,
/// the index counts all but those near the bounds, without decoding them.
struct SampleCount {
  private let predicate: SamplePredicate
  private let connection: Connection

  init(_ predicate: SamplePredicate, _ connection: Connection) {
    self.predicate = predicate
    self.connection = connection
  }

  /// How many there are.
  ///
  /// - Returns: Their number; `nil` where all that may match have to be read for it.
  func count() throws(HealthError) -> Int? {
    guard predicate.form.isOfSeriesAndStart else { return nil }
    let decoder = RowDecoder(RowReader(connection), store: connection.name)
    guard let selection = SeriesSelection(predicate, SampleBounds(predicate)),
      let series = try selection.numbers(in: connection, decoder),
      let starts = try commonStarts(of: series, decoder)
    else { return nil }
    var count = try indexed(series, starts)
    if try SampleFilter.Rows.areNested(connection) { count += try read(predicate, .nested) }
    if starts.lowerBound > .min {
      let before = DateBound(Timestamp(secondsSince1970: starts.lowerBound))
      count += try read(SamplePredicate(.and([predicate.form, .start(.less, before)])))
    }
    if starts.upperBound < .max {
      let after = DateBound(Timestamp(secondsSince1970: starts.upperBound + 1))
      count += try read(SamplePredicate(.and([predicate.form, .start(.greaterOrEqual, after)])))
    }
    return count
  }

  /// The range of starts in which all samples of some series match; `nil` if it differs between the series, or if more
  /// must be tested.
  private func commonStarts(
    of series: [Int64], _ decoder: borrowing RowDecoder
  ) throws(HealthError) -> ClosedRange<Int64>? {
    let matcher = SampleMatcher(predicate)
    var common: ClosedRange<Int64>?
    for number in series {
      let (descriptor, kind) = try decoder.descriptor(ofSeries: number)
      guard let starts = matcher.matchingStarts(descriptor, kind: kind),
        common == nil || common == starts
      else { return nil }
      common = starts
    }
    return common
  }

  /// How many samples of some series begin in some seconds.
  private func indexed(_ series: [Int64], _ starts: ClosedRange<Int64>) throws(HealthError) -> Int {
    let list = series.map { "\($0)" }.joined(separator: ", ")
    var conditions = ["parent IS NULL", "series IN (\(list))"]
    if starts.lowerBound > .min { conditions.append("start_date >= \(starts.lowerBound)") }
    if starts.upperBound < .max { conditions.append("start_date < \(starts.upperBound + 1)") }
    let count = try connection.integer(
      "SELECT count(*) FROM sample WHERE \(conditions.joined(separator: " AND "))")
    return Int(count ?? 0)
  }

  /// How many samples there are near a bound, or nested; each is read.
  private func read(
    _ predicate: SamplePredicate, _ scope: ScanScope = .stored
  ) throws(HealthError) -> Int {
    var scan = try SampleScan(predicate, scope: scope, connection)
    var count = 0
    while try scan.next() != nil { count += 1 }
    return count
  }
}

extension SamplePredicate.Form {
  /// Whether it depends only on descriptor and start. Otherwise searching all series is of no use.
  fileprivate var isOfSeriesAndStart: Bool {
    switch self {
    case .all, .type, .types, .kind, .text, .participant, .start: true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isOfSeriesAndStart)
    case .not(let part): part.isOfSeriesAndStart
    case .end, .created, .hasCreated, .duration, .value, .figure, .hasFigure, .category, .metadata,
      .uuids:
      false
    }
  }
}
