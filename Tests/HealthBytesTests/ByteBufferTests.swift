import HealthBytes
import Testing

@Suite struct ByteBufferTests {
  @Test func appendsEveryForm() throws {
    var buffer = ByteBuffer(capacity: 1)
    buffer.append(UInt8(ascii: "a"))
    buffer.append("<Record")
    buffer.append([0x20, 0x21])
    buffer.append(Array("0123456789".utf8).span, 3..<99)
    buffer.append(utf8: "é日本")
    buffer.append(decimal: -42)
    buffer.appendTwoDigits(7)
    #expect(String(validating: buffer.bytes, as: UTF8.self) == "a<Record !3456789é日本-4207")
    buffer.truncate(to: 8)
    #expect(buffer.count == 8)
    let sink = BytesSink()
    try buffer.flush(to: sink)
    #expect(sink.bytes == Array("a<Record".utf8))
    #expect(buffer.count == 0)
  }

  @Test(arguments: [
    Int64.min, -1_000_000, -10, -1, 0, 1, 9, 10, 99, 100, 999_999_999_999_999_999,
    1_000_000_000_000_000_000, .max,
  ])
  func printsIntegersAsTheStandardLibraryDoes(value: Int64) {
    var buffer = ByteBuffer(capacity: 16)
    buffer.append(decimal: value)
    #expect(String(validating: buffer.bytes, as: UTF8.self) == String(value))
  }

  @Test(arguments: [
    Int64.min, -123_456_789_012, -10, -1, 0, 1, 9, 10, 99, 100, 12_345_678, 99_999_999, 100_000_000,
    100_000_001, 999_999_999_999_999_999, 1_000_000_000_000_000_000, .max,
  ])
  func printsDecimalsWithThePoint(value: Int64) {
    for places in 1...18 {
      var buffer = ByteBuffer(capacity: 16)
      buffer.append(decimal: value, places: places)
      let digits = String(value.magnitude)
      let all = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
      let expected = (value < 0 ? "-" : "") + all.dropLast(places) + "." + all.suffix(places)
      #expect(String(validating: buffer.bytes, as: UTF8.self) == expected)
    }
  }

  @Test func printsIntegersOfEachLength() {
    var value: Int64 = 1
    for _ in 1..<19 {
      for value in [value - 1, value, value + 1, value * 7 + 3] {
        var buffer = ByteBuffer(capacity: 16)
        buffer.append(decimal: value)
        buffer.append(decimal: -value)
        #expect(buffer.bytes == Array("\(value)\(-value)".utf8))
      }
      value *= 10
    }
  }

  @Test func growsThroughManySizes() {
    var buffer = ByteBuffer(capacity: 16)
    var plain: [UInt8] = []
    for length in 0..<300 {
      let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: length), count: length)
      buffer.append(piece)
      plain += piece
    }
    #expect(buffer.bytes == plain)
    buffer.removeAll(keepingCapacity: false)
    buffer.append(utf8: "still works")
    #expect(buffer.count == 11)
  }
}
