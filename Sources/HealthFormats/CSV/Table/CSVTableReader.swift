package import HealthBytes
package import HealthModel

/// Reads the rows of the table that `CSVTableWriter` writes, or that somebody made with its columns.
///
/// Needed are a type and a start in every row, and a value in that of a quantity; the kind may follow from the type,
/// and the end defaults to the start. All files of a folder or an archive that end in `.csv` or `.tsv` are read, one
/// after another, also those that are packed by gzip.
package struct CSVTableReader: SampleReader, ~Copyable {
  /// The input, or the one source that there is of it.
  private let input: Input?
  private var source: (any ByteSource)?
  private let name: String
  private let options: ReadOptions
  private var waiting: ArraySlice<InputContainer.Entry>
  private var file: TextReading<CSVTableDecoder>?
  private var findings: [Finding] = []
  private var consumed: Int64 = 0
  private var hasBegun = false
  private var hasParticipants = false
  private var isDone = false
  private var lastPlace: Place
  /// Counts of what the input contains in addition to samples.
  public private(set) var notes = ReaderNotes()

  /// A reader of a file, a folder or an archive. Nothing is read yet.
  public init(_ input: Input, options: ReadOptions = ReadOptions()) {
    self.input = input
    name = input.name
    self.options = options
    lastPlace = Place(file: input.name)
    let entries = input.container.entries
    if input.container.kind == .file {
      waiting = entries[...]
    } else {
      let tables = entries.filter { Self.isTable($0.path) }
      waiting = tables.sorted { $0.path < $1.path }[...]
      let rest = entries.count - tables.count
      if rest > 0 { notes.unreadFiles["other"] = rest }
    }
  }

  /// A reader of some bytes. Nothing is read yet.
  public init(source: any ByteSource, name: String, options: ReadOptions = ReadOptions()) {
    input = nil
    self.source = source
    self.name = name
    self.options = options
    lastPlace = Place(file: name)
    waiting = []
  }

  static func isTable(_ path: String) -> Bool {
    if JunkFiles.kind(of: path) != nil { return false }
    let path = path.lowercased()
    let isHidden = path.split(separator: "/").last?.first == "."
    return !isHidden && [".csv", ".tsv", ".csv.gz", ".tsv.gz"].contains { path.hasSuffix($0) }
  }

  /// Only whether there are participants: a table does not state anything else of the dataset.
  ///
  /// - Throws: If there is no table, or the first has not the columns it should have.
  public mutating func dataset() throws(HealthError) -> DatasetInfo {
    if !hasBegun {
      hasBegun = true
      do throws(HealthError) {
        guard try open() else {
          throw HealthError(
            .notFound, rule: "unreadable-input", place: Place(file: name),
            "it contains no file to read")
        }
      } catch {
        isDone = true
        throw error
      }
    }
    var info = DatasetInfo()
    info.hasUnlistedParticipants = hasParticipants
    return info
  }

  /// The sample of the next row, or `nil` at the end and after it.
  public mutating func next() throws(HealthError) -> Sample? {
    _ = try dataset()
    guard !isDone else { return nil }
    do throws(HealthError) {
      repeat {
        if let sample = try file?.next() { return sample }
        if file?.hasMoreChunks == true { return nil }
        close()
      } while try open()
      isDone = true
      return nil
    } catch {
      isDone = true
      close()
      throw error
    }
  }

  /// The findings since the last call. Those that can occur in every row are reported at the end of the file, with the
  /// first location and a count.
  public mutating func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  /// Where the row of the sample that `next()` gave last begins.
  public var place: Place {
    switch file {
    case .some(let file): file.place
    case nil: lastPlace
    }
  }

  /// How far the input has been read.
  public var progress: ByteProgress {
    switch file {
    case .some(let file):
      ByteProgress(
        consumed: consumed + file.progress.consumed,
        total: waiting.isEmpty && consumed == 0 ? file.progress.total : nil)
    case nil: ByteProgress(consumed: consumed, total: nil)
    }
  }

  /// Splits the rest of the first file.
  public mutating func splitRest() -> (any ChunkedInput)? { isDone ? nil : file?.splitRest() }

  /// Accepts the next chunk of the first file.
  ///
  /// - Returns: Whether its samples were decoded.
  public mutating func accept(_ chunk: InputChunk, decodedBy decoder: any ChunkDecoder) -> Bool {
    file?.accept(chunk, decodedBy: decoder) ?? false
  }

  private mutating func open() throws(HealthError) -> Bool {
    let file: (source: any ByteSource, name: String)
    if let source {
      self.source = nil
      file = (source, name)
    } else if let input, let entry = waiting.popFirst() {
      file = try input.open(entry)
    } else {
      return false
    }
    var chunks: TextChunks
    do throws(HealthError) {
      chunks = TextChunks(try Input.text(file.source), file: file.name, options: options)
    } catch { throw error.reading(at: Place(file: file.name, line: 1, column: 1)) }
    var rows = try CSVTableRows(
      try chunks.openRows(delimiter: nil), isStrict: options.isStrict)
    findings += rows.findings
    hasParticipants = hasParticipants || rows.hasParticipants
    chunks.close(&rows.rows)
    let decoder = CSVTableDecoder(rows.makeChunkReader())
    self.file = TextReading(chunks, decoder) { decoder.makeCopy() }
    return true
  }

  private mutating func close() {
    guard var file = file.take() else { return }
    consumed += file.progress.consumed
    findings += file.takeFindings()
    lastPlace = file.place
  }
}

/// Decodes the rows of a chunk of a file of the table.
final class CSVTableDecoder: TextDecoder {
  private var rows: CSVTableRows

  init(_ rows: consuming CSVTableRows) { self.rows = rows }

  var itemLimit: Int { CSVRowReader.rowLimit }
  func itemTooLong(_ place: Place) -> HealthError { CSVRowReader.rowTooLong(place) }

  /// A decoder of the same file for another thread.
  func makeCopy() -> CSVTableDecoder { CSVTableDecoder(rows.makeChunkReader()) }

  func decode(
    _ chunk: inout InputChunk, from start: Int, isFinal: Bool, at place: Place,
    into batch: inout TextBatch
  ) {
    swap(&rows.tally, &batch.tally)
    rows.rows.begin(&chunk, from: start, isFinal: isFinal, at: place)
    do throws(HealthError) {
      while !rows.rows.fills(&batch, from: start), let sample = try rows.next() {
        batch.samples.append(sample, at: rows.rows.location(from: start, at: place))
      }
    } catch { batch.fault = error }
    rows.rows.end(&chunk, from: start, at: place, &batch)
    swap(&rows.tally, &batch.tally)
  }
}
