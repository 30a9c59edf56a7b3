package import HealthErrors
import HealthModel

/// Something that is damaged in a store.
public struct StoreDefect: Sendable, Equatable {
  /// A kind of damage, the same for every database. The names are stable, and `Schemas/store.md` lists them.
  public enum Name: String, Sendable, CaseIterable, CustomStringConvertible {
    case damagedFile = "damaged-file"
    case missingRow = "missing-row"
    case unreadableSample = "unreadable-sample"
    case changedIdentity = "changed-identity"
    case changedSample = "changed-sample"
    case misplacedSample = "misplaced-sample"
    case equalKeys = "equal-keys"
    case reusedChange = "reused-change"
    case missingIdentity = "missing-identity"
    case changedFacts = "changed-facts"

    /// The word that `store check` prints.
    public var description: String { rawValue }

    /// Its meaning, on one line.
    public var explanation: String {
      switch self {
      case .damagedFile: "the database reports that its file is damaged"
      case .missingRow: "rows refer to missing rows, or are nested in missing rows"
      case .unreadableSample: "the rows of a sample contradict each other or the schema"
      case .changedIdentity: "the identity of a sample differs from the one saved"
      case .changedSample: "the content of a sample differs from what was saved"
      case .misplacedSample: "a sample is nested in itself or in a sample that was saved later"
      case .equalKeys: "several samples have the same key"
      case .reusedChange: "the next change would get a number that is already in use"
      case .missingIdentity: "the store has no identifier"
      case .changedFacts:
        "facts about the store, the dataset or the person differ from what was written"
      }
    }
  }

  /// The kind of damage.
  public let name: Name
  /// The defect as a sentence; no health values.
  public let message: String
  /// The sample it is about, if it is about one.
  public let key: SampleKey?

  /// - Parameter message: What is wrong; no health values. By default what the name means.
  public init(_ name: Name, _ message: String? = nil, key: SampleKey? = nil) {
    self.name = name
    self.message = message ?? name.explanation
    self.key = key
  }
}

/// Checks that are the same for every database.
extension [StoreDefect] {
  /// The largest number of damaged samples that is reported.
  private static let mostSamples = 100

  /// Compares every sample with what was noted when it was saved.
  ///
  /// - Parameter next: Returns the next row at top level; a failure for a row that cannot be read, after which others may
  ///   follow; `nil` at the end.
  package mutating func checkSamples(
    from source: any RowSource, of store: String,
    next: () throws(HealthError) -> Result<SampleRow, HealthError>?
  ) throws(HealthError) {
    var decoder = RowDecoder(source, store: store)
    let digester = SampleDigester(.saved)
    var left = Self.mostSamples
    while left > 0, let row = try next() {
      var key: SampleKey?
      do throws(HealthError) {
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

  /// Records rows that refer to missing rows.
  ///
  /// - Parameter count: How many; 0 is not reported.
  package mutating func noteMissingRows(_ count: Int64, for table: String, in other: String) {
    if count == 0 { return }
    append(
      StoreDefect(
        .missingRow,
        "\(count) rows of the table '\(table)' refer to missing rows of '\(other)'"))
  }

  /// Looks for facts that were changed after they were written, and for numbers that contradict each other.
  package mutating func checkFacts(of database: any SQLDatabase) throws(HealthError) {
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
    if !facts.matchesSeal(with: characteristics) { append(StoreDefect(.changedFacts)) }
    if lastChange >= facts.nextChange { append(StoreDefect(.reusedChange)) }
    if facts.identity.utf8.count != 32 { append(StoreDefect(.missingIdentity)) }
    if misplaced > 0 {
      append(
        StoreDefect(
          .misplacedSample,
          "\(misplaced) samples are nested in themselves or in samples that were saved later"))
    }
    if equalKeys > 0 {
      append(StoreDefect(.equalKeys, "\(equalKeys) keys belong to more than one sample"))
    }
  }
}

/// Rows that refer to missing rows, which reading would silently skip.
package enum DanglingRows {
  /// Throws if there are rows that reading never visits: rows of a kind without their sample, nested samples without the
  /// one that holds them, samples without their series, series without type, unit, source or device. Other references are
  /// followed when a row is read.
  ///
  /// - Complexity: A search of an index for each series, for each sample that has a table of its kind, and for each that
  ///   holds others. Of others nothing is visited.
  /// - Throws: `HealthError`: `.damaged`.
  package static func check(_ database: any SQLDatabase) throws(HealthError) {
    guard let row = try database.rows(query, [], as: [.text, .text]).first else { return }
    let (table, other) = (try row[0].text(in: database), try row[1].text(in: database))
    throw HealthError(
      .damaged, database.name, "rows of the table '\(table)' refer to missing rows of '\(other)'")
  }

  /// The first table with such rows, and the table that they refer to.
  private static let query =
    StoreTable.all.flatMap { table in
      table.references.compactMap { column, other in
        owners(of: column.name, in: table).map { owners in
          """
          SELECT '\(table.name)', '\(other.name)' WHERE EXISTS (
            WITH RECURSIVE owner (n) AS (\(owners))
            SELECT 1 FROM owner WHERE n IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM \(other.name) WHERE \(other.columns[0].name) = owner.n))
          """
        }
      }
    }.joined(separator: "\nUNION ALL ") + "\nLIMIT 1"

  /// The numbers that a column has, each once; `nil` for a column that is not checked.
  private static func owners(of column: String, in table: StoreTable) -> String? {
    let isOfKind =
      table.role == .parts && column == "sample"
      && !table.columns.contains { $0.name == "parent" }
    switch (table.name, column) {
    case ("series", _), ("sample", "parent"):
      return "SELECT DISTINCT \(column) FROM \(table.name) WHERE \(column) IS NOT NULL"
    // A correlation without its row leaves nested samples.
    case ("correlation_member", _): return nil
    case _ where isOfKind || (table.name, column) == ("sample", "series"):
      // A loose index scan: jumps from each distinct number to the next.
      return """
        SELECT min(\(column)) FROM \(table.name)
          UNION ALL SELECT (SELECT min(\(column)) FROM \(table.name) WHERE \(column) > owner.n)
          FROM owner WHERE owner.n IS NOT NULL
        """
    default: return nil
    }
  }
}
