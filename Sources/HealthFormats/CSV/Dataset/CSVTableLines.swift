import HealthBytes

/// The unread part of a table's file. Finds rows by their numbers without decoding the other cells.
struct CSVTableLines: TableKeys {
  /// The rows of a table in a chunk, and where they begin in the file.
  struct Chunk: TableChunk {
    var bytes: [UInt8] = []
    var end = 0
    var line = 1
    var origin: Int64 = 0
    /// Whether the file ends within the last row of `bytes`.
    var lacksEnd = false
    /// If set, the rest of the file, which replaces `bytes`.
    var rest: (any ByteSource)?
  }

  private let source: any ByteSource
  /// The error of reading the file, if it failed.
  private var error: HealthError?
  private let delimiter: UInt8
  /// The index of the cell with the number of a row.
  private let numberCell: Int
  private let memberCell: Int?
  private var bytes: [UInt8]
  /// The range of `bytes` that was not moved into a chunk: from `start` up to `end`.
  private var start = 0
  private var end: Int
  /// The index up to which rows were found: the beginning of a row.
  private var scanned = 0
  /// The complete rows in `bytes`. Those from `firstRow` on were not moved into a chunk.
  private var found: [TableKey] = []
  private var firstRow = 0
  private var line: Int
  private var origin: Int64
  private var last: Int64 = -1
  /// The approximate number of bytes to scan; more if rows need them.
  private(set) var capacity: Int
  /// Whether the file was read to its end, and whether a line end was appended to it.
  private(set) var isEnded = false
  private var addsLineEnd = false
  /// Whether rows can be found. They cannot if a number is malformed or out of order, or if the file cannot be read.
  private(set) var isValid = true

  /// The limit for the length of a row, in bytes.
  private static let longest = 1 << 20

  /// The rest of a file, beginning with the row that the reader read last.
  init(_ reader: inout CSVRowReader, numberCell: Int, memberCell: Int?, capacity: Int) {
    (bytes, source, error, line, origin) = reader.handOver()
    isValid = error == nil
    delimiter = reader.tokenizer.delimiter
    self.numberCell = numberCell
    self.memberCell = memberCell
    self.capacity = capacity
    end = bytes.count
  }

  var consumed: Int64 { source.progress.consumed }

  var rows: ArraySlice<TableKey> { found[firstRow...] }

  mutating func grow() { capacity *= 2 }

  mutating func fill() {
    guard isValid else { return }
    if !isEnded, end - start <= capacity / 2 {
      compact()
      if bytes.count < capacity + 1 {
        bytes += [UInt8](repeating: 0, count: capacity + 1 - bytes.count)
      }
      do throws(HealthError) {
        while end < capacity {
          let count = try source.read(into: &bytes, at: end)
          if count == 0 {
            endFile()
            break
          }
          end += count
        }
      } catch {
        self.error = error
        isValid = false
        return
      }
    }
    find()
  }

  /// Moves the remaining bytes to the front.
  private mutating func compact() {
    guard start > 0 else { return }
    bytes.moveToFront(start..<end)
    let rows = found[firstRow...].map {
      TableKey(number: $0.number, member: $0.member, start: $0.start - start)
    }
    found = rows
    firstRow = 0
    end -= start
    scanned -= start
    start = 0
  }

  private mutating func endFile() {
    isEnded = true
    // Appends a line end to the last row if it has none.
    if end > 0, bytes[end - 1] != 10 {
      bytes[end] = 10
      end += 1
      addsLineEnd = true
    }
  }

  private mutating func find() {
    let storage = bytes
    let span = storage.span
    var index = scanned
    var isQuoted = false
    // The index of the last quote that closed a cell.
    var close = -1
    let hasReturns = ByteScan.firstIndex(of: 13, in: span, from: index, to: end) < end
    while true {
      index = ByteScan.firstIndex(
        ofEither: 10, or: UInt8(ascii: "\""), in: span, from: index, to: end)
      guard index < end else { break }
      index += 1
      if span[index - 1] != 10 {
        let at = index - 1
        if isQuoted {
          close = at
        } else if at > scanned, span[at - 1] != delimiter, at - 1 != close {
          // Such a quote is part of the text, or a fault.
          isValid = false
          return
        }
        isQuoted.toggle()
      } else if !isQuoted {
        let length = index - scanned
        guard !hasReturns || !hasReturnAsLineEnd(span, scanned..<index) else {
          isValid = false
          return
        }
        if length > 2 || length == 2 && span[scanned] != 13 {
          guard let row = row(at: scanned, before: index - 1, span), row.number >= last,
            length < Self.longest
          else {
            isValid = false
            return
          }
          last = row.number
          found.append(row)
        }
        scanned = index
      }
    }
    if isEnded ? scanned < end : end - scanned >= Self.longest { isValid = false }
  }

  /// Whether a carriage return outside of quotes ends a line by itself.
  private func hasReturnAsLineEnd(_ bytes: Span<UInt8>, _ row: Range<Int>) -> Bool {
    var isQuoted = false
    for index in row {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[index] == 13, !isQuoted, bytes[index + 1] != 10 { return true }
    }
    return false
  }

  private func row(at start: Int, before end: Int, _ bytes: Span<UInt8>) -> TableKey? {
    guard let number = number(in: numberCell, start, end, bytes) else { return nil }
    guard let memberCell else { return TableKey(number: number, member: -1, start: start) }
    guard let member = self.number(in: memberCell, start, end, bytes) else { return nil }
    return TableKey(number: number, member: member, start: start)
  }

  private func number(in cell: Int, _ start: Int, _ end: Int, _ bytes: Span<UInt8>) -> Int64? {
    let quote = UInt8(ascii: "\"")
    var (index, left, isQuoted) = (start, cell, false)
    while left > 0 {
      guard index < end else { return nil }
      if bytes[index] == quote { isQuoted.toggle() }
      if bytes[index] == delimiter, !isQuoted { left -= 1 }
      index += 1
    }
    var number: Int64 = 0
    isQuoted = index < end && bytes[index] == quote
    if isQuoted { index += 1 }
    let first = index
    while index < end, bytes[index] &- 48 < 10 {
      guard index - first < 18 else { return nil }
      number = number &* 10 &+ Int64(bytes[index] &- 48)
      index += 1
    }
    guard index > first else { return nil }
    if isQuoted {
      guard index < end, bytes[index] == quote else { return nil }
      index += 1
    }
    return index == end || bytes[index] == delimiter || bytes[index] == 13 ? number : nil
  }

  func count(before number: Int64) -> Int { (index(of: number)?.start ?? scanned) - start }

  private func index(of number: Int64) -> (row: Int, start: Int)? {
    var (low, high) = (firstRow, found.count)
    while low < high {
      let middle = (low + high) / 2
      if found[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < found.count ? (low, found[low].start) : nil
  }

  mutating func take(before number: Int64, into chunk: inout Chunk) {
    let next = index(of: number) ?? (found.count, scanned)
    let count = next.start - start
    let hasNext = next.row < found.count
    var end = hasNext && next.row + 1 < found.count ? found[next.row + 1].start : scanned
    chunk.lacksEnd = addsLineEnd && end == self.end
    // What was appended to find the row is not in the file.
    if chunk.lacksEnd { end = max(start, end - 1) }
    (chunk.end, chunk.line, chunk.origin) = (end - start, line, origin)
    if chunk.bytes.count < chunk.end {
      chunk.bytes = [UInt8](repeating: 0, count: chunk.end + chunk.end / 4)
    }
    chunk.bytes.overwrite(at: 0, with: bytes.span.extracting(start..<end))
    guard count > 0 else { return }
    let hasReturns =
      ByteScan.firstIndex(of: 13, in: bytes.span, from: start, to: next.start) < next.start
    line +=
      hasReturns
      ? CSVTokenizer.lineBreaks(in: bytes.span, start..<next.start)
      : ByteScan.newlineCount(in: bytes.span, from: start, to: next.start)
    origin += Int64(count)
    (start, firstRow) = (next.start, next.row)
  }

  mutating func takeRest(into chunk: inout Chunk) {
    (chunk.line, chunk.origin) = (line, origin)
    chunk.rest = SniffedSource(
      Array(bytes[start..<(addsLineEnd ? end - 1 : end)]), before: source, error: error)
  }
}
