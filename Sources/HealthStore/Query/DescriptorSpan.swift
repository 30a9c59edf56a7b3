package import HealthModel

/// Samples of one descriptor: how many there are, and when the earliest and the latest start.
package struct DescriptorSpan: Sendable {
  /// The number of their series.
  package let series: Int64
  package let descriptor: SampleDescriptor
  package let kind: SampleKind
  /// How many there are, with nested samples that are not also at top level.
  package let count: Int
  /// The earliest start; `nil` if no sample has one.
  package let first: Timestamp?
  /// The latest start.
  package let last: Timestamp?
}

/// A store that lists its types and their spans by an index, without reading samples.
package protocol SpanStore: SampleStore {
  /// The spans of samples, of each descriptor once. Memory grows with their number.
  func spans() throws(StoreError) -> [DescriptorSpan]

  /// The UTC offsets of the starts in some series in minutes, the most frequent first. Reads their samples.
  func offsets(inSeries numbers: [Int64]) throws(StoreError) -> [Int]
}

extension DescriptorSpan {
  /// The spans of the samples of a database with an index of series and starts.
  ///
  /// - Parameters:
  ///   - isAlsoTopLevel: SQL, as ``StoreContents/isAlsoTopLevel`` is.
  ///   - second: SQL of the second since 1970 of `start_date`.
  package static func all(
    in database: any SQLDatabase, _ source: any RowSource, _ isAlsoTopLevel: String,
    second: String
  ) throws(StoreError) -> [DescriptorSpan] {
    let counts = try DescriptorCount.bySeries(
      in: database, source,
      StoreContents.found(isAlsoTopLevel, stored: StoreContents.storedByIndex))
    func value(_ column: String, _ order: String) -> String {
      """
      (SELECT \(column) FROM sample WHERE sample.series = s.number AND start_date IS NOT NULL
        ORDER BY start_date \(order) LIMIT 1)
      """
    }
    let columns = ["ASC", "DESC"].flatMap { [value(second, $0), value("start_offset", $0)] }
    var starts: [Int64: (first: Timestamp?, last: Timestamp?)] = [:]
    for row in try database.rows(
      "SELECT s.number, \(columns.joined(separator: ", ")) FROM series AS s", [],
      as: [.integer, .integer, .integer, .integer, .integer])
    {
      func time(_ column: Int) -> Timestamp? {
        guard let second = row[column].integer else { return nil }
        return DateColumns(validating: second, offsetMinutes: row[column + 1].integer ?? 0)?
          .timestamp
      }
      if let number = row[0].integer { starts[number] = (time(1), time(3)) }
    }
    return counts.map { series, count in
      DescriptorSpan(
        series: series, descriptor: count.descriptor, kind: count.kind, count: count.count,
        first: starts[series]?.first, last: starts[series]?.last)
    }
  }

  /// SQL of the UTC offsets of the starts in some series, the most frequent first.
  package static func offsetsQuery(inSeries numbers: [Int64]) -> String {
    """
    SELECT start_offset FROM sample WHERE series IN (\(numbers.map { "\($0)" }.joined(separator: ", ")))
      AND start_offset IS NOT NULL GROUP BY start_offset ORDER BY count(*) DESC, start_offset
    """
  }
}
