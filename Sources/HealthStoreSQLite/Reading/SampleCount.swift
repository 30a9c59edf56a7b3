import HealthModel
import HealthStore

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
  func count() throws(StoreError) -> Int? {
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
  /// Whether it depends only on descriptor and start. Otherwise searching all series is of no use.
  fileprivate var isOfSeriesAndStart: Bool {
    switch self {
    case .all, .type, .types, .kind, .text, .start: true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isOfSeriesAndStart)
    case .not(let part): part.isOfSeriesAndStart
    case .end, .created, .hasCreated, .duration, .value, .figure, .hasFigure, .category, .metadata:
      false
    }
  }
}
