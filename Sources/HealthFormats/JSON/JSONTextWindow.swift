import HealthBytes
import HealthModel

/// A position in a JSON text that is read in parts, with its line.
struct JSONTextWindow {
  private(set) var window: Window
  /// The index of the next byte in the window.
  var at = 0
  private let file: String
  private var line = 1
  /// The offset of the first byte of the line.
  private var lineStart: Int64 = 0
  /// The bytes of the line so far that are not the first of their character.
  private var continuationBytes = 0

  init(_ source: any ByteSource, file: String, capacity: Int) {
    window = Window(source: source, capacity: capacity, limit: Limits.lineBytes.value)
    self.file = file
  }

  /// Where the next byte is.
  var place: Place {
    let offset = window.origin + Int64(at)
    return Place(
      file: file, line: line, column: Int(offset - lineStart) - continuationBytes + 1,
      byteOffset: offset)
  }

  /// The next byte that is no white space; `nil` at the end.
  mutating func peek() throws(HealthError) -> UInt8? {
    if window.origin == 0, at == 0 {
      if window.end == 0 { try refill() }
      if window.end >= 3 { at = window.bytes.byteOrderMarkLength }
      lineStart = Int64(at)
    }
    while true {
      while at < window.end {
        let byte = window.bytes[at]
        switch byte {
        case 10: beginLine(at: at + 1)
        case 9, 13, 32: break
        default: return byte
        }
        at += 1
      }
      if window.isFinal { return nil }
      try refill()
    }
  }

  /// Reads more; what precedes the position is discarded.
  mutating func refill() throws(HealthError) {
    do throws(HealthError) { try window.refill(keepingFrom: at) } catch {
      throw error.reading(at: place)
    }
    at = 0
  }

  private mutating func beginLine(at start: Int) {
    line += 1
    (lineStart, continuationBytes) = (window.origin + Int64(start), 0)
  }

  /// Moves to an index in the window.
  mutating func move(to end: Int) {
    let bytes = window.bytes
    while true {
      let feed = ByteScan.firstIndex(of: 10, in: bytes.span, from: at, to: end)
      if feed >= end { break }
      at = feed + 1
      beginLine(at: at)
    }
    while true {
      at = ByteScan.firstNonASCII(in: bytes.span, from: at, to: end)
      if at >= end { return }
      if bytes[at] & 0xC0 == 0x80 { continuationBytes += 1 }
      at += 1
    }
  }

  /// The bytes up to an index. A line feed is a space between the tokens of JSON, and not allowed in a string.
  func bytes(to end: Int) -> [UInt8] {
    var bytes = Array(window.bytes[at..<end])
    var feed = 0
    while true {
      feed = ByteScan.firstIndex(of: 10, in: bytes.span, from: feed, to: bytes.count)
      if feed == bytes.count { return bytes }
      bytes[feed] = 32
    }
  }

  func malformed(_ found: String, _ expected: String) -> HealthError {
    HealthError(
      .malformed, rule: "malformed-json", place: place, "found \(found), expected \(expected)")
  }

  /// Takes the value that begins here; only its bytes are in memory.
  mutating func takeValue(
    keepsLongLists: Bool = true
  ) throws(HealthError) -> (value: JSONText, place: Place) {
    let start = place
    var scan = Scan()
    var end = at
    while !scan.read(window.bytes.span, &end, window.end) {
      if window.isFinal {
        if scan.isWord { break }
        throw malformed("the end of the file", "the end of a value")
      }
      let read = end - at
      try refill()
      end = at + read
    }
    let content = bytes(to: end)
    guard let value = JSONText(parsing: content, keepsLongLists: keepsLongLists, takesNaN: true)
    else { throw fault(in: content, keepsLongLists: keepsLongLists) }
    move(to: end)
    return (value, start)
  }

  /// Why the value that begins here cannot be parsed, with the place of the fault in it.
  private func fault(in value: [UInt8], keepsLongLists: Bool) -> HealthError {
    let bytes = value.span
    var position = self
    if let offset = ByteScan.validateUTF8(bytes, from: 0, to: bytes.count) {
      position.move(to: at + offset)
      return position.malformed("bytes that are not UTF-8", "valid JSON in UTF-8")
    }
    var tape = JSONTape(listLimit: keepsLongLists ? JSONTape.listLimit : .max, takesNaN: true)
    do throws(JSONFault) { try tape.parse(bytes, 0..<bytes.count) } catch {
      position.move(to: at + error.offset)
      return HealthError(error.code, rule: error.rule, place: position.place, error.message)
    }
    return malformed("a value that is not valid JSON in UTF-8", "valid JSON")
  }

  /// Skips the value that begins here; its bytes are not kept.
  ///
  /// - Returns: Whether it has content: an empty list or object has none.
  mutating func skipValue() throws(HealthError) -> Bool {
    var (scan, count) = (Scan(), 0)
    while true {
      var end = at
      let isWhole = scan.read(window.bytes.span, &end, window.end)
      if count <= 2 {
        for index in at..<end where window.bytes[index] > 32 { count += 1 }
      }
      move(to: end)
      if isWhole { return count > 2 }
      if window.isFinal {
        if scan.isWord { return false }
        throw malformed("the end of the file", "the end of a value")
      }
      try refill()
    }
  }

  /// Finds the end of a value, also if its bytes come in parts.
  private struct Scan {
    private var depth = 0
    private var isText = false
    private var isEscaped = false
    /// Whether it is a number, `true`, `false` or `null`, which end where another token begins.
    private(set) var isWord = false

    /// Skips bytes of the value; `false` if the value continues after them.
    mutating func read(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Bool {
      while at < end {
        let byte = bytes[at]
        if isText {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isText = false
            if depth == 0 {
              at += 1
              return true
            }
          }
          at += 1
          continue
        }
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if isWord, depth == 0 { return true }
          depth -= 1
          if depth <= 0 {
            at += 1
            return true
          }
        case UInt8(ascii: ","), UInt8(ascii: ":"), 9, 10, 13, 32:
          if depth == 0, isWord { return true }
        default: if depth == 0 { isWord = true }
        }
        // A comma where a value should be is taken with the value, which is then refused.
        at += 1
      }
      return false
    }
  }
}
