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
