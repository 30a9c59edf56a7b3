import HealthBytes
import HealthModel

/// A position in a JSON text that is read in parts, with its line.
struct JSONTextWindow {
  private(set) var window: Window
  /// The index of the next byte in the window.
  var at = 0
  private let file: String
  private var line = 1

  init(_ source: any ByteSource, file: String, capacity: Int) {
    window = Window(source: source, capacity: capacity, limit: Limits.lineBytes.value)
    self.file = file
  }

  /// Where the next byte is.
  var place: Place {
    Place(file: file, line: line, column: 0, byteOffset: window.origin + Int64(at))
  }

  /// The next byte that is no white space; `nil` at the end.
  mutating func peek() throws(HealthError) -> UInt8? {
    if window.origin == 0, at == 0 {
      if window.end == 0 { try refill() }
      if window.end >= 3 { at = window.bytes.byteOrderMarkLength }
    }
    while true {
      while at < window.end {
        let byte = window.bytes[at]
        switch byte {
        case 10: line += 1
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

  /// Moves to an index in the window.
  mutating func move(to end: Int) {
    for index in at..<end where window.bytes[index] == 10 { line += 1 }
    at = end
  }

  /// The bytes up to an index. A line feed is a space between the tokens of JSON, and not allowed in a string.
  func bytes(to end: Int) -> [UInt8] { window.bytes[at..<end].map { $0 == 10 ? 32 : $0 } }

  func malformed(_ found: String, _ expected: String) -> HealthError {
    HealthError(
      .malformed, rule: "malformed-json", place: place, "found \(found), expected \(expected)")
  }
}
