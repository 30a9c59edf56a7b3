import HealthBytes
import HealthFormats

/// The files of a study, also those that a killed run left.
extension Cohort {
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
  package func files() -> [String] { files { folder.names(in: $0) } }

  private func files(_ names: (String) -> [String]) -> [String] {
    var found: [String] = []
    for table in folder.names(in: "tables") {
      for bucket in folder.names(in: "tables/\(table)") {
        let place = "tables/\(table)/\(bucket)"
        found += names(place).map { "\(place)/\($0)" }
      }
    }
    return found
  }

  /// Hidden files that a killed run left. Those of other programs stay.
  private func leftovers() -> [String] {
    func isOwn(_ name: String) -> Bool {
      name.hasPrefix(".part-") || name.contains(".healthconv-")
    }
    return foldersOfRuns(inUse: false)
      + folder.hiddenNames().filter { $0 == Self.work || isOwn($0) }
      + files { folder.hiddenNames(in: $0).filter(isOwn) }
  }

  /// The hidden folders of runs that add exports, or that were killed.
  func foldersOfRuns(inUse: Bool) -> [String] {
    folder.hiddenNames().filter {
      $0.hasPrefix(Self.adding) && OwnFolder.isInUse("\(folder.path)/\($0)") == inUse
    }
  }

  /// A file that the ledger names.
  package struct ExpectedFile: Sendable {
    /// The size in bytes, if the ledger states it.
    package let size: Int?
    /// The exports whose rows it has.
    package let exports: [String]
    /// Whether it is a part, which a compaction wrote.
    package let isPart: Bool

    init(size: Int?, exports: [String], isPart: Bool) {
      (self.size, self.exports, self.isPart) = (size, exports, isPart)
    }

    init(_ part: CohortPart) {
      self.init(size: part.size == 0 ? nil : part.size, exports: part.exports, isPart: true)
    }
  }

  /// The files that the ledger names.
  package func expectedFiles() -> [String: ExpectedFile] {
    var expected: [String: ExpectedFile] = [:]
    var joined: Set<String> = []
    for (path, part) in parts {
      expected[path] = ExpectedFile(part)
      for export in part.exports { joined.insert("\(part.table)/\(export)") }
    }
    for export in order {
      guard let entry = exports[export], entry.status == .ok else { continue }
      for (table, size) in entry.files where !joined.contains("\(table)/\(export)") {
        expected[path(of: table, entry)] = ExpectedFile(
          size: size, exports: [export], isPart: false)
      }
    }
    return expected
  }

  /// Where a file that the ledger names is: a part has another path until the run that wrote it has completed what its
  /// line states.
  func location(of path: String, _ file: ExpectedFile) -> String? {
    let places = file.isPart ? [path, Self.pending(path), Self.hidden(path)] : [path]
    return places.first { place in
      guard let size = folder.size(of: place) else { return false }
      return file.size.map { Int64($0) == size } ?? true
    }
  }

  /// The path of a part before it is renamed.
  static func pending(_ path: String) -> String {
    "\(work)/\(path.dropFirst("tables/".count).replacing("/", with: "-"))"
  }

  /// The path at which earlier versions of this program wrote a part before it was renamed.
  private static func hidden(_ path: String) -> String {
    let (folder, name) = AtomicFile.split(path)
    return "\(folder)/.\(name)"
  }

  /// Whether a file with rows of an export is missing or incomplete.
  func isLost(_ entry: CohortEntry) -> Bool {
    let own = bucket(of: entry.participant)
    let joined = parts.filter { $0.value.bucket == own && $0.value.exports.contains(entry.export) }
    let tables = Set(joined.map(\.value.table))
    return joined.contains { location(of: $0.key, ExpectedFile($0.value)) == nil }
      || entry.files.contains { table, size in
        let file = ExpectedFile(size: size, exports: [entry.export], isPart: false)
        return !tables.contains(table) && location(of: path(of: table, entry), file) == nil
      }
  }

  /// What is wrong with the files of a study.
  package struct Defects: Sendable {
    /// Files that the ledger names and that do not exist.
    package var missing: [String] = []
    /// Files that have another size than the ledger states.
    package var incomplete: [String] = []
    /// Files that the ledger does not name: what a killed run left.
    package var orphans: [String] = []
    /// Parts with rows of exports that are not current.
    package var stale: [String] = []
    /// Tables about the study that show an earlier state of it.
    package var outdated: [String] = []
    /// Whether there are no defects.
    package var isEmpty: Bool {
      [missing, incomplete, orphans, stale, outdated].allSatisfy(\.isEmpty)
    }
  }

  /// Compares the files with the ledger.
  package func defects() -> Defects {
    let expected = expectedFiles()
    let files = Set(files())
    var defects = Defects()
    for (path, file) in expected where location(of: path, file) == nil {
      if files.contains(path) {
        defects.incomplete.append(path)
      } else {
        defects.missing.append(path)
      }
    }
    defects.missing.sort()
    defects.incomplete.sort()
    defects.orphans = (files.filter { expected[$0] == nil } + leftovers()).sorted()
    defects.stale = parts.filter { $0.value.exports.contains { !isStored($0) } }.keys.sorted()
    defects.outdated = outdatedTables()
    return defects
  }

  /// Completes or removes what a killed run left.
  mutating func settle() throws(HealthError) {
    // A last line without its end must be removed before another line is appended.
    if lines.isTorn { try rewriteLedger() }
    for (path, part) in parts {
      if let place = location(of: path, ExpectedFile(part)), place != path {
        try folder.rename(place, path)
      }
    }
    for path in leftovers() { folder.remove(path) }
    let partsByFolder = Dictionary(grouping: parts.values, by: \.folder)
    for path in files() where parts[path] == nil && !isOfAnExport(path, partsByFolder) {
      folder.remove(path)
    }
    try removeStaleRows()
    forgetWithdrawn()
    if !outdatedTables().isEmpty { try writeTables() }
    if needsNewLedger {
      let digest = rowsDigest
      try rewriteLedger()
      if rowsDigest != digest { try writeDigest() }
    }
  }

  /// Whether the ledger names a file as that of one export: its rows are in no part. Like ``expectedFiles()``, without a list of
  /// all files, of which a study of 100,000 exports has millions.
  private func isOfAnExport(_ path: String, _ parts: [String: [CohortPart]]) -> Bool {
    let names = path.split(separator: "/").map(String.init)
    guard names.count == 4, let entry = exports[String(names[3].dropLast(".parquet".count))],
      entry.status == .ok, entry.tables.contains(names[1]),
      path == self.path(of: names[1], entry)
    else { return false }
    return !parts["tables/\(names[1])/\(names[2])", default: []].contains {
      $0.exports.contains(entry.export)
    }
  }
}
