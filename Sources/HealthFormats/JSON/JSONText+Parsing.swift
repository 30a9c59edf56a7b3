package import HealthBytes
import HealthModel

extension JSONText {
  /// The value that a text states; `nil` if it is not one JSON text of UTF-8 on one line. Of members with the same name,
  /// all are present.
  ///
  /// - Parameters:
  ///   - keepsLongLists: Whether a list of more than ``JSONTape/listLimit`` nodes becomes a literal with its text,
  ///     which takes a tenth of the memory of its items.
  ///   - takesNaN: Whether `NaN`, which is not JSON, means `null`.
  package init?(parsing text: [UInt8], keepsLongLists: Bool = false, takesNaN: Bool = false) {
    let bytes = text.span
    guard (try? UTF8Span(validating: bytes)) != nil, !text.contains(UInt8(ascii: "\n")) else {
      return nil
    }
    var tape = JSONTape(
      listLimit: keepsLongLists ? JSONTape.listLimit : .max, takesNaN: takesNaN)
    do throws(JSONFault) { try tape.parse(bytes, 0..<bytes.count) } catch { return nil }
    self = tape.value(of: 0, in: bytes)
  }
}

extension JSONText {
  package subscript(name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }

  package var items: [JSONText] { if case .array(let items) = self { items } else { [] } }
}

extension JSONTape {
  /// Parses the items of a list one at a time, as values.
  ///
  /// - Returns: `false` if the node is not a list.
  mutating func forEachItem<Failure>(
    of list: Int, _ bytes: Span<UInt8>, _ body: (JSONText) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard nodes[list].kind == .array else { return false }
    guard nodes[list].itemDepth > 0 else {
      var item = list + 1
      while item < Int(nodes[list].next) {
        try body(value(of: item, in: bytes))
        item = Int(nodes[item].next)
      }
      return true
    }
    var at = Int(nodes[list].start) + 1
    while findItem(list, bytes, &at) {
      // It was parsed before without a fault.
      guard let item = try? parseItem(list, bytes, &at) else { return false }
      try body(value(of: item, in: bytes))
      release(item)
    }
    return true
  }

  /// A node with all that is in it, as a value.
  func value(of node: Int, in bytes: Span<UInt8>) -> JSONText {
    switch nodes[node].kind {
    case .string: return .string(text(node, in: bytes))
    case .boolean: return .boolean(nodes[node].range.count == 4)
    case .null: return .literal("null")
    case .number:
      let text = Self.text(bytes, nodes[node].range)
      return Int(text).map { .number($0) } ?? .literal(text)
    case .array where nodes[node].itemDepth > 0:
      return .literal(Self.text(bytes, nodes[node].range))
    case .array:
      var values: [JSONText] = []
      var item = node + 1
      while item < Int(nodes[node].next) {
        values.append(value(of: item, in: bytes))
        item = Int(nodes[item].next)
      }
      return .array(values)
    case .object:
      var members: [(String, JSONText)] = []
      var name = node + 1
      while name < Int(nodes[node].next) {
        let member = Int(nodes[name].next)
        members.append((text(name, in: bytes), value(of: member, in: bytes)))
        name = Int(nodes[member].next)
      }
      return .object(members)
    }
  }
}

/// A fault in a line, with the offset of its byte in the window.
package struct JSONFault: Error, Equatable {
  let offset: Int
  let rule: String
  package let message: String
  var code = HealthError.Code.malformed

  /// Text that is not JSON.
  static func malformed(_ offset: Int, found: String, expected: String) -> JSONFault {
    JSONFault(
      offset: offset, rule: "malformed-json", message: "found \(found), expected \(expected)")
  }

  /// JSON that is not of the shape it should be.
  static func value(_ offset: Int, found: String, expected: String) -> JSONFault {
    JSONFault(
      offset: offset, rule: "malformed-value", message: "found \(found), expected \(expected)")
  }

  /// More than memory is to hold.
  static func tooMany(_ offset: Int, _ what: String, _ limit: Int) -> JSONFault {
    JSONFault(
      offset: offset, rule: "too-many-values",
      message: "found more than \(limit) \(what) in a JSON text (limit '\(Limits.lineItems.name)')"
    )
  }

  /// A member that is not there.
  static func missing(_ offset: Int, _ name: String) -> JSONFault {
    JSONFault(
      offset: offset, rule: "missing-member", message: "found no \"\(name)\" in the object")
  }

  static func date(_ offset: Int, _ name: String, _ fault: Timestamp.Fault) -> JSONFault {
    let expected = fault == .shape ? ", expected 2024-06-01T08:00:00+02:00" : ""
    let wording = fault.wording + expected
    return JSONFault(offset: offset, rule: "malformed-date", message: "\(name) \(wording)")
  }
}

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
    let bytes = window.bytes
    while true {
      at = ByteScan.firstIndex(of: 10, in: bytes.span, from: at, to: end)
      if at >= end { return }
      (line, at) = (line + 1, at + 1)
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
}
