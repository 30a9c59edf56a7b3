import HealthBytes
import HealthModel

/// Rows of a chunk of a file, whose storage the reader has meanwhile.
///
/// Chunks begin after a line feed. If that is in a quoted cell, the row of the chunk before does not end there.
extension CSVRowReader {
  /// Whether nothing follows what the window has.
  var isFinal: Bool { isChunk ? isFinalChunk : window.isFinal }

  /// Gives up the rest of the file from the row that was read last on, which is not read here.
  ///
  /// - Returns: The first bytes, the source of the others, and where they begin.
  mutating func handOver() -> (
    rest: [UInt8], source: any ByteSource, error: HealthError?, line: Int, origin: Int64
  ) {
    let (line, origin) = (line, window.origin + Int64(start))
    let (rest, source, error) = window.handOver(from: start, continuingWith: BytesSource([]))
    (position, start) = (0, 0)
    return (rest, source, error, line, origin)
  }

  /// A reader of chunks of a file of which nothing is read yet.
  init(chunksOf file: String, delimiter: UInt8?) {
    self.init(source: BytesSource([]), file: file, delimiter: delimiter, capacity: 1)
    isChunk = true
  }

  /// A reader of chunks of the same file.
  func makeChunkReader(growth: WindowGrowth? = nil) -> CSVRowReader {
    var reader = CSVRowReader(
      source: BytesSource([]), file: file, delimiter: tokenizer.delimiter, capacity: 1,
      growth: growth)
    reader.isChunk = true
    reader.tokenizer.quotesAbsentCells = tokenizer.quotesAbsentCells
    reader.tokenizer.escape = tokenizer.escape
    reader.hasBegun = true
    return reader
  }

  /// Begins to read bytes that are whole rows, and where they are in the file.
  mutating func begin(_ bytes: inout [UInt8], end: Int, line: Int = 1, origin: Int64 = 0) {
    window.exchange(&bytes, end: end, origin: origin)
    (position, start, nextLine) = (0, 0, line)
  }

  /// Begins to read a source that begins at a place of the file, up to its end.
  mutating func begin(_ source: any ByteSource, capacity: Int, line: Int, origin: Int64) {
    window = Window(source: source, capacity: capacity, limit: Self.rowLimit, origin: origin)
    (position, start, nextLine, isChunk) = (0, 0, line, false)
  }

  /// Begins to read a chunk.
  ///
  /// - Parameters:
  ///   - first: Where its first row begins.
  ///   - isFinal: Whether nothing follows, so that the last row needs no end.
  mutating func begin(_ chunk: inout InputChunk, from first: Int, isFinal: Bool, at place: Place) {
    begin(
      &chunk.bytes, end: chunk.end, line: place.line, origin: place.byteOffset - Int64(first))
    (position, start, isFinalChunk) = (first, first, isFinal)
  }

  /// Where the row that was read last is in a chunk.
  @inline(__always)
  func location(from first: Int, at place: Place) -> LineLocation {
    LineLocation(line: line &- place.line, offset: Int64(start &- first))
  }

  /// Whether the rows that were read of a chunk fill a batch.
  @inline(__always)
  func fills(_ batch: inout TextBatch, from first: Int) -> Bool {
    batch.isFull = position &- first >= TextBatch.mostBytes
    return batch.isFull
  }

  /// Gives the storage of the bytes back.
  mutating func end(_ bytes: inout [UInt8]) { window.exchange(&bytes, end: 0) }

  /// Gives the storage of a chunk back, and states how far it was read.
  mutating func end(
    _ chunk: inout InputChunk, from first: Int, at place: Place, _ batch: inout TextBatch
  ) {
    (batch.consumed, batch.lines) = (position - first, nextLine - place.line)
    end(&chunk.bytes)
  }
}

/// Where the header of a file is.
enum HeaderSearch {
  case found(position: Int, line: Int)
  case absent
  /// A row ends after the bytes that were read.
  case needsMore
  /// The first row is malformed.
  case fault(HealthError)
}

extension CSVRowReader {
  /// Searches the header among the first rows of a chunk; each row may have a delimiter of its own.
  mutating func findHeader(
    among lines: Int, where isHeader: (borrowing CSVRowReader) -> Bool, isChunkFinal: Bool
  ) -> HeaderSearch {
    for index in 0..<lines {
      hasBegun = false
      do throws(HealthError) {
        guard try next() else { return isChunkFinal ? .absent : .needsMore }
      } catch {
        return index == 0 ? .fault(error) : .absent
      }
      if isHeader(self) { return .found(position: start, line: line) }
    }
    return .absent
  }

  /// Reads the row at a position as the first one.
  mutating func restart(at position: Int, line: Int) {
    (self.position, start, nextLine, hasBegun) = (position, position, line, false)
  }
}

extension TextChunks {
  /// Reads as much as the header of a file of separated values needs.
  ///
  /// - Parameters:
  ///   - delimiter: The delimiter; detected from the header if `nil`.
  ///   - lines: Among how many rows the header is searched for.
  ///   - isHeader: Whether the row read last is the header. If none is, it is the first row.
  /// - Returns: The rows from the header on, to be ended by ``close(_:)``.
  mutating func openRows(
    delimiter: UInt8?, among lines: Int = 1,
    where isHeader: (borrowing CSVRowReader) -> Bool = { _ in true }
  ) throws(HealthError) -> CSVRowReader {
    extend()
    while true {
      var rows = CSVRowReader(chunksOf: file, delimiter: delimiter)
      rows.begin(&chunk, from: start, isFinal: isFinal, at: place)
      switch rows.findHeader(among: lines, where: isHeader, isChunkFinal: isFinal) {
      case .found(let position, let line):
        rows.restart(at: position, line: line)
        return rows
      case .absent:
        rows.restart(at: start, line: line)
        return rows
      case .needsMore where count >= CSVRowReader.rowLimit && rows.line > 0:
        rows.restart(at: start, line: line)
        return rows
      case .fault(let error): throw error
      case .needsMore: break
      }
      rows.end(&chunk.bytes)
      if count >= CSVRowReader.rowLimit { throw CSVRowReader.rowTooLong(place) }
      if let error = chunk.error { throw error.reading(at: place) }
      extend()
    }
  }

  /// Reads rows from the next byte on, without consuming them.
  ///
  /// - Parameters:
  ///   - rows: A reader of chunks of the file.
  ///   - bytes: Of how many bytes rows are read.
  ///   - body: Receives each row. Reading ends at the first that is malformed.
  mutating func survey(
    _ rows: consuming CSVRowReader, bytes: Int, _ body: (borrowing CSVRowReader) -> Void
  ) {
    while count < bytes, !chunk.isLast { extend(to: bytes) }
    let end = chunk.end
    chunk.end = min(end, start + bytes)
    rows.begin(&chunk, from: start, isFinal: isFinal && chunk.end == end, at: place)
    while (try? rows.next()) == true { body(rows) }
    rows.end(&chunk.bytes)
    chunk.end = end
  }

  /// Consumes the rows that were read.
  mutating func close(_ rows: inout CSVRowReader) {
    consume(rows.position - start, lines: rows.nextLine - line)
    rows.end(&chunk.bytes)
  }
}
