import HealthTesting
import HealthXML
import Testing

extension Documents {
  /// Documents with faults that are repaired: what comes out, and what is recorded.
  struct Repaired: CustomTestStringConvertible {
    var document: String
    var trace: [String]

    init(_ document: String, _ trace: String...) {
      self.document = document
      self.trace = trace
    }

    var testDescription: String { document.debugDescription }
  }

  static let repaired: [Repaired] = [
    Repaired(
      "<a b=\"1\u{B}2\u{1}\"/>", "0 1:1 0 emptyElement a 1:4 \"b\" \"1\u{FFFD}2\u{FFFD}\"",
      "7 1:8 illegalCharacter", "9 1:10 illegalCharacter", "13 1:14 0 endOfDocument"),
    Repaired(
      "<a>é\u{0}&#2;</a>", "0 1:1 1 startElement a", "3 1:4 1 text \"é\u{FFFD}\u{FFFD}\"",
      "5 1:5 illegalCharacter", "6 1:6 illegalCharacter", "10 1:10 0 endElement a",
      "14 1:14 0 endOfDocument"),
    Repaired(
      "<a>R&B & C&amp;D &;</a>", "0 1:1 1 startElement a", "3 1:4 1 text \"R&B & C&D &;\"",
      "4 1:5 bareAmpersand", "7 1:8 bareAmpersand", "17 1:18 bareAmpersand",
      "19 1:20 0 endElement a", "23 1:24 0 endOfDocument"),
    Repaired(
      "<a é=\"1\"\n é=\"2\"/>",
      "0 1:1 0 emptyElement a 1:4 \"é\" \"1\" plain 2:2 \"é\" \"2\" plain duplicate",
      "11 2:2 duplicateAttribute", "19 2:9 0 endOfDocument"),
    Repaired(
      "<a Health Mate App="
        + "\"2.6.0\" c=\"\"  2 é ='x'/>",
      "0 1:1 0 emptyElement a 1:4 \"Health Mate App\" \"2.6.0\" plain malformed"
        + " 1:28 \"c\" \"\" plain 1:34 \"2 é\" \"x\" plain malformed",
      "3 1:4 malformedAttributeName", "33 1:34 malformedAttributeName", "44 1:44 0 endOfDocument"),
    Repaired(
      "<!DOCTYPE a [\n<!ATTLIST a\n b CDATA #IMPLIED\n <!ELEMENT c EMPTY>\n>\n>\n]>\n<a/>",
      "0 1:1 0 doctype", "45 4:2 brokenDTD", "71 8:1 0 emptyElement a", "75 8:5 0 endOfDocument"),
  ]
}

/// Faults that health exports have are read past, each in its stated way, and recorded.
struct RepairTests {
  @Test(arguments: Documents.repaired)
  func faultIsRepaired(document: Documents.Repaired) {
    #expect(trace(Array(document.document.utf8), options: .repairing) == document.trace)
  }

  @Test(arguments: Documents.repaired)
  func faultIsRefusedWithoutRepairs(document: Documents.Repaired) {
    #expect(throws: XMLError.self) { try XMLEvent.events(of: Array(document.document.utf8)) }
  }

  /// One U+FFFD for each maximal subpart (Unicode 16, table 3-8 and after).
  @Test(arguments: [
    ([0xFF] as [UInt8], 1), ([0xC0, 0xAF], 2), ([0xE2, 0x82], 1), ([0xE2, 0x82, 0x41], 1),
    ([0xED, 0xA0, 0x80], 3), ([0xF0, 0x80, 0x80], 3), ([0xF4, 0x90, 0x80, 0x80], 4),
    ([0xF1, 0x80, 0x80], 1), ([0x80, 0xBF], 2), ([0xC3], 1),
  ])
  func invalidUTF8IsReplaced(bytes: [UInt8], count: Int) throws {
    let document = Array("<a b=\"".utf8) + bytes + Array("\">".utf8) + bytes + Array("</a>".utf8)
    let expected = String(decoding: bytes, as: UTF8.self)
    #expect(expected.unicodeScalars.count { $0 == "\u{FFFD}" } == count)
    let events = try XMLEvent.events(of: document, options: .repairing)
    #expect(
      events == [
        .start(name: "a", attributes: [.init(name: "b", value: expected)]), .text(expected),
        .end(name: "a"),
      ])
    let repairs = trace(document, options: .repairing).count { $0.hasSuffix("invalidUTF8") }
    #expect(repairs == 2 * count)
  }

  @Test func repairsBeyondTheLimitAreAnError() {
    var options = XMLTokenizer.Options.repairing
    options.repairCount = 3
    #expect(throws: XMLError.self) {
      try XMLEvent.events(of: Array("<a>& & & & </a>".utf8), options: options)
    }
  }
}
