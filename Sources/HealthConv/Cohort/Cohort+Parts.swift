import HealthBytes
import HealthFormats
import HealthModel
import HealthValidation

/// Files that hold the rows of several exports, and what is removed from them.
extension Cohort {
  /// Writes parts again without the rows of exports that are not current.
  package mutating func removeStaleRows() throws(HealthError) {
    let stale = parts.values.filter { part in part.exports.contains { !isStored($0) } }
    for part in stale.sorted(by: { ($0.folder, $0.name) < ($1.folder, $1.name) }) {
      // Of a damaged one nothing is kept: a withdrawal must not depend on it.
      guard folder.size(of: "\(part.folder)/\(part.name)") == Int64(part.size) else {
        try commit(dropping: part)
        continue
      }
      try join(part.table, part.bucket, [part.name])
    }
    folder.remove(Self.work)
  }

  /// Commits that a part is not to be read any more. Its exports are to be added again.
  mutating func commit(dropping part: CohortPart) throws(HealthError) {
    var dropped = part
    (dropped.exports, dropped.replaces) = ([], [part.name])
    var entry = CohortEntry(.compacted)
    entry.part = dropped
    try commit(entry)
    folder.remove("\(part.folder)/\(part.name)")
  }

  /// Joins the files of each bucket into parts, whose rows are by participant.
  ///
  /// - Parameters:
  ///   - mostBytes: The size that parts have about at most, before they are joined with others.
  ///   - onProgress: Receives the number of buckets that are done, and of all.
  package mutating func compact(
    mostBytes: Int64, onProgress: (Int, Int) throws(HealthError) -> Void
  ) throws(HealthError) {
    let lost = expectedFiles().filter { location(of: $0.key, $0.value) == nil }
    if let path = lost.keys.min() { throw Self.missing(lost.count, path) }
    var groups: [(table: String, bucket: String, names: [String])] = []
    for table in folder.names(in: "tables") {
      for bucket in folder.names(in: "tables/\(table)") {
        let place = "tables/\(table)/\(bucket)"
        var (names, bytes): ([String], Int64) = ([], 0)
        for name in folder.names(in: place) {
          let size = folder.size(of: "\(place)/\(name)") ?? 0
          if size >= mostBytes { continue }
          if bytes + size > mostBytes, names.count > 1 {
            groups.append((table, bucket, names))
            (names, bytes) = ([], 0)
          }
          names.append(name)
          bytes += size
        }
        if names.count > 1 { groups.append((table, bucket, names)) }
      }
    }
    for (index, group) in groups.enumerated() {
      try join(group.table, group.bucket, group.names)
      try onProgress(index + 1, groups.count)
    }
    folder.remove(Self.work)
  }

  static func missing(_ count: Int, _ path: String) -> HealthError {
    HealthError(
      .damaged,
      "\(count) file\(count == 1 ? "" : "s") that the ledger names \(count == 1 ? "is" : "are") missing or incomplete, such "
        + "as '\(path)'; its exports are to be added again")
  }

  /// Joins files of a bucket into one, without rows of exports that are not current; a file without rows is removed.
  private mutating func join(
    _ table: String, _ bucket: String, _ names: [String]
  ) throws(HealthError) {
    let place = "tables/\(table)/\(bucket)"
    var all: [(name: String, exports: [String])] = names.map { name in
      (name, parts["\(place)/\(name)"]?.exports ?? [String(name.dropLast(".parquet".count))])
    }
    func participant(_ export: String) -> String { exports[export]?.participant ?? "" }
    all.sort { participant($0.exports.first ?? "") < participant($1.exports.first ?? "") }
    let kept = all.flatMap(\.exports).filter { isStored($0) }
    var hash: UInt64 = 0
    for export in kept + [table] {
      let bytes = export.utf8Span.span
      hash = hash &* 0x9e37_79b9_7f4a_7c15 ^ ByteScan.hash64(bytes, from: 0, to: bytes.count)
    }
    var part = CohortPart(
      table: table, bucket: bucket, name: "part-\(String(hash, radix: 16)).parquet", exports: kept,
      replaces: names, size: 0)
    if names == [part.name] { return }
    let path = "\(place)/\(part.name)"
    let pending = Self.pending(path)
    if !kept.isEmpty {
      let wanted = Set(kept)
      try folder.makeFolder(Self.work)
      try folder.write(to: pending) { (file) throws(HealthError) in
        // A part of a part is read again as often as it has participants only where it is joined with others.
        _ = try ParquetParts.copy(
          table, from: all.map { "\(folder.path)/\(place)/\($0.name)" }, to: file,
          where: { _, export in wanted.contains(export) })
      }
      part.size = Int(folder.size(of: pending) ?? 0)
    }
    var entry = CohortEntry(.compacted)
    entry.part = part
    try commit(entry)
    if !kept.isEmpty { try folder.rename(pending, path) }
    for name in names where name != part.name { folder.remove("\(place)/\(name)") }
  }

  // MARK: Removal

  /// Removes a participant: the rows, the lines of the ledger, and what is known of the exports. A line remains that states
  /// the withdrawal, so that later exports are refused.
  ///
  /// - Returns: How many exports the participant had.
  package mutating func withdraw(_ participant: String) throws(HealthError) -> Int {
    let own = order.filter { exports[$0]?.participant == participant }
    guard !own.isEmpty || withdrawn.contains(participant) else {
      throw HealthError(
        .usage, "the study has no participant '\(participant.printableName)'")
    }
    if !withdrawn.contains(participant) {
      var entry = CohortEntry(.withdrawn)
      entry.participant = participant
      try commit(entry)
    }
    try settle()
    return own.count
  }

  /// Removes an export as if it had never been added: its rows, and its lines of the ledger.
  ///
  /// - Returns: Whose it was.
  package mutating func forget(export: String) throws(HealthError) -> String {
    guard let known = exports[export] else {
      throw HealthError(.usage, "the study has no export '\(export.printableName)'")
    }
    var entry = CohortEntry(.forgotten)
    entry.export = export
    try commit(entry)
    try settle()
    return known.participant
  }

  /// Removes what is known of the exports of participants who have withdrawn.
  mutating func forgetWithdrawn() {
    let people = Set(withdrawn)
    let gone = Set(order.filter { people.contains(exports[$0]?.participant ?? "") })
    if gone.isEmpty { return }
    for export in gone { exports[export] = nil }
    order.removeAll { gone.contains($0) }
    for key in parts.keys { parts[key]?.exports.removeAll { gone.contains($0) } }
    needsNewLedger = true
  }
}

/// Converts one export of a study.
extension Cohort {
  /// An export that is converted.
  struct Source: Sendable {
    let input: Input
    /// Its id: the hash, with another end if it is known as that of another participant.
    let id: String
    /// The folder into which it is converted.
    let work: String
    let study: String
    /// Why its bytes cannot be read.
    let error: HealthError?
    /// Whether the data of another participant have the same bytes.
    let isOfTwo: Bool
  }

  private static func row(
    _ status: CohortEntry.Status, _ source: Source, _ options: AddOptions
  ) -> CohortEntry {
    var entry = CohortEntry(status)
    let input = source.input
    (entry.export, entry.participant) = (source.id, input.id)
    entry.zone = options.release == nil ? input.zone : nil
    entry.size = Int(FileStatus(path: input.path, following: true)?.size ?? 0)
    entry.version = options.version
    return entry
  }

  /// The row of an export that is converted, or that is quarantined because of what is in it, with the error.
  ///
  /// - Returns: A failure for what is not the export's fault: the output, the disk, the system.
  static func converted(
    _ source: Source, _ options: AddOptions
  ) -> Result<(CohortEntry, HealthError?), HealthError> {
    if source.isOfTwo {
      var entry = row(.quarantined, source, options)
      (entry.rule, entry.exit) = (twoParticipantsRule, 65)
      return .success((entry, nil))
    }
    do throws(HealthError) {
      if let error = source.error { throw error }
      return .success((try convert(source, options), nil))
    } catch {
      switch error.kind {
      case .malformed, .unsupported, .usage:
        var entry = row(.quarantined, source, options)
        (entry.rule, entry.exit) = (error.rule.isEmpty ? "unreadable-input" : error.rule, 65)
        return .success((entry, error))
      case .noInput, .cannotCreate, .failed: return .failure(error)
      }
    }
  }

  /// Converts an export into a hidden folder of the study, all kinds in one pass.
  private static func convert(
    _ source: Source, _ options: AddOptions
  ) throws(HealthError) -> CohortEntry {
    let (input, folder) = (source.input, StudyFolder("\(source.study)/\(source.work)"))
    var reading = options.reading
    reading.jobs = 1
    if reading.zone == nil { reading.zone = input.zone.flatMap { try? Zone($0) } }
    var dataset = try Dataset.open(input.path, options: reading).participant(input.participant)
    if let policy = options.release?.policy {
      // Of this export alone: what a policy numbers must not depend on other exports.
      let release = Release(policy)
      dataset = try dataset.rereadable().releasing(release)
      try release.findFirstDays(of: [dataset])
    }
    let coverage = CohortCoverage()
    var conversion = Conversion(of: [dataset], to: .parquet)
    conversion.options.cohort = WriteOptions.CohortColumns(
      participant: input.id, export: source.id)
    if options.checks { conversion.checks = RuleSettings() }
    conversion.observer = { coverage.add($0) }
    let report = try conversion.run(toFile: "\(folder.path)/", overwriting: true)
    if let error = report.readError { throw error }
    var entry = row(.ok, source, options)
    entry.exportDate = try dataset.info.exportDate?.description
    entry.samples = report.samplesWritten
    let findings = report.findings.rules.map {
      CohortEntry.Finding(rule: $0.name, severity: $0.severity.rawValue, count: $0.count)
    }
    entry.set(CohortEntry.Details(findings: findings, coverage: coverage.rows))
    entry.days = coverage.days
    let files = folder.names().filter { $0.hasSuffix(".parquet") && $0 != "dataset.parquet" }
    entry.tables = files.map { String($0.dropLast(".parquet".count)) }
    entry.tableSizes = files.map { Int(folder.size(of: $0) ?? 0) }
    return entry
  }
}
