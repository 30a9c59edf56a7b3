import HealthBytes
import HealthModel
import HealthTesting
import Testing

@testable import HealthFormats

/// What is refused, word for word.
@Suite struct JSONLinesRefusalTests {
  static let first = "{\"kind\":\"dataset\",\"version\":1}\n"
  static let dates = "\"start\":\"2024-06-01T08:00:00Z\",\"end\":\"2024-06-01T08:00:00Z\""
  static let quantity = "{\"kind\":\"quantity\",\"type\":\"T\",\(dates)"

  /// A second line, and what is said of it.
  static let refusals: [(line: String, error: String)] = [
    ("no", "2:1: error: found an unknown word, expected a value [malformed-json]"),
    (
      "x",
      "2:1: error: found an unexpected character, expected a value [malformed-json]"
    ),
    ("7", "2:1: error: found a number, expected an object [malformed-json]"),
    ("{", "2:2: error: found the end of the line, expected the name of a member [malformed-json]"),
    ("{\"é\" 1}", "2:6: error: found a digit, expected ':' [malformed-json]"),
    ("{\"a\":1 2}", "2:8: error: found a digit, expected ',' or '}' [malformed-json]"),
    ("{\"a\":[1,]}", "2:9: error: found ']', expected a value [malformed-json]"),
    ("{\"a\":1,}", "2:8: error: found '}', expected the name of a member [malformed-json]"),
    ("{} {}", "2:4: error: found '{', expected the end of the line [malformed-json]"),
    (
      "{\"a",
      "2:4: error: found the end of the line, expected '\"' at the end of a string "
        + "[malformed-json]"
    ),
    (
      "{\"a\":01}",
      "2:6: error: found a zero before other digits, expected a number without them [malformed-json]"
    ),
    ("{\"a\":1.}", "2:8: error: found '}', expected a digit [malformed-json]"),
    ("{\"a\":-}", "2:7: error: found '}', expected a digit [malformed-json]"),
    ("{\"a\":1e}", "2:8: error: found '}', expected a digit [malformed-json]"),
    (
      "{\"a\":\"\u{1}\"}",
      "2:7: error: found a control character in a string, expected an escape [malformed-json]"
    ),
    (
      "{\"a\":\"\\x\"}",
      "2:7: error: found an unknown escape, expected '\\' before one of the characters \" \\ / b f n r t u [malformed-json]"
    ),
    (
      "{\"a\":\"\\u00g0\"}",
      "2:7: error: found an escape cut short, expected four hexadecimal digits after '\\u' "
        + "[malformed-json]"
    ),
    (
      "{\"a\":\"\\ud83d\"}",
      "2:7: error: found a lone surrogate, expected a pair of them [malformed-json]"
    ),
    (
      "{\"a\":\"\\ude00\\ud83d\"}",
      "2:7: error: found a lone surrogate, expected a pair of them [malformed-json]"
    ),
    (
      String(repeating: "[", count: 641),
      "2:641: error: found more than 640 levels of objects and arrays [nesting-too-deep]"
    ),
    ("{\"type\":\"T\"}", "2:1: error: found no \"kind\" in the object [missing-member]"),
    ("{\"kind\":1}", "2:9: error: found a number, expected the name of a kind [malformed-value]"),
    (
      "{\"kind\":\"quantity\",\"value\":1}",
      "2:1: error: found no \"type\" in the object [missing-member]"
    ),
    (
      "{\"kind\":\"category\",\"type\":\"T\"}",
      "2:1: error: found no \"start\" in the object [missing-member]"
    ),
    (quantity + "}", "2:1: error: found no \"value\" in the object [missing-member]"),
    (
      "{\"kind\":\"activitySummary\",\"type\":\"T\"}",
      "2:1: error: found no \"start\" in the object [missing-member]"
    ),
    (
      "{\"kind\":\"workout\",\"type\":\"HKWorkoutTypeIdentifier\",\(dates)}",
      "2:1: error: found no \"workoutActivityType\" in the object [missing-member]"
    ),
    (
      "{\"kind\":\"category\",\"type\":\"T\",\"start\":\"2024-13-01T08:00:00Z\"}",
      "2:39: error: start has month 13, expected 01 to 12 [malformed-date]"
    ),
    (
      "{\"kind\":\"category\",\"type\":\"T\",\"start\":\"June\"}",
      "2:39: error: start does not have the form of a date, expected 2024-06-01T08:00:00+02:00 "
        + "[malformed-date]"
    ),
    (
      quantity + ",\"value\":\"7\"}",
      "2:99: error: found a string, expected a number [malformed-value]"
    ),
    (
      quantity + ",\"value\":null}",
      "2:99: error: found null, expected a number [malformed-value]"
    ),
    (
      quantity + ",\"value\":1e99999}",
      "2:99: error: found a number that is too long, expected at most 400 characters and an exponent "
        + "of at most 4 digits [malformed-number]"
    ),
    (
      quantity + ",\"value\":1,\"value\":2}",
      "2:101: error: found \"value\" a second time in one object [duplicate-member]"
    ),
    (
      quantity + ",\"value\":1,\"source\":{}}",
      "2:110: error: found no \"name\" in the object [missing-member]"
    ),
    (
      quantity + ",\"value\":1,\"source\":{\"name\":\"\",\"x\":1}}",
      "2:121: error: found \"x\", which a source does not have [unknown-member]"
    ),
    (
      quantity + ",\"value\":1,\"device\":{\"address\":\"0xg\"}}",
      "2:121: error: found another text, expected '0x' and up to 16 hexadecimal digits "
        + "[malformed-value]"
    ),
    (
      quantity + ",\"value\":1,\"metadata\":{\"a\":1}}",
      "2:117: error: found a number, expected a string or a list of strings [malformed-value]"
    ),
    (
      quantity + ",\"value\":1,\"metadata\":[[\"a\"]]}",
      "2:113: error: found another list, expected a pair of strings [malformed-value]"
    ),
    (
      "{\"kind\":\"heartbeatSeries\",\"type\":\"T\",\(dates),\"beats\":[{\"timeSinceStart\":\"1\"}]}",
      "2:125: error: found a string, expected a number [malformed-value]"
    ),
    (
      "{\"kind\":\"heartbeatSeries\",\"type\":\"T\",\(dates),\"beats\":[],\"beats\":[]}",
      "2:109: error: found \"beats\" a second time in one object [duplicate-member]"
    ),
    (
      "{\"kind\":\"correlation\",\"type\":\"T\",\(dates),\"members\":[{\"membership\":\"alone\"}]}",
      "2:119: error: found another word, expected \"alsoTopLevel\" or \"nestedOnly\" [malformed-value]"
    ),
  ]

  @Test(arguments: refusals.indices)
  func isRefused(_ index: Int) {
    let (line, error) = Self.refusals[index]
    let bytes = Array((Self.first + line + "\n").utf8)
    let whole = JSONLinesText.readUntilError(bytes)
    #expect(whole.error?.description == "a.jsonl:" + error)
    #expect(whole.error?.kind == .malformed)
    for pieces in [1, 2, 3, 7, 64] {
      let inPieces = JSONLinesText.readUntilError(bytes, pieces: pieces)
      #expect(inPieces.error == whole.error)
      #expect(inPieces.samples == whole.samples)
    }
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    let reading = JSONLinesText.readUntilError(Array("{\"kind\":\"".utf8) + [0xFF])
    #expect(
      reading.error?.description
        == "a.jsonl:1:10: error: found bytes that are not UTF-8 [malformed-utf8]")
    #expect(reading.error?.place.byteOffset == 9)
  }

  @Test func laterVersionsAreNotSupported() {
    let reading = JSONLinesText.readUntilError(Array("{\"kind\":\"dataset\",\"version\":2}".utf8))
    #expect(reading.error?.code == .unsupported)
    #expect(
      reading.error?.description
        == "a.jsonl:1:29: error: found version 2 of the format, expected at most 1 "
        + "[unsupported-version]")
  }

  @Test func linesHaveALimit() {
    let line = Self.quantity + ",\"value\":1}"
    let long = line + String(repeating: " ", count: 1_000 - line.utf8.count)
    var reader = JSONLinesReader(
      source: BytesSource(Array("\(Self.first)\(long)\n\(long) \n".utf8), pieces: 7),
      name: "a.jsonl", options: ReadOptions(), lineLimit: 1_001, listLimit: 16)
    var count = 0
    let error = #expect(throws: HealthError.self) {
      while try reader.next() != nil { count += 1 }
    }
    #expect(count == 1)
    #expect(
      error?.description
        == "a.jsonl:3:1: error: found a line of more than 1001 bytes (limit 'line-bytes') "
        + "[line-too-long]")
  }

  /// No prefix of a file traps, and none gives a sample that the file does not have.
  @Test func anyCutIsReadOrRefused() throws {
    let samples = MarkedSamples.kinds
    let bytes = Array(try JSONLinesText.write(samples, MarkedSamples.dataset).utf8)
    for count in stride(from: 0, to: bytes.count, by: 37) {
      let reading = JSONLinesText.readUntilError(Array(bytes[..<count]))
      #expect(reading.samples == Array(samples.prefix(reading.samples.count)))
    }
  }

  /// No changed byte traps.
  @Test func anyChangedByteIsReadOrRefused() throws {
    let original = Array(try JSONLinesText.write(MarkedSamples.kinds, MarkedSamples.dataset).utf8)
    for place in stride(from: 3, to: original.count, by: 101) {
      for byte in [0, UInt8(ascii: "\""), UInt8(ascii: "}"), UInt8(ascii: "9"), 0xE9] {
        var bytes = original
        bytes[place] = byte
        let reading = JSONLinesText.readUntilError(bytes)
        #expect(reading.error != nil || reading.samples.count <= MarkedSamples.kinds.count)
      }
    }
  }
}
