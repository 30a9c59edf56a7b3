public import HealthModel

/// What a store holds, type by type.
public struct StoreContents: Sendable, Equatable {
  /// The samples of one type.
  public struct TypeCount: Sendable, Equatable {
    /// Their kind.
    public let kind: SampleKind
    /// The type's identifier; of elements nobody knows, their name.
    public let type: String
    /// How many there are, those inside of others left out.
    public let count: Int

    /// Counts samples.
    ///
    /// - Parameters:
    ///   - kind: Their kind.
    ///   - type: The type's identifier.
    ///   - count: How many there are.
    public init(kind: SampleKind, type: String, count: Int) {
      self.kind = kind
      self.type = type
      self.count = count
    }
  }

  /// The types with the most samples, as many as were asked for, in this order; among equals by identifier.
  public let types: [TypeCount]
  /// How many types there are in all.
  public let typeCount: Int
  /// How many samples there are in all, those inside of others left out.
  public let sampleCount: Int

  /// Describes what a store holds; by default nothing.
  ///
  /// - Parameters:
  ///   - types: The types with the most samples, in this order.
  ///   - typeCount: How many types there are in all.
  ///   - sampleCount: How many samples there are in all.
  public init(types: [TypeCount] = [], typeCount: Int = 0, sampleCount: Int = 0) {
    self.types = types
    self.typeCount = typeCount
    self.sampleCount = sampleCount
  }

  /// Gives the types: kind, identifier and count, and with each the counts of all types and all samples.
  ///
  /// - Parameters:
  ///   - limit: How many types at most.
  ///   - byteOrder: The database's name for the order of bytes.
  /// - Returns: The query.
  package static func query(limit: Int, byteOrder: String) -> String {
    """
    WITH counted AS (
      SELECT type.kind, type.identifier, sum(found.samples) AS samples
      FROM (SELECT series, count(*) AS samples FROM sample WHERE parent IS NULL GROUP BY series) AS found
      JOIN series ON series.number = found.series JOIN type ON type.number = series.type
      GROUP BY type.number, type.kind, type.identifier)
    SELECT kind, identifier, CAST(samples AS bigint), count(*) OVER (), CAST(sum(samples) OVER () AS bigint)
    FROM counted ORDER BY samples DESC, identifier COLLATE \(byteOrder), kind LIMIT \(max(limit, 1))
    """
  }
}
