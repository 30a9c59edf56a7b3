import HealthBytes
import HealthModel

/// A place in a line that moves on over what is expected there.
///
/// A caller that reads to the end must check that this is the end of the line: bytes after the line in the window are
/// compared as if they belonged to it.
struct LineCursor {
  var at: Int
  let end: Int

  /// Takes a text known when compiling.
  @inline(__always)
  mutating func take(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
    guard ByteScan.equal(bytes, at: at, to: text) else { return false }
    at &+= text.utf8CodeUnitCount
    return true
  }

  @inline(__always)
  mutating func take(_ text: [UInt8], _ bytes: Span<UInt8>) -> Bool {
    guard ByteScan.equal(bytes, at: at, to: text) else { return false }
    at &+= text.count
    return true
  }

  /// Takes the text of a string up to its quote or first escape.
  @inline(__always)
  mutating func takePlainText(_ bytes: Span<UInt8>) -> Range<Int> {
    let start = min(at, end)
    at = ByteScan.firstJSONEscape(in: bytes, from: start, to: end)
    return start..<at
  }

  /// Takes a number that prints as it is written, if the next token is one: all such are numbers of
  /// JSON.
  @inline(__always)
  mutating func takePlainNumber(_ bytes: Span<UInt8>) -> Number? {
    var stop = min(at, end)
    if let plain = PlainNumber(scanning: bytes, &stop), stop < end,
      bytes[stop] == UInt8(ascii: ",") || bytes[stop] == UInt8(ascii: "}")
    {
      at = stop
      return Number(plain)
    }
    stop = min(at, end)
    while stop < end,
      bytes[stop] &- 48 < 10 || bytes[stop] == UInt8(ascii: ".") || bytes[stop] == UInt8(ascii: "-")
    {
      stop &+= 1
    }
    // A power of ten may follow.
    guard stop < end, bytes[stop] | 0x20 != UInt8(ascii: "e"),
      let number = Number(parsing: bytes.extracting(min(at, end)..<stop)), number.spelling == nil
    else { return nil }
    at = stop
    return number
  }

  /// Takes 1 to 16 hexadecimal digits.
  @inline(__always)
  mutating func takeHexadecimal(_ bytes: Span<UInt8>) -> UInt64? {
    if let (value, count) = HexadecimalScan.number(bytes, at: at), count > 0, at &+ count < end,
      JSONTape.hexadecimal(bytes[at &+ count]) == nil
    {
      at &+= count
      return value
    }
    let start = at
    var word: UInt64 = 0
    while at < end, let digit = JSONTape.hexadecimal(bytes[at]) {
      word = word &<< 4 | UInt64(digit)
      at &+= 1
    }
    return at > start && at &- start <= 16 ? word : nil
  }

  /// Whether nothing but space is left.
  @inline(__always)
  mutating func isAtEnd(_ bytes: Span<UInt8>) -> Bool {
    JSONTape.skipSpace(bytes, &at, end)
    return at == end
  }
}
