import HealthBytes
import HealthFormats
import HealthModel
import HealthTesting
import Testing

/// What cannot be read is refused with a clear message and its place, in bounded time and memory; what
/// stood before it is delivered.
@Suite struct RefusalTests {
  @Test(arguments: refusals)
  func theReasonIsClear(refusal: Refusal) {
    let reading = Reading(refusal.document)
    #expect(reading.error?.description == refusal.error)
    #expect(reading.samples.count == refusal.samples)
    #expect(reading.differences(from: refusal.document) == [])
  }

  /// An attribute without end is given up on once it is longer than any window.
  @Test func anAttributeWithoutEnd() {
    let source = EndlessSource(Array(export(steps("1")).dropLast(14) + Array("<Odd a=\"".utf8)))
    let reading = Reading(from: source)
    #expect(
      reading.error?.description
        == "export.xml:4:1: error: found more than 8388608 bytes in a sample in XML (limit 'sample-bytes') [limit]"
    )
    #expect(reading.samples.count == 1)
    #expect(source.position < 9 << 20)
  }

  /// The samples that are refused have the message beside them.
  @Test func ownSamplesAreRefusedForTheStatedReason() throws {
    let folder = Fixtures.samples + "/refuse/apple-health"
    let paths = try Fixtures.files(in: folder, suffix: ".xml")
    #expect(!paths.isEmpty)
    for path in paths {
      let message = try Fixtures.bytes(path.dropLast(4) + ".txt").dropLast()
      #expect(Reading(path: path).error?.description == String(decoding: message, as: UTF8.self))
    }
  }

  @Test func afterTheErrorThereIsNothing() throws {
    var reader = AppleHealthReader(
      source: BytesSource(Array(export(steps("1")).dropLast(5))), name: "export.xml")
    #expect(try reader.next() != nil)
    #expect(throws: HealthError.self) { try reader.next() }
    #expect(try reader.next() == nil)
    #expect(try reader.next() == nil)
  }
}

/// Some bytes, then the letter `a` for ever.
private final class EndlessSource: ByteSource {
  private let start: [UInt8]
  private(set) var position = 0

  init(_ start: [UInt8]) {
    self.start = start
  }

  func read(into buffer: inout [UInt8], at offset: Int) throws(HealthError) -> Int {
    if position == 0 {
      let count = min(start.count, buffer.count - offset)
      buffer.replaceSubrange(offset..<(offset + count), with: start[0..<count])
      position = count
      return count
    }
    let count = min(1 << 20, buffer.count - offset)
    buffer.replaceSubrange(
      offset..<(offset + count), with: repeatElement(UInt8(ascii: "a"), count: count))
    position += count
    return count
  }

  var progress: ByteProgress { ByteProgress(consumed: Int64(position), total: nil) }
}

struct Refusal: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let document: [UInt8]
  let samples: Int
  let error: String

  init(_ name: String, _ document: [UInt8], samples: Int = 0, _ error: String) {
    testDescription = name
    self.document = document
    self.samples = samples
    self.error = error
  }

  init(_ name: String, _ document: String, samples: Int = 0, _ error: String) {
    self.init(name, Array(document.utf8), samples: samples, error)
  }
}

private let entities = (0..<1_000).map { "<!ENTITY e\($0) \"&e\($0 + 1);&e\($0 + 1);\">\n" }
  .joined()

let refusals: [Refusal] = [
  Refusal(
    "an empty file", "",
    "export.xml:1:1: error: found the end of the document, expected an element [unexpected-end]"),
  Refusal(
    "white space", " \n\n ",
    "export.xml:3:2: error: found the end of the document, expected an element [unexpected-end]"),
  Refusal(
    "words", "Dear diary,\n",
    "export.xml:1:1: error: found text before any element, expected '<' [content-outside-root]"),
  Refusal(
    "binary rubbish", [0x89, 0x50, 0x4E, 0x47, 0, 1, 2, 3, 0xFF, 0xFE],
    "export.xml:1:1: error: found text before any element, expected '<' [content-outside-root]"),
  Refusal(
    "zeros", [UInt8](repeating: 0, count: 1_000),
    "export.xml:1:1: error: found text before any element, expected '<' [content-outside-root]"),
  Refusal(
    "another root", "<gpx version=\"1.1\"/>",
    "export.xml:1:1: error: found the root element gpx, expected HealthData [not-an-export]"),
  Refusal(
    "another root behind a comment", "<!-- <HealthData> -->\n<html><body/></html>",
    "export.xml:2:1: error: found the root element html, expected HealthData [not-an-export]"),
  Refusal(
    "a cut in an attribute", Array(export(steps("1"), steps("2")).dropLast(20)), samples: 1,
    "export.xml:4:163: error: found the end of the document inside the start tag of 'Record', which began at 4:2, expected '>' or '/>' [unexpected-end]"
  ),
  Refusal(
    "a cut behind a sample", Array(export(steps("1"), steps("2")).dropLast(14)), samples: 2,
    "export.xml:5:1: error: found the end of the document inside the element 'HealthData', which began at 2:1, expected '</HealthData>' [unexpected-end]"
  ),
  Refusal(
    "a cut in a document type", "<!DOCTYPE HealthData [ <!ELEMENT HealthData ANY",
    "export.xml:1:48: error: found the end of the document inside what '<!' begins, which began at 1:1, expected the end of a comment, of CDATA or of a declaration [unexpected-end]"
  ),
  Refusal(
    "tags that do not match", export(steps("1"), "<A></B>", steps("2")), samples: 1,
    "export.xml:4:5: error: found the end tag 'B', expected the end tag 'A' of the element that began in this line [mismatched-tag]"
  ),
  Refusal(
    "an attribute without value", export("<Record type/>"),
    "export.xml:3:10: error: found the attribute 'type' without a value, expected '=' and a value in quotes [malformed-attribute]"
  ),
  Refusal(
    "two roots", String(decoding: export(steps("1")), as: UTF8.self) + "<HealthData/>",
    samples: 1,
    "export.xml:5:1: error: found a second root element, expected the end of the document [content-outside-root]"
  ),
  Refusal(
    "an entity of its own",
    "<!DOCTYPE HealthData [<!ENTITY foo \"bar\">]>\n<HealthData>\n<Odd a=\"&foo;\"/></HealthData>",
    "export.xml:3:9: error: found a reference to the entity 'foo', which is declared in the document and never expanded, expected one of amp, lt, gt, quot and apos, or a character reference [entity-reference]"
  ),
  Refusal(
    "entities inside entities",
    "<!DOCTYPE HealthData [\n\(entities)]>\n<HealthData>\n<Odd>&e0;</Odd></HealthData>",
    "export.xml:1004:6: error: found a reference to the entity 'e0', which is declared in the document and never expanded, expected one of amp, lt, gt, quot and apos, or a character reference [entity-reference]"
  ),
  Refusal(
    "an entity nobody declared", export("<Odd a=\"&nbsp;\"/>"),
    "export.xml:3:10: error: found a reference to the entity 'nbsp', which is not declared, expected one of amp, lt, gt, quot and apos, or a character reference [entity-reference]"
  ),
  Refusal(
    "100,000 elements inside one another",
    export(steps("1"), String(repeating: "<A>", count: 100_000)),
    samples: 1,
    "export.xml:4:767: error: found an element inside 256 others, expected at most 256 [limit]"),
  Refusal(
    "100,000 elements inside one sample",
    export(steps("1"), "<A>" + String(repeating: "<B/>", count: 100_000) + "</A>"), samples: 1,
    "export.xml:4:2: error: found more than 40000 elements in a sample in XML (limit 'sample-elements') [limit]"
  ),
  Refusal(
    "40,001 entries inside one record",
    export(
      #"<Record type="HKQuantityTypeIdentifierStepCount" \#(common) value="1">"#
        + String(repeating: "<MetadataEntry key=\"a\" value=\"b\"/>", count: 40_001) + "</Record>"),
    "export.xml:3:1360154: error: found more than 40000 elements in a sample in XML (limit 'sample-elements') [limit]"
  ),
  Refusal(
    "a sample of 9 MB", export("<A>" + String(repeating: long, count: 9) + "</A>"),
    "export.xml:3:8000005: error: found more than 8388608 bytes in a sample in XML (limit 'sample-bytes') [limit]"
  ),
  Refusal(
    "2,000 attributes",
    export("<A " + (0..<2_000).map { "a\($0)=\"\" " }.joined() + "/>"),
    "export.xml:3:7902: error: found one more attribute, expected at most 1000 [limit]"),
]

/// An element of a million bytes.
private let long = "<B b=\"" + String(repeating: "b", count: 999_991) + "\"/>"
