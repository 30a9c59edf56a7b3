import HealthBytes
import HealthFormats
import HealthModel
import HealthValidation

/// Adds exports to a study.
extension Cohort {
  /// Refuses exports that do not exist.
  package static func checkExistence(of inputs: [Input]) throws(HealthError) {
    let missing = inputs.filter { FileStatus(path: $0.path, following: true) == nil }
    guard let first = missing.first else { return }
    throw HealthError(
      .notFound,
      "cannot read '\(first.path)': no such file or folder"
        + (missing.count > 1 ? "; \(missing.count) of \(inputs.count) exports do not exist" : ""))
  }

  /// Adds exports, the largest first, and writes the tables about the study.
  ///
  /// - Parameter onEvent: Receives each export that is done, with the error of one that is quarantined or cannot be opened.
  ///   It is called by one thread at a time.
  /// - Throws: `HealthError` of code `.usage` for participants that have withdrawn, `.notFound` for exports that do not exist,
  ///   before anything is read; also if writing fails or the system does. Exports that were added until then stay.
  package mutating func add(
    _ inputs: [Input], _ options: AddOptions,
    onEvent: (Input, CohortEntry?, HealthError?) -> Void
  ) throws(HealthError) -> Added {
    let gone = inputs.filter { withdrawn.contains($0.participant) }
    if let first = gone.first {
      throw HealthError(
        .usage,
        "\(gone.count) of \(inputs.count) exports are of participants that have withdrawn, such as '\(first.path)'"
      )
    }
    try Self.checkExistence(of: inputs)
    try folder.makeFolder(Self.work)
    let queue = Queue(inputs, options)
    let known = Known(joined: Set(parts.values.flatMap(\.exports)), lost: lostExports())
    let gate = Monitor(())
    var added = Added()
    var failure: HealthError?
    /// Adds an export, unless the run has ended.
    func process(_ index: Int) {
      let input = inputs[index]
      let (hash, hashError) = queue.hash(index)
      var source: Source?
      gate.withLock { _ in
        if failure != nil { return }
        let id = self.id(of: hash, input.participant)
        if isKnown(id, input, options, known) {
          added.skipped += 1
          return onEvent(input, nil, nil)
        }
        source = Source(
          input: input, id: id, work: "\(Self.work)/\(index)", study: folder.path,
          error: hashError, isOfTwo: id != hash && exports[hash]?.status != .quarantined)
      }
      guard let source else { return }
      let outcome = Self.converted(source, options)
      gate.withLock { _ in
        guard failure == nil else { return }
        do throws(HealthError) {
          let (entry, error) = try outcome.get()
          let final = try commit(entry, from: source.work, lost: known.lost)
          switch final.status {
          case .ok:
            added.ok += 1
            added.samples += final.samples
          case .superseded: added.superseded += 1
          default: added.quarantined += 1
          }
          onEvent(input, final, error)
        } catch  where error.kind == .noInput {
          added.unopened += 1
          onEvent(input, nil, error)
        } catch { failure = error }
        folder.remove(source.work)
      }
    }
    let next = Monitor(0)
    ParallelThreads.run(min(options.jobs, max(1, queue.first.count))) { _ in
      while true {
        let place = next.withLock { number in
          number += 1
          return number - 1
        }
        guard place < queue.first.count else { return }
        process(queue.first[place])
      }
    }
    // What becomes of these depends on those of the same bytes.
    for index in queue.again { process(index) }
    folder.remove(Self.work)
    if let failure { throw failure }
    try removeStaleRows()
    try writeTables()
    return added
  }

  /// What is known of the files of exports when a run begins.
  private struct Known {
    /// Exports whose rows are in parts.
    let joined: Set<String>
    /// Exports of which a file is missing or incomplete.
    let lost: Set<String>
  }

  /// An export that is converted.
  private struct Source: Sendable {
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

  /// The id of an export of a participant.
  private func id(of hash: String, _ participant: String) -> String {
    guard let known = exports[hash], known.participant != participant else { return hash }
    return Self.otherID(hash, participant)
  }

  /// Whether an export need not be read. One that is in a part stays as another version of the program converted it.
  private func isKnown(
    _ id: String, _ input: Input, _ options: AddOptions, _ known: Known
  ) -> Bool {
    guard let entry = exports[id], entry.participant == input.participant else { return false }
    switch entry.status {
    case .quarantined: return !options.retries
    case .ok where known.lost.contains(id): return false
    default: return entry.version == options.version || known.joined.contains(id)
    }
  }

  /// Gives the files of an export their names and commits it, unless the participant has a later one.
  private mutating func commit(
    _ entry: CohortEntry, from work: String, lost: Set<String>
  ) throws(HealthError) -> CohortEntry {
    var entry = entry
    // A failure does not replace data.
    if entry.status == .quarantined, let known = exports[entry.export],
      known.status != .quarantined
    {
      return entry
    }
    let old = current[entry.participant].flatMap { exports[$0] }
    if entry.status == .ok, !keepsHistory, let old, old.export != entry.export {
      if let date = entry.date, let known = old.date {
        if date < known { entry.status = .superseded }
      } else {
        (entry.status, entry.rule, entry.exit) = (.quarantined, Self.undatedRule, 65)
      }
    }
    guard entry.status == .ok else {
      (entry.tables, entry.tableSizes) = ([], [])
      try commit(entry)
      return entry
    }
    if lost.contains(entry.export) { try dropLostParts(of: entry.export) }
    let before = exports[entry.export].flatMap { $0.status == .ok ? $0 : nil }
    let inParts = before.map { joinedTables(of: $0.export) } ?? []
    for table in entry.tables where !inParts.contains(table) {
      try folder.makeFolder("tables/\(table)/\(bucket(of: entry.participant))")
      try folder.rename("\(work)/\(table).parquet", path(of: table, entry))
    }
    try commit(entry)
    if !keepsHistory, let old, old.export != entry.export {
      for table in old.tables { folder.remove(path(of: table, old)) }
    }
    for table in before?.tables ?? [] where !entry.tables.contains(table) {
      folder.remove(path(of: table, entry))
    }
    return entry
  }

  /// The rule of an export whose place among those of the participant is not known.
  package static let undatedRule = "export-without-date"
  /// The rule of an export whose bytes are those of another participant's.
  package static let twoParticipantsRule = "export-of-two-participants"

  /// The tables of an export whose rows are in parts.
  private func joinedTables(of export: String) -> Set<String> {
    Set(parts.values.filter { $0.exports.contains(export) }.map(\.table))
  }

  /// Drops parts that are missing or incomplete, so that the rows of their exports are expected in files of their own.
  private mutating func dropLostParts(of export: String) throws(HealthError) {
    for (path, file) in expectedFiles()
    where file.isPart && file.exports.contains(export) && location(of: path, file) == nil {
      if let part = parts[path] { try commit(dropping: part) }
    }
  }

  // MARK: One export

  private static func row(
    _ status: CohortEntry.Status, _ source: Source, _ options: AddOptions
  ) -> CohortEntry {
    var entry = CohortEntry(status)
    let input = source.input
    (entry.export, entry.participant, entry.zone) = (source.id, input.participant, input.zone)
    entry.size = Int(FileStatus(path: input.path, following: true)?.size ?? 0)
    entry.version = options.version
    return entry
  }

  /// The row of an export that is converted, or that is quarantined because of what is in it, with the error.
  ///
  /// - Returns: A failure for what is not the export's fault: the output, the disk, the system.
  private static func converted(
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
    let dataset = try Dataset.open(input.path, options: reading).participant(input.participant)
    let coverage = CohortCoverage()
    var conversion = Conversion(of: [dataset], to: .parquet)
    conversion.options.cohort = WriteOptions.CohortColumns(
      participant: input.participant, export: source.id)
    if options.checks { conversion.checks = RuleSettings() }
    conversion.observer = { coverage.add($0) }
    let report = try conversion.run(toFile: "\(folder.path)/", overwriting: true)
    if let error = report.readError { throw error }
    var entry = row(.ok, source, options)
    entry.exportDate = try dataset.info.exportDate?.description
    entry.samples = report.samplesWritten
    (entry.coverage, entry.days) = (coverage.rows, coverage.days)
    entry.findings = report.findings.rules.map {
      CohortEntry.Finding(rule: $0.name, severity: $0.severity.rawValue, count: $0.count)
    }
    let files = folder.names().filter { $0.hasSuffix(".parquet") && $0 != "dataset.parquet" }
    entry.tables = files.map { String($0.dropLast(".parquet".count)) }
    entry.tableSizes = files.map { Int(folder.size(of: $0) ?? 0) }
    return entry
  }
}
