// An inbox loads files from folders into a store, one after another. The ledger is a table of the
// store (`inbox_file`), the same in every database. A row contains the hash of the content, the
// first name without folders, size, status, counts, days and time. A file is identified by its
// hash, so the same content is not loaded again under another name. The samples of a file, its row,
// and the removal of the aggregates that it replaces are one transaction (`InboxLoad`): a load that
// is killed leaves either all of it or nothing. A file that violates a rule of its format gets a
// row with its status and no samples, and loading continues with the other files. An error of the
// system (a full disk, a lost server, a store in use) ends the run and leaves no row.
//
// A file may be incomplete when it is found. It waits in three cases: its name is that of a
// download; it was changed within the last two seconds and changes again in the next two; or it
// changes while it is read. A file that stops growing for longer before it is complete is damaged;
// once complete, it has another hash and is loaded. Files are loaded in the order in which they
// were changed, so a corrected file is loaded after the one that it corrects.
//
// If files have data of the same time, `Aggregate` decides which of them count. It runs in the
// transaction of each file, for the times of that file only. An aggregate is a sample with the
// metadata `aggregate`, by which maps mark sums, averages, total times and copies. Of two
// aggregates of the same type, source and time, the finer one counts, otherwise the later one.
// Samples of a full export (an input that states when it was exported) replace aggregates of their
// type, source and time. The times that exports cover are a table (`export_coverage`), so
// aggregates that are loaded later are not saved. Removed samples leave tombstones: each
// replacement is a deletion and an addition in the changes of the store.

import HealthBytes
package import HealthFormats
import HealthModel
package import HealthStore

/// Loads the files of folders into a store, each content once.
package struct Inbox: InterruptibleWork {
  /// The counts of a run.
  package struct Report: Sendable, Equatable {
    /// How many files were read in this run, by the status in their rows.
    package internal(set) var counts: [InboxFile.Status: Int] = [:]
    /// How many files were not read because their content was read before.
    package internal(set) var known = 0
    /// How many of these could not be loaded when they were read.
    package internal(set) var failedBefore = 0
    /// How many files are still being written.
    package internal(set) var waiting = 0
    /// How many files could not be opened; they get no row in the ledger.
    package internal(set) var unopened = 0
    /// The sum of the samples of the loaded files; the following properties are sums, too.
    package internal(set) var samples = 0
    package internal(set) var new = 0
    package internal(set) var changed = 0
    package internal(set) var superseded = 0
    package internal(set) var removed = 0
    /// How many files are the result of another policy than the data of the store. No policy counts
    /// as a policy of its own.
    package internal(set) var otherPolicies = 0
    /// The error of updating the answers in the store, which are then of an earlier state.
    package internal(set) var answersError: HealthError?

    /// How many files were found.
    package var files: Int { counts.values.reduce(known + waiting + unopened, +) }
  }

  /// The paths of the folders and files to load.
  package let inputs: [String]
  /// The path or the address of the store.
  package let store: String
  /// How files are read. A map is used for files that no other format recognizes.
  package var reading = ReadOptions()
  /// The format of all files; `nil` to detect the format of each file.
  package var format: Format?
  /// Whether to read files again that an earlier run read but did not load.
  package var retries = false
  /// Whether data are saved although they state another date of birth, biological sex or blood
  /// type.
  package var allowsDifferentPeople = false
  /// Whether a source is saved although the store has its samples under another source name.
  package var allowsNewSources = false
  /// The names of sources to use, by those that are read.
  package var sourceNames: [String: String] = [:]
  /// Replaces the names of files in messages and in the ledger; `nil` if names are not hidden.
  package var pathNames: PathNames?
  package var onProgress: Conversion.Progress.Handler = { _ in }
  /// The time without a change after which a file is regarded as complete, in milliseconds.
  package var quietTime: Int64 = 2_000

  private let kind: StoreKind
  private var isMade = false
  /// The version of each file, by path, that needs no further reading.
  private var handled: [String: FileStatus.Version] = [:]
  /// The version of each file, by path, that waited in the last run.
  private var waiting: [String: FileStatus.Version] = [:]

  /// - Throws: `HealthError` of code `.usage` if the path is not that of a store.
  package init(_ inputs: [String], into store: String) throws(HealthError) {
    let isThere = FileStatus(path: store, following: true) != nil
    let name =
      isThere || Format.ofAddress(store) != nil
      ? try StoreKind.find(store)?.kind.format.name : try Format.forWriting(to: store).name
    guard let kind = StoreKind.all.first(where: { $0.format.name == name }) else {
      throw HealthError(
        .usage, "'\(store)' is not a store, expected a database such as 'health.db'")
    }
    (self.inputs, self.store, self.kind) = (inputs, store, kind)
  }

  /// Loads the files whose content was not loaded yet.
  ///
  /// - Parameters:
  ///   - waits: Whether to wait ``quietTime`` and inspect files again that were changed just now;
  ///     otherwise they wait for the next run.
  ///   - onFile: Receives the name of each file, its row (`nil` if the file could not be opened),
  ///     and the error if the file was not loaded.
  /// - Throws: `HealthError` if the store cannot be written, or an input does not exist. What was loaded before stays.
  package mutating func run(
    waits: Bool = true, onFile: (String, InboxFile?, HealthError?) -> Void
  ) throws(HealthError) -> Report {
    var report = Report()
    var known = try knownFiles()
    var changing: [InboxFolder.Item] = []
    for item in try InboxFolder.files(of: inputs, exceptFor: store) {
      if handled[item.path] == item.status.version {
        report.known += 1
      } else if item.isDownload {
        report.waiting += 1
      } else if waiting[item.path] == item.status.version || item.isQuiet(for: quietTime) {
        try load(item, &known, &report, onFile)
      } else {
        changing.append(item)
      }
    }
    if waits, !changing.isEmpty { Self.pause(quietTime) }
    waiting = [:]
    for item in changing {
      if waits, item.isUnchanged {
        try load(item, &known, &report, onFile)
      } else {
        waiting[item.path] = item.status.version
        report.waiting += 1
      }
    }
    if report.counts[.loaded, default: 0] > 0 {
      do throws(HealthError) { try StoreAnswers.update(store) } catch {
        report.answersError = error
      }
    }
    return report
  }

  private static func pause(_ milliseconds: Int64) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end, !Interruption.isPending { Pause.sleep(milliseconds: 20) }
  }

  /// The status of each file in the ledger, by hash; empty if there is no store yet.
  private func knownFiles() throws(HealthError) -> [String: InboxFile.Status] {
    do throws(HealthError) {
      let ledger = try (StoreKind.open(store, for: .reading) as? any InboxStore)?.inboxFiles()
      return Dictionary((ledger ?? []).map { ($0.hash, $0.status) }) { $1 }
    } catch {
      guard error.code == .notFound else { throw error }
      return [:]
    }
  }

  // MARK: Loading

  private mutating func load(
    _ item: InboxFolder.Item, _ known: inout [String: InboxFile.Status], _ report: inout Report,
    _ onFile: (String, InboxFile?, HealthError?) -> Void
  ) throws(HealthError) {
    let (hash, hashError) = Cohort.hash(of: item.path)
    if let hashError {
      report.unopened += 1
      return onFile(pathNames?.file(item.path) ?? item.name, nil, hashError)
    }
    if let status = known[hash], status == .loaded || !retries {
      report.known += 1
      if status != .loaded { report.failedBefore += 1 }
      handled[item.path] = item.status.version
      return
    }
    let label = pathNames.map { _ in InboxFile.hiddenName(hash: hash) }
    if let label { pathNames?.name(item.path, as: label) }
    let row = InboxFile(
      hash: hash, name: label ?? AtomicFile.split(item.path).name, size: item.status.size,
      status: .loaded,
      date: Timestamp(secondsSince1970: SystemClock.secondsSince1970))
    let (saved, error) = try save(item, row, &report)
    let name = label ?? item.name
    guard let saved else {
      if let error {
        report.unopened += 1
        onFile(name, nil, error)
      } else {
        report.waiting += 1
        waiting[item.path] = FileStatus(path: item.path, following: true)?.version
      }
      return
    }
    known[hash] = saved.status
    handled[item.path] = item.status.version
    report.add(saved)
    onFile(name, saved, error)
    // A signal from now on ends a run that has more to do.
    Interruption.begin()
  }

  /// Saves the samples of a file, or the row of one that cannot be loaded.
  ///
  /// - Returns: The saved row, with an error if the file was not loaded. Without a row: the error
  ///   of a file that cannot be opened, or no error if the file changed while it was read.
  private mutating func save(
    _ item: InboxFolder.Item, _ row: InboxFile, _ sums: inout Report
  ) throws(HealthError) -> (InboxFile?, HealthError?) {
    var row = row
    let dataset: Dataset
    do throws(HealthError) {
      let opened = try open(item.path).renamingSources(sourceNames)
      dataset = pathNames.map { opened.hidingPaths($0) } ?? opened
    } catch {
      row.status =
        error.kind == .unsupported || error.remedy == .nameInputFormat
        ? .unsupported : .damaged
      return try saveRow(row, error)
    }
    try makeStore()
    let observer = InboxObserver()
    var conversion = Conversion(of: dataset, to: kind.format)
    conversion.allowsDifferentPeople = allowsDifferentPeople
    conversion.allowsNewSources = allowsNewSources
    conversion.onProgress = onProgress
    conversion.observer = { observer.add($0) }
    let output = try OutputContainer.making(
      store, of: kind.format, from: [dataset], options: WriteOptions(), overwriting: false)
    let report: Conversion.Report
    do throws(HealthError) { report = try conversion.run(into: output, name: store) } catch {
      output.database?.rollBack()
      // Errors of reading have a rule; those of people and sources have none.
      row.status =
        error.kind == .unsupported ? .unsupported : error.rule.isEmpty ? .refused : .damaged
      return try saveRow(row, error)
    }
    if let error = report.readError {
      output.database?.rollBack()
      row.status = error.kind == .unsupported ? .unsupported : .damaged
      return try saveRow(row, error)
    }
    guard item.isUnchanged else { return (nil, nil) }
    guard let database = output.database, let load = database.load as? any InboxLoad else {
      throw HealthError(.busy, store, "was removed by another program meanwhile")
    }
    if report.findings.rules.contains(where: { $0.name == DatasetInfo.policyRule }) {
      sums.otherPolicies += 1
    }
    (row.samples, row.days) = (report.samplesWritten, observer.days)
    let exported = dataset.format.isOfActivities ? nil : report.exportDate
    let times = observer.times(exported: exported)
    var saved = row
    database.onCommit = { () throws(HealthError) in
      saved = try load.commit(row, times)
      return nil
    }
    do throws(HealthError) { try output.finish() } catch { throw error.writing(store) }
    return (saved, nil)
  }

  /// Saves the row of a file whose samples are not saved.
  private mutating func saveRow(
    _ row: InboxFile, _ error: HealthError
  ) throws(HealthError) -> (InboxFile?, HealthError?) {
    switch error.kind {
    case .noInput: return (nil, error)
    case .cannotCreate, .failed: throw error
    case .malformed, .unsupported, .usage: break
    }
    var row = row
    row.rule = error.rule.isEmpty ? nil : error.rule
    try makeStore()
    guard let load = try kind.open(location, .writing).beginLoad(.add) as? any InboxLoad else {
      throw HealthError(.busy, store, "was removed by another program meanwhile")
    }
    return (try load.commit(row, InboxTimes()), error)
  }

  private var location: String { Format.ofAddress(store)?.location ?? store }

  /// Makes the store if it does not exist.
  private mutating func makeStore() throws(HealthError) {
    if isMade { return }
    do throws(HealthError) {
      let made = try kind.open(location, .creating)
      if try made.anchor().change == 0 { _ = try made.beginLoad(.add).commit() }
    } catch { throw error.writing(store) }
    isMade = true
  }

  /// Opens a file. A map in ``reading`` is used for files that cannot be opened without one, and for archives with samples that it reads:
  /// next to these, an archive may have files of another format.
  private func open(_ path: String) throws(HealthError) -> Dataset {
    guard format == nil, let implied = Format.implied(by: reading) else {
      return try Dataset.open(path, as: format, options: reading)
    }
    do throws(HealthError) {
      let dataset = try Dataset.open(path, options: reading)
      if dataset.isArchive, dataset.format.name != implied.name,
        let mapped = try? Dataset.open(path, as: implied, options: reading), mapped.hasSamples
      {
        return mapped
      }
      return dataset
    } catch {
      guard error.kind == .malformed || error.kind == .unsupported else { throw error }
      return try Dataset.open(path, as: implied, options: reading)
    }
  }
}

extension Dataset {
  /// Whether it begins with a sample.
  fileprivate var hasSamples: Bool {
    guard var samples = try? samples() else { return false }
    return (try? samples.next()) != nil
  }
}

extension Inbox.Report {
  fileprivate mutating func add(_ file: InboxFile) {
    counts[file.status, default: 0] += 1
    samples += file.samples
    new += file.new
    changed += file.changed
    superseded += file.superseded
    removed += file.removed
  }

  /// The report as a JSON document.
  ///
  /// - Parameter store: The name of the store.
  package func json(store: String) -> String {
    let statuses = InboxFile.Status.allCases.map {
      ($0.rawValue, JSONText.number(counts[$0, default: 0]))
    }
    return JSONText.document(
      [("store", .string(store)), ("files", .number(files))] + statuses + [
        ("known", .number(known)), ("waiting", .number(waiting)), ("unopened", .number(unopened)),
        ("samples", .number(samples)), ("new", .number(new)), ("changed", .number(changed)),
        ("superseded", .number(superseded)), ("removed", .number(removed)),
      ])
  }
}
