import HealthBytes
public import HealthModel

/// The contents of a store, type by type.
public struct StoreContents: Sendable, Equatable {
  /// The samples of one type.
  public struct TypeCount: Sendable, Equatable {
    /// Their kind.
    public let kind: SampleKind
    /// The identifier of the type; the name of unknown elements.
    public let type: String
    /// How many there are, each once.
    public let count: Int
    /// How many of these are nested in a correlation or a workout and not also at top level.
    public let nested: Int

    /// - Parameter count: How many there are, each once.
    public init(kind: SampleKind, type: String, count: Int, nested: Int = 0) {
      self.kind = kind
      self.type = type
      self.count = count
      self.nested = nested
    }
  }

  /// The types with the most samples, in descending order and up to the requested number; equal counts by identifier.
  public let types: [TypeCount]
  /// How many types there are in all.
  public let typeCount: Int
  /// How many samples there are in all, each once.
  public let sampleCount: Int
  /// How many of these are nested in a correlation or a workout and not also at top level.
  public let nestedCount: Int

  /// Describes what a store holds; by default nothing.
  ///
  /// - Parameter types: The types with the most samples, in this order.
  public init(
    types: [TypeCount] = [], typeCount: Int = 0, sampleCount: Int = 0, nestedCount: Int = 0
  ) {
    self.types = types
    self.typeCount = typeCount
    self.sampleCount = sampleCount
    self.nestedCount = nestedCount
  }

  /// SQL of the table `series_counts`: for each series, how many samples there are, and how many of these are nested. A nested
  /// sample that is also at top level is counted once, at top level; so is everything nested in it.
  ///
  /// - Parameters:
  ///   - isAlsoTopLevel: An SQL expression that replaces ``isAlsoTopLevel``.
  ///   - stored: SQL of the rows about samples at top level.
  static func seriesCounts(
    _ isAlsoTopLevel: String = isAlsoTopLevel,
    stored: String = "SELECT series, count(*), 0 FROM sample WHERE parent IS NULL GROUP BY series"
  ) -> String {
    """
    WITH RECURSIVE nested (change, series) AS (
      SELECT sample.change, sample.series
      FROM sample JOIN sample AS holder ON holder.change = sample.parent
      WHERE sample.parent IS NOT NULL AND holder.parent IS NULL AND NOT \(isAlsoTopLevel)
      UNION ALL
      SELECT sample.change, sample.series FROM nested JOIN sample ON sample.parent = nested.change
      WHERE NOT \(isAlsoTopLevel)),
    series_counts (series, samples, nested) AS (
      \(stored)
      UNION ALL SELECT series, count(*), count(*) FROM nested GROUP BY series)
    """
  }

  /// The rows about samples at top level by the indexes of series and of parents, without reading any sample.
  static let storedByIndex = """
    SELECT series, count(*), 0 FROM sample GROUP BY series
      UNION ALL SELECT series, -count(*), 0 FROM sample WHERE parent IS NOT NULL GROUP BY series
    """

  /// SQL of the number of the ``SyncVersion`` of a row of samples; null without a sync identifier.
  package static func syncVersion(of row: String) -> String {
    "(SELECT m.sync_version FROM metadata m WHERE m.number = \(row).metadata)"
  }

  /// An SQL condition: the sync version of a row is not higher than that of another row with the same identity. Rows of one
  /// identity either all have a sync identifier or none has.
  static func isNotNewer(_ row: String, than other: String) -> String {
    """
    (\(row).metadata = \(other).metadata
      OR CASE WHEN \(syncVersion(of: row)) > \(syncVersion(of: other)) THEN 1 ELSE 0 END = 0)
    """
  }

  /// An SQL condition: a nested row of `sample` is also at top level, where a sample of its identity and not of a lower sync
  /// version is. It is computed and not stored, so additions and deletions cannot make it wrong. Not `EXISTS`: for that,
  /// PostgreSQL plans a scan of all samples.
  package static let isAlsoTopLevel = """
    ((SELECT other.change FROM sample AS other WHERE other.id = sample.id AND other.parent IS NULL
      AND \(isNotNewer("sample", than: "other")) LIMIT 1) IS NOT NULL)
    """

  /// The same for a store without an index of identities: it searches the series of the type by start date. It misses a
  /// version with another start date, so a store with sync identifiers needs the index.
  package static let isAlsoTopLevelBySeries = """
    ((SELECT other.change FROM sample AS other
      WHERE other.series IN (SELECT number FROM series WHERE type = (SELECT type FROM series WHERE number = sample.series))
        AND other.start_date = sample.start_date AND other.id = sample.id AND other.parent IS NULL
        AND \(isNotNewer("sample", than: "other")) LIMIT 1) IS NOT NULL)
    """

  /// SQL with a row for each type: kind, identifier, samples, nested samples; the last three columns are totals of all types:
  /// types, samples, nested samples.
  ///
  /// - Parameters:
  ///   - limit: How many types at most.
  ///   - byteOrder: The database's name for the order of bytes.
  ///   - isAlsoTopLevel: An SQL expression that replaces ``isAlsoTopLevel``.
  static func query(
    limit: Int, byteOrder: String, _ isAlsoTopLevel: String = isAlsoTopLevel
  ) -> String {
    """
    \(seriesCounts(isAlsoTopLevel)),
    counted AS (
      SELECT type.kind, type.identifier, sum(series_counts.samples) AS samples, sum(series_counts.nested) AS nested
      FROM series_counts JOIN series ON series.number = series_counts.series JOIN type ON type.number = series.type
      GROUP BY type.number, type.kind, type.identifier)
    SELECT kind, identifier, CAST(samples AS bigint), CAST(nested AS bigint), count(*) OVER (),
      CAST(sum(samples) OVER () AS bigint), CAST(sum(nested) OVER () AS bigint)
    FROM counted ORDER BY samples DESC, identifier COLLATE \(byteOrder), kind LIMIT \(SampleQuery.most(limit))
    """
  }
}

extension StoreContents {
  /// Counts the samples of a database.
  ///
  /// - Parameters:
  ///   - limit: How many types are listed at most.
  ///   - byteOrder: The database's name for the order of bytes.
  ///   - isAlsoTopLevel: An SQL expression that replaces ``isAlsoTopLevel``.
  package init(
    _ database: any SQLDatabase, limit: Int, byteOrder: String,
    _ isAlsoTopLevel: String = isAlsoTopLevel
  ) throws(HealthError) {
    let rows = try database.rows(
      Self.query(limit: limit, byteOrder: byteOrder, isAlsoTopLevel), [],
      as: [.text, .text, .integer, .integer, .integer, .integer, .integer])
    var types: [TypeCount] = []
    for row in rows {
      guard let kind = row[0].text.flatMap({ SampleKind(rawValue: $0) }) else {
        throw HealthError(.damaged, database.name, "a row of the table 'type' is malformed")
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
  ) throws(HealthError) -> [DescriptorCount] {
    try bySeries(in: database, source, StoreContents.seriesCounts(isAlsoTopLevel)).map(\.count)
  }

  /// The descriptors of the samples of a database, each with the number of its series.
  ///
  /// - Parameter found: SQL of the table `found`.
  static func bySeries(
    in database: any SQLDatabase, _ source: any RowSource, _ found: String
  ) throws(HealthError) -> [(series: Int64, count: DescriptorCount)] {
    let decoder = RowDecoder(source, store: database.name)
    var bytes = 0
    var counts: [(series: Int64, count: DescriptorCount)] = []
    let rows = try database.rows(
      """
      \(found)
      SELECT series, CAST(sum(samples) AS bigint) FROM series_counts GROUP BY series HAVING sum(samples) > 0
      """, [], as: [.integer, .integer])
    for row in rows {
      let series = row[0].integer ?? 0
      let (descriptor, kind) = try decoder.descriptor(ofSeries: series)
      // Unknown elements have no descriptor.
      if kind == .unknown { continue }
      if descriptor.isHeavy { bytes += descriptor.weight }
      guard bytes <= Limits.databaseAnswer.value else {
        throw HealthError(beyond: Limits.databaseAnswer, of: database.name)
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
  func spans() throws(HealthError) -> [DescriptorSpan]

  /// The UTC offsets of the starts in some series in minutes, the most frequent first. Reads their samples.
  func offsets(inSeries numbers: [Int64]) throws(HealthError) -> [Int]
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
  ) throws(HealthError) -> [DescriptorSpan] {
    let counts = try DescriptorCount.bySeries(
      in: database, source,
      StoreContents.seriesCounts(isAlsoTopLevel, stored: StoreContents.storedByIndex))
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
