import HealthBytes
import HealthModel

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
    guard let name = try text.takeValue().value.string else {
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
      let value = try text.takeValue().value
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
    let (value, place) = try text.takeValue()
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
      let (value, place) = try text.takeValue(keepsLongLists: complete.count == found.count)
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

  mutating func takeSkipped() -> [(name: String, place: Place)] {
    defer { skipped.removeAll() }
    return skipped
  }

  /// Skips the value that begins here, and records it if it has content.
  private mutating func skip() throws(HealthError) {
    let start = text.place
    guard try text.skipValue() else { return }
    hasContent = true
    recordSkipped(at: start)
  }

  private mutating func recordSkipped(at place: Place) {
    let name = levels.map(\.name).joined(separator: ".")
    guard knownSkipped.count < Self.skippedLimit, knownSkipped.insert(name).inserted else { return }
    skipped.append((name, place))
  }
}
