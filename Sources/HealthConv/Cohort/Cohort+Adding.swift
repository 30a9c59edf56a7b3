import HealthBytes
import HealthFormats
import HealthModel
import HealthValidation

/// Adds exports to a study.
extension Cohort {
  /// An export and whose it is.
  package struct Input: Sendable {
    package let path: String
    package let participant: String
    package let zone: String?

    package init(_ path: String, participant: String, zone: String? = nil) {
      (self.path, self.participant, self.zone) = (path, participant, zone)
    }
  }

  /// What became of the exports of a run.
  package struct Added: Sendable {
    package var ok = 0
    package var superseded = 0
    package var quarantined = 0
    /// Exports that the study has already.
    package var skipped = 0
    package var samples = 0

    package init() {}

    /// Those that were looked at.
    package var count: Int { ok + superseded + quarantined + skipped }
  }

  /// How exports are added.
  package struct AddOptions: Sendable {
    /// How exports are read; each by one thread.
    package var reading = ReadOptions()
    /// How many exports are converted at the same time.
    package var jobs = 1
    /// Whether those that could not be read are tried again.
    package var retries = false
    /// Whether samples are checked by the rules, which count in `findings`.
    package var checks = true
    /// The version of the program: exports that another one converted are converted again.
    package var version = ""

    package init() {}
  }

  /// Adds exports, the largest first, and writes the tables about the study.
  ///
  /// - Parameter onEvent: Receives each export that is done, with the error of one that is quarantined. It is called by one
  ///   thread at a time.
  /// - Throws: `HealthError` of code `.usage` for participants that have withdrawn, before anything is read; also if writing
  ///   fails. Exports that were added until then stay.
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
    try folder.makeFolder(Self.work)
    let sizes = inputs.map { FileStatus(path: $0.path, following: true)?.size ?? 0 }
    let queue = inputs.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
    let joined = Set(parts.values.flatMap(\.exports))
    let next = Monitor(0)
    let gate = Monitor(())
    var added = Added()
    var failure: HealthError?
    ParallelThreads.run(min(options.jobs, max(1, queue.count))) { _ in
      while true {
        let place = next.withLock { number in
          number += 1
          return number - 1
        }
        guard place < queue.count else { return }
        let input = inputs[queue[place]]
        let study = folder.path
        let (export, hashError) = Self.export(of: input.path, options.reading)
        var isDone = false
        gate.withLock { _ in
          isDone = failure != nil || isKnown(export, input, options, joined)
          if isDone, failure == nil {
            added.skipped += 1
            onEvent(input, nil, nil)
          }
        }
        if failure != nil { return }
        if isDone { continue }
        let (entry, error) =
          hashError.map { (Self.quarantined(input, export, $0, options), $0) }
          ?? Self.convert(input, export, study, options)
        gate.withLock { _ in
          guard failure == nil else { return }
          do throws(HealthError) {
            let final = try commit(entry, export)
            switch final.status {
            case .ok:
              added.ok += 1
              added.samples += final.samples
            case .superseded: added.superseded += 1
            default: added.quarantined += 1
            }
            onEvent(input, final, error)
          } catch { failure = error }
        }
      }
    }
    folder.remove(Self.work)
    if let failure { throw failure }
    try removeStaleRows()
    try writeTables()
    return added
  }

  /// Whether an export need not be read. One that is in a part stays as another version of the program converted it.
  private func isKnown(
    _ export: String, _ input: Input, _ options: AddOptions, _ joined: Set<String>
  ) -> Bool {
    guard let entry = exports[export], entry.participant == input.participant else { return false }
    return entry.status == .quarantined
      ? !options.retries : entry.version == options.version || joined.contains(export)
  }

  /// Gives the files of an export their names and commits it, unless the participant has a later one.
  private mutating func commit(
    _ entry: CohortEntry, _ export: String
  ) throws(HealthError) -> CohortEntry {
    var entry = entry
    let work = "\(Self.work)/\(export)"
    defer { folder.remove(work) }
    if entry.status == .ok, let other = exports[export], other.participant != entry.participant,
      other.status != .quarantined
    {
      // The row of the other participant is unchanged.
      entry.status = .quarantined
      entry.export = "\(export)-\(entry.participant)"
      entry.rule = "export-of-two-participants"
      entry.tables = []
    }
    if entry.status == .ok, let old = current[entry.participant], old != export,
      let date = exports[old]?.exportDate.flatMap({ Timestamp($0) }),
      entry.exportDate.flatMap({ Timestamp($0) }).map({ $0 < date }) ?? true, !keepsHistory
    {
      entry.status = .superseded
      entry.tables = []
    }
    let old = current[entry.participant].flatMap { exports[$0] }
    for table in entry.tables {
      try folder.makeFolder("tables/\(table)/\(bucket(of: entry.participant))")
      try folder.rename("\(work)/\(table).parquet", path(of: table, entry))
    }
    try commit(entry)
    if entry.status == .ok, !keepsHistory, let old, old.export != entry.export {
      for table in old.tables { folder.remove(path(of: table, old)) }
    }
    return entry
  }

  // MARK: One export

  /// A hash of the bytes of an export, 16 hexadecimal digits.
  private static func export(
    of path: String, _ options: ReadOptions
  ) -> (export: String, error: HealthError?) {
    var hash: UInt64 = 0x9e37_79b9_7f4a_7c15
    func add(_ source: any ByteSource) throws(HealthError) {
      var buffer = [UInt8](repeating: 0, count: 1 << 17)
      while true {
        let count = try source.read(into: &buffer, at: 0)
        if count == 0 { return }
        let (high, low) = (hash ^ ByteScan.hash64(buffer.span, from: 0, to: count))
          .multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
        hash = high ^ low
      }
    }
    var failure: HealthError?
    do throws(HealthError) {
      if FileStatus(path: path, following: true)?.isDirectory == true {
        let container = try InputContainer(path)
        for entry in container.entries.sorted(by: { $0.path < $1.path }) {
          try add(BytesSource(Array(entry.path.utf8)))
          try add(try container.open(entry))
        }
      } else {
        try add(try FileSource(path))
      }
    } catch {
      failure = error.reading(at: Place(file: path))
      try? add(BytesSource(Array(path.utf8)))
    }
    let digits = String(hash, radix: 16)
    return (String(repeating: "0", count: 16 - digits.count) + digits, failure)
  }

  private static func row(
    _ status: CohortEntry.Status, _ input: Input, _ export: String, _ options: AddOptions
  ) -> CohortEntry {
    var entry = CohortEntry(status)
    (entry.export, entry.participant, entry.zone) = (export, input.participant, input.zone)
    entry.size = Int(FileStatus(path: input.path, following: true)?.size ?? 0)
    entry.version = options.version
    return entry
  }

  private static func quarantined(
    _ input: Input, _ export: String, _ error: HealthError, _ options: AddOptions
  ) -> CohortEntry {
    var entry = row(.quarantined, input, export, options)
    entry.rule = error.rule.isEmpty ? "unreadable-input" : error.rule
    entry.exit = 65
    return entry
  }

  /// Converts an export into a hidden folder of the study, all kinds in one pass.
  private static func convert(
    _ input: Input, _ export: String, _ study: String, _ options: AddOptions
  ) -> (CohortEntry, HealthError?) {
    do throws(HealthError) {
      var reading = options.reading
      reading.jobs = 1
      let dataset = try Dataset.open(input.path, options: reading).participant(input.participant)
      let coverage = CohortCoverage()
      var conversion = Conversion(of: [dataset], to: .parquet)
      conversion.options.cohort = WriteOptions.CohortColumns(
        participant: input.participant, export: export)
      if options.checks { conversion.checks = RuleSettings() }
      conversion.observer = { coverage.add($0) }
      let report = try conversion.run(
        toFile: "\(study)/\(work)/\(export)/", overwriting: true)
      if let error = report.readError { throw error }
      var entry = row(.ok, input, export, options)
      entry.exportDate = try dataset.info.exportDate?.description
      entry.samples = report.samplesWritten
      (entry.coverage, entry.days) = (coverage.rows, coverage.days)
      entry.findings = report.findings.rules.map {
        CohortEntry.Finding(rule: $0.name, severity: $0.severity.rawValue, count: $0.count)
      }
      entry.tables = StudyFolder("\(study)/\(work)/\(export)").names()
        .filter { $0.hasSuffix(".parquet") && $0 != "dataset.parquet" }
        .map { String($0.dropLast(".parquet".count)) }
      return (entry, nil)
    } catch {
      return (quarantined(input, export, error, options), error)
    }
  }
}
