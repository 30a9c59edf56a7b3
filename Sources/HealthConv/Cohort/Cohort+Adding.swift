import HealthBytes
import HealthFormats
import HealthModel

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

  /// The result of adding one export.
  package struct Event {
    package let input: Input
    /// Its row; `nil` if the study has the export already, or if the export could not be opened.
    package let entry: CohortEntry?
    /// Why the export is quarantined or could not be opened.
    package let error: HealthError?
    /// How long it took.
    package let seconds: Double
  }

  /// Adds exports, the largest first, and writes the tables about the study.
  ///
  /// Other programs may add exports meanwhile, if the study was not opened for changes: the lock is then held only for each commit.
  ///
  /// - Parameter onEvent: Receives each export that is done. It is called by one thread at a time.
  /// - Throws: `HealthError` of code `.usage` for participants that have withdrawn, `.notFound` for exports that do not exist,
  ///   before anything is read; also if writing or a system call fails. Exports that were added before remain in the study.
  package mutating func add(
    _ given: [Input], _ options: AddOptions, onEvent: (Event) -> Void
  ) throws(HealthError) -> Added {
    try Self.checkExistence(of: given)
    // This may extend the table of pseudonyms. Folders that killed runs left are removed first, since they take disk space.
    let (inputs, own) = try changing { (study) throws(HealthError) in
      let inputs = try options.released(given)
      try study.check(options.release, for: inputs)
      let gone = inputs.filter { study.withdrawn.contains($0.id) }
      if let first = gone.first { throw Self.withdrawn(gone.count, of: inputs.count, first) }
      for path in study.foldersOfRuns(inUse: false) { study.folder.remove(path) }
      return (inputs, try study.folder.makeOwnFolder(Self.adding))
    }
    let queue = Queue(inputs, options, keepsHistory: keepsHistory)
    let gate = Monitor(())
    var added = Added()
    var failure: HealthError?
    /// Adds an export, unless the run has ended.
    func process(_ index: Int) {
      let input = inputs[index]
      let begin = ContinuousClock.now
      let hash = queue.hash(index)
      func report(_ entry: CohortEntry?, _ error: HealthError?) {
        added.count(entry, error)
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        onEvent(Event(input: input, entry: entry, error: error, seconds: seconds))
      }
      func locked(_ body: () throws(HealthError) -> Void) {
        gate.withLock { _ in
          guard failure == nil else { return }
          do throws(HealthError) { try body() } catch { failure = error }
        }
      }
      var source: Source?
      func find() {
        locked { () throws(HealthError) in
          source = try changing { (study) throws(HealthError) in
            try study.source(input, hash, "\(own.name)/\(index)", options)
          }
          if source == nil { report(nil, nil) }
        }
      }
      find()
      while let converted = source {
        source = nil
        let outcome = Self.converted(converted, options)
        locked { () throws(HealthError) in
          defer { folder.remove(converted.work) }
          if case .failure(let error) = outcome, error.kind == .noInput {
            return report(nil, error)
          }
          let (entry, error) = try outcome.get()
          let final = try changing { (study) throws(HealthError) -> CohortEntry? in
            source = try study.source(input, hash, converted.work, options)
            guard let now = source, now.id == converted.id, now.isOfTwo == converted.isOfTwo else {
              return nil
            }
            source = nil
            return try study.commit(entry, from: converted.work)
          }
          // If there is a source again, another program has meanwhile added the same bytes: the export is converted again.
          if source == nil { report(final, final == nil ? nil : error) }
        }
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
        for index in queue.first[place] { process(index) }
      }
    }
    // The results of these inputs depend on those of the inputs with the same bytes.
    for index in queue.again { process(index) }
    if let failure { throw failure }
    try changing { (study) throws(HealthError) in
      study.folder.remove(own.name)
      // If several runs add exports, the last one to end writes the tables.
      if options.writesTables, study.foldersOfRuns(inUse: true).isEmpty { try study.settle() }
    }
    return added
  }

  /// Refuses a policy that the study does not have, or that cannot be applied to exports one by one.
  private func check(_ release: Release?, for inputs: [Input]) throws(HealthError) {
    guard release?.policy.mark == policy else {
      let made =
        policy == nil
        ? "without a policy"
        : release == nil ? "with a policy, and none is given" : "with another policy or key"
      throw HealthError(
        .usage,
        "'\(folder.path)' was made \(made): all exports of a study have one policy file and one key"
      )
    }
    guard let release else { return }
    if keepsHistory, release.policy.settings.dates == .dayNumber {
      throw HealthError(
        .usage,
        "'dates: day-number' counts the days of each export anew, so a study that keeps all exports cannot have it"
      )
    }
    let people = Set(inputs.map(\.id)).union(current.keys).count
    if people < release.policy.minimum {
      throw HealthError(
        .usage,
        "the policy requires at least \(release.policy.minimum) participants; the study would have \(people)"
      )
    }
  }

  private static func withdrawn(_ count: Int, of all: Int, _ first: Input) -> HealthError {
    HealthError(
      .usage,
      "\(count) of \(all) exports are of participants that have withdrawn, such as '\(first.path)'")
  }

  /// What is to be converted; `nil` for an export that the study has.
  private func source(
    _ input: Input, _ hash: (text: String, error: HealthError?), _ work: String,
    _ options: AddOptions
  ) throws(HealthError) -> Source? {
    if withdrawn.contains(input.id) { throw Self.withdrawn(1, of: 1, input) }
    let other = exports[hash.text].flatMap { $0.participant == input.id ? nil : $0 }
    let id = other == nil ? hash.text : Self.otherID(hash.text, input.id)
    if isKnown(id, input, options) { return nil }
    return Source(
      input: input, id: id, work: work, study: folder.path, error: hash.error,
      isOfTwo: other.map { $0.status != .quarantined } ?? false)
  }

  /// Whether an export need not be read. An export with rows in a part is not
  /// converted again for another version of the program.
  private func isKnown(_ id: String, _ input: Input, _ options: AddOptions) -> Bool {
    guard let entry = exports[id], entry.participant == input.id else { return false }
    switch entry.status {
    case .quarantined: return !options.retries
    case .ok where isLost(entry): return false
    default: return entry.version == options.version || !joinedTables(of: id).isEmpty
    }
  }

  /// Renames the files of an export to their final paths and commits it, unless the participant has a later export.
  private mutating func commit(
    _ entry: CohortEntry, from work: String
  ) throws(HealthError) -> CohortEntry {
    var entry = entry
    let known = exports[entry.export]
    // A failure does not replace data.
    if entry.status == .quarantined, let known, known.status != .quarantined { return entry }
    let old = current[entry.participant].flatMap { exports[$0] }
    if entry.status == .ok, !keepsHistory, let old, old.export != entry.export {
      if entry.date == nil || old.date == nil {
        (entry.status, entry.rule, entry.exit) = (.quarantined, Self.undatedRule, 65)
      } else if entry.rank < old.rank {
        entry.status = .superseded
      }
    }
    guard entry.status == .ok else {
      (entry.tables, entry.tableSizes) = ([], [])
      try commit(entry)
      return entry
    }
    let before = known.flatMap { $0.status == .ok ? $0 : nil }
    if let before, isLost(before) { try dropLostParts(of: entry.export) }
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

  /// The rule of an export that cannot be ordered among the exports of its participant, since one has no date.
  package static let undatedRule = "export-without-date"
  /// The rule of an export whose bytes are those of another participant's.
  package static let twoParticipantsRule = "export-of-two-participants"

  /// The tables of an export whose rows are in parts.
  private func joinedTables(of export: String) -> Set<String> {
    Set(parts.values.filter { $0.exports.contains(export) }.map(\.table))
  }

  /// Drops parts that are missing or incomplete, so that the rows of their exports are expected in files of their own.
  private mutating func dropLostParts(of export: String) throws(HealthError) {
    for (path, part) in parts
    where part.exports.contains(export) && location(of: path, ExpectedFile(part)) == nil {
      try commit(dropping: part)
    }
  }
}
