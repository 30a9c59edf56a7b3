import HealthYAML

/// The front matter of a note: lines between `---` at its beginning, which are a mapping in YAML.
///
/// Only lines of given keys change; every other byte stays. What is changed is read again by libyaml: all other keys and values must be
/// the same, or the note is left.
enum FrontMatter {
  /// Why a note is not changed.
  enum Fault: Error, Equatable {
    case notUTF8
    case noEnd
    case notYAML
    case noParser
    case notMapping
    case repeated(String)
    case otherForm(String)
    case carriageReturns
    case unclear

    var text: String {
      switch self {
      case .notUTF8: "its text is not UTF-8"
      case .noEnd: "its front matter has no end"
      case .notYAML: "its front matter is not YAML"
      case .noParser: "this program was built without the package trait 'YAML'"
      case .notMapping: "its front matter is not a list of keys, a line each"
      case .repeated(let key): "its front matter has the key '\(key)' several times"
      case .otherForm(let key): "the key '\(key)' is not on one line with a plain value"
      case .carriageReturns: "its lines end with carriage returns alone"
      case .unclear: "it is not certain where its front matter begins or ends"
      }
    }
  }

  /// A key of the front matter, and its value: a text of YAML on one line, `nil` for a key that is to be removed.
  typealias Entry = (key: String, value: String?)

  /// The note with other values.
  ///
  /// - Parameter entries: The keys that are changed, each once; new ones are added at the end, in this order.
  /// - Returns: The bytes; the same if nothing changes.
  static func updated(_ note: [UInt8], _ entries: [Entry]) throws(Fault) -> [UInt8] {
    guard String(validating: note, as: UTF8.self) != nil else { throw .notUTF8 }
    let mark: [UInt8] = note.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
    let lines = Line.lines(of: note.dropFirst(mark.count))
    let changes = entries.filter { $0.value != nil }
    guard let first = lines.first, first.isFence else {
      if lines.first?.text.starts(with: "---\r".utf8) == true { throw .carriageReturns }
      if lines.first?.isLikeFence == true { throw .unclear }
      guard !changes.isEmpty else { return note }
      let end = lines.first?.end.isEmpty == false ? lines[0].end : [0x0A]
      let block = [Array("---".utf8)] + changes.map { line(of: $0) } + [Array("---".utf8)]
      return mark + block.flatMap { $0 + end } + note.dropFirst(mark.count)
    }
    guard let last = lines.dropFirst().firstIndex(where: \.isLikeFence) else { throw .noEnd }
    guard lines[last].isFence else { throw .unclear }
    let matter = Array(lines[1..<last])
    let before = try Content(matter)
    let new = try changed(matter, entries, before, end: first.end)
    if new == matter { return note }
    let keys = Set(entries.map(\.key))
    let after = try Content(new)
    guard after.others(than: keys) == before.others(than: keys),
      entries.allSatisfy({ entry in after.hasValue(entry) })
    else { throw .notMapping }
    return mark + ([first] + new + lines[last...]).flatMap(\.bytes)
  }

  /// The lines of the front matter with other values.
  private static func changed(
    _ lines: [Line], _ entries: [Entry], _ content: Content, end: [UInt8]
  ) throws(Fault) -> [Line] {
    var lines = lines
    var removed: Set<Int> = []
    var added: [Line] = []
    for entry in entries {
      let places = content.places[entry.key] ?? []
      guard places.count < 2 else { throw .repeated(entry.key) }
      guard let place = places.first else {
        if entry.value != nil { added.append(Line(text: line(of: entry), end: end)) }
        continue
      }
      let next = content.starts.filter { $0 > place }.min() ?? lines.count
      guard lines[place].text.starts(with: Array("\(entry.key):".utf8)),
        lines[(place + 1)..<next].allSatisfy(\.isBlankOrComment)
      else { throw .otherForm(entry.key) }
      guard let parts = Value(lines[place].text.dropFirst(entry.key.utf8.count + 1)) else {
        throw .otherForm(entry.key)
      }
      if let value = entry.value {
        let space = parts.space.isEmpty ? [0x20] : Array(parts.space)
        lines[place].text = Array("\(entry.key):".utf8) + space + Array(value.utf8) + parts.rest
      } else {
        removed.insert(place)
      }
    }
    return lines.indices.filter { !removed.contains($0) }.map { lines[$0] } + added
  }

  private static func line(of entry: Entry) -> [UInt8] {
    Array("\(entry.key): \(entry.value ?? "")".utf8)
  }
}

extension FrontMatter {
  /// A line and the characters that end it.
  private struct Line: Equatable {
    var text: [UInt8]
    let end: [UInt8]

    var bytes: [UInt8] { text + end }

    private var trimmed: ArraySlice<UInt8> {
      var rest = text[...]
      while rest.last == 0x20 || rest.last == 0x09 { rest.removeLast() }
      return rest
    }

    /// Whether it begins or ends front matter.
    var isFence: Bool { text.elementsEqual("---".utf8) }

    /// Whether it is such a line, or some programs take it for one.
    var isLikeFence: Bool {
      trimmed.elementsEqual("---".utf8) || trimmed.elementsEqual("...".utf8)
    }

    var isBlankOrComment: Bool {
      let first = text.first { $0 != 0x20 && $0 != 0x09 }
      return first == nil || first == UInt8(ascii: "#")
    }

    static func lines(of bytes: ArraySlice<UInt8>) -> [Line] {
      var lines: [Line] = []
      var rest = bytes
      while !rest.isEmpty {
        let feed = rest.firstIndex(of: 0x0A)
        let line = rest[..<(feed ?? rest.endIndex)]
        let hasReturn = feed != nil && line.last == 0x0D
        lines.append(
          Line(
            text: Array(hasReturn ? line.dropLast() : line),
            end: feed == nil ? [] : hasReturn ? [0x0D, 0x0A] : [0x0A]))
        rest = rest[(feed.map { $0 + 1 } ?? rest.endIndex)...]
      }
      return lines
    }
  }

  /// What follows the colon of a key: a plain value or one in double quotation marks, and a comment.
  private struct Value {
    let space: ArraySlice<UInt8>
    /// Blanks and a comment.
    let rest: ArraySlice<UInt8>

    init?(_ text: ArraySlice<UInt8>) {
      func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
      let start = text.firstIndex { !isBlank($0) } ?? text.endIndex
      space = text[..<start]
      var end = start
      if start < text.endIndex, text[start] == UInt8(ascii: "\"") {
        guard let close = text[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")),
          !text[start..<close].contains(UInt8(ascii: "\\"))
        else { return nil }
        end = close + 1
      } else if start < text.endIndex, "'[{&*!|>%@`".utf8.contains(text[start]) {
        return nil
      } else {
        while end < text.endIndex,
          text[end] != UInt8(ascii: "#") || !(end == text.startIndex || isBlank(text[end - 1]))
        { end += 1 }
        while end > start, isBlank(text[end - 1]) { end -= 1 }
      }
      rest = text[end...]
      let comment = rest.first { !isBlank($0) }
      guard comment == nil || comment == UInt8(ascii: "#") && rest.first.map(isBlank) == true else {
        return nil
      }
    }
  }

  /// What libyaml reads.
  private struct Content {
    /// The lines on which each key begins, from 0.
    private(set) var places: [String: [Int]] = [:]
    /// The lines on which any key begins.
    private(set) var starts: [Int] = []
    /// Each key with all that is found in its value.
    private var members: [(key: String, value: [YAMLEvent.Kind])] = []

    init(_ lines: [Line]) throws(Fault) {
      let text = String(decoding: lines.flatMap(\.bytes), as: UTF8.self)
      let isMapping: Bool
      do throws(YAMLError) { isMapping = try read(text) } catch {
        throw YAMLParser.isAvailable ? .notYAML : .noParser
      }
      guard isMapping else { throw .notMapping }
    }

    /// Reads the members; `false` if it is not one mapping whose keys are texts at the beginning of a line.
    private mutating func read(_ text: String) throws(YAMLError) -> Bool {
      let parser = try YAMLParser(text)
      guard case .document = try parser.next().kind else { return true }
      let root = try parser.next()
      if root.kind == .text("") {
        return try Self.isAtEnd(parser)
      }
      guard root.kind == .mapping else { return false }
      while true {
        let event = try parser.next()
        if event.kind == .end { break }
        guard case .text(let key) = event.kind, event.place.column == 1 else { return false }
        places[key, default: []].append(event.place.line - 1)
        starts.append(event.place.line - 1)
        var value: [YAMLEvent.Kind] = []
        var depth = 0
        repeat {
          let next = try parser.next()
          value.append(next.kind)
          switch next.kind {
          case .list, .mapping: depth += 1
          case .end: depth -= 1
          default: break
          }
        } while depth > 0
        members.append((key, value))
      }
      // The end of the document, and of everything.
      return try Self.isAtEnd(parser)
    }

    private static func isAtEnd(_ parser: YAMLParser) throws(YAMLError) -> Bool {
      let (first, second) = (try parser.next().kind, try parser.next().kind)
      return first == .end && second == .end
    }

    /// The members that have other keys.
    func others(than keys: Set<String>) -> [[YAMLEvent.Kind]] {
      members.filter { !keys.contains($0.key) }.map { [.text($0.key)] + $0.value }
    }

    /// Whether it has the value of an entry, or not the key that was to be removed.
    func hasValue(_ entry: Entry) -> Bool {
      let found = members.filter { $0.key == entry.key }.map(\.value)
      guard let value = entry.value else { return found.isEmpty }
      return found == [[.text(value.first == "\"" ? String(value.dropFirst().dropLast()) : value)]]
    }
  }
}
