import HealthBytes
import Testing

/// Words appended with one store each.
@Suite struct ByteBufferWordTests {
  @Test(
    arguments: [
      (0, nil, "0"), (0xa, nil, "a"), (0x10, nil, "10"), (0x1234_5678, nil, "12345678"),
      (0x9_abcd_ef01, nil, "9abcdef01"), (.max, nil, "ffffffffffffffff"),
      (0, 16, "0000000000000000"), (0xfedc, 16, "000000000000fedc"), (0xfedc, 2, "dc"),
      (1, 0, "1"), (1, 99, "0000000000000001"),
    ] as [(UInt64, Int?, String)])
  func digitsAreThoseOfTheWord(_ word: UInt64, _ digits: Int?, _ text: String) {
    var buffer = ByteBuffer(capacity: 16)
    buffer.append(hexadecimal: word, digits: digits)
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == text)
  }

  @Test(arguments: [(0, ""), (1, "a"), (7, "abcdefg"), (8, "abcdefgh"), (9, "abcdefgh"), (-1, "")])
  func asManyBytesAreAppendedAsAreAskedFor(_ count: Int, _ text: String) {
    var buffer = ByteBuffer(capacity: 16)
    for _ in 0..<5 { buffer.append(word: 0x6867_6665_6463_6261, count: count) }
    #expect(
      String(decoding: buffer.bytes, as: UTF8.self) == String(repeating: text, count: 5))
  }

  @Test func aWordLiesInsideOfTheSpanOrIsNone() {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    #expect(ByteScan.word(bytes.span, at: 0) == 0x0807_0605_0403_0201)
    #expect(ByteScan.word(bytes.span, at: 1) == 0x0908_0706_0504_0302)
    for index in [-1, 2, 9, .max, .min] { #expect(ByteScan.word(bytes.span, at: index) == nil) }
    #expect(ByteScan.word([UInt8]().span, at: 0) == nil)
  }
}
