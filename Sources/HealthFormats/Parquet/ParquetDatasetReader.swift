package import HealthBytes
package import HealthModel
import HealthParquet

/// Reads the files of ``ParquetDatasetWriter``. The samples equal the written ones in every detail.
///
/// All tables are open at the same time, and each is read once from its first row to its last, so
/// memory does not grow with their size.
package struct ParquetDatasetReader: SampleReader, ~Copyable {
  private var samples: TableReading<ParquetTableRow>
  private let datasetFile: TableFile<ParquetTableRow>
  private let options: ReadOptions
  /// Counts of files in the input that are not tables of the dataset.
  public let notes: ReaderNotes

  /// A reader of a folder or an archive. Opens all of its tables; those of an archive are unpacked to temporary files.
  public init(
    _ input: Input, options: ReadOptions = ReadOptions()
  ) throws(HealthError) {
    let memory = ParquetMemory()
    let container = input.container
    let paths = try ParquetPaths(input)
    func open(_ table: String) throws(HealthError) -> ParquetTableReader? {
      var files: [(file: RandomAccessFile, name: String)] = []
      for entry in paths.files(of: table) {
        let name = "\(input.name)/\(entry.path)"
        do throws(HealthError) {
          files.append((try container.openAtAnyPosition(entry), name))
        } catch {
          throw error.reading(at: Place(file: name))
        }
      }
      if files.isEmpty { return nil }
      do throws(HealthError) { return try ParquetTableReader(files, memory: memory) } catch {
        throw error.reading(at: error.place)
      }
    }
    guard let dataset = try open(DatasetTable.dataset.name) else {
      throw HealthError(
        .notFound, rule: "missing-package", place: Place(file: input.name),
        "it holds no \(ParquetVocabulary.dataset), which describes the tables of a dataset")
    }
    let place = Place(file: dataset.name)
    try Self.check(dataset.notes, place)
    var known: Set<String> = [DatasetTable.dataset.name]
    var findings: [Finding] = []
    func openTable(_ table: DatasetTable) throws(HealthError) -> TableFile<ParquetTableRow>? {
      guard let reader = try open(table.name) else { return nil }
      known.insert(table.name)
      let place = Place(file: reader.name)
      try Self.check(reader.notes, place)
      let row = try ParquetTableRow(table, reader)
      for column in row.unknownColumns {
        let message = "the column '\(column.printableName)' is not known, and is left out"
        if options.isStrict {
          throw HealthError(.malformed, rule: "unknown-column", place: place, message)
        }
        findings.append(
          Finding(rule: "unknown-column", severity: .warning, place: place, message: message))
      }
      return TableFile(row)
    }
    var tables: [TableCursor<ParquetTableRow>] = []
    let size = SampleSize(ahead: ParquetTableRow.bytesAhead)
    // A text in a dictionary can occur in many rows.
    let stored = container.entries.reduce(Int64(0)) { $0 + ($1.storedSize ?? $1.size ?? 0) }
    size.mostTotal = RatioGuard.mostText(of: stored)
    for table in DatasetTable.kinds { tables.append(try TableCursor(table, size, openTable)) }
    for table in dataset.notes[ParquetVocabulary.tables, default: ""].split(separator: ",")
    where !known.contains(String(table)) {
      throw HealthError(
        .malformed, rule: "missing-table", place: place,
        "found no file of the table '\(String(table).printableName)', which is listed")
    }
    var notes = ReaderNotes()
    let others = paths.others(known)
    if others > 0 { notes.unreadFiles["other"] = others }
    let datasetRow = TableFile(try ParquetTableRow(.dataset, dataset))
    self.notes = notes
    datasetFile = datasetRow
    self.options = options
    samples = TableReading(
      TableDecoder(
        tables, file: input.name, isStrict: options.isStrict, recordsPlaces: options.isChecked),
      findings: findings)
  }

  private static func check(_ notes: [String: String], _ place: Place) throws(HealthError) {
    // Programs that rewrite a table leave the version out: then the names and types of its columns
    // are decisive.
    guard let version = notes[ParquetVocabulary.version] else { return }
    guard version == "\(DatasetVocabulary.version)" else {
      throw HealthError(
        .unsupported, rule: "unsupported-version", place: place,
        "found version \(version.printableName) of the tables, expected \(DatasetVocabulary.version)"
      )
    }
  }

  /// The facts about the dataset, from the table `dataset`.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    let file = datasetFile
    return try samples.dataset { () throws(HealthError) in
      var info = DatasetInfo()
      while try file.row.next() { try info.add(&file.row) }
      return info
    }
  }

  /// The next sample in the order of the dataset, or `nil` after the last.
  public mutating func next() throws(HealthError) -> Sample? {
    if !samples.hasInfo { _ = try dataset() }
    return try samples.next()
  }

  /// The findings since the last call.
  public mutating func takeFindings() -> [Finding] { samples.takeFindings() }

  /// The table and the row, counted from 1, of the sample that `next()` returned last.
  public var place: Place { samples.place }

  /// The locations of the rows nested in that sample; `nil` unless the samples are checked by
  /// rules.
  public var parts: Place.Parts? { samples.parts }

  /// How far all tables have been read.
  public var progress: ByteProgress {
    if let progress = samples.chunkProgress { return progress }
    var (consumed, total): (Int64, Int64) = (0, 0)
    for table in samples.tables { table.addProgress(&consumed, &total) }
    return ByteProgress(consumed: consumed, total: total)
  }

  /// The most bytes of footers for which the tables are split. Footers are not part of the memory
  /// that the threads share.
  private static var largestFooters: Int { 1 << 22 }

  /// Splits the rows of all tables. Each thread opens the tables again.
  public mutating func splitRest() -> (any ChunkedInput)? {
    let total = progress.total
    let footers = samples.tables.flatMap(\.all).reduce(0) {
      $0 + ($1.opened?.row.footerSize ?? 0)
    }
    guard samples.canSplit, options.isWorthThreads(total), footers <= Self.largestFooters else {
      return nil
    }
    let memory = ParquetTableRow.makeMemory(jobs: options.jobs)
    return samples.split(options, total: total) { [options] table, file, isList in
      let keys = file.row.keys(
        table.keyColumn, isList: isList, capacity: min(options.chunkSize, 1 << 16), memory)
      file.row.close()
      return keys
    }
  }

  /// Accepts the next chunk of the tables.
  public mutating func accept(_ chunk: InputChunk, decodedBy decoder: any ChunkDecoder) -> Bool {
    samples.accept(chunk, decodedBy: decoder)
  }
}

extension TableCursor where Row == ParquetTableRow {
  fileprivate func addProgress(_ consumed: inout Int64, _ total: inout Int64) {
    if let file = opened {
      consumed += file.row.consumed
      total += file.row.size
    }
    for child in children { child.addProgress(&consumed, &total) }
  }
}

struct ParquetRows: TableChunk {
  /// The numbers of the rows in the file, from 0, and of the row after them if there is one.
  var numbers: Range<Int64> = 0..<0
}

/// Finds rows of a table by their numbers. Only the columns with these numbers are read.
struct ParquetTableKeys: TableKeys {
  typealias Chunk = ParquetRows

  private let file: ParquetTableReader
  private let numbers: ParquetColumnReader
  private let members: ParquetColumnReader?
  /// The rows that were found. Those from `firstRow` on were not moved into a chunk.
  private var found: [TableKey] = []
  private var firstRow = 0
  /// How many rows were found in all.
  private var count = 0
  private(set) var capacity: Int
  private(set) var isEnded = false
  private(set) var isValid = true
  private var words: [UInt64]
  private var presence: [UInt64]

  /// The approximate size of a row in a chunk, in bytes.
  private static var bytesOfRow: Int { 64 }

  /// - Parameters:
  ///   - file: Reads the columns of the numbers.
  ///   - capacity: The approximate number of bytes to scan at first.
  init(
    _ file: ParquetTableReader, numbers: ParquetColumnReader, members: ParquetColumnReader?,
    capacity: Int
  ) {
    self.file = file
    self.numbers = numbers
    self.members = members
    self.capacity = capacity
    words = [UInt64](repeating: 0, count: 2 * ParquetColumnReader.batch)
    presence = words
  }

  var rows: ArraySlice<TableKey> { found[firstRow...] }
  var consumed: Int64 { file.consumed }

  mutating func grow() { capacity *= 2 }

  mutating func fill() {
    guard isValid, !isEnded, rows.count * Self.bytesOfRow <= capacity / 2 else { return }
    found.removeFirst(firstRow)
    firstRow = 0
    while isValid, !isEnded, found.count * Self.bytesOfRow < capacity {
      guard let count = try? file.nextRows() else {
        isValid = false
        return
      }
      if count == 0 { isEnded = true } else { find(count) }
    }
  }

  /// Finds rows among those in memory.
  private mutating func find(_ rows: Int) {
    let second = ParquetColumnReader.batch
    numbers.copy(rows, to: &words, &presence, at: 0)
    members?.copy(rows, to: &words, &presence, at: second)
    var last = found.last?.number ?? -1
    for row in 0..<rows {
      let number = Int64(bitPattern: words[row])
      var member: Int64 = -1
      if members != nil {
        member = Int64(bitPattern: words[second + row])
        if presence[second + row] == 0 || member < 0 { isValid = false }
      }
      // `Int64.max` is not a valid number: it marks the end of the last chunk.
      guard presence[row] != 0, number >= last, number < .max, isValid else {
        isValid = false
        return
      }
      found.append(TableKey(number: number, member: member, start: count))
      last = number
      count += 1
    }
  }

  /// How many rows that were not moved into a chunk precede a number.
  private func rowCount(before number: Int64) -> Int {
    var (low, high) = (firstRow, found.count)
    while low < high {
      let middle = (low + high) / 2
      if found[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low - firstRow
  }

  func count(before number: Int64) -> Int { rowCount(before: number) * Self.bytesOfRow }

  mutating func take(before number: Int64, into chunk: inout ParquetRows) {
    let rows = rowCount(before: number)
    let first = count - (found.count - firstRow)
    firstRow += rows
    let hasNext = firstRow < found.count
    chunk.numbers = Int64(first)..<Int64(first + rows + (hasNext ? 1 : 0))
  }

  func takeRest(into chunk: inout ParquetRows) {
    chunk.numbers = Int64(count - (found.count - firstRow))..<Int64.max
  }
}
