// A study is a folder: tables of Parquet by kind and bucket of participants, a ledger, and tables about its exports. The
// ledger is one file of lines, and a line is the commit: an export is converted into a hidden folder, its files are renamed
// into the tables, and its line is appended and synchronized. What a killed run leaves is either named by no line, and
// removed by the next run, or named by one, and complete. Compaction commits in the same way: a part is written into the
// hidden folder, a line names it and the files that it replaces, and the next run completes what the line states. So
// readers take files by the ledger, never by their names alone, and hold a shared lock.
//
// A withdrawal has the opposite order, because only the ledger states what is still to be removed. Its line is written first; then
// files, rows of parts and rows of the tables about exports are removed, and the lines of the exports last.
//
// Exports are converted without the lock of the study (`.lock`), into a hidden folder of the process, and committed with it, after
// reading what was added to the ledger: several processes add exports at the same time, and threads of one, since deflate has no points at
// which one export could be split. A hidden folder has a lock of its own, which a killed process does not hold.
// Whatever else changes a study holds its lock all the time.
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
  package internal(set) var exports: [String: CohortEntry] = [:]
  package internal(set) var order: [String] = []
  package internal(set) var current: [String: String] = [:]
  package private(set) var withdrawn: [String] = []
  package internal(set) var parts: [String: CohortPart] = [:]
  /// Whether the ledger has lines that are not needed any more, or ends in a line without its end.
  var needsNewLedger = false
  let lines: FollowedFile
  /// A hash of the policy that was applied to what is in it; `nil` for none.
  package private(set) var policy: String?

  static let manifest = "manifest.json"
  static let ledger = "ledger.jsonl"
  static let work = ".work"
  /// The first letters of the names of hidden folders, each of a process that adds exports.
  static let adding = ".add-"
  static let layout = 1
  package static let mostBuckets = 1_024

  /// What a study is opened for.
  package enum Use: Sendable {
    /// To read its ledger.
    case looking
    /// To read its tables, which nobody may change meanwhile.
    case reading
    /// To change it. Files and lines that a killed run left are completed or removed.
    case changing
  }

  /// Opens a study.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait for other programs that change or read it.
  ///   - onStep: Called before and after each change of the folder.
  /// - Throws: `HealthError` of code `.notFound` for a folder that is no study.
  package init(
    _ path: String, for use: Use = .looking, waiting seconds: Int = 0,
    onStep: @escaping () -> Void = {}
  ) throws(HealthError) {
    folder = StudyFolder(path, onStep: onStep)
    lines = FollowedFile("\(folder.path)/\(Self.ledger)")
    (buckets, keepsHistory, policy) = try Self.manifest(of: folder, path)
    if use != .looking { try folder.hold(isShared: use == .reading, waiting: seconds) }
    try read()
    if use == .changing { try settle() }
  }

  /// What the manifest of a study states.
  ///
  /// - Throws: `HealthError` of code `.notFound` for a folder that is no study.
  private static func manifest(
    of folder: StudyFolder, _ path: String
  ) throws(HealthError) -> (buckets: Int, keepsHistory: Bool, policy: String?) {
    var text: [UInt8]?
    if folder.size(of: manifest) != nil {
      do throws(HealthError) {
        text = try FileSource("\(folder.path)/\(manifest)").readAll()
      } catch { throw error.reading(at: Place(file: path)) }
    }
    guard let text, let value = JSONText(parsing: text.filter { $0 != 10 }) else {
      throw HealthError(.notFound, "'\(path)' is not a study: it has no \(manifest) of one")
    }
    guard value["layout"]?.integer == layout else {
      throw HealthError(.unsupported, "'\(path)' has another layout of studies than \(layout)")
    }
    return (
      min(max(value["buckets"]?.integer ?? 1, 1), mostBuckets),
      value["history"]?.string == "all", value["policy"]?.string
    )
  }

  /// Makes the folder of a study if it does not exist.
  ///
  /// - Parameters:
  ///   - buckets: A number of buckets, 1 to ``mostBuckets``; `nil` for 64, or those that the study has.
  ///   - keepsHistory: Whether rows of earlier exports stay in the tables; `nil` for no, or what the study does.
  ///   - release: The policy that is applied to all exports of a new study; `nil` for none.
  /// - Throws: `HealthError` of code `.usage` for a study that has others.
  package static func make(
    _ path: String, buckets: Int? = nil, keepsHistory: Bool? = nil, release: Release? = nil
  ) throws(HealthError) {
    let folder = StudyFolder(path)
    try folder.makeFolder()
    if folder.size(of: manifest) == nil {
      guard folder.names().isEmpty else {
        throw HealthError(
          .cannotCreate, "cannot make a study in '\(path)': the folder has other files")
      }
      // Another program may be making it.
      try folder.hold(waiting: nil)
    }
    if folder.size(of: manifest) != nil {
      let study = try Self.manifest(of: folder, path)
      guard buckets ?? study.buckets == study.buckets,
        keepsHistory ?? study.keepsHistory == study.keepsHistory
      else {
        throw HealthError(
          .usage,
          "'\(path)' has \(study.buckets) buckets and keeps \(study.keepsHistory ? "all exports" : "the latest export") of a "
            + "participant, which only a new study can have otherwise")
      }
      return
    }
    try folder.write(
      JSONText.object(
        [
          ("layout", .number(layout)), ("buckets", .number(buckets ?? 64)),
          ("history", .string(keepsHistory == true ? "all" : "latest")),
        ] + JSONText.optional("policy", release?.policy.mark)
      ).line + "\n", to: manifest)
  }

  // MARK: Ledger

  /// Reads what was added to the ledger.
  private mutating func read() throws(HealthError) {
    var all: [CohortEntry] = []
    var damage = false
    // Most exports have the same tables.
    var lists: [[String]: [String]] = [:]
    let isOther = try lines.read { (line, place) throws(HealthError) in
      guard var entry = CohortEntry(line: line, place) else {
        damage = true
        return
      }
      if let list = lists[entry.tables] {
        entry.tables = list
      } else {
        lists[entry.tables] = entry.tables
      }
      all.append(entry)
    }
    if damage {
      throw HealthError(
        .damaged, folder.path, "found a line of \(Self.ledger) that is not a row of a ledger")
    }
    if isOther {
      (exports, order, current, withdrawn, parts) = ([:], [], [:], [], [:])
      needsNewLedger = false
    }
    for entry in all { apply(entry) }
  }

  /// Makes changes with the lock, after reading what other programs have added to the ledger.
  mutating func changing<Result>(
    _ change: (inout Cohort) throws(HealthError) -> Result
  ) throws(HealthError) -> Result {
    if folder.isHeld { return try change(&self) }
    try folder.hold(waiting: nil)
    defer { folder.release() }
    try read()
    if lines.isTorn || needsNewLedger { try settle() }
    return try change(&self)
  }

  private mutating func apply(_ entry: CohortEntry) {
    switch entry.status {
    case .ok, .quarantined, .superseded:
      let known = exports[entry.export]
      // Data that were read once are not lost because reading them again failed.
      if entry.status == .quarantined, let known, known.status != .quarantined { return }
      if known == nil { order.append(entry.export) }
      exports[entry.export] = entry
      guard entry.status == .ok else { return }
      let other = Self.otherID(entry.export, entry.participant)
      if exports[other]?.status == .quarantined { forget(other) }
      makeCurrent(entry)
    case .withdrawn:
      if !withdrawn.contains(entry.participant) { withdrawn.append(entry.participant) }
      current[entry.participant] = nil
      for export in order where exports[export]?.participant == entry.participant {
        exports[export]?.status = .superseded
        needsNewLedger = true
      }
    case .forgotten:
      needsNewLedger = true
      forget(entry.export)
    case .compacted:
      guard let part = entry.part else { return }
      for name in part.replaces { parts["\(part.folder)/\(name)"] = nil }
      if !part.exports.isEmpty { parts["\(part.folder)/\(part.name)"] = part }
    }
  }

  /// Makes an export the current one of its participant; in a study with all exports, only if the current one is not newer.
  private mutating func makeCurrent(_ entry: CohortEntry) {
    if let old = current[entry.participant], old != entry.export {
      if !keepsHistory {
        exports[old]?.status = .superseded
      } else if let other = exports[old], entry.rank < other.rank {
        return
      }
    }
    current[entry.participant] = entry.export
  }

  /// Removes an export from what is known; of those that are left of the participant, the newest is current.
  private mutating func forget(_ export: String) {
    guard let entry = exports.removeValue(forKey: export) else { return }
    order.removeAll { $0 == export }
    guard current[entry.participant] == export else { return }
    current[entry.participant] = nil
    for other in order {
      guard let left = exports[other], left.participant == entry.participant, left.status == .ok
      else { continue }
      makeCurrent(left)
    }
  }

  /// The id of an export of which another participant has the same bytes.
  static func otherID(_ export: String, _ participant: String) -> String {
    let bytes = participant.utf8Span.span
    let hash = ByteScan.hash64(bytes, from: 0, to: bytes.count) & 0xffff_ffff
    let digits = String(hash, radix: 16)
    return "\(export)-" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Commits a row.
  mutating func commit(_ entry: CohortEntry) throws(HealthError) {
    let line = try entry.line()
    try folder.append(line, to: Self.ledger)
    var entry = entry
    entry.setDigest(ofLine: line.utf8Span.span)
    apply(entry)
  }

  /// Writes the ledger again: the last row of each export, the withdrawals, and the parts.
  mutating func rewriteLedger() throws(HealthError) {
    try folder.write(to: Self.ledger) { (file) throws(HealthError) in
      func write(_ entry: CohortEntry) throws(HealthError) -> CohortEntry {
        let line = try entry.line()
        try file.write((line + "\n").utf8.span)
        var entry = entry
        entry.setDigest(ofLine: line.utf8Span.span)
        return entry
      }
      for export in order {
        if let entry = exports[export] { exports[export] = try write(entry) }
      }
      for participant in withdrawn {
        var entry = CohortEntry(.withdrawn)
        entry.participant = participant
        _ = try write(entry)
      }
      for key in parts.keys.sorted() {
        var entry = CohortEntry(.compacted)
        entry.part = parts[key]
        entry.part?.replaces = []
        _ = try write(entry)
      }
    }
    lines.restart()
    needsNewLedger = false
  }
}
