package import HealthBytes
package import HealthModel

/// Reads samples from the CSV files of any program, according to a map.
///
/// Of an archive or a folder, all files are read that are of one of the map's tables. What a map does not mention, and
/// rows that do not fit it, are preserved or reported as findings: nothing is dropped silently.
package struct CSVMapReader: SampleReader, ~Copyable {
  private let map: CSVMap
  private let options: ReadOptions
  private let capacity: Int
  /// The files not yet begun, the last first.
  private var waiting: [(name: String, open: Open)]
  private let isAmongOthers: Bool
  private var file: MappedFile?
  /// The samples of the row read last.
  private var samples: [Sample] = []
  private var taken = 0
  private var findings: [Finding] = []
  private var consumed: Int64 = 0
  private var isDone = false
  /// Whether all rows of the pieces so far were read.
  private var isAtEndOfPiece = false

  /// Opens a file.
  typealias Open = () throws(ByteError) -> any ByteSource

  /// Counts of what was read in addition to samples.
  public private(set) var notes = ReaderNotes()

  /// Where the row of the sample that was given last begins.
  public private(set) var place: Place

  /// A reader of an input. Nothing is read yet.
  public init(_ input: Input, map: CSVMap, options: ReadOptions) {
    let container = input.container
    let isFile = container.kind == .file
    let entries = container.entries.filter { isFile || Self.isTable($0.path) }
    self.init(
      entries.map { entry in
        (
          isFile ? input.name : "\(input.name)/\(entry.path)",
          { () throws(ByteError) in try container.open(entry) }
        )
      }, name: input.name, map: map, options: options)
    let unread = container.entries.count - entries.count
    if unread > 0 { notes.unreadFiles["other"] = unread }
  }

  /// A reader of some bytes. Nothing is read yet.
  ///
  /// - Parameter capacity: How many bytes are looked at to begin with; more where a row needs them.
  public init(
    source: any ByteSource, name: String, map: CSVMap, options: ReadOptions = ReadOptions(),
    capacity: Int = 1 << 17
  ) {
    self.init(
      [(name, { () throws(ByteError) in source })], name: name, map: map, options: options,
      capacity: capacity)
  }

  private init(
    _ files: [(name: String, open: Open)], name: String, map: CSVMap, options: ReadOptions,
    capacity: Int = 1 << 17
  ) {
    waiting = files.reversed()
    isAmongOthers = files.count > 1
    place = Place(file: name)
    self.map = map
    self.options = options
    self.capacity = capacity
  }

  private static func isTable(_ path: String) -> Bool {
    let path = path.lowercased()
    return [".csv", ".tsv", ".csv.gz", ".tsv.gz"].contains { path.hasSuffix($0) }
  }

  /// No facts: such files contain none. Reads the first header.
  ///
  /// - Throws: If it does not fit the map.
  public mutating func dataset() throws(FormatError) -> DatasetInfo {
    if file == nil, !isDone { try ending { (reader) throws(FormatError) in try reader.begin() } }
    return DatasetInfo()
  }

  /// The next sample, or `nil` at the end and after it.
  public mutating func next() throws(FormatError) -> Sample? {
    while taken == samples.count {
      if isDone { return nil }
      if isAtEndOfPiece {
        isAtEndOfPiece = false
        return nil
      }
      try ending { (reader) throws(FormatError) in try reader.advance() }
    }
    let sample = samples[taken]
    taken += 1
    return sample
  }

  /// The findings since the last call. Those that can occur in every row are reported at the end of a file, with the
  /// first location and a count.
  public mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  /// How far the input has been read.
  public var progress: ByteProgress {
    guard let progress = file?.progress else { return ByteProgress(consumed: consumed, total: nil) }
    return ByteProgress(
      consumed: consumed + progress.consumed, total: isAmongOthers ? nil : progress.total)
  }

  /// Splits the rest of the file at hand.
  public mutating func splitRest() -> (any PieceInput)? {
    isDone || taken < samples.count ? nil : file?.splitRest(options)
  }

  /// Takes the next piece of that file.
  ///
  /// - Returns: Whether its samples were decoded.
  public mutating func take(_ piece: Piece, _ decoder: any PieceDecoder) -> Bool {
    file?.take(piece, decoder) ?? false
  }

  // MARK: Files and rows

  /// Does a step that is the last one if it fails.
  private mutating func ending(
    _ step: (inout CSVMapReader) throws(FormatError) -> Void
  ) throws(FormatError) {
    do throws(FormatError) { try step(&self) } catch {
      close()
      isDone = true
      throw error
    }
  }

  /// Reads a row, or goes on to the next file.
  private mutating func advance() throws(FormatError) {
    samples.removeAll(keepingCapacity: true)
    taken = 0
    guard let file else { return try begin() }
    if try file.next(&samples) {
      if !samples.isEmpty { place = file.place }
    } else if file.hasMorePieces {
      isAtEndOfPiece = true
    } else {
      close()
    }
  }

  /// Begins the next file that is of a table.
  private mutating func begin() throws(FormatError) {
    while file == nil {
      guard let (name, open) = waiting.popLast() else {
        isDone = true
        return
      }
      let source: any ByteSource
      do throws(ByteError) { source = try open() } catch {
        throw FormatError(error, place: Place(file: name))
      }
      let rows = CSVRowReader(
        source: source, file: name, delimiter: map.delimiter, capacity: capacity)
      file = try MappedFile.open(rows, map, isAmongOthers: isAmongOthers, options)
      if file == nil { notes.unreadFiles["csv", default: 0] += 1 }
    }
  }

  private mutating func close() {
    if let file {
      findings += file.takeFindings()
      consumed += file.progress.consumed
    }
    file = nil
  }
}
