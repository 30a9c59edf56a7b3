import HealthBytes
import HealthFormats
import HealthReport

extension Cohort {
  /// Writes the rows of some participants into a folder, a file of Parquet for each table. The study was opened for reading.
  ///
  /// - Parameters:
  ///   - participants: The participants; `nil` for all.
  ///   - tables: The tables; `nil` for all.
  /// - Returns: How many rows each table has.
  /// - Throws: `HealthError`, also for files of these participants and tables that are missing.
  package func export(
    to path: String, participants: Set<String>?, tables: Set<String>?
  ) throws(HealthError) -> [(table: String, rows: Int)] {
    for participant in participants ?? [] where current[participant] == nil {
      throw HealthError(
        .usage, "the study has no data of a participant '\(participant.printableName)'")
    }
    for table in tables ?? [] where !ParquetParts.tables.contains(table) {
      throw HealthError(
        .usage,
        "there is no table '\(table.printableName)', expected such as quantity or category_metadata"
      )
    }
    guard folder.isHeld else { throw HealthError(.state, "the study was not opened for reading") }
    let exports = Set(
      exports.values.filter {
        $0.status == .ok && participants?.contains($0.participant) ?? true
      }.map(\.export))
    let files = try filesByTable(of: exports, tables)
    let output = try AtomicFolder(path)
    var counts: [(table: String, rows: Int)] = []
    for (table, paths) in files.sorted(by: { $0.key < $1.key }) {
      let sink = try output.open("\(table).parquet")
      let rows = try ParquetParts.copy(table, from: paths, to: sink) { participant, export in
        exports.contains(export)
      }
      try sink.finish()
      counts.append((table, rows))
    }
    try output.finish()
    return counts
  }

  /// The files that have rows of some exports, as the ledger names them.
  private func filesByTable(
    of exports: Set<String>, _ tables: Set<String>?
  ) throws(HealthError) -> [String: [String]] {
    var files: [String: [String]] = [:]
    var missing: [String] = []
    for (path, file) in expectedFiles() {
      let table = String(path.split(separator: "/")[1])
      guard tables?.contains(table) ?? true, file.exports.contains(where: exports.contains) else {
        continue
      }
      if let place = location(of: path, file) {
        files[table, default: []].append("\(folder.path)/\(place)")
      } else {
        missing.append(path)
      }
    }
    if let path = missing.min() { throw Self.missing(missing.count, path) }
    return files.mapValues { $0.sorted() }
  }

  /// What the page about a study shows.
  private func summary() throws(HealthError) -> CohortSummary {
    var summary = CohortSummary()
    var types: [String: (participants: Int, samples: Int)] = [:]
    var rules: [String: CohortSummary.Rule] = [:]
    for export in order {
      guard let entry = exports[export] else { continue }
      summary.statuses[entry.status.rawValue, default: 0] += 1
      if entry.status == .quarantined {
        summary.quarantined.append((entry.participant, entry.export, entry.rule ?? ""))
      }
      guard current[entry.participant] == export else { continue }
      let details = try entry.details()
      for row in details.coverage {
        types[row.type, default: (0, 0)].participants += 1
        types[row.type, default: (0, 0)].samples += row.count
      }
      for finding in details.findings {
        rules[finding.rule, default: .init(name: finding.rule, severity: finding.severity)]
          .participants += 1
        rules[finding.rule]?.count += finding.count
      }
      let days = entry.days
      summary.participants.append(
        .init(
          id: entry.participant, first: days.first?.dayText ?? "", last: days.last?.dayText ?? "",
          days: days.count,
          span: days.first.flatMap { first in days.last.map { $0 - first + 1 } } ?? 0,
          longestGap: days.longestGap, samples: entry.samples,
          zones: entry.zone.map { [$0] } ?? days.zones, devices: days.devices,
          findings: details.findings.reduce(0) { $0 + $1.count }))
    }
    summary.withdrawn = withdrawn.count
    summary.participants.sort { $0.id < $1.id }
    summary.types = types.map { ($0.key, $0.value.participants, $0.value.samples) }
      .sorted { ($1.samples, $0.type) < ($0.samples, $1.type) }
    summary.rules = rules.values.sorted { $0.name < $1.name }
    return summary
  }

  /// Writes the page about the study.
  package func writePage(to sink: any ByteSink) throws(HealthError) {
    try CohortPage.write(summary(), to: sink)
  }
}
