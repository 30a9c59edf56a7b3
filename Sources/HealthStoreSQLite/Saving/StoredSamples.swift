import HealthModel
import HealthStore

/// Reads what decides between a stored sample and another version of it.
struct StoredSamples {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// The version of a sample; `nil` without a sync identifier.
  func version(of change: Int64) throws(StoreError) -> SyncVersion? {
    try connection.rows(
      "SELECT \(StoreContents.syncVersion(of: "sample")) FROM sample WHERE change = $1",
      [.integer(change)], as: [.integer]
    ).first?[0].integer.map { SyncVersion($0) }
  }

  /// Whether any metadata have a key.
  func hasKey(_ key: MetadataKey) throws(StoreError) -> Bool {
    try !connection.rows(
      "SELECT number FROM metadata_key WHERE name = $1", [.text(key.identifier)], as: [.integer]
    ).isEmpty
  }

  /// The identifier of the type of a sample.
  func type(of change: Int64) throws(StoreError) -> String {
    try connection.rows(
      """
      SELECT t.identifier FROM sample AS s JOIN series AS r ON r.number = s.series
      JOIN type AS t ON t.number = r.type WHERE s.change = $1
      """, [.integer(change)], as: [.text]
    ).first?[0].text ?? ""
  }

  /// The digest of a sample.
  func digest(of change: Int64) throws(StoreError) -> UInt64 {
    let find = try connection.statement(
      """
      SELECT digest, start_offset, end_offset, creation_offset, device_address FROM sample
      WHERE change = ?
      """)
    find.bind(1, change)
    defer { find.reset() }
    return try find.step() ? find.digest(0) : 0
  }
}

extension Statement {
  /// The digest without its seal, of a digest, the three offsets and the address from a column on.
  func digest(_ column: Int) -> UInt64 {
    // A value that is absent is 0 to SQLite.
    let seal = SampleRow.seal(
      integer(column + 1), integer(column + 2), integer(column + 3), integer(column + 4))
    return UInt64(bitPattern: integer(column) ^ seal)
  }
}
