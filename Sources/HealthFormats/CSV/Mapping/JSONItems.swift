import HealthBytes
import HealthModel

/// The path from the root of a JSON text to the items of a table: `data.workouts[]`.
struct JSONItemPath: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case member(String)
    case each
  }

  let steps: [Step]

  /// Parses names joined by points, each with `[]` where every item of a list is meant; `nil` for any other text.
  init?(_ text: String) {
    var steps: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      var name = part
      var lists = 0
      while name.hasSuffix("[]") {
        name = name.dropLast(2)
        lists += 1
      }
      guard !name.contains("["), !name.contains("]"), !name.isEmpty || lists > 0 && steps.isEmpty
      else { return nil }
      if !name.isEmpty { steps.append(.member(String(name))) }
      steps += [Step](repeating: .each, count: lists)
    }
    guard steps.contains(.each), steps.count <= 32 else { return nil }
    self.steps = steps
  }
}

/// Finds the items of several paths in a JSON text, one after another. Only an item is in memory at a time; what no path
/// needs is skipped.
struct JSONItems {
  /// An item, the paths it is of, and the texts of the objects around it, the innermost first.
  struct Item {
    let value: JSONText
    let paths: [Int]
    let outer: [(name: String, value: JSONText)]
    let place: Place
  }

  /// An object or a list that paths lead through.
  private struct Level {
    let isObject: Bool
    /// The paths whose steps so far match.
    let paths: [Int]
    /// The members of the object that are no objects and no lists, as far as they were read.
    var texts: [(name: String, value: JSONText)] = []
    /// The member that was read last.
    var name = "[]"
  }

  private var window: Window
  private let file: String
  private let paths: [JSONItemPath]
  private var levels: [Level] = []
  /// Items within the item given last, the last first.
  private var inner: [Item] = []
  private var at = 0
  private var line = 1
  /// The members that no path leads to and that have content, each once, since the last call of ``takeSkipped()``.
  private var skipped: [(name: String, place: Place)] = []
  private var knownSkipped: Set<String> = []
  private static let skippedLimit = 256
  /// How many members of an object around items are kept.
  private static let textLimit = 256

  init(
    _ source: any ByteSource, file: String, paths: [JSONItemPath], capacity: Int = 1 << 17
  ) {
    window = Window(source: source, capacity: capacity, limit: Limits.lineBytes.value)
    self.file = file
    self.paths = paths
  }

  var progress: ByteProgress { window.progress }

  private var place: Place {
    Place(file: file, line: line, column: 0, byteOffset: window.origin + Int64(at))
  }

  /// The next item; `nil` at the end.
  mutating func next() throws(HealthError) -> Item? {
    if let item = inner.popLast() { return item }
    while true {
      guard let byte = try peek() else {
        if levels.isEmpty { return nil }
        throw malformed("the end of the file", levels.last?.isObject == true ? "'}'" : "']'")
      }
      guard let level = levels.last else {
        if let item = try enter(Array(paths.indices), byte) { return item }
        continue
      }
      switch byte {
      case UInt8(ascii: ","): at += 1
      case UInt8(ascii: "}") where level.isObject, UInt8(ascii: "]") where !level.isObject:
        at += 1
        levels.removeLast()
      case UInt8(ascii: "\"") where level.isObject:
        if let item = try member(of: level) { return item }
      case _ where !level.isObject:
        let inner = matching(level.paths) { $0 == .each }
        if let item = try enter(inner, byte) { return item }
      default: throw malformed("an unexpected character", "a member or '}'")
      }
    }
  }

  private mutating func member(of level: Level) throws(HealthError) -> Item? {
    guard let name = try takeValue().value.string else {
      throw malformed("an unexpected character", "the name of a member")
    }
    guard try peek() == UInt8(ascii: ":") else {
      throw malformed("an unexpected character", "':'")
    }
    at += 1
    guard let byte = try peek() else { throw malformed("the end of the file", "a value") }
    levels[levels.count - 1].name = name
    let inner = matching(level.paths) { $0 == .member(name) }
    if !inner.isEmpty { return try enter(inner, byte) }
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      try skip()
    } else {
      let value = try takeValue().value
      let last = levels.count - 1
      if levels[last].texts.count < Self.textLimit { levels[last].texts.append((name, value)) }
    }
    return nil
  }

  /// The paths whose next step is such a one.
  private func matching(
    _ candidates: [Int], _ matches: (JSONItemPath.Step) -> Bool
  ) -> [Int] {
    let depth = levels.count - 1
    return candidates.filter { paths[$0].steps.count > depth && matches(paths[$0].steps[depth]) }
  }

  /// Goes into a value that paths lead to, or takes it as an item.
  private mutating func enter(_ found: [Int], _ byte: UInt8) throws(HealthError) -> Item? {
    if [UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":")].contains(byte) {
      throw malformed("'\(Unicode.Scalar(byte))'", "a value")
    }
    let depth = levels.count
    let complete = found.filter { paths[$0].steps.count == depth }
    if !complete.isEmpty {
      let (value, place) = try takeValue()
      let item = Item(
        value: value, paths: complete, outer: levels.reversed().flatMap(\.texts), place: place)
      for path in found where paths[path].steps.count > depth {
        collect(path, depth, Item(value: value, paths: [path], outer: item.outer, place: place))
      }
      inner.reverse()
      return item
    }
    let isObject = byte == UInt8(ascii: "{")
    let inner = found.filter { (paths[$0].steps[depth] != .each) == isObject }
    if inner.isEmpty || !isObject && byte != UInt8(ascii: "[") {
      try skip()
      return nil
    }
    at += 1
    levels.append(Level(isObject: isObject, paths: inner))
    return nil
  }

  /// Finds the items of a path in an item that was read.
  private mutating func collect(_ path: Int, _ depth: Int, _ item: Item) {
    let steps = paths[path].steps
    guard depth < steps.count else { return inner.append(item) }
    switch (steps[depth], item.value) {
    case (.each, .array(let values)):
      for value in values {
        collect(
          path, depth + 1,
          Item(value: value, paths: item.paths, outer: item.outer, place: item.place))
      }
    case (.member(let name), .object(let members)):
      guard let value = members.first(where: { $0.0 == name })?.1 else { return }
      let texts = members.compactMap { (name, value) -> (name: String, value: JSONText)? in
        switch value {
        case .object, .array: nil
        default: (name, value)
        }
      }
      collect(
        path, depth + 1,
        Item(value: value, paths: item.paths, outer: texts + item.outer, place: item.place))
    default: return
    }
  }

  // MARK: Bytes

  private func malformed(_ found: String, _ expected: String) -> HealthError {
    HealthError(
      .malformed, rule: "malformed-json", place: place, "found \(found), expected \(expected)")
  }

  /// The next byte that is not a space; `nil` at the end.
  private mutating func peek() throws(HealthError) -> UInt8? {
    if window.origin == 0, at == 0 {
      if window.end == 0 { try refill() }
      if window.end >= 3, window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
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

  private mutating func refill() throws(HealthError) {
    do throws(HealthError) { try window.refill(keepingFrom: at) } catch {
      throw error.reading(at: place)
    }
    at = 0
  }

  /// Takes the value that begins here.
  private mutating func takeValue() throws(HealthError) -> (value: JSONText, place: Place) {
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
    // A line feed is a space between the tokens of JSON, and not allowed in a string.
    let bytes = window.bytes[at..<end].map { $0 == 10 ? 32 : $0 }
    guard let value = JSONText(parsing: bytes) else {
      throw malformed("a value that is not valid JSON in UTF-8", "valid JSON")
    }
    move(to: end)
    return (value, start)
  }

  mutating func takeSkipped() -> [(name: String, place: Place)] {
    defer { skipped.removeAll() }
    return skipped
  }

  /// Skips the value that begins here; its bytes are not kept.
  private mutating func skip() throws(HealthError) {
    let start = place
    var (scan, count) = (Scan(), 0)
    while true {
      var end = at
      let isWhole = scan.read(window.bytes.span, &end, window.end)
      if count <= 2 { for index in at..<end where window.bytes[index] > 32 { count += 1 } }
      move(to: end)
      if isWhole {
        // An empty list is no loss.
        if count > 2 { recordSkipped(at: start) }
        return
      }
      if window.isFinal {
        if scan.isWord { return }
        throw malformed("the end of the file", "the end of a value")
      }
      try refill()
    }
  }

  private mutating func recordSkipped(at place: Place) {
    let name = levels.map(\.name).joined(separator: ".")
    guard knownSkipped.count < Self.skippedLimit, knownSkipped.insert(name).inserted else { return }
    skipped.append((name, place))
  }

  private mutating func move(to end: Int) {
    for index in at..<end where window.bytes[index] == 10 { line += 1 }
    at = end
  }

  /// Finds the end of a value, also if its bytes come in parts.
  private struct Scan {
    private var depth = 0
    private var isText = false
    private var isEscaped = false
    /// Whether it is a number, `true`, `false` or `null`, which end where another token begins.
    private(set) var isWord = false

    /// Moves over bytes of the value; `false` if it goes on after them.
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
