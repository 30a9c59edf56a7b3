// `CSV/Text` reads rows and cells: the tokenizer owns no bytes, the row reader owns the window and records the range
// of every cell. The text that samples with one descriptor share is printed once and found again by its bytes.
// `CSV/Table` is the table for people, with declared losses; `CSV/Dataset` is lossless.
//
// An empty cell is an absent value, `""` an empty text. An apostrophe before `=`, `+`, `-`, `@`, tab or carriage
// return always protects from formulas; texts that contain one get a second.

import HealthBytes
import HealthModel

/// Reads the rows of a file of separated values, one after another.
///
/// A byte order mark and empty lines are skipped. The delimiter is detected from the first line unless it is given. The
/// cells are ranges of ``bytes``, which must be released before the next row is read:
///
///     while try rows.next() {
///       let bytes = rows.bytes
///       let text = rows.cells[0].text(in: bytes.span)
///     }
struct CSVRowReader: ~Copyable {
  /// The name of the file in messages.
  let file: String
  var window: Window
  var tokenizer: CSVTokenizer
  /// The delimiter, if one was given.
  private let delimiter: UInt8?
  var hasBegun = false
  /// The first byte of the window that was not yet read.
  var position = 0
  /// The first byte of the row.
  var start = 0
  /// The line that the row begins on, from 1; 0 before the first.
  private(set) var line = 0
  /// The first byte of the row that is zero, which no program writes: a block was lost, often with the ends of rows.
  private(set) var zeroByte: Int?
  var nextLine = 1
  /// Whether the window is a chunk of the file, and whether nothing follows it.
  var isChunk = false
  var isFinalChunk = false
  /// Reads dates that follow one another.
  var dates = DateParser(.iso8601)

  /// The shared limit on the growth of windows of files that are read at the same time; `nil` for a single file.
  private let growth: WindowGrowth?

  /// The longest row that is read, in bytes.
  static let rowLimit = Limits.rowBytes.value

  /// Bytes that the windows of several files may grow by, all together.
  final class WindowGrowth {
    let limit: Int
    fileprivate var left: Int

    /// As much as two of the longest rows, or so many bytes.
    init(_ limit: Int = 2 * CSVRowReader.rowLimit) {
      self.limit = limit
      left = limit
    }
  }

  /// A reader of some bytes. Nothing is read yet.
  ///
  /// - Parameters:
  ///   - delimiter: The delimiter; detected from the first line if `nil`.
  ///   - capacity: How many bytes are looked at to begin with; more where a row needs them.
  ///   - growth: What more may be taken from, if several files are read at once.
  init(
    source: any ByteSource, file: String, delimiter: UInt8? = nil, capacity: Int = 1 << 17,
    growth: WindowGrowth? = nil
  ) {
    self.file = file
    self.growth = growth
    self.delimiter = delimiter
    tokenizer = CSVTokenizer(delimiter: delimiter ?? UInt8(ascii: ","))
    window = Window(source: source, capacity: capacity, limit: Self.rowLimit)
  }

  /// The bytes that the cells are in.
  var bytes: [UInt8] { window.bytes }

  /// The cells of the row read last.
  var cells: [CSVCell] { tokenizer.cells }

  /// Bytes of the row read last.
  var length: Int { position - start }

  /// Whether the row read last is the last of the file and has no line end.
  var lacksEnd: Bool {
    length > 0 && window.bytes[position - 1] != 10 && window.bytes[position - 1] != 13
  }

  /// How far the input has been read.
  var progress: ByteProgress { window.progress }

  mutating func next() throws(HealthError) -> Bool {
    if !hasBegun { try begin() }
    while true {
      let isEnd = isFinal && position >= window.end
      if isEnd { return false }
      guard let end = try step() else {
        if isChunk { return false }
        try refill()
        continue
      }
      guard end - position <= Self.rowLimit else {
        throw Self.rowTooLong(place(position, rowStart: position, line: nextLine))
      }
      start = position
      line = nextLine
      nextLine += 1 + tokenizer.innerLines
      position = end
      if cells.count == 1, cells[0].isAbsent { continue }
      return true
    }
  }

  /// The text of a cell of the row; `nil` if the cell is empty or absent.
  ///
  /// - Parameter index: The cell, from 0.
  func text(_ index: Int) -> String? {
    guard cells.indices.contains(index) else { return nil }
    return cells[index].optionalText(in: window.bytes.span)
  }

  /// Where a cell of the row begins. Columns count characters.
  ///
  /// - Parameter index: The cell, from 0; one that is not there is at the end of the row.
  func place(ofCell index: Int) -> Place {
    guard cells.indices.contains(index) else { return place(ofByte: cells.last?.end ?? start) }
    return place(ofByte: cells[index].start - (cells[index].isQuoted ? 1 : 0))
  }

  /// Where a byte of the row is.
  ///
  /// - Parameter offset: Its index in ``bytes``.
  func place(ofByte offset: Int) -> Place {
    place(offset, rowStart: start, line: line)
  }

  private func place(_ offset: Int, rowStart: Int, line: Int) -> Place {
    let bytes = window.bytes
    let span = bytes.span
    var (line, column) = (line, 1)
    for at in rowStart..<max(rowStart, min(offset, window.end)) {
      let byte = span[at]
      let isPair = byte == 13 && at + 1 < window.end && span[at + 1] == 10
      if byte == 10 || byte == 13 && !isPair {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return Place(
      file: file, line: line, column: column, byteOffset: window.origin + Int64(offset))
  }

  // MARK: Bytes

  private mutating func step() throws(HealthError) -> Int? {
    let bytes = window.bytes
    do throws(CSVFault) {
      guard
        let end = try tokenizer.step(
          bytes.span, from: position, to: window.end, isFinal: isFinal)
      else { return nil }
      let (invalid, zero) = ByteScan.validateText(bytes.span, from: position, to: end)
      zeroByte = zero
      if let invalid {
        throw CSVFault(
          offset: invalid, rule: "malformed-utf8",
          message: "found bytes that are not UTF-8; convert the file, such as with "
            + "'iconv -f WINDOWS-1252 -t UTF-8'")
      }
      return end
    } catch {
      let place = place(error.offset, rowStart: position, line: nextLine)
      throw HealthError(.malformed, rule: error.rule, place: place, error.message)
    }
  }

  /// Skips a byte order mark, and detects the delimiter from the first line.
  private mutating func begin() throws(HealthError) {
    var (first, end) = (0, 0)
    while true {
      // Empty lines before the header do not count.
      first = position
      while first < window.end, window.bytes[first] == 10 || window.bytes[first] == 13 {
        first += 1
      }
      end = ByteScan.firstIndex(
        ofEither: 10, or: 13, in: window.bytes.span, from: first, to: window.end)
      if end < window.end || isChunk || window.isFinal { break }
      try refill()
    }
    if position == 0, ByteScan.equal(window.bytes.span, at: 0, to: [0xEF, 0xBB, 0xBF] as [UInt8]),
      end >= 3
    {
      position = 3
    }
    if delimiter == nil {
      tokenizer = CSVTokenizer(
        delimiter: CSVDelimiter.sniffed(in: window.bytes.span, max(first, position)..<end))
    }
    hasBegun = true
  }

  private mutating func refill() throws(HealthError) {
    let size = window.bytes.count
    do throws(HealthError) {
      try window.refill(keepingFrom: position)
      position = 0
    } catch {
      let place = place(position, rowStart: position, line: nextLine)
      guard error.code == .tooLarge else { throw error.reading(at: place) }
      throw Self.rowTooLong(place)
    }
    guard let growth else { return }
    growth.left -= window.bytes.count - size
    guard growth.left >= 0 else {
      throw HealthError(
        .malformed, rule: "row-too-long", place: place(0, rowStart: 0, line: nextLine),
        "found a long row in another table at the same time, expected less than \(growth.limit) bytes of long rows in "
          + "all tables")
    }
  }

  static func rowTooLong(_ place: Place) -> HealthError {
    HealthError(
      .malformed, rule: "row-too-long", place: place, "found \(Limits.rowBytes.excess)")
  }
}
