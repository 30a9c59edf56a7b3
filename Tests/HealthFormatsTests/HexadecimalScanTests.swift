import HealthFormats
import Testing

@Suite struct HexadecimalScanTests {
  @Test(arguments: [
    "", "0", "f", "282a45810", "0123456789abcdef", "fedcba9876543210", "abcdefab", "abcdefabc",
    "9a8b7c6",
  ])
  func readsDigitsUpToWhatIsNone(text: String) {
    for end in [" ", "&", "/", ":", "@", "A", "F", "G", "`", "g", "\u{7f}", "é", "\u{0}"] {
      let bytes = Array((text + end + "ffffffffffffffff").utf8)
      let found = HexadecimalScan.number(bytes.span, at: 0)
      #expect(found?.count == text.utf8.count, "\(text)\(end)")
      #expect(found?.value == UInt64(text, radix: 16) ?? 0)
    }
  }

  @Test func readsAtMostSixteenDigits() {
    let bytes = Array("0123456789abcdef0123".utf8)
    let found = HexadecimalScan.number(bytes.span, at: 0)
    #expect(found?.count == 16)
    #expect(found?.value == 0x0123_4567_89ab_cdef)
    #expect(HexadecimalScan.number(bytes.span, at: 5) == nil)
  }

  /// Every byte, at every place.
  @Test func knowsEveryByte() {
    for byte in UInt8.min...UInt8.max {
      let isDigit = (48...57).contains(byte) || (97...102).contains(byte)
      for place in 0..<16 {
        var bytes = [UInt8](repeating: 48, count: 17)
        bytes[place] = byte
        let count = HexadecimalScan.number(bytes.span, at: 0)?.count
        #expect(count == (isDigit ? 16 : place))
      }
    }
  }
}
