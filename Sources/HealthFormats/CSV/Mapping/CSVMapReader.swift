package import HealthBytes
package import HealthModel

/// Reads samples from the CSV files of any program, according to a map.
///
/// Of an archive or a folder, all files are read that are of one of the map's tables. What a map does not mention, and
/// rows that do not fit it, are preserved or reported as findings: nothing is dropped silently.
package struct CSVMapReader: SampleReader, ~Copyable {
  /// The map; without one, the input is a database whose tables determine the map.
  private let map: CSVMap?
  private let databases: MapDatabases?
  private let options: ReadOptions
  /// The files not yet begun, the last first.
  private var waiting: [File]
  private let isAmongOthers: Bool
  private var file: TextReading<MappedFile>?
  private var items: MappedItems?
  private var tables: MappedTables?
  private var lastPlace: Place
  private var findings: [Finding] = []
  /// Equal rows of a file are different samples; those of two files are the same ones, exported twice.
  private var ordinals = OrdinalCounter()
  private var consumed: Int64 = 0
  private var days: MapDays
  /// The files in which no table found items, by their kinds.
  private var withoutItems = FindingTally()
  /// Whether the samples of the current file are finer than those of others.
  private var isFiner = false
  /// The table of the current file if others have finer samples.
  private var coarse: CSVMap.Table?
  private var isDone = false
  /// How many files that no table is for were named, and how many more there are.
  private var skipped = (named: 0, more: 0)

  /// The most files of each reason that findings name.
  private static let mostNamed = 20

  private struct File {
    let name: String
    /// The path by which a database is opened, if its bytes are those of a file.
    var path: String?
    let open: () throws(HealthError) -> any ByteSource
    /// Whether it can be opened more than once, as a stream cannot.
    var canBeReopened = false
  }

  /// Counts of what was read in addition to samples.
  public private(set) var notes = ReaderNotes()

  /// Where the row of the sample that was given last begins.
  public var place: Place {
    if let items { return items.place }
    if let tables { return tables.place }
    return switch file {
    case .some(let file): file.place
    case nil: lastPlace
    }
  }

  /// A reader of an input. Nothing is read yet.
  ///
  /// - Parameters:
  ///   - map: The map; `nil` for a database, whose tables determine it.
  ///   - databases: How databases are opened, if that is possible.
  public init(
    _ input: Input, map: CSVMap?, databases: MapDatabases? = nil, options: ReadOptions
  ) {
    let container = input.container
    let isFile = container.kind == .file
    let paths = container.entries.map(\.path)
    let filled =
      isFile ? paths : container.entries.filter { Self.hasRows($0, container) }.map(\.path)
    let map = map?.withoutTwins(among: filled).with(files: paths)
    let twins = isFile ? [] : map?.twins(among: filled) ?? []
    // What no table can be of is not opened.
    let wanted = container.entries.filter { isFile || Self.mayRead($0.path, map) }
    var entries = wanted.filter { !twins.contains($0.path) }
    if let map, !isFile, map.tables.contains(where: { !$0.finer.isEmpty }) {
      // Finer files are read first; otherwise the order remains.
      let ranks = entries.map { map.finerRank(of: $0.path) ?? Int.max }
      entries = entries.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { entries[$0] }
    }
    self.init(
      entries.map { entry in
        File(
          name: isFile ? input.name : "\(input.name)/\(entry.path)",
          path: container.filePath(of: entry),
          open: { () throws(HealthError) in try container.open(entry) },
          canBeReopened: !container.isStream)
      }, name: input.name, map: map, databases, options: options)
    let names = Set(wanted.map(\.path))
    noteOthers(
      container.entries.map(\.path).filter { path in
        JunkFiles.kind(of: path) == nil && !names.contains(path)
      }, in: input.name)
    if let first = wanted.first(where: { twins.contains($0.path) }) {
      let count = wanted.count - entries.count
      findings.append(
        Finding(
          rule: "redundant-file", severity: .info,
          place: Place(file: "\(input.name)/\(first.path)"),
          message:
            "other files have the same kind of data in another form, from the same date or an earlier one on; "
            + "\(count == 1 ? "it is" : "\(count) such files are") not read"
        ))
    }
  }

  /// The most bytes of a file that may be a header without a row, as programs write it where they have no data.
  private static let mostEmpty: Int64 = 256

  /// Whether a file may have data: `false` for a table without a row.
  private static func hasRows(_ entry: InputContainer.Entry, _ container: InputContainer) -> Bool {
    guard hasEnding(entry.path, [".csv"]), let size = entry.storedSize, size <= mostEmpty,
      let bytes = try? container.firstBytes(of: entry)
    else { return true }
    return bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }).count > 1
  }

  /// A reader of some bytes. Nothing is read yet.
  public init(
    source: any ByteSource, name: String, map: CSVMap, options: ReadOptions = ReadOptions()
  ) {
    self.init(
      [File(name: name, open: { () throws(HealthError) in source })], name: name, map: map, nil,
      options: options)
  }

  private init(
    _ files: [File], name: String, map: CSVMap?, _ databases: MapDatabases?,
    options: ReadOptions
  ) {
    waiting = files.reversed()
    days = MapDays(map?.finerPatterns ?? [])
    isAmongOthers = files.count > 1
    lastPlace = Place(file: name)
    self.map = map
    self.databases = databases
    self.options = options
  }

  /// No facts: such files contain none. Reads the first header.
  ///
  /// - Throws: If it does not fit the map.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    if file == nil, items == nil, tables == nil, !isDone {
      try ending { (reader) throws(HealthError) in try reader.begin() }
    }
    return DatasetInfo()
  }

  /// The next sample, or `nil` at the end and after it.
  public mutating func next() throws(HealthError) -> Sample? {
    while !isDone {
      let sample = try ending { (reader) throws(HealthError) -> Sample? in
        if let sample = try reader.items?.next() { return sample }
        if let sample = try reader.tables?.next() { return sample }
        return try reader.file?.next()
      }
      if let sample {
        if !isFiner, coarse == nil { return ordinals.numbered(sample) }
        if coarse != nil, days.leavesOut(sample, at: place) { continue }
        if isFiner {
          try ending { (reader) throws(HealthError) in
            try reader.days.add(sample, at: reader.place)
          }
        }
        return ordinals.numbered(sample)
      }
      if file?.hasMoreChunks == true { return nil }
      close()
      try ending { (reader) throws(HealthError) in try reader.begin() }
    }
    return nil
  }

  /// The findings since the last call. Those that can occur in every row are reported at the end of a file, with the
  /// first location and a count.
  public mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  /// How far the input has been read.
  public var progress: ByteProgress {
    if let items { return items.progress }
    if let tables { return tables.progress }
    return switch file {
    case .some(let file):
      ByteProgress(
        consumed: consumed + file.progress.consumed,
        total: isAmongOthers ? nil : file.progress.total)
    case nil: ByteProgress(consumed: consumed, total: nil)
    }
  }

  /// Splits the rest of the current file.
  public mutating func splitRest() -> (any ChunkedInput)? {
    isDone ? nil : file?.splitRest()
  }

  /// Accepts the next chunk of that file.
  ///
  /// - Returns: Whether its samples were decoded.
  public mutating func accept(_ chunk: InputChunk, decodedBy decoder: any ChunkDecoder) -> Bool {
    file?.accept(chunk, decodedBy: decoder) ?? false
  }

  // MARK: Files and rows

  /// Does a step that is the last one if it fails.
  @inline(__always)
  private mutating func ending<T>(
    _ step: (inout CSVMapReader) throws(HealthError) -> T
  ) throws(HealthError) -> T {
    do throws(HealthError) { return try step(&self) } catch {
      close()
      isDone = true
      throw error
    }
  }

  /// Begins the next file that is of a table.
  private mutating func begin() throws(HealthError) {
    while file == nil, items == nil, tables == nil {
      guard let next = waiting.popLast() else {
        isDone = true
        findings += withoutItems.takeAll()
        noteMore(skipped.more, in: lastPlace.file)
        return
      }
      ordinals = OrdinalCounter()
      let name = next.name
      days.begin(name)
      (isFiner, coarse) = (isAmongOthers && days.isFiner, nil)
      let sniffed: SniffedSource
      do throws(HealthError) {
        sniffed = try SniffedSource(Input.text(next.open()), count: 256)
      } catch {
        throw error.reading(at: Place(file: name))
      }
      if let databases, databases.isDatabase(sniffed.first) {
        tables = try Self.openTables(next, sniffed, databases, map, options)
        continue
      }
      guard let map else {
        throw HealthError(
          .malformed, rule: "unmapped-file", place: Place(file: name), "it is no database")
      }
      if Self.isJSON(sniffed.first) {
        items = try MappedItems.open(
          sniffed, file: name, map, options, isAlone: !isAmongOthers,
          again: next.canBeReopened
            ? { () throws(HealthError) in try Input.text(next.open()) } : nil)
        coarse = items?.coarse
        if items == nil, !isAmongOthers {
          throw HealthError(
            .malformed, rule: "unmapped-file", place: Place(file: name),
            "it is JSON, and map '\(map.name)' has no table with 'items' for it\(map.choices(for: name))"
          )
        }
        if items == nil { skip(name, "json", map) }
        if leavesOutDays(name) { items = nil }
        continue
      }
      let chunks = TextChunks(sniffed, file: name, options: options)
      file = try MappedFile.open(
        chunks, map, isAmongOthers: isAmongOthers, options, coarse: &coarse)
      if file == nil { skip(name, "csv", map) }
      if leavesOutDays(name) { file = nil }
    }
  }

  /// Whether a file of days is not read, since others have finer samples and it is not known when its days began.
  private mutating func leavesOutDays(_ name: String) -> Bool {
    guard let coarse else { return false }
    let isUTC = coarse.settings.isUTC
    days.compare(with: coarse.finer, isUTC: isUTC)
    guard !isUTC, coarse.settings.zone == nil, options.zone == nil, days.hasFiner else {
      return false
    }
    findings.append(
      Finding(
        rule: "missing-zone", severity: .warning, place: Place(file: name),
        message:
          "other files have finer samples; this one, which may have other days, is not read, since their time zone is not known; "
          + "state the time zone to read it"
      ))
    return true
  }

  /// Counts and names files that no table can be of by their names.
  private mutating func noteOthers(_ paths: [String], in input: String) {
    if paths.isEmpty { return }
    notes.unreadFiles["other"] = paths.count
    for path in paths.sorted().prefix(Self.mostNamed) {
      findings.append(
        Finding(
          rule: "unread-file", severity: .info, place: Place(file: "\(input)/\(path)"),
          message: Self.hasEnding(path, [".zip"])
            ? "it is an archive; it is not read with the other files; name it by itself"
            : map == nil || !Self.isTable(path)
              ? "it is no table of data; it is not read"
              : "no table of map '\(map?.name ?? "")' is for a file of this name; it is not read"))
    }
    noteMore(paths.count - Self.mostNamed, in: input)
  }

  /// Counts files that are not named.
  private mutating func noteMore(_ count: Int, in name: String) {
    if count <= 0 { return }
    findings.append(
      Finding(
        rule: "unread-file", severity: .info, place: Place(file: name),
        message: "\(count.grouped) more \(count == 1 ? "file is" : "files are") not read"))
  }

  /// Counts and names a file that is not read.
  private mutating func skip(_ name: String, _ kind: String, _ map: CSVMap) {
    notes.unreadFiles[kind, default: 0] += 1
    guard skipped.named < Self.mostNamed else {
      skipped.more += 1
      return
    }
    skipped.named += 1
    findings.append(
      Finding(
        rule: "unread-file", severity: .info, place: Place(file: name),
        message:
          "no table of map '\(map.name)' is for it, or only one that is read without other files: then this file has to be "
          + "read by itself\(map.choices(for: name))"))
  }

  /// Counts a file in which no table found items.
  private mutating func noteWithoutItems(_ items: MappedItems) {
    notes.unreadFiles["json", default: 0] += 1
    let message =
      "the file has no items where the tables for it have them (\(items.tableNames)); it is not read"
    if withoutItems.counts("unread-file", message) { return }
    withoutItems.add("unread-file", message, at: Place(file: items.place.file), severity: .info)
  }

  /// Opens a database. One that is packed is copied to a private file, which has no name any more once it is open.
  private static func openTables(
    _ file: File, _ source: SniffedSource, _ databases: MapDatabases, _ map: CSVMap?,
    _ options: ReadOptions
  ) throws(HealthError) -> MappedTables {
    let database: any MapDatabase
    if let path = file.path {
      database = try databases.open(path, file.name)
    } else {
      let spool: NamedSpool
      do throws(HealthError) { spool = try NamedSpool(copying: source) } catch {
        throw error.reading(at: Place(file: file.name))
      }
      defer { spool.remove() }
      database = try databases.open(spool.path, file.name)
    }
    if let map { return try MappedTables(database, file: file.name, map, options) }
    let names = try database.tables().keys
    guard let map = CSVMap.builtIn(forTables: Set(names)) else {
      throw HealthError(
        .unsupported, rule: "missing-map", place: Place(file: file.name),
        "it is a database of another program, for which there is no built-in map; its tables are: "
          + MappedTables.list(names.sorted()), remedy: .useMap(names: [], needsZone: false))
    }
    return try MappedTables(database, file: file.name, map, options)
  }

  private mutating func close() {
    if let finding = days.takeFinding() { findings.append(finding) }
    if var items = items.take() {
      findings += items.takeFindings()
      lastPlace = items.place
      if items.lacksItems { noteWithoutItems(items) }
    }
    if var tables = tables.take() {
      findings += tables.takeFindings()
      lastPlace = tables.place
    }
    guard var file = file.take() else { return }
    file.end()
    findings += file.takeFindings()
    consumed += file.progress.consumed
    lastPlace = file.place
  }
}
