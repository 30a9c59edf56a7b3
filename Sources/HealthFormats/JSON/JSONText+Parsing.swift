package import HealthBytes

extension JSONText {
  /// The value that a text states; `nil` if it is not one JSON text of UTF-8 on one line. Of members with the same name,
  /// all are present.
  package init?(parsing text: [UInt8]) {
    let bytes = text.span
    guard (try? UTF8Span(validating: bytes)) != nil, !text.contains(UInt8(ascii: "\n")) else {
      return nil
    }
    var tape = JSONTape(listLimit: .max)
    do throws(JSONFault) { try tape.parse(bytes, 0..<bytes.count) } catch { return nil }
    self = tape.value(of: 0, in: bytes)
  }
}

extension JSONTape {
  /// A node with all that is in it, as a value.
  fileprivate func value(of node: Int, in bytes: Span<UInt8>) -> JSONText {
    switch nodes[node].kind {
    case .string: return .string(text(node, in: bytes))
    case .boolean: return .boolean(nodes[node].range.count == 4)
    case .null: return .literal("null")
    case .number:
      let text = Self.text(bytes, nodes[node].range)
      return Int(text).map { .number($0) } ?? .literal(text)
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
