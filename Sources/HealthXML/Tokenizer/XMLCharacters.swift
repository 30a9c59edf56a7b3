import HealthBytes

extension UInt8 {
  @inline(__always) static var tab: UInt8 { 0x09 }
  @inline(__always) static var lineFeed: UInt8 { 0x0A }
  @inline(__always) static var carriageReturn: UInt8 { 0x0D }
  @inline(__always) static var space: UInt8 { 0x20 }

  /// White space (XML 1.0, production 3).
  @inline(__always) var isXMLSpace: Bool {
    self <= 0x20 && (1 &<< UInt64(self)) & 0x1_0000_2600 as UInt64 != 0
  }

  /// Whether this ASCII character may occur in a name (production 4a); false beyond ASCII.
  @inline(__always) var isXMLNameByte: Bool {
    // A bit for each character: - . 0-9 : and A-Z _ a-z.
    let word: UInt64 = self < 64 ? 0x07FF_6000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return self < 0x80 && (word &>> UInt64(self & 63)) & 1 != 0
  }

  /// Whether this ASCII character may begin a name (production 4); false beyond ASCII.
  @inline(__always) var isXMLNameStartByte: Bool {
    isXMLNameByte && self > 0x39
  }
}

/// The character at a first byte beyond ASCII.
enum MultibyteCharacter: Equatable {
  /// A character that XML allows.
  case character(UInt32, length: Int)
  /// U+FFFE or U+FFFF, which XML does not allow.
  case illegal(UInt32, length: Int)
  /// Not UTF-8; the length is that of the maximal subpart, at least 1.
  case invalid(length: Int)
  /// The bytes end inside a sequence that is right so far.
  case incomplete

  /// Reads the character at `index`, a byte of 0x80 or above (Unicode 16, table 3-7).
  init(_ bytes: Span<UInt8>, at index: Int) {
    let first = bytes[index]
    let length: Int
    var allowed: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, allowed) = (3, 0xA0...0xBF)
    case 0xED: (length, allowed) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, allowed) = (4, 0x90...0xBF)
    case 0xF4: (length, allowed) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default:
      self = .invalid(length: 1)
      return
    }
    var scalar = UInt32(first) & (0x7F &>> UInt32(length))
    for offset in 1..<length {
      guard index + offset < bytes.count else {
        self = .incomplete
        return
      }
      let byte = bytes[index + offset]
      guard allowed.contains(byte) else {
        self = .invalid(length: offset)
        return
      }
      allowed = 0x80...0xBF
      scalar = scalar &<< 6 | UInt32(byte & 0x3F)
    }
    let isNoncharacter = scalar == 0xFFFE || scalar == 0xFFFF
    self =
      isNoncharacter ? .illegal(scalar, length: length) : .character(scalar, length: length)
  }
}

extension UInt32 {
  /// Whether this scalar is a character of XML (production 2).
  var isXMLCharacter: Bool {
    switch self {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  /// Whether this scalar beyond ASCII may begin a name (XML 1.0, fifth edition, production 4).
  var isXMLNameStart: Bool {
    switch self {
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
      0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
      0x1_0000...0xE_FFFF:
      true
    default: false
    }
  }

  /// Whether this scalar beyond ASCII may occur in a name (production 4a).
  var isXMLName: Bool {
    switch self {
    case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: isXMLNameStart
    }
  }
}

/// The names that elements and attributes may have.
public enum XMLName {
  /// Whether a text is a name (XML 1.0, fifth edition, production 5).
  ///
  /// - Returns: `true` for a valid name; `false` for the empty text.
  /// - Complexity: Linear in its length.
  public static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return isStart(first) && text.unicodeScalars.dropFirst().allSatisfy(isPart)
  }

  private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? UInt8(scalar.value).isXMLNameStartByte : scalar.value.isXMLNameStart
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? UInt8(scalar.value).isXMLNameByte : scalar.value.isXMLName
  }
}

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
