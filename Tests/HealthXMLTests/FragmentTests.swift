import HealthBytes
import HealthXML
import Testing

/// Documents whose root element is missing, and may be missing.
struct FragmentTests {
  /// The tokens of a document, with the depth behind each; the error as the last.
  private func trace(_ text: String, piece: Int, repairs: Bool = true) -> [String] {
    var options = XMLTokenizer.Options()
    options.missingRoot = "Root"
    options.repairs = repairs
    var tokenizer = XMLTokenizer(options)
    let bytes = Array(text.utf8)
    var found: [String] = []
    var (start, end) = (0, min(piece, bytes.count))
    while true {
      do throws(XMLError) {
        let token = try tokenizer.next(
          in: bytes.span.extracting(start..<end), isFinal: end == bytes.count)
        let repaired = tokenizer.takeRepairs().map { "\($0.kind)@\($0.place)" }
        switch token {
        case .needsMoreInput:
          start += tokenizer.cursor
          tokenizer.didDiscard(tokenizer.cursor)
          end = min(end + piece, bytes.count)
          continue
        case .endOfDocument: return found + ["end"]
        case .startElement, .emptyElement:
          found.append(
            "\(token) \(tokenizer.stringOfName(in: bytes.span.extracting(start..<end))) \(tokenizer.depth)"
          )
        default: found.append("\(token) \(tokenizer.depth)")
        }
        found += repaired
      } catch { return found + ["error \(error.code.rawValue)"] }
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1_000])
  func elementsAreReadAsThoseOfTheRoot(_ piece: Int) {
    #expect(
      trace("<A x='1'/>\n<B><C/></B>\n", piece: piece)
        == [
          "emptyElement A 1", "startElement B 2", "emptyElement C 2", "endElement 1", "end",
        ])
    // The root may be there, whole or in part.
    #expect(
      trace("<Root><A/></Root>", piece: piece)
        == ["startElement Root 1", "emptyElement A 1", "endElement 0", "end"])
    #expect(
      trace("<?xml version='1.0'?><Root>\n<A/>\n", piece: piece).suffix(3)
        == ["startElement Root 1", "emptyElement A 1", "end"])
    #expect(
      trace("<A/></Root>\n", piece: piece) == ["emptyElement A 1", "endElement 0", "end"])
  }

  @Test(arguments: [1, 3, 64, 1_000])
  func anElementWithoutItsEndTagEndsBeforeTheNext(_ piece: Int) {
    #expect(
      trace("<A>\n<A>\n<A/>\n<B><C>", piece: piece)
        == [
          "startElement A 2", "endElement 1", "missingEndTag@1:1", "startElement A 2",
          "endElement 1", "missingEndTag@2:1", "emptyElement A 1", "startElement B 2",
          "startElement C 3", "endElement 2", "missingEndTag@4:4", "endElement 1",
          "missingEndTag@4:1", "end",
        ])
  }

  @Test func whatIsNoFragmentIsAnError() {
    #expect(trace("<A/></B>", piece: 64).last == "error mismatched-tag")
    #expect(trace("<A/><B x=", piece: 64).last == "error unexpected-end")
    #expect(trace("text", piece: 64).last == "error content-outside-root")
    #expect(trace("", piece: 64).last == "error unexpected-end")
    #expect(trace("<A>", piece: 64, repairs: false).last == "error unexpected-end")
    #expect(trace("<A/>", piece: 64, repairs: false) == ["emptyElement A 1", "end"])
  }
}
