// A study is a folder: tables of Parquet by kind and bucket of participants, a ledger, and tables about its exports. The
// ledger is one file of lines, and a line is the commit: an export is converted into a hidden folder, its files are renamed
// into the tables, and its line is appended and synchronized. What a killed run leaves is either named by no line, and
// removed by the next run, or named by one, and complete. Compaction commits in the same way: a line names the new part and
// the files that it replaces, and the next run completes what the line states. One process at a time changes
// a study (`.lock`); its threads convert different exports, since deflate has no points at which one could be split.
//
// Rows of an export that was replaced or withdrawn are removed from parts by writing these again. Until then the tables
// have rows of an export that is not current in `participants.parquet`.

import HealthBytes
import HealthFormats
import HealthModel

/// A study of many participants: `healthconv cohort`.
package struct Cohort: ~Copyable {
  package let folder: StudyFolder
  /// How many buckets participants are divided into.
  package private(set) var buckets = 1
  /// Whether the rows of earlier exports of a participant stay in the tables.
  package private(set) var keepsHistory = false
  /// The last row of each export, and the current exports of participants.
  package private(set) var exports: [String: CohortEntry] = [:]
  package private(set) var order: [String] = []
  package private(set) var current: [String: String] = [:]
  package private(set) var withdrawn: [String] = []
  package private(set) var parts: [String: CohortPart] = [:]
  /// Whether the ledger ends in a line without its end.
  private var isTorn = false

  static let manifest = "manifest.json"
  static let ledger = "ledger.jsonl"
  static let work = ".work"
  static let layout = 1
  package static let mostBuckets = 1_024

  /// Opens a study.
  ///
  /// - Parameter isChanging: Whether it is to be changed: then its lock is held, and what a killed run left is settled.
  /// - Throws: `HealthError` of code `.notFound` for a folder that is no study.
  package init(_ path: String, isChanging: Bool = false) throws(HealthError) {
    folder = StudyFolder(path)
    var manifest: [UInt8]?
    if folder.size(of: Self.manifest) != nil {
      do throws(HealthError) {
        manifest = try FileSource("\(folder.path)/\(Self.manifest)").readAll()
      } catch { throw error.reading(at: Place(file: path)) }
    }
    guard let manifest, let value = JSONText(parsing: manifest.filter { $0 != 10 }) else {
      throw HealthError(
        .notFound, "'\(path)' is not a study: it has no \(Self.manifest) of one")
    }
    guard value["layout"]?.integer == Self.layout else {
      throw HealthError(.unsupported, "'\(path)' has another layout of studies than \(Self.layout)")
    }
    buckets = min(max(value["buckets"]?.integer ?? 1, 1), Self.mostBuckets)
    keepsHistory = value["history"]?.string == "all"
    if isChanging { try folder.hold() }
    try read()
    if isChanging { try settle() }
  }

  /// Makes the folder of a study if it does not exist.
  ///
  /// - Parameters:
  ///   - buckets: A number of buckets, 1 to ``mostBuckets``.
  ///   - keepsHistory: Whether rows of earlier exports stay in the tables.
  package static func make(
    _ path: String, buckets: Int, keepsHistory: Bool
  ) throws(HealthError) {
    let folder = StudyFolder(path)
    if folder.size(of: manifest) != nil { return }
    try folder.makeFolder()
    guard folder.names().isEmpty else {
      throw HealthError(
        .cannotCreate, "cannot make a study in '\(path)': the folder has other files")
    }
    try folder.write(
      JSONText.object([
        ("layout", .number(layout)), ("buckets", .number(buckets)),
        ("history", .string(keepsHistory ? "all" : "latest")),
      ]).line + "\n", to: manifest)
  }

  // MARK: Ledger

  private mutating func read() throws(HealthError) {
    var all: [CohortEntry] = []
    var damage = false
    isTorn = try !folder.forEachLine(of: Self.ledger) { (line) throws(HealthError) in
      if let entry = CohortEntry(line: line) { all.append(entry) } else { damage = true }
    }
    if damage {
      throw HealthError(
        .damaged, folder.path, "found a line of \(Self.ledger) that is not a row of a ledger")
    }
    for entry in all { apply(entry) }
  }

  private mutating func apply(_ entry: CohortEntry) {
    switch entry.status {
    case .ok, .quarantined, .superseded:
      if exports[entry.export] == nil { order.append(entry.export) }
      if entry.status == .ok {
        if let old = current[entry.participant], old != entry.export, !keepsHistory {
          exports[old]?.status = .superseded
        }
        current[entry.participant] = entry.export
      }
      exports[entry.export] = entry
    case .withdrawn:
      if !withdrawn.contains(entry.participant) { withdrawn.append(entry.participant) }
      current[entry.participant] = nil
      for export in order where exports[export]?.participant == entry.participant {
        exports[export]?.status = .superseded
      }
    case .compacted:
      guard let part = entry.part else { return }
      for name in part.replaces { parts["\(part.folder)/\(name)"] = nil }
      if !part.exports.isEmpty { parts["\(part.folder)/\(part.name)"] = part }
    }
  }

  /// Commits a row.
  mutating func commit(_ entry: CohortEntry) throws(HealthError) {
    try folder.append(entry.line, to: Self.ledger)
    apply(entry)
  }

  // MARK: Files

  /// The bucket of a participant, such as `bucket=017`.
  func bucket(of participant: String) -> String {
    let bytes = participant.utf8Span.span
    let hash = ByteScan.hash64(bytes, from: 0, to: bytes.count)
    let text = "\(hash % UInt64(buckets))"
    return "bucket=" + String(repeating: "0", count: max(0, 3 - text.count)) + text
  }

  /// The file of a table of an export.
  func path(of table: String, _ entry: CohortEntry) -> String {
    "tables/\(table)/\(bucket(of: entry.participant))/\(entry.export).parquet"
  }

  /// Whether the rows of an export are in the tables.
  func isStored(_ export: String) -> Bool { exports[export]?.status == .ok }

  /// All files of tables, by their paths in the study.
  package func files() -> [String] {
    var found: [String] = []
    for table in folder.names(in: "tables") {
      for bucket in folder.names(in: "tables/\(table)") {
        found += folder.names(in: "tables/\(table)/\(bucket)").map {
          "tables/\(table)/\(bucket)/\($0)"
        }
      }
    }
    return found
  }

  /// The files that the ledger names, each with whether it is a part of several exports.
  package func expectedFiles() -> [String: Bool] {
    var expected: [String: Bool] = [:]
    var joined: Set<String> = []
    for (path, part) in parts {
      expected[path] = true
      for export in part.exports { joined.insert("\(part.table)/\(export)") }
    }
    for export in order {
      guard let entry = exports[export], entry.status == .ok else { continue }
      for table in entry.tables where !joined.contains("\(table)/\(export)") {
        expected[path(of: table, entry)] = false
      }
    }
    return expected
  }

  /// What is wrong with the files of a study.
  package struct Defects: Sendable {
    /// Files that the ledger names and that do not exist.
    package var missing: [String] = []
    /// Files that the ledger does not name: what a killed run left.
    package var orphans: [String] = []
    /// Parts with rows of exports that are not current.
    package var stale: [String] = []
    /// Whether there is nothing.
    package var isEmpty: Bool { missing.isEmpty && orphans.isEmpty && stale.isEmpty }
  }

  /// Compares the files with the ledger.
  package func defects() -> Defects {
    let expected = expectedFiles()
    let files = Set(files())
    var defects = Defects()
    defects.missing = expected.keys.filter { !files.contains($0) }.sorted()
    defects.orphans = files.filter { expected[$0] == nil }.sorted()
    defects.stale = parts.filter { $0.value.exports.contains { !isStored($0) } }.keys.sorted()
    return defects
  }

  /// Completes or removes what a killed run left.
  private mutating func settle() throws(HealthError) {
    folder.remove(Self.work)
    // A part is renamed after its line, so that a line may name one that has its hidden name still.
    for (path, part) in parts where folder.size(of: path) == nil {
      let hidden = "\(part.folder)/.\(part.name)"
      if folder.size(of: hidden) != nil { try folder.rename(hidden, path) }
    }
    let expected = expectedFiles()
    for path in files() where expected[path] == nil { folder.remove(path) }
    try removeStaleRows()
    try forgetWithdrawn()
    if isTorn { try rewriteLedger() }
    isTorn = false
  }

  // MARK: Parts

  /// Writes parts again without the rows of exports that are not current.
  package mutating func removeStaleRows() throws(HealthError) {
    let stale = parts.values.filter { part in part.exports.contains { !isStored($0) } }
    for part in stale.sorted(by: { $0.folder < $1.folder }) {
      try join(part.table, part.bucket, [part.name])
    }
  }

  /// Joins the files of each bucket into parts, whose rows are by participant.
  ///
  /// - Parameters:
  ///   - mostBytes: The size that parts have about at most, before they are joined with others.
  ///   - onProgress: Receives the number of buckets that are done, and of all.
  package mutating func compact(
    mostBytes: Int64, onProgress: (Int, Int) throws(HealthError) -> Void
  ) throws(HealthError) {
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
    let hidden = "\(folder.path)/\(place)/.\(part.name)"
    if !kept.isEmpty {
      let wanted = Set(kept)
      let file = try AtomicFile(hidden, overwrite: true)
      // A part of a part is read again as often as it has participants only where it is joined with others.
      _ = try ParquetParts.copy(
        table, from: all.map { "\(folder.path)/\(place)/\($0.name)" }, to: file,
        where: { _, export in wanted.contains(export) })
      try file.finish()
      part.size = Int(folder.size(of: "\(place)/.\(part.name)") ?? 0)
    }
    var entry = CohortEntry(.compacted)
    entry.part = part
    try commit(entry)
    if !kept.isEmpty { try folder.rename("\(place)/.\(part.name)", "\(place)/\(part.name)") }
    for name in names where name != part.name { folder.remove("\(place)/\(name)") }
  }

  // MARK: Withdrawal

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
    try commit(
      {
        var entry = CohortEntry(.withdrawn)
        entry.participant = participant
        return entry
      }())
    try settle()
    return own.count
  }

  /// Removes what is known of the exports of participants who have withdrawn.
  private mutating func forgetWithdrawn() throws(HealthError) {
    let gone = Set(order.filter { withdrawn.contains(exports[$0]?.participant ?? "") })
    if gone.isEmpty { return }
    for export in gone { exports[export] = nil }
    order.removeAll { gone.contains($0) }
    for key in parts.keys { parts[key]?.exports.removeAll { gone.contains($0) } }
    try rewriteLedger()
    try writeTables()
  }

  /// Writes the ledger again: the last row of each export, the withdrawals, and the parts.
  private mutating func rewriteLedger() throws(HealthError) {
    let file = try AtomicFile("\(folder.path)/\(Self.ledger)", overwrite: true)
    func write(_ entry: CohortEntry) throws(HealthError) {
      try file.write((entry.line + "\n").utf8.span)
    }
    for export in order { if let entry = exports[export] { try write(entry) } }
    for participant in withdrawn {
      var entry = CohortEntry(.withdrawn)
      entry.participant = participant
      try write(entry)
    }
    for key in parts.keys.sorted() {
      var entry = CohortEntry(.compacted)
      entry.part = parts[key]
      entry.part?.replaces = []
      try write(entry)
    }
    try file.finish()
  }
}
