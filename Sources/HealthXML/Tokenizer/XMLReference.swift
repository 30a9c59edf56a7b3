import HealthBytes

/// A reference after `&`.
enum XMLReference {
  /// One of the five predefined entities, or a character reference; `end` is after the `;`.
  case scalar(Unicode.Scalar, end: Int)
  /// A character reference to a code point that XML does not allow.
  case illegal(UInt32, end: Int)
  /// The range of the name of another entity.
  case entity(Range<Int>)
  /// The `&` does not begin a reference.
  case none
  /// The bytes end before it is determined.
  case incomplete

  /// Reads the reference at `index`, where an `&` is (XML 1.0, productions 66 to 68).
  init(_ bytes: Span<UInt8>, at index: Int) {
    guard index + 1 < bytes.count else {
      self = .incomplete
      return
    }
    self =
      Self.predefined(bytes, from: index + 1)
      ?? (bytes[index + 1] == UInt8(ascii: "#")
        ? Self.number(bytes, from: index + 2) : Self.name(bytes, from: index + 1))
  }

  private static func number(_ bytes: Span<UInt8>, from start: Int) -> XMLReference {
    guard start < bytes.count else { return .incomplete }
    let isHexadecimal = bytes[start] == UInt8(ascii: "x")
    let radix: UInt32 = isHexadecimal ? 16 : 10
    let first = isHexadecimal ? start + 1 : start
    var index = first
    var value: UInt32 = 0
    while index < bytes.count {
      let byte = bytes[index]
      let digit: UInt32
      switch byte {
      case 0x30...0x39: digit = UInt32(byte - 0x30)
      case 0x41...0x46 where isHexadecimal: digit = UInt32(byte - 0x41 + 10)
      case 0x61...0x66 where isHexadecimal: digit = UInt32(byte - 0x61 + 10)
      case UInt8(ascii: ";") where index > first:
        guard value.isXMLCharacter, let scalar = Unicode.Scalar(value) else {
          return .illegal(value, end: index + 1)
        }
        return .scalar(scalar, end: index + 1)
      default: return .none
      }
      // Clamped above all code points, so further digits cannot overflow.
      value = min(value * radix + digit, 0x11_0000)
      index += 1
    }
    return .incomplete
  }

  private static func name(_ bytes: Span<UInt8>, from start: Int) -> XMLReference {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        guard byte.isXMLNameByte else { break }
        if index == start, !byte.isXMLNameStartByte { return .none }
        index += 1
      } else {
        switch MultibyteCharacter(bytes, at: index) {
        case .incomplete: return .incomplete
        case .character(let scalar, let length)
        where index == start ? scalar.isXMLNameStart : scalar.isXMLName:
          index += length
        default: return .none
        }
      }
    }
    guard index < bytes.count else { return .incomplete }
    guard index > start, bytes[index] == UInt8(ascii: ";") else { return .none }
    return .entity(start..<index)
  }

  /// The five entities that need no declaration (XML 1.0, section 4.6).
  @inline(__always)
  private static func predefined(_ bytes: Span<UInt8>, from start: Int) -> XMLReference? {
    func matches(_ text: StaticString) -> Bool { ByteScan.equal(bytes, at: start, to: text) }
    switch bytes[start] {
    case UInt8(ascii: "l") where matches("lt;"): return .scalar("<", end: start + 3)
    case UInt8(ascii: "g") where matches("gt;"): return .scalar(">", end: start + 3)
    case UInt8(ascii: "a") where matches("amp;"): return .scalar("&", end: start + 4)
    case UInt8(ascii: "a") where matches("apos;"): return .scalar("'", end: start + 5)
    case UInt8(ascii: "q") where matches("quot;"): return .scalar("\"", end: start + 5)
    default: return nil
    }
  }
}
