package import HealthBytes
package import HealthModel

/// Reads samples from the CSV files of any program, according to a map.
///
/// Of an archive or a folder, all files are read that are of one of the map's tables. What a map does not mention, and
/// rows that do not fit it, are preserved or reported as findings: nothing is dropped silently.
package struct CSVMapReader: SampleReader, ~Copyable {
  private let map: CSVMap
  private let options: ReadOptions
  /// The files not yet begun, the last first.
  private var waiting: [(name: String, open: Open)]
  private let isAmongOthers: Bool
  private var file: TextReading<MappedFile>?
  private var items: MappedItems?
  private var lastPlace: Place
  private var findings: [Finding] = []
  private var consumed: Int64 = 0
  private var isDone = false

  /// Opens a file.
  typealias Open = () throws(HealthError) -> any ByteSource

  /// Counts of what was read in addition to samples.
  public private(set) var notes = ReaderNotes()

  /// Where the row of the sample that was given last begins.
  public var place: Place {
    if let items { return items.place }
    return switch file {
    case .some(let file): file.place
    case nil: lastPlace
    }
  }

  /// A reader of an input. Nothing is read yet.
  public init(_ input: Input, map: CSVMap, options: ReadOptions) {
    let container = input.container
    let isFile = container.kind == .file
    let entries = container.entries.filter { isFile || Self.isTable($0.path) }
    self.init(
      entries.map { entry in
        (
          isFile ? input.name : "\(input.name)/\(entry.path)",
          { () throws(HealthError) in try container.open(entry) }
        )
      }, name: input.name, map: map, options: options)
    let unread = container.entries.count - entries.count
    if unread > 0 { notes.unreadFiles["other"] = unread }
  }

  /// A reader of some bytes. Nothing is read yet.
  public init(
    source: any ByteSource, name: String, map: CSVMap, options: ReadOptions = ReadOptions()
  ) {
    self.init(
      [(name, { () throws(HealthError) in source })], name: name, map: map, options: options)
  }

  private init(
    _ files: [(name: String, open: Open)], name: String, map: CSVMap, options: ReadOptions
  ) {
    waiting = files.reversed()
    isAmongOthers = files.count > 1
    lastPlace = Place(file: name)
    self.map = map
    self.options = options
  }

  private static func isTable(_ path: String) -> Bool {
    let path = path.lowercased()
    return [".csv", ".tsv", ".json", ".csv.gz", ".tsv.gz", ".json.gz"].contains {
      path.hasSuffix($0)
    }
  }

  /// No facts: such files contain none. Reads the first header.
  ///
  /// - Throws: If it does not fit the map.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    if file == nil, items == nil, !isDone {
      try ending { (reader) throws(HealthError) in try reader.begin() }
    }
    return DatasetInfo()
  }

  /// The next sample, or `nil` at the end and after it.
  public mutating func next() throws(HealthError) -> Sample? {
    while !isDone {
      let sample = try ending { (reader) throws(HealthError) -> Sample? in
        if let sample = try reader.items?.next() { return sample }
        return try reader.file?.next()
      }
      if let sample { return sample }
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
    return switch file {
    case .some(let file):
      ByteProgress(
        consumed: consumed + file.progress.consumed,
        total: isAmongOthers ? nil : file.progress.total)
    case nil: ByteProgress(consumed: consumed, total: nil)
    }
  }

  /// Splits the rest of the file at hand.
  public mutating func splitRest() -> (any ChunkedInput)? {
    isDone ? nil : file?.splitRest()
  }

  /// Takes the next chunk of that file.
  ///
  /// - Returns: Whether its samples were decoded.
  public mutating func take(_ chunk: InputChunk, _ decoder: any ChunkDecoder) -> Bool {
    file?.take(chunk, decoder) ?? false
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
    while file == nil, items == nil {
      guard let (name, open) = waiting.popLast() else {
        isDone = true
        return
      }
      let source: any ByteSource
      do throws(HealthError) { source = try open() } catch {
        throw error.reading(at: Place(file: name))
      }
      let sniffed: SniffedSource
      do throws(HealthError) { sniffed = try SniffedSource(source, count: 256) } catch {
        throw error.reading(at: Place(file: name))
      }
      if Self.isJSON(sniffed.first) {
        items = try MappedItems.open(sniffed, file: name, map, options)
        if items == nil, !isAmongOthers {
          throw HealthError(
            .malformed, rule: "unmapped-file", place: Place(file: name),
            "it is JSON, and map '\(map.name)' has no table with 'items' for it")
        }
        if items == nil { notes.unreadFiles["json", default: 0] += 1 }
        continue
      }
      let chunks = TextChunks(sniffed, file: name, options: options)
      file = try MappedFile.open(chunks, map, isAmongOthers: isAmongOthers, options)
      if file == nil { notes.unreadFiles["csv", default: 0] += 1 }
    }
  }

  static func isJSON(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[start...].first { ![9, 10, 13, 32].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private mutating func close() {
    if var items = items.take() {
      findings += items.takeFindings()
      lastPlace = items.place
    }
    guard var file = file.take() else { return }
    findings += file.takeFindings()
    consumed += file.progress.consumed
    lastPlace = file.place
  }
}
