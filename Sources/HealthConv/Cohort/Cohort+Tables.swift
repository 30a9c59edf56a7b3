import HealthBytes
import HealthFormats

/// The tables about a study, which are written from its ledger after each change.
extension Cohort {
  /// Sums over a study.
  package struct Status: Sendable {
    package var counts: [CohortEntry.Status: Int] = [:]
    package var participants = 0
    package var withdrawn = 0
    package var samples = 0
    package var files = 0
    package var bytes: Int64 = 0
    package var buckets = 0
    /// Whether rows of earlier exports stay in the tables.
    package var keepsHistory = false
    package var withdrawnIDs: [String] = []
    /// The exports that could not be read: export, participant, rule.
    package var quarantined: [(export: String, participant: String, rule: String)] = []

    /// The status as a JSON document.
    package var json: String {
      JSONText.document([
        ("participants", .number(participants)), ("withdrawn", .number(withdrawn)),
        ("ok", .number(counts[.ok, default: 0])),
        ("quarantined", .number(counts[.quarantined, default: 0])),
        ("superseded", .number(counts[.superseded, default: 0])),
        ("samples", .number(samples)), ("files", .number(files)), ("bytes", .number(Int(bytes))),
        ("buckets", .number(buckets)), ("history", .string(keepsHistory ? "all" : "latest")),
        ("withdrawnParticipants", .array(withdrawnIDs.map { .string($0) })),
        JSONText.list("quarantine", quarantined) {
          [
            ("export_id", .string($0.export)), ("participant", .string($0.participant)),
            ("rule", .string($0.rule)),
          ]
        },
      ])
    }
  }

  /// The counts of exports, participants, samples and files of the study.
  package func status() -> Status {
    var status = Status()
    for export in order {
      guard let entry = exports[export] else { continue }
      status.counts[entry.status, default: 0] += 1
      if entry.status == .ok { status.samples += entry.samples }
      if entry.status == .quarantined {
        status.quarantined.append((entry.export, entry.participant, entry.rule ?? ""))
      }
    }
    (status.participants, status.withdrawn) = (current.count, withdrawn.count)
    (status.buckets, status.keepsHistory, status.withdrawnIDs) = (buckets, keepsHistory, withdrawn)
    for file in files() {
      status.files += 1
      status.bytes += folder.size(of: file) ?? 0
    }
    return status
  }

  /// A hash of the rows of the ledger that the tables about the study are made of.
  var rowsDigest: String {
    var hash: UInt64 = UInt64(Self.tablesVersion)
    func add(_ number: UInt64) { hash = hash &* 0x9e37_79b9_7f4a_7c15 ^ number }
    for export in order {
      guard let entry = exports[export] else { continue }
      add(entry.digest)
      let status = entry.status.rawValue.utf8Span.span
      add(ByteScan.hash64(status, from: 0, to: status.count))
    }
    return String(hash, radix: 16) + "\n"
  }

  func writeDigest() throws(HealthError) { try folder.write(rowsDigest, to: Self.digest) }

  /// Increases with each change of the columns of the tables, or of the digest.
  private static let tablesVersion = 3
  private static let tableNames = ["exports", "participants", "coverage", "findings"]
  /// The file with the digest of the rows that the tables were made of. It is written after the tables.
  private static let digest = ".tables"

  /// The names of the missing tables; of all tables if they were made of other rows of the ledger.
  func outdatedTables() -> [String] {
    let names = Self.tableNames.map { "\($0).parquet" }
    let missing = names.filter { folder.size(of: $0) == nil }
    guard missing.isEmpty, folder.size(of: Self.digest) != nil else {
      return order.isEmpty && missing == names ? [] : missing.isEmpty ? names : missing
    }
    let known = try? FileSource("\(folder.path)/\(Self.digest)").readAll()
    return known == Array(rowsDigest.utf8) ? [] : names
  }

  /// Writes `exports`, `participants`, `coverage` and `findings`.
  package func writeTables() throws(HealthError) {
    try writeRows()
    try writeDigest()
  }

  private func writeRows() throws(HealthError) {
    try write(
      "exports",
      [
        "export_id": false, "participant": false, "status": false, "export_date": false,
        "bytes": true, "samples": true, "exit": true, "rule": false, "version": false,
      ]
    ) { entry in
      [
        [
          .text(entry.export), .text(entry.participant), .text(entry.status.rawValue),
          .optional(entry.exportDate), .integer(entry.size), .integer(entry.samples),
          .integer(entry.exit), .optional(entry.rule), .text(entry.version),
        ]
      ]
    }
    try write(
      "participants",
      [
        "participant": false, "export_id": false, "first": false, "last": false, "days": true,
        "longest_gap": true, "samples": true, "zone": false, "zones": false, "devices": false,
      ]
    ) { [current] entry in
      guard current[entry.participant] == entry.export else { return [] }
      let days = entry.days
      return [
        [
          .text(entry.participant), .text(entry.export), .optional(days.first?.dayText),
          .optional(days.last?.dayText), .integer(days.count), .integer(days.longestGap),
          .integer(entry.samples), .optional(entry.zone),
          .text(days.zones.joined(separator: "; ")), .text(days.devices.joined(separator: "; ")),
        ]
      ]
    }
    try writeDetails()
  }

  /// Writes `coverage` and `findings` in one pass, which reads most of the ledger again.
  private func writeDetails() throws(HealthError) {
    try folder.write(to: "coverage.parquet") { (file) throws(HealthError) in
      var coverage = ParquetSheet(
        [
          "participant": false, "export_id": false, "kind": false, "type": false, "count": true,
          "first": false, "last": false, "days": true, "units": false, "sources": false,
        ], to: file)
      try folder.write(to: "findings.parquet") { (file) throws(HealthError) in
        var findings = ParquetSheet(
          [
            "participant": false, "export_id": false, "rule": false, "severity": false,
            "count": true,
          ], to: file)
        for export in order {
          guard let entry = exports[export] else { continue }
          let (participant, export) = (
            ParquetSheet.Cell.text(entry.participant), ParquetSheet.Cell.text(entry.export)
          )
          let details = try entry.details()
          for row in entry.status == .ok ? details.coverage : [] {
            try coverage.add([
              participant, export, .text(row.kind), .text(row.type), .integer(row.count),
              .optional(row.first?.dayText), .optional(row.last?.dayText), .integer(row.days),
              .text(row.units.joined(separator: "; ")), .text(row.sources.joined(separator: "; ")),
            ])
          }
          for finding in details.findings {
            try findings.add([
              participant, export, .text(finding.rule), .text(finding.severity),
              .integer(finding.count),
            ])
          }
        }
        try findings.finish()
      }
      try coverage.finish()
    }
  }

  private func write(
    _ name: String, _ columns: KeyValuePairs<String, Bool>,
    _ rows: (CohortEntry) -> [[ParquetSheet.Cell]]
  ) throws(HealthError) {
    try folder.write(to: "\(name).parquet") { (file) throws(HealthError) in
      var sheet = ParquetSheet(columns, to: file)
      for export in order {
        guard let entry = exports[export] else { continue }
        for row in rows(entry) { try sheet.add(row) }
      }
      try sheet.finish()
    }
  }
}

extension ParquetSheet.Cell {
  static func optional(_ text: String?) -> Self { text.map { .text($0) } ?? .none }
}
