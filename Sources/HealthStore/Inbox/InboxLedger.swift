package import HealthModel

/// What a store has of the files that were loaded into it. A copy of the store that did not have it would load them again, and the
/// aggregates in them that a full export had replaced.
package struct InboxLedger: Sendable, Equatable {
  /// The rows of the files, in the order in which these came.
  package private(set) var files: [InboxFile]
  /// The time of which full exports have samples.
  package private(set) var coverage: [ExportCoverage]

  /// Reads the ledger of a store.
  package init(_ database: any SQLDatabase) throws(HealthError) {
    files = try InboxFile.all(in: database)
    coverage = try ExportCoverage.all(in: database)
  }

  package var isEmpty: Bool { files.isEmpty && coverage.isEmpty }

  /// What another ledger lacks of this one. A row there stays, unless its file was loaded here only.
  package func missing(in other: InboxLedger) -> InboxLedger {
    let known = Dictionary(other.files.map { ($0.hash, $0.status) }) { $1 }
    var missing = self
    missing.files.removeAll { file in
      guard let status = known[file.hash] else { return false }
      return status == .loaded || file.status != .loaded
    }
    missing.coverage.removeAll { coverage in
      other.coverage.contains { $0.includes(coverage) }
    }
    return missing
  }

  /// Adds it to the ledger of a store that has the samples of its files.
  package func add(to database: any SQLDatabase) throws(HealthError) {
    let known = Set(try InboxFile.all(in: database).map(\.hash))
    for file in files {
      if known.contains(file.hash) { try file.remove(database) }
      try file.insert(database)
    }
    _ = try ExportCoverage.save(coverage, in: database)
  }
}

/// A store with a ledger of files.
package protocol InboxStore: SampleStore {
  /// - Returns: The ledger; `nil` if the store does not exist yet.
  func inboxLedger() throws(HealthError) -> InboxLedger?

  /// Adds the ledger of a store whose samples this one has.
  func add(_ ledger: InboxLedger) throws(HealthError)
}

extension InboxStore {
  /// The rows of files, in the order in which these came.
  package func inboxFiles() throws(HealthError) -> [InboxFile] { try inboxLedger()?.files ?? [] }

  /// Adds what this store lacks of the ledger of another one whose samples it has.
  package func complete(by ledger: InboxLedger?) throws(HealthError) {
    guard let ledger else { return }
    let missing = try inboxLedger().map { ledger.missing(in: $0) } ?? ledger
    if !missing.isEmpty { try add(missing) }
  }
}

extension ExportCoverage {
  /// The years 2 to 9999: what a date of a database can be.
  static let earliest: Int64 = -62_104_060_800
  static let latest: Int64 = 253_402_300_799

  /// What all exports cover that were loaded into a store.
  static func all(in database: any SQLDatabase) throws(HealthError) -> [ExportCoverage] {
    var all: [ExportCoverage] = []
    for row in try database.rows(
      "SELECT type, source, first_date, last_date, export_date FROM export_coverage ORDER BY n", [],
      as: [.text, .text, .instant, .instant, .instant])
    {
      guard case .instant(let first, _) = row[2], case .instant(let last, _) = row[3],
        case .instant(let date, _) = row[4]
      else {
        throw HealthError(
          .damaged, database.name, "a row of the table 'export_coverage' is malformed")
      }
      all.append(
        ExportCoverage(
          type: try row[0].text(in: database), source: try row[1].text(in: database), first: first,
          last: last, date: date))
    }
    return all
  }

  /// Saves what other exports cover.
  ///
  /// - Returns: What all cover.
  static func save(
    _ new: [ExportCoverage], in database: any SQLDatabase
  ) throws(HealthError) -> [ExportCoverage] {
    let before = try all(in: database)
    var all = before
    for var coverage in new where !all.contains(where: { $0.includes(coverage) }) {
      // One may join several.
      all.removeAll { coverage.join($0) }
      all.append(coverage)
    }
    guard all != before else { return all }
    try database.run("DELETE FROM export_coverage")
    for (number, row) in all.enumerated() {
      try database.run(
        """
        INSERT INTO export_coverage (n, type, source, first_date, last_date, export_date)
        VALUES ($1, $2, $3, $4, $5, $6)
        """,
        [.integer(Int64(number) + 1), .text(row.type), .text(row.source)]
          + [row.first, row.last, row.date].map {
            .instant(min(max($0, earliest), latest), nanoseconds: 0)
          })
    }
    return all
  }
}
