import HealthModel
import HealthStore

/// Counts what a predicate matches. Where nothing but a start is left to be asked of the samples of each series, the
/// index finds all but those near the bounds, and no sample is made of them.
struct SampleCount {
  private let predicate: SamplePredicate
  private let connection: Connection

  /// Prepares to count.
  ///
  /// - Parameters:
  ///   - predicate: What is counted.
  ///   - connection: A connection in a transaction.
  init(_ predicate: SamplePredicate, _ connection: Connection) {
    self.predicate = predicate
    self.connection = connection
  }

  /// How many there are.
  ///
  /// - Returns: Their number; `nil` where all that may match have to be read for it.
  /// - Throws: `StoreError`.
  func count() throws(StoreError) -> Int? {
    guard predicate.form.isOfSeriesAndStart else { return nil }
    let decoder = RowDecoder(RowReader(connection), store: connection.name)
    guard let selection = SeriesSelection(predicate, SampleBounds(predicate)),
      let series = try SampleFilter.series(of: selection, connection, decoder),
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

  /// The seconds of starts at which all samples of some series match; `nil` where they differ in that, or where more
  /// has to be asked.
  private func commonStarts(
    of series: [Int64], _ decoder: borrowing RowDecoder
  ) throws(StoreError) -> ClosedRange<Int64>? {
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
  private func indexed(_ series: [Int64], _ starts: ClosedRange<Int64>) throws(StoreError) -> Int {
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
  ) throws(StoreError) -> Int {
    var scan = try SampleScan(predicate, scope: scope, connection)
    var count = 0
    while try scan.next() != nil { count += 1 }
    return count
  }
}

extension SamplePredicate.Form {
  /// Whether all that it asks is told by what samples have in common, and by when they begin. Else there is no need to
  /// look through all series.
  fileprivate var isOfSeriesAndStart: Bool {
    switch self {
    case .all, .type, .types, .kind, .text, .start: true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isOfSeriesAndStart)
    case .not(let part): part.isOfSeriesAndStart
    case .end, .created, .hasCreated, .duration, .value, .category, .metadata: false
    }
  }
}
