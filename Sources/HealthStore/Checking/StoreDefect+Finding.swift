import HealthModel

/// What is looked for alike in every database.
extension [StoreDefect] {
  /// The largest number of damaged samples that is reported.
  private static let mostSamples = 100

  /// Compares every sample with what was noted when it was saved.
  ///
  /// - Parameter next: Gives the next row of the top level, `nil` at the end: a failure is one that cannot be read, and
  ///   others may follow.
  package mutating func checkSamples(
    from source: any RowSource, of store: String,
    next: () throws(StoreError) -> Result<SampleRow, StoreError>?
  ) throws(StoreError) {
    var decoder = RowDecoder(source, store: store)
    let digester = SampleDigester(.saved)
    var left = Self.mostSamples
    while left > 0, let row = try next() {
      var key: SampleKey?
      do throws(StoreError) {
        let row = try row.get()
        key = SampleKey(id: row.id, ordinal: row.ordinal)
        let sample = try decoder.sample(row)
        if sample.id != row.id {
          append(StoreDefect(.changedIdentity, key: key))
        } else if row.digest != Int64(bitPattern: digester.total(sample)) ^ row.seal {
          append(StoreDefect(.changedSample, key: key))
        } else {
          continue
        }
      } catch {
        guard error.code == .damaged else { throw error }
        append(StoreDefect(.unreadableSample, error.message, key: key))
      }
      left -= 1
    }
  }

  /// Tells of rows that refer to others which are not there.
  ///
  /// - Parameter count: How many; 0 is not reported.
  package mutating func noteMissingRows(_ count: Int64, for table: String, in other: String) {
    if count == 0 { return }
    append(
      StoreDefect(
        .missingRow,
        "\(count) rows of the table '\(table)' refer to missing rows of '\(other)'"))
  }

  /// Looks for facts that are not as they were written, and for numbers that contradict each other.
  package mutating func checkFacts(of database: any SQLDatabase) throws(StoreError) {
    let facts = try StoreFacts(database)
    let characteristics = try DatasetInfo.characteristics(database)
    let numbers = try database.rows(
      """
      SELECT (SELECT coalesce(max(change), 0) FROM sample), (SELECT coalesce(max(change), 0) FROM tombstone),
        (SELECT count(*) FROM (
          SELECT 1 FROM sample WHERE parent IS NULL GROUP BY id, ordinal HAVING count(*) > 1) k),
        (SELECT count(*) FROM sample WHERE parent >= change)
      """, [], as: [.integer, .integer, .integer, .integer]
    ).first?.map { $0.integer ?? 0 }
    guard let numbers else { return }
    let (lastChange, equalKeys, misplaced) = (
      Swift.max(numbers[0], numbers[1]), numbers[2], numbers[3]
    )
    if !facts.isSound(with: characteristics) { append(StoreDefect(.changedFacts)) }
    if lastChange >= facts.nextChange { append(StoreDefect(.reusedChange)) }
    if facts.identity.utf8.count != 32 { append(StoreDefect(.missingIdentity)) }
    if misplaced > 0 {
      append(
        StoreDefect(
          .misplacedSample,
          "\(misplaced) samples are nested in samples that were saved with them or later"))
    }
    if equalKeys > 0 {
      append(StoreDefect(.equalKeys, "\(equalKeys) keys belong to more than one sample"))
    }
  }
}
