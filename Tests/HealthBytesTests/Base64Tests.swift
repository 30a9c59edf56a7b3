import Foundation
import HealthBytes
import Testing

@Suite struct Base64Tests {
  @Test func isWhatFoundationWrites() {
    for count in [0, 1, 2, 3, 4, 5, 57, 1_000] {
      let bytes = noise(count)
      var buffer = ByteBuffer()
      buffer.append(base64: bytes.span)
      let text = buffer.bytes
      #expect(String(decoding: text, as: UTF8.self) == Data(bytes).base64EncodedString())
      #expect(Base64.decode(text.span) == bytes)
    }
  }

  @Test(arguments: ["A", "AA", "AAA", "A===", "AB==", "AAB=", "AA=A", "AA A", "AA-_", "AAAA\n"])
  func refusesWhatIsNone(_ text: String) {
    #expect(Base64.decode(Array(text.utf8).span) == nil)
  }
}
