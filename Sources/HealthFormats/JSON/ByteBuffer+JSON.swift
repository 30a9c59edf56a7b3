package import HealthBytes
package import HealthModel

extension ByteBuffer {
  /// Appends a string in quotes, with only the escapes that JSON requires.
  package mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    append(jsonContent: text)
    append(UInt8(ascii: "\""))
  }

  private mutating func append(jsonContent text: String) {
    let bytes = text.utf8Span.span
    let end = room(for: bytes.count)
    var from = 0
    while true {
      let stop = ByteScan.firstJSONEscape(in: bytes, from: from, to: end)
      append(bytes, from..<stop)
      guard stop < end, count <= most else { return }
      append(jsonEscapeOf: bytes[stop])
      from = stop + 1
    }
  }

  private mutating func append(jsonEscapeOf byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 8: append(UInt8(ascii: "b"))
    case 9: append(UInt8(ascii: "t"))
    case 10: append(UInt8(ascii: "n"))
    case 12: append(UInt8(ascii: "f"))
    case 13: append(UInt8(ascii: "r"))
    default:
      append("u00")
      append(byte < 16 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let nibble = byte & 15
      append(nibble < 10 ? 48 + nibble : 87 + nibble)
    }
  }

  /// Appends a number as it was written, where JSON can read that; else as it prints.
  package mutating func append(json number: Number) {
    if number.isSpelledAsJSON {
      append(number)
    } else {
      append(PlainNumber(digits: number.digits, exponent: number.exponent))
    }
  }
}

extension Number {
  /// Whether the number's own spelling is a JSON number: always, but for a few (`+3`, `.5`, `007`).
  package var isSpelledAsJSON: Bool {
    guard let text = spelling?.text else { return true }
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    let whole = digits.prefix { $0 &- 48 < 10 }
    guard !whole.isEmpty, whole.count == 1 || whole.first != 48 else { return false }
    let rest = digits.dropFirst(whole.count)
    guard rest.first == UInt8(ascii: ".") else { return true }
    return rest.dropFirst().first.map { $0 &- 48 < 10 } ?? false
  }
}
