import HealthBytes
import HealthFormats
import HealthModel

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
