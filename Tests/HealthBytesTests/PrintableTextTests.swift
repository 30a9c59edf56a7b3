import Testing

@testable import HealthBytes

@Suite struct PrintableTextTests {
  static let cases: [(String, String)] = [
    ("", ""), ("Apple Watch", "Apple Watch"), ("Jörgs\u{A0}Uhr 👨‍👩‍👧 日本", "Jörgs\u{A0}Uhr 👨‍👩‍👧 日本"),
    ("a\u{1B}[2Jb", #"a\u{1B}[2Jb"#), ("\u{7}\r\n\t", #"\u{7}\u{D}\u{A}\u{9}"#),
    ("\u{7F}\u{80}\u{9B}\u{9F}", #"\u{7F}\u{80}\u{9B}\u{9F}"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
    ("\u{61C}\u{200E}\u{200F}", #"\u{61C}\u{200E}\u{200F}"#),
    (
      "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}",
      #"\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}"#
    ),
    ("##[group]a ##vso[b] ##c", #"\u{23}#[group]a \u{23}#vso[b] ##c"#),
    ("\u{2066}\u{2067}\u{2068}\u{2069}", #"\u{2066}\u{2067}\u{2068}\u{2069}"#),
  ]

  @Test(arguments: cases) func escapesWhatCommands(_ text: String, _ printed: String) {
    #expect(text.printable == printed)
    #expect(text.printableLines == printed.replacing(#"\u{A}"#, with: "\n"))
    #expect(text.printableName == printed)
  }

  @Test func cutsLongNames() {
    #expect(String(repeating: "x", count: 60).printableName == String(repeating: "x", count: 60))
    #expect(
      String(repeating: "x", count: 61).printableName == String(repeating: "x", count: 60) + "…")
    // One character of a million scalars.
    let marks = "e" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(marks.printableName.unicodeScalars.count == 61)
    #expect(String(repeating: "é", count: 60).printableName == String(repeating: "é", count: 60))
  }

  @Test func documentsOfJSONAreEscaped() {
    #expect(
      JSONText.string("\u{1B}\u{9B}\u{202E}\u{2028}é\u{7F}").line
        == #""\u001b\u009b\u202e\u2028é\u007f""#)
  }

  @Test(arguments: [1, 2, 3, 5, 100]) func terminalsGetWholeCharacters(_ size: Int) {
    let bytes = Array("a\té\r\nb\u{202E}👨‍👩‍👧\u{1B}[1m\u{9B}\rc\n".utf8)
    var text = TerminalText()
    var printed: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let end = min(bytes.count, index + size)
      printed += text.add(bytes[index..<end].span)
      index = end
    }
    printed += text.finish()
    #expect(
      String(decoding: printed, as: UTF8.self)
        == "a\té\r\nb\\u{202E}👨‍👩‍👧\\u{1B}[1m\\u{9B}\\u{D}c\n")
  }

  @Test func whatIsNotUTF8IsReplaced() {
    var text = TerminalText()
    #expect(
      text.add([0x61, 0xC3, 0x28, 0xFF].span) + text.finish() == Array("a\u{FFFD}(\u{FFFD}".utf8))
    #expect(text.add([0xC2].span) + text.finish() == Array("\u{FFFD}".utf8))
  }
}
