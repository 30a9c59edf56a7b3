import HealthBytes
import HealthModel

/// Finds the resources of a text of JSON: one after another as in NDJSON, in an array, or in the entries of a bundle.
struct FHIRItems {
  private enum State {
    /// Between the values of the text.
    case top
    /// In an array of resources, or the entries of a bundle.
    case array, entries
    /// After the entries of a bundle.
    case afterEntries
  }

  private var window: Window
  private let file: String
  private var state = State.top
  private var at = 0
  private var line = 1

  init(_ source: any ByteSource, file: String, capacity: Int = 1 << 18) {
    window = Window(source: source, capacity: capacity, limit: Limits.lineBytes.value)
    self.file = file
  }

  var progress: ByteProgress { window.progress }

  /// Where the last item begins.
  private(set) var itemPlace = Place(file: "")

  /// Where the next item begins.
  private var place: Place {
    Place(file: file, line: line, column: 0, byteOffset: window.origin + Int64(at))
  }

  /// The bytes of the next resource or entry; `nil` at the end.
  ///
  /// - Parameter text: What the bytes must contain; others are skipped.
  mutating func next(containing text: StaticString? = nil) throws(HealthError) -> [UInt8]? {
    while true {
      if let bytes = try nextItem(containing: text) { return bytes.isEmpty ? nil : bytes }
    }
  }

  /// The bytes of the next item, none at the end; `nil` if it was skipped.
  private mutating func nextItem(containing text: StaticString?) throws(HealthError) -> [UInt8]? {
    while true {
      guard try skipSpace() else {
        guard state == .top else { throw malformed("the end of the file", "']'") }
        return []
      }
      let byte = window.bytes[at]
      switch (state, byte) {
      case (.afterEntries, _):
        let end = try find { Self.end(of: $0, from: $1, to: $2, depth: 1) }
        move(to: end.index)
        state = .top
      case (.top, UInt8(ascii: "[")):
        at += 1
        state = .array
      case (.array, UInt8(ascii: "]")):
        at += 1
        state = .top
      case (.entries, UInt8(ascii: "]")):
        at += 1
        state = .afterEntries
      case (.array, UInt8(ascii: ",")), (.entries, UInt8(ascii: ",")): at += 1
      case (.top, UInt8(ascii: "{")):
        let end = try find { Self.end(of: $0, from: $1, to: $2, depth: 0, findsEntries: true) }
        guard end.isEntries else {
          return take(to: end.index, containing: text)
        }
        move(to: end.index)
        state = .entries
      case (_, UInt8(ascii: "{")):
        let end = try find { Self.end(of: $0, from: $1, to: $2, depth: 0) }
        return take(to: end.index, containing: text)
      default: throw malformed("an unexpected character", "a resource")
      }
    }
  }

  private func malformed(_ found: String, _ expected: String) -> HealthError {
    HealthError(
      .malformed, rule: "malformed-json", place: place, "found \(found), expected \(expected)")
  }

  private mutating func take(to end: Int, containing text: StaticString?) -> [UInt8]? {
    itemPlace = place
    if let text, !contains(text, to: end) {
      move(to: end)
      return nil
    }
    // A line feed is a space between the tokens of JSON, and not allowed in a string.
    let bytes = window.bytes[at..<end].map { $0 == 10 ? 32 : $0 }
    move(to: end)
    return bytes
  }

  /// Whether an item contains a text that begins with a quotation mark.
  private func contains(_ text: StaticString, to end: Int) -> Bool {
    let bytes = window.bytes
    var at = at
    while at < end {
      at = ByteScan.firstIndex(of: UInt8(ascii: "\""), in: bytes.span, from: at, to: end)
      if ByteScan.equal(bytes.span, at: at, to: text) { return true }
      at += 1
    }
    return false
  }

  private mutating func move(to end: Int) {
    for index in at..<end where window.bytes[index] == 10 { line += 1 }
    at = end
  }

  private mutating func skipSpace() throws(HealthError) -> Bool {
    if window.origin == 0, at == 0 {
      if window.end == 0 { try refill() }
      if window.end >= 3, window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    }
    while true {
      while at < window.end {
        switch window.bytes[at] {
        case 10: line += 1
        case 9, 13, 32: break
        default: return true
        }
        at += 1
      }
      if window.isFinal { return false }
      try refill()
    }
  }

  private mutating func refill() throws(HealthError) {
    do throws(HealthError) { try window.refill(keepingFrom: at) } catch {
      throw error.reading(at: place)
    }
    at = 0
  }

  private struct End {
    let index: Int
    var isEntries = false
  }

  /// Finds the end of a value, and reads on until it is there.
  private mutating func find(
    _ scan: (Span<UInt8>, Int, Int) -> End?
  ) throws(HealthError) -> End {
    while true {
      do {
        let bytes = window.bytes
        if let end = scan(bytes.span, at, window.end) { return end }
      }
      if window.isFinal { throw malformed("the end of the file", "'}' at the end of a resource") }
      try refill()
    }
  }

  /// The end of an object, or of what remains of one; `nil` if the bytes end before.
  ///
  /// - Parameter findsEntries: Whether the bracket after the member `entry` of the object is an end, too.
  private static func end(
    of bytes: Span<UInt8>, from start: Int, to end: Int, depth: Int, findsEntries: Bool = false
  ) -> End? {
    var (at, depth) = (start, depth)
    var isName = false
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        let first = at + 1
        at = first
        while at < end, bytes[at] != UInt8(ascii: "\"") {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard at < end else { return nil }
        isName = at - first == 5 && depth == 1 && ByteScan.equal(bytes, at: first, to: "entry")
      case UInt8(ascii: "["):
        if findsEntries, isName, depth == 1 { return End(index: at + 1, isEntries: true) }
        depth += 1
        isName = false
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return End(index: at + 1) }
      case UInt8(ascii: ","): isName = false
      default: break
      }
      at += 1
    }
    return nil
  }
}
