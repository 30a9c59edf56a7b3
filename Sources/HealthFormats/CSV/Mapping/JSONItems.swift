import HealthBytes
import HealthModel

/// The path from the root of a JSON text to the items of a table: `data.workouts[]`; or `.` for the object that the text
/// is, or each of several that follow one another.
struct JSONItemPath: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case member(String)
    case each
  }

  let steps: [Step]

  /// Parses names joined by points, each with `[]` where every item of a list is meant; `nil` for any other text.
  init?(_ text: String) {
    if text == "." {
      steps = []
      return
    }
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

  private init(steps: [Step]) { self.steps = steps }

  /// The path to the object of which this path and another lead to different members; `nil` if there is none.
  func object(sharedWith other: JSONItemPath) -> JSONItemPath? {
    let count = zip(steps, other.steps).prefix { $0 == $1 }.count
    guard count > 0, member(at: count) != nil, other.member(at: count) != nil else { return nil }
    return JSONItemPath(steps: Array(steps[..<count]))
  }

  /// The name that follows so many steps, if it is that of a member.
  func member(at count: Int) -> String? {
    if count < steps.count, case .member(let name) = steps[count] { name } else { nil }
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
    /// The members of the object that were read so far, except objects and lists.
    var texts: [(name: String, value: JSONText)] = []
    /// The member that was read last.
    var name = "[]"
    /// Where it begins in the text.
    let start: Int64
    /// Whether items were found in it.
    var hasItems = false
    /// The members that items in it need and did not have.
    var lacking: Set<String> = []
    /// Of a list of items, the members of the objects around it.
    var outer: [(name: String, value: JSONText)]?
  }

  private var text: JSONTextWindow
  private let paths: [JSONItemPath]
  /// The paths of the object that the text is, which is an item only if it has no other items.
  private let fallbacks: [Int]
  /// Where that object begins, and its members that are objects.
  private var whole: (place: Place, objects: [(name: String, value: JSONText)])?
  private var levels: [Level] = []
  /// Whether there was a list of items, with or without any.
  private(set) var hasList = false
  private var hasItems = false
  /// Whether there was a list whose values are items.
  private var hasItemList = false
  private var hasContent = false
  /// Items within the item given last, the last first.
  private var inner: [Item] = []
  /// The members that no path leads to and that have content, each once, since the last call of ``takeSkipped()``.
  private var skipped: [(name: String, place: Place)] = []
  private var knownSkipped: Set<String> = []
  private static let skippedLimit = 256
  /// How many members of an object around items are kept.
  private static let textLimit = 256
  /// The names of members of objects around items that tables read.
  private let outerNames: Set<String>
  /// Of objects whose members follow the items, by where the object begins, these members. `nil` until they are needed.
  private var late: [Int64: [(name: String, value: JSONText)]]?
  private let openAgain: (() throws(HealthError) -> any ByteSource)?
  /// Whether only the members that follow items are looked for.
  private var findsLate = false
  private static let lateLimit = 1 << 16

  /// - Parameters:
  ///   - fallbacks: The paths among `paths` of the object that the text is, if it is an item only if it has no other items.
  ///   - outerNames: The members of objects around items that are needed. They may follow the items.
  ///   - openAgain: Opens the text once more, if there are such members; `nil` if it can be read only once.
  init(
    _ source: any ByteSource, file: String, paths: [JSONItemPath], fallbacks: [Int] = [],
    outerNames: Set<String> = [],
    openAgain: (() throws(HealthError) -> any ByteSource)? = nil, capacity: Int = 1 << 17
  ) {
    text = JSONTextWindow(source, file: file, capacity: capacity)
    (self.paths, self.fallbacks) = (paths, fallbacks)
    (self.outerNames, self.openAgain) = (outerNames, openAgain)
  }

  var progress: ByteProgress { text.window.progress }

  /// Whether the text so far has content, but neither items nor an empty list of them.
  var lacksItems: Bool { hasContent && !hasItems && !hasItemList }

  /// The next item; `nil` at the end.
  mutating func next() throws(HealthError) -> Item? {
    if let item = inner.popLast() { return item }
    while true {
      guard let byte = try text.peek() else {
        if levels.isEmpty { return nil }
        throw text.malformed("the end of the file", levels.last?.isObject == true ? "'}'" : "']'")
      }
      guard let level = levels.last else {
        let paths = paths.indices.filter { !fallbacks.contains($0) }
        if let item = try enter(paths, byte) { return item }
        continue
      }
      switch byte {
      case UInt8(ascii: ","): text.at += 1
      case UInt8(ascii: "}") where level.isObject, UInt8(ascii: "]") where !level.isObject:
        text.at += 1
        levels.removeLast()
        if levels.isEmpty, let item = takeWhole(level) { return item }
      case UInt8(ascii: "\"") where level.isObject:
        if let item = try member(of: level) { return item }
      case _ where !level.isObject:
        let inner = matching(level.paths) { $0 == .each }
        if let item = try enter(inner, byte) { return item }
      default: throw text.malformed("an unexpected character", "a member or '}'")
      }
    }
  }

  private mutating func member(of level: Level) throws(HealthError) -> Item? {
    guard let name = try takeValue().value.string else {
      throw text.malformed("an unexpected character", "the name of a member")
    }
    guard try text.peek() == UInt8(ascii: ":") else {
      throw text.malformed("an unexpected character", "':'")
    }
    text.at += 1
    guard let byte = try text.peek() else { throw text.malformed("the end of the file", "a value") }
    levels[levels.count - 1].name = name
    hasContent = true
    let inner = matching(level.paths) { $0 == .member(name) }
    if !inner.isEmpty { return try enter(inner, byte) }
    if byte == UInt8(ascii: "{"), levels.count == 1, whole != nil {
      try keepObject(name)
    } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      try skip()
    } else {
      let value = try takeValue().value
      let last = levels.count - 1
      if levels[last].lacking.contains(name) {
        throw text.malformed("the member '\(name)' after the items it belongs to", "it before them")
      } else if findsLate, levels[last].hasItems, outerNames.contains(name) {
        try recordLate(name, value, of: levels[last])
      } else if levels[last].texts.count < Self.textLimit {
        levels[last].texts.append((name, value))
      }
    }
    return nil
  }

  /// Keeps a member of the object that the text is, and records it as skipped until that object is an item.
  private mutating func keepObject(_ name: String) throws(HealthError) {
    let (value, place) = try takeValue()
    if case .object(let members) = value, members.isEmpty { return }
    recordSkipped(at: place)
    if let count = whole?.objects.count, count < Self.textLimit {
      whole?.objects.append((name, value))
    }
  }

  /// The object that the text is, at its end, if it is an item since it has no other items.
  private mutating func takeWhole(_ level: Level) -> Item? {
    guard let (place, objects) = whole.take(), !level.hasItems else { return nil }
    (hasList, hasItems) = (true, true)
    let names = objects.map(\.name)
    skipped.removeAll { names.contains($0.name) }
    knownSkipped.subtract(names)
    let members = (level.texts + objects).map { ($0.name, $0.value) }
    return Item(value: .object(members), paths: fallbacks, outer: [], place: place)
  }

  /// Records a member that follows the items to which it belongs.
  private mutating func recordLate(
    _ name: String, _ value: JSONText, of level: Level
  ) throws(HealthError) {
    if late?.count ?? 0 >= Self.lateLimit {
      throw HealthError(
        .malformed, rule: "limit", place: text.place,
        "members follow the items they belong to in more than \(Self.lateLimit.grouped) objects")
    }
    late?[level.start, default: []].append((name, value))
  }

  /// The members of the objects around an item, those that follow it included.
  private mutating func outer() throws(HealthError) -> [(name: String, value: JSONText)] {
    if let outer = levels.last?.outer { return outer }
    var outer = levels.reversed().flatMap(\.texts)
    let lacking = outerNames.subtracting(outer.map(\.name))
    if !lacking.isEmpty {
      if late == nil, let openAgain { late = try lateMembers(openAgain()) }
      for index in levels.indices.reversed() {
        outer += late?[levels[index].start] ?? []
        if late == nil { levels[index].lacking.formUnion(lacking) }
      }
    }
    if let last = levels.last, !last.isObject { levels[levels.count - 1].outer = outer }
    return outer
  }

  private func lateMembers(
    _ source: any ByteSource
  ) throws(HealthError) -> [Int64: [(name: String, value: JSONText)]] {
    var items = JSONItems(
      source, file: text.place.file, paths: paths, fallbacks: fallbacks, outerNames: outerNames,
      capacity: text.window.bytes.count)
    (items.findsLate, items.late) = (true, [:])
    // A fault of the text is found again, in its order; a disk may not fail twice.
    do throws(HealthError) { while try items.next() != nil {} } catch {
      if error.rule == "limit" || error.kind != .malformed { throw error }
    }
    return items.late ?? [:]
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
      throw text.malformed("'\(Unicode.Scalar(byte))'", "a value")
    }
    let depth = levels.count
    // A list is no object that the text is.
    let isItem = depth > 0 || byte == UInt8(ascii: "{")
    let complete = isItem ? found.filter { paths[$0].steps.count == depth } : []
    if !complete.isEmpty {
      (hasList, hasItems) = (true, true)
      for level in levels.indices { levels[level].hasItems = true }
      if findsLate {
        try skip()
        return nil
      }
      let outer = try outer()
      let (value, place) = try takeValue(keepsLongLists: complete.count == found.count)
      for path in found where paths[path].steps.count > depth {
        collect(path, depth, Item(value: value, paths: [path], outer: outer, place: place))
      }
      self.inner.reverse()
      return Item(value: value, paths: complete, outer: outer, place: place)
    }
    let isObject = byte == UInt8(ascii: "{")
    let inner = found.filter {
      paths[$0].steps.count > depth && (paths[$0].steps[depth] != .each) == isObject
    }
    let isWhole = isObject && depth == 0 && !fallbacks.isEmpty
    if inner.isEmpty && !isWhole || !isObject && byte != UInt8(ascii: "[") {
      try skip()
      return nil
    }
    if isWhole, !findsLate { whole = (text.place, []) }
    if !isObject {
      hasList = true
      if inner.contains(where: { paths[$0].steps.count == depth + 1 }) { hasItemList = true }
    }
    levels.append(
      Level(isObject: isObject, paths: inner, start: text.window.origin + Int64(text.at)))
    text.at += 1
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

  /// Takes the value that begins here.
  private mutating func takeValue(
    keepsLongLists: Bool = true
  ) throws(HealthError) -> (value: JSONText, place: Place) {
    let start = text.place
    var scan = Scan()
    var end = text.at
    while !scan.read(text.window.bytes.span, &end, text.window.end) {
      if text.window.isFinal {
        if scan.isWord { break }
        throw text.malformed("the end of the file", "the end of a value")
      }
      let read = end - text.at
      try text.refill()
      end = text.at + read
    }
    let bytes = text.bytes(to: end)
    guard
      let value = JSONText(parsing: bytes, keepsLongLists: keepsLongLists, takesNaN: true)
    else {
      throw text.malformed("a value that is not valid JSON in UTF-8", "valid JSON")
    }
    text.move(to: end)
    return (value, start)
  }

  mutating func takeSkipped() -> [(name: String, place: Place)] {
    defer { skipped.removeAll() }
    return skipped
  }

  /// Skips the value that begins here; its bytes are not kept.
  private mutating func skip() throws(HealthError) {
    let start = text.place
    var (scan, count) = (Scan(), 0)
    while true {
      var end = text.at
      let isWhole = scan.read(text.window.bytes.span, &end, text.window.end)
      if count <= 2 {
        for index in text.at..<end where text.window.bytes[index] > 32 { count += 1 }
      }
      text.move(to: end)
      if isWhole {
        // An empty list is no loss.
        if count > 2 {
          hasContent = true
          recordSkipped(at: start)
        }
        return
      }
      if text.window.isFinal {
        if scan.isWord { return }
        throw text.malformed("the end of the file", "the end of a value")
      }
      try text.refill()
    }
  }

  private mutating func recordSkipped(at place: Place) {
    let name = levels.map(\.name).joined(separator: ".")
    guard knownSkipped.count < Self.skippedLimit, knownSkipped.insert(name).inserted else { return }
    skipped.append((name, place))
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
