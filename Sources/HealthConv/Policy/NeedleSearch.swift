import HealthBytes
import HealthModel

/// Searches bytes for many texts at once.
struct NeedleSearch {
  /// What is searched for, folded.
  private let needles: [[UInt8]]
  /// The needles by their first bytes: three, and eight of those that have as many.
  private var short: [UInt64: [Int]] = [:]
  private var long: [UInt64: [Int]] = [:]
  /// Which pairs of bytes needles begin with.
  private var beginnings = [Bool](repeating: false, count: 1 << 16)
  private(set) var found: Set<Int> = []

  /// The bytes of a needle that are compared. Parts of a text are searched with an overlap of this many.
  static let most = 256
  private static let longPrefix = 8
  private static let shortPrefix = 3

  init(_ needles: [String]) {
    self.needles = needles.map { Array($0.utf8.prefix(Self.most)) }
    for (index, needle) in self.needles.enumerated() where needle.count >= Self.shortPrefix {
      beginnings[Int(needle[0]) << 8 | Int(needle[1])] = true
      if needle.count >= Self.longPrefix {
        long[Self.key(needle, 0, Self.longPrefix), default: []].append(index)
      } else {
        short[Self.key(needle, 0, Self.shortPrefix), default: []].append(index)
      }
    }
  }

  private static func key(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
    var key: UInt64 = 0
    for index in start..<(start + count) { key = key << 8 | UInt64(bytes[index]) }
    return key
  }

  /// Searches a folded text.
  ///
  /// - Parameter isExact: Whether the bytes are a text as a reader decodes it. In others, which may be numbers or packed, a
  ///   short needle has to be a word of a text.
  mutating func search(_ bytes: [UInt8], isExact: Bool) {
    if bytes.count < Self.shortPrefix { return }
    for start in 0...(bytes.count - Self.shortPrefix)
    where beginnings[Int(bytes[start]) << 8 | Int(bytes[start + 1])] {
      if let candidates = short[Self.key(bytes, start, Self.shortPrefix)] {
        for index in candidates where matches(index, bytes, start) {
          let end = start + needles[index].count
          if isExact || Self.isWord(bytes, start, end) { found.insert(index) }
        }
      }
      if start + Self.longPrefix <= bytes.count,
        let candidates = long[Self.key(bytes, start, Self.longPrefix)]
      {
        for index in candidates where matches(index, bytes, start) { found.insert(index) }
      }
    }
  }

  private func matches(_ index: Int, _ bytes: [UInt8], _ start: Int) -> Bool {
    let needle = needles[index]
    guard !found.contains(index), start + needle.count <= bytes.count else { return false }
    for offset in needle.indices where needle[offset] != bytes[start + offset] { return false }
    return true
  }

  /// Whether a match of at least four bytes is a word in some text, not a part of a longer word or of numbers.
  private static func isWord(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard end - start >= 4 else { return false }
    func isLetter(_ byte: UInt8) -> Bool {
      byte >= 0x80 || (97...122).contains(byte) || (65...90).contains(byte)
        || (48...57).contains(byte)
    }
    if start > 0, isLetter(bytes[start - 1]) { return false }
    if end < bytes.count, isLetter(bytes[end]) { return false }
    let around = bytes[max(0, start - 4)..<start] + bytes[end..<min(bytes.count, end + 4)]
    return around.count { $0 < 32 && ![0, 9, 10, 13].contains($0) } <= 1
  }
}

/// The forms of a text in which an identifier may be written.
enum TextForms {
  /// The folded forms of bytes: unchanged, without escapes of XML, JSON and URLs, without the zero bytes of UTF-16, and the
  /// content of Base64 in them.
  static func all(of bytes: [UInt8]) -> [[UInt8]] {
    var forms = [folded(bytes)]
    var text = forms[0]
    for _ in 0..<3 {
      guard let plain = unescaped(text) else { break }
      text = folded(plain)
      forms.append(text)
    }
    if bytes.contains(0) { forms.append(folded(bytes.filter { $0 != 0 })) }
    forms += base64(in: bytes)
    return forms
  }

  /// Bytes in the form in which texts are compared.
  static func folded(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return bytes.map { (65...90).contains($0) ? $0 + 32 : $0 }
    }
    return Array(PolicyCheck.folded(String(decoding: bytes, as: UTF8.self)).utf8)
  }

  private static let entities: [(name: [UInt8], byte: UInt8)] = [
    ("amp;", 38), ("lt;", 60), ("gt;", 62), ("quot;", 34), ("apos;", 39),
  ].map { (Array($0.0.utf8), $0.1) }

  /// The bytes without escapes; `nil` if there are none.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.contains(where: { $0 == 38 || $0 == 92 || $0 == 37 }) else { return nil }
    var (plain, index, isChanged) = ([UInt8](), 0, false)
    plain.reserveCapacity(bytes.count)
    while index < bytes.count {
      let rest = bytes[(index + 1)...].prefix(10)
      let (scalar, length): (UInt32?, Int) =
        switch bytes[index] {
        case 38: entity(Array(rest))
        case 92: backslash(Array(rest))
        case 37:
          rest.count >= 2 ? (number(rest.prefix(2), radix: 16), 3) : (nil, 1)
        default: (nil, 1)
        }
      if let scalar, bytes[index] == 37 {
        plain.append(UInt8(truncatingIfNeeded: scalar))
      } else if let scalar, let valid = Unicode.Scalar(scalar) {
        plain += Array(String(Character(valid)).utf8)
      } else {
        plain.append(bytes[index])
        index += 1
        continue
      }
      isChanged = true
      index += length
    }
    return isChanged ? plain : nil
  }

  private static func number(_ digits: some Collection<UInt8>, radix: Int) -> UInt32? {
    digits.isEmpty ? nil : UInt32(String(decoding: Array(digits), as: UTF8.self), radix: radix)
  }

  private static func entity(_ rest: [UInt8]) -> (UInt32?, Int) {
    for entity in entities where rest.starts(with: entity.name) {
      return (UInt32(entity.byte), entity.name.count + 1)
    }
    guard rest.first == 35, let end = rest.firstIndex(of: 59) else { return (nil, 1) }
    let isHexadecimal = rest.count > 1 && rest[1] == 120
    let digits = rest[(isHexadecimal ? 2 : 1)..<max(end, isHexadecimal ? 2 : 1)]
    return (number(digits, radix: isHexadecimal ? 16 : 10), end + 2)
  }

  private static func backslash(_ rest: [UInt8]) -> (UInt32?, Int) {
    switch rest.first {
    case 117?: rest.count >= 5 ? (number(rest[1..<5], radix: 16), 6) : (nil, 1)
    case 34?, 92?, 47?: (UInt32(rest[0]), 2)
    case 110?, 114?, 116?: (32, 2)
    default: (nil, 1)
    }
  }

  /// What runs of letters of Base64 contain. A run at the beginning may be the rest of one.
  private static func base64(in bytes: [UInt8]) -> [[UInt8]] {
    func isLetter(_ byte: UInt8) -> Bool {
      (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte)
        || byte == 43 || byte == 47
    }
    var (forms, start) = ([[UInt8]](), 0)
    while start < bytes.count {
      guard isLetter(bytes[start]) else {
        start += 1
        continue
      }
      var end = start
      while end < bytes.count, isLetter(bytes[end]) { end += 1 }
      if end - start >= 8 {
        for shift in 0..<(start == 0 ? 4 : 1) {
          let run = Array(bytes[(start + shift)..<end].dropLast((end - start - shift) % 4))
          if let decoded = Base64.decode(run.span) { forms.append(folded(decoded)) }
          // The letters after the last four, with the padding that they would have.
          let last = Array(bytes[(start + shift)..<end].suffix((end - start - shift) % 4))
          if last.count > 1,
            let tail = Base64.decode(
              (run.suffix(64) + last + Array(repeating: 61, count: 4 - last.count)).span)
          {
            forms.append(folded(tail))
          }
        }
      }
      start = end
    }
    return forms
  }
}
