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
  package static func all(
    in database: any SQLDatabase, _ source: any RowSource, _ isAlsoTopLevel: String
  ) throws(StoreError) -> [DescriptorSpan] {
    let counts = try DescriptorCount.bySeries(
      in: database, source,
      StoreContents.found(isAlsoTopLevel, stored: StoreContents.storedByIndex))
    var spans: [DescriptorSpan] = []
    for (series, count) in counts {
      func start(_ order: String) throws(StoreError) -> Timestamp? {
        let rows = try database.rows(
          """
          SELECT CAST(start_date AS bigint), start_offset FROM sample
          WHERE series = \(series) AND start_date IS NOT NULL ORDER BY start_date \(order) LIMIT 1
          """, [], as: [.integer, .integer])
        guard let row = rows.first, let seconds = row[0].integer else { return nil }
        return DateColumns(validating: seconds, offsetMinutes: row[1].integer ?? 0)?.timestamp
      }
      spans.append(
        DescriptorSpan(
          series: series, descriptor: count.descriptor, kind: count.kind, count: count.count,
          first: try start("ASC"), last: try start("DESC")))
    }
    return spans
  }
}
