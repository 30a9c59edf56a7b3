import HealthBytes
import HealthModel

extension StoreContents {
  /// Counts the samples of a database.
  ///
  /// - Parameters:
  ///   - limit: How many types are listed at most.
  ///   - byteOrder: The database's name for the order of bytes.
  ///   - isAlsoTopLevel: SQL, as ``isAlsoTopLevel`` is.
  package init(
    _ database: any SQLDatabase, limit: Int, byteOrder: String,
    _ isAlsoTopLevel: String = isAlsoTopLevel
  ) throws(StoreError) {
    let rows = try database.rows(
      Self.query(limit: limit, byteOrder: byteOrder, isAlsoTopLevel), [],
      as: [.text, .text, .integer, .integer, .integer, .integer, .integer])
    var types: [TypeCount] = []
    for row in rows {
      guard let kind = row[0].text.flatMap({ SampleKind(rawValue: $0) }) else {
        throw StoreError(.damaged, database.name, "a row of the table 'type' is malformed")
      }
      types.append(
        TypeCount(
          kind: kind, type: try row[1].text(in: database), count: row[2].count, nested: row[3].count
        ))
    }
    let totals = rows.first ?? []
    self.init(
      types: types, typeCount: totals.isEmpty ? 0 : totals[4].count,
      sampleCount: totals.isEmpty ? 0 : totals[5].count,
      nestedCount: totals.isEmpty ? 0 : totals[6].count)
  }
}

extension DescriptorCount {
  /// The descriptors of the samples of a database.
  package static func all(
    in database: any SQLDatabase, _ source: any RowSource,
    _ isAlsoTopLevel: String = StoreContents.isAlsoTopLevel
  ) throws(StoreError) -> [DescriptorCount] {
    try bySeries(in: database, source, StoreContents.found(isAlsoTopLevel)).map(\.count)
  }

  /// The descriptors of the samples of a database, each with the number of its series.
  ///
  /// - Parameter found: SQL of the table `found`.
  static func bySeries(
    in database: any SQLDatabase, _ source: any RowSource, _ found: String
  ) throws(StoreError) -> [(series: Int64, count: DescriptorCount)] {
    let decoder = RowDecoder(source, store: database.name)
    var bytes = 0
    var counts: [(series: Int64, count: DescriptorCount)] = []
    let rows = try database.rows(
      """
      \(found)
      SELECT series, CAST(sum(samples) AS bigint) FROM found GROUP BY series HAVING sum(samples) > 0
      """, [], as: [.integer, .integer])
    for row in rows {
      let series = row[0].integer ?? 0
      let (descriptor, kind) = try decoder.descriptor(ofSeries: series)
      // Unknown elements have no descriptor.
      if kind == .unknown { continue }
      if descriptor.isHeavy { bytes += descriptor.weight }
      guard bytes <= Limits.databaseAnswer.value else {
        throw StoreError(beyond: Limits.databaseAnswer, database.name)
      }
      counts.append(
        (series, DescriptorCount(descriptor: descriptor, kind: kind, count: row[1].count)))
    }
    return counts
  }
}

extension StoreValue {
  /// The whole number as a count; 0 for other values.
  fileprivate var count: Int { Int(clamping: integer ?? 0) }
}
