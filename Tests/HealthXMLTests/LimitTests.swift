import HealthBytes
import HealthTesting
import HealthXML
import Testing

/// Hostile documents are refused in bounded time and memory.
struct LimitTests {
  private func code(_ document: String, _ options: XMLTokenizer.Options = .init()) -> XMLError.Code?
  {
    do {
      _ = try XMLEvent.events(of: Array(document.utf8), options: options)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func depth() {
    func nested(_ count: Int) -> String {
      String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
    }
    #expect(code(nested(256)) == nil)
    #expect(code(nested(257)) == .limit)
    #expect(code(nested(100_000)) == .limit)
  }

  @Test func attributes() {
    func tag(_ count: Int) -> String {
      "<a" + (0..<count).map { " b\($0)=\"\"" }.joined() + "/>"
    }
    #expect(code(tag(1_000)) == nil)
    #expect(code(tag(1_001)) == .limit)
    #expect(
      code("<a" + (0..<500).map { " b\($0)=''" }.joined() + " b7=''/>") == .duplicateAttribute)
  }

  @Test func names() {
    func name(_ count: Int) -> String { String(repeating: "n", count: count) }
    #expect(code("<\(name(1_000))/>") == nil)
    for document in ["<\(name(1_001))/>", "<a \(name(1_001))=''/>", "<?\(name(1_001))?><a/>"] {
      #expect(code(document) == .limit)
    }
    #expect(code("<" + String(repeating: "é", count: 501) + "/>") == .limit)
  }

  @Test func doctype() {
    var options = XMLTokenizer.Options()
    options.doctypeLength = 1_000
    let entities = (0..<100).map { "<!ENTITY e\($0) 'v'>" }.joined()
    #expect(code("<!DOCTYPE a [\(entities)]><a/>") == nil)
    #expect(code("<!DOCTYPE a [\(entities)]><a/>", options) == .limit)
    let deep = String(repeating: "(", count: 129) + "b" + String(repeating: ")", count: 129)
    #expect(code("<!DOCTYPE a [<!ELEMENT a \(deep)>]><a/>") == .malformedDoctype)
  }

  @Test func entitiesAreNeverExpanded() {
    let bomb = (1..<10).map { "<!ENTITY e\($0) '&e\($0 - 1);&e\($0 - 1);'>" }.joined()
    #expect(code("<!DOCTYPE a [<!ENTITY e0 'x'>\(bomb)]><a>&e9;</a>") == .entityReference)
  }

  /// A token is at hand as a whole, so what holds the bytes limits its length.
  @Test(arguments: ["<a b=\"", "<a>", "<!--", "<a><![CDATA[", "<?p "])
  func tokenThatNeverEnds(start: String) throws {
    var window = Window(
      source: BytesSource(Array(start.utf8) + [UInt8](repeating: 0x78, count: 1 << 16)),
      capacity: 1 << 10, limit: 1 << 14)
    var tokenizer = XMLTokenizer()
    let error = #expect(throws: HealthError.self) {
      while true {
        try window.refill(keepingFrom: tokenizer.cursor)
        tokenizer.didDiscard(tokenizer.cursor)
        var token = XMLToken.text
        while token != .needsMoreInput {
          let bytes = window.bytes
          token = try tokenizer.next(
            in: bytes.span.extracting(0..<window.end), isFinal: window.isFinal)
        }
      }
    }
    #expect(error?.code == .tooLarge)
  }
}
