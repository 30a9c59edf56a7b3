package import HealthModel

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
  ///
  /// - Parameters:
  ///   - characteristics: The characteristics of the person, in the order of the table.
  ///   - lastChange: The highest number of a sample or a tombstone; 0 if the store is empty.
  ///   - equalKeys: How many keys more than one sample has.
  ///   - misplaced: How many nested samples do not follow their parent.
  package mutating func checkFacts(
    _ facts: StoreFacts, _ characteristics: [DatasetInfo.Characteristic], lastChange: Int64,
    equalKeys: Int64,
    misplaced: Int64
  ) {
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
