import HealthTesting
import HealthXML
import Testing

/// Errors say where, what was found and what was expected, in stated words.
struct ErrorTests {
  @Test(arguments: [
    (
      "<a>\n <é b=\"\n x",
      "3:3: found the end of the document inside the start tag of 'é', which began at 2:2, expected '>' or '/>'"
    ),
    (
      "<a>\n<b>x</b>\n",
      "3:1: found the end of the document inside the element 'a', which began at 1:1, expected '</a>'"
    ),
    (
      "<a><!-- x",
      "1:10: found the end of the document inside what '<!' begins, which began at 1:4, expected the end of a comment, of CDATA or of a declaration"
    ),
    ("\n", "2:1: found the end of the document, expected an element"),
    (
      "<a>\r\n é<b></a>",
      "2:6: found the end tag 'a', expected the end tag 'b' of the element that began in this line"
    ),
    (
      "<a b=\"1\"\n é=\"2\" b='3'/>",
      "2:8: found a second attribute 'b', expected each attribute of an element once"
    ),
    ("<a b=\"é\u{B}\"/>", "1:8: found the character U+000B, expected a character that XML allows"),
    ("<a b=c/>", "1:6: found an attribute value without quotes, expected '\"' or \"'\""),
    ("<a b/>", "1:4: found the attribute 'b' without a value, expected '=' and a value in quotes"),
    (
      "<a b=\"<\"/>",
      "1:7: found '<' in an attribute value, expected '&lt;', or the closing quote before it"
    ),
    (
      "<a b=\"x & y\"/>",
      "1:9: found an '&' that begins no reference, expected '&amp;', or a name followed by ';'"
    ),
    (
      "<a>é&nbsp;</a>",
      "1:5: found a reference to the entity 'nbsp', which is not declared, expected one of amp, lt, gt, quot and apos, or a character reference"
    ),
    (
      "<!DOCTYPE a [<!ENTITY e 'x'>]>\n<a>&e;</a>",
      "2:4: found a reference to the entity 'e', which is declared in the document and never expanded, expected one of amp, lt, gt, quot and apos, or a character reference"
    ),
    (
      "<!DOCTYPE a [\n<!ATTLIST a b CDATA #IMPLIED\n<!ELEMENT c EMPTY>]><a/>",
      "3:1: found something else in a declaration, expected a name"
    ),
    (
      "<?xml version='1.0' encoding='ISO-8859-1'?>",
      "1:31: found the encoding 'ISO-8859-1', expected UTF-8"
    ),
    ("<a/>\n<b/>", "2:1: found a second root element, expected the end of the document"),
    ("<a/>\n{", "2:1: found text after the root element, expected the end of the document"),
    ("{}", "1:1: found text before any element, expected '<'"),
  ])
  func errorIsWorded(document: String, message: String) {
    let error = #expect(throws: XMLError.self) {
      try XMLEvent.events(of: Array(document.utf8))
    }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ([0xFF, 0xFE, 0x3C, 0x00] as [UInt8], "UTF-16LE"), ([0xFE, 0xFF, 0x00, 0x3C], "UTF-16BE"),
    ([0x3C, 0x00, 0x61, 0x00], "UTF-16LE"), ([0x00, 0x3C, 0x00, 0x61], "UTF-16BE"),
    ([0xFF, 0xFE, 0x00, 0x00], "UTF-32LE"), ([0x00, 0x00, 0x00, 0x3C], "UTF-32BE"),
    (Array("<?xml version='1.0' encoding='windows-1252'?><a/>".utf8), "windows-1252"),
  ])
  func otherEncodingsAreNamed(document: [UInt8], encoding: String) {
    let error = #expect(throws: XMLError.self) { try XMLEvent.events(of: document) }
    #expect(error?.code == .unsupportedEncoding)
    #expect(error?.encoding == encoding)
  }
}
