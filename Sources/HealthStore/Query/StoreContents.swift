public import HealthModel

/// What a store holds, type by type.
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

    /// Counts samples.
    ///
    /// - Parameters:
    ///   - kind: Their kind.
    ///   - type: The type's identifier.
    ///   - count: How many there are, each once.
    ///   - nested: How many of these are nested in another.
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
  /// - Parameters:
  ///   - types: The types with the most samples, in this order.
  ///   - typeCount: How many types there are in all.
  ///   - sampleCount: How many samples there are in all.
  ///   - nestedCount: How many of these are nested in another.
  public init(
    types: [TypeCount] = [], typeCount: Int = 0, sampleCount: Int = 0, nestedCount: Int = 0
  ) {
    self.types = types
    self.typeCount = typeCount
    self.sampleCount = sampleCount
    self.nestedCount = nestedCount
  }

  /// SQL of the table `found`: for each series, how many samples there are, and how many of these are nested. Members of
  /// correlations that are also at top level, and what these hold, are counted there.
  package static let found = """
    WITH RECURSIVE nested (change, series) AS (
      SELECT sample.change, sample.series
      FROM sample JOIN sample AS holder ON holder.change = sample.parent
      WHERE sample.parent IS NOT NULL AND holder.parent IS NULL AND NOT \(isSeparate)
      UNION ALL
      SELECT sample.change, sample.series FROM nested JOIN sample ON sample.parent = nested.change
      WHERE NOT \(isSeparate)),
    found (series, samples, nested) AS (
      SELECT series, count(*), 0 FROM sample WHERE parent IS NULL GROUP BY series
      UNION ALL SELECT series, count(*), count(*) FROM nested GROUP BY series)
    """

  /// SQL of whether a nested row of `sample` is that of a member that is also at top level.
  package static let isSeparate = """
    EXISTS (SELECT 1 FROM correlation_member AS link
      WHERE link.sample = sample.parent AND link.member = sample.change AND link.membership = 'alsoTopLevel')
    """

  /// Gives the types: kind, identifier, count and how many are nested, and with each the numbers of types, of samples and
  /// of nested samples in all.
  ///
  /// - Parameters:
  ///   - limit: How many types at most.
  ///   - byteOrder: The database's name for the order of bytes.
  package static func query(limit: Int, byteOrder: String) -> String {
    """
    \(found),
    counted AS (
      SELECT type.kind, type.identifier, sum(found.samples) AS samples, sum(found.nested) AS nested
      FROM found JOIN series ON series.number = found.series JOIN type ON type.number = series.type
      GROUP BY type.number, type.kind, type.identifier)
    SELECT kind, identifier, CAST(samples AS bigint), CAST(nested AS bigint), count(*) OVER (),
      CAST(sum(samples) OVER () AS bigint), CAST(sum(nested) OVER () AS bigint)
    FROM counted ORDER BY samples DESC, identifier COLLATE \(byteOrder), kind LIMIT \(max(limit, 1))
    """
  }
}
