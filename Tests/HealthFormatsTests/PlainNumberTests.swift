import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// The fast path for numbers reads and prints what the general one does.
@Suite struct PlainNumberTests {
  private static let texts: [String] = {
    var texts = [
      "", "-", ".", "-.", "0", "-0", "00", "01", "0.0", "-0.0", "-0.5", "1.", ".5", "1.5.5", "+1",
      "1e5", "1.5e3",
      "9999999", "12345678", "123456789012345678", "1234567890123456789", "0.123456789012345678",
      "1.12345678901234567", "1.123456789012345678", "1234567.12345678901", "1234567.123456789012",
      "52.514000", "-0.127758", "179.999999999999986", "1 2", "1:2", "1/2", "0x10", "\u{663}",
    ]
    for whole in 0...9 {
      for places in 0...18 {
        let digits = String("123456789".prefix(whole))
        texts.append(digits + "." + String("987654321098765432".prefix(places)))
        texts.append("-" + digits + "." + String(repeating: "0", count: places))
      }
    }
    return texts
  }()

  @Test(arguments: texts)
  func scanningReadsWhatParsingReads(text: String) {
    for end in ["\"", "<", "x"] {
      let bytes = Array((text + end + "        ").utf8)
      var index = 0
      let plain = PlainNumber(scanning: bytes.span, &index)
      let number = Number(text)
      guard let plain, index == text.utf8.count else { continue }
      #expect(number?.digits == plain.digits)
      #expect(number?.exponent == plain.exponent)
      #expect(number?.spelling == nil)
      var buffer = ByteBuffer(capacity: 16)
      buffer.append(plain)
      #expect(buffer.bytes == Array(text.utf8))
    }
  }

  /// Otherwise the test above would compare nothing.
  @Test func usualNumbersAreScanned() {
    for text in ["0", "72", "-1.000000", "52.514000", "0.123456789012345", "1234567.12345678"] {
      let bytes = Array((text + "<        ").utf8)
      var index = 0
      #expect(PlainNumber(scanning: bytes.span, &index) != nil, "\(text)")
      #expect(index == text.utf8.count)
    }
  }

  @Test(arguments: [
    Number(digits: 5, exponent: 3), Number(digits: -5, exponent: 20),
    Number(digits: 5, exponent: 21),
    Number(digits: 5, exponent: -18), Number(digits: 5, exponent: -19),
    Number(digits: .min, exponent: -2),
    Number(digits: 0, exponent: 0), Number(digits: 0, exponent: -4),
  ])
  func numbersArePrintedAsTheirText(number: Number) {
    var buffer = ByteBuffer(capacity: 16)
    buffer.append(number)
    #expect(buffer.bytes == Array(number.description.utf8))
  }
}
