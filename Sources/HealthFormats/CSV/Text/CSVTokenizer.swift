import HealthBytes

/// A fault in a row, with the offset of its byte in the window.
struct CSVFault: Error, Equatable {
  let offset: Int
  let rule: String
  let message: String
}

/// Splits rows of separated values into cells (RFC 4180). It owns no bytes.
///
/// A cell in quotes may contain delimiters, line breaks and doubled quotes. Lines end with a line feed, a carriage return or
/// both. A quote in a cell that does not begin with a quote is text, as in other programs.
struct CSVTokenizer {
  /// The byte between cells.
  let delimiter: UInt8
  /// Whether `""` is an absent value, as in files whose cells are all quoted.
  var quotesAbsentCells = false
  /// The byte that precedes a quote inside a cell; `nil` if quotes are doubled.
  var escape: UInt8?
  /// The cells of the last row.
  private(set) var cells: [CSVCell] = []
  /// The number of line breaks in the cells of the last row.
  private(set) var innerLines = 0

  /// The most cells of a row.
  static let columnLimit = 4_096

  init(delimiter: UInt8) {
    self.delimiter = delimiter
  }

  /// Reads a row.
  ///
  /// - Returns: The first byte after the row and its line end; `nil` if more bytes are needed, from
  ///   `start` on.
  mutating func step(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, isFinal: Bool
  ) throws(CSVFault) -> Int? {
    cells.removeAll(keepingCapacity: true)
    innerLines = 0
    let delimiter = delimiter
    let delimiters = UInt64(delimiter) &* 0x0101_0101_0101_0101
    var at = start
    while true {
      let next: Int
      if at < end, bytes[at] == delimiter {
        // Many cells of a table are empty.
        cells.append(CSVCell(start: at, end: at, isQuoted: false))
        next = at
      } else if at < end, bytes[at] == UInt8(ascii: "\"") {
        guard let close = try quoted(bytes, at, end, isFinal) else { return nil }
        next = close
      } else {
        let stop = Self.cellEnd(bytes, at, end, delimiters)
        cells.append(CSVCell(start: at, end: stop, isQuoted: false))
        next = stop
      }
      guard next < end else { return isFinal ? end : nil }
      guard bytes[next] == delimiter else {
        if bytes[next] == 10 { return next &+ 1 }
        guard next &+ 1 < end else { return isFinal ? end : nil }
        return bytes[next &+ 1] == 10 ? next &+ 2 : next &+ 1
      }
      guard cells.count < Self.columnLimit else {
        throw CSVFault(
          offset: next, rule: "limit",
          message: "found more than \(Self.columnLimit) cells in a row, the limit")
      }
      at = next &+ 1
    }
  }

  /// The first delimiter or line end, eight bytes at a time.
  @inline(__always)
  private static func cellEnd(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ delimiters: UInt64
  ) -> Int {
    var at = start
    while let word = ByteScan.word(bytes, at: at) {
      let found =
        zeros(word ^ delimiters) | zeros(word ^ 0x0A0A_0A0A_0A0A_0A0A)
        | zeros(word ^ 0x0D0D_0D0D_0D0D_0D0D)
      if found != 0 { return min(end, at &+ found.trailingZeroBitCount &>> 3) }
      at &+= 8
      if at >= end { return end }
    }
    let delimiter = UInt8(truncatingIfNeeded: delimiters)
    while at < end, bytes[at] != delimiter, bytes[at] != 10, bytes[at] != 13 { at &+= 1 }
    return at
  }

  /// The high bit of each byte of a word that is zero; above the first, of others too.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Steps over a cell in quotes.
  ///
  /// - Returns: The byte after the closing quote: a delimiter, a line end or the end; `nil` if more bytes
  ///   are needed.
  private mutating func quoted(
    _ bytes: Span<UInt8>, _ open: Int, _ end: Int, _ isFinal: Bool
  ) throws(CSVFault) -> Int? {
    let quote = UInt8(ascii: "\"")
    var escaped: UInt8?
    var at = open &+ 1
    while true {
      if let escape {
        at = ByteScan.firstIndex(ofEither: quote, or: escape, in: bytes, from: at, to: end)
        if at < end, bytes[at] == escape {
          escaped = escape
          at = min(at &+ 2, end)
          if at < end { continue }
        }
      }
      at = ByteScan.firstIndex(of: quote, in: bytes, from: at, to: end)
      guard at < end else {
        guard isFinal else { return nil }
        throw CSVFault(
          offset: open, rule: "malformed-csv",
          message: "found a cell whose quote is not closed before the end of the file")
      }
      guard at &+ 1 < end || isFinal else { return nil }
      // Of programs with an escape, some versions double quotes.
      guard at &+ 1 < end, bytes[at &+ 1] == quote else { break }
      escaped = escaped ?? quote
      at &+= 2
    }
    innerLines &+= Self.lineBreaks(in: bytes, open..<at)
    let isQuoted = !quotesAbsentCells || at > open &+ 1
    cells.append(CSVCell(start: open &+ 1, end: at, isQuoted: isQuoted, escape: escaped))
    at &+= 1
    guard at == end || bytes[at] == delimiter || bytes[at] == 10 || bytes[at] == 13 else {
      throw CSVFault(
        offset: at, rule: "malformed-csv",
        message: "found text after the closing quote of a cell, expected a delimiter or the end of "
          + "the line")
    }
    return at
  }

  /// The number of line breaks in a range; a carriage return with its line feed counts once.
  static func lineBreaks(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var count = 0
    var at = range.lowerBound
    while true {
      at = ByteScan.firstIndex(
        ofEither: 10, or: 13, in: bytes, from: at, to: range.upperBound)
      guard at < range.upperBound else { return count }
      count &+= 1
      let isPair = bytes[at] == 13 && at &+ 1 < range.upperBound && bytes[at &+ 1] == 10
      at &+= isPair ? 2 : 1
    }
  }
}
