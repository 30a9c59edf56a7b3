public import HealthModel
public import HealthXML

/// A document as a tree of elements, up to its end or its first fault: the other side of a comparison
/// with what a reader made of it.
public struct ElementDocument {
  /// The root, with its children that were whole.
  public private(set) var root: Element?
  /// The fault of the document, if any.
  public private(set) var error: XMLError?

  /// Parses a document. Comments and processing instructions are left out.
  public init(_ document: [UInt8]) {
    var options = XMLTokenizer.Options()
    options.repairs = true
    options.repairCount = .max
    var tokenizer = XMLTokenizer(options)
    var open: [Element] = []
    do throws(XMLError) {
      while true {
        let bytes = document.span
        let token = try tokenizer.next(in: bytes, isFinal: true)
        switch token {
        case .startElement, .emptyElement:
          open.append(
            Element(
              name: tokenizer.stringOfName(in: bytes),
              attributes: tokenizer.attributes.indices.map {
                let attribute = tokenizer.attributes[$0]
                return Element.Attribute(
                  name: tokenizer.string(ofName: attribute, in: bytes),
                  value: tokenizer.string(of: attribute, in: bytes))
              }))
          if token == .emptyElement { close(&open) }
        case .endElement: close(&open)
        case .text, .cdata:
          open[open.count - 1].children.append(.text(tokenizer.stringOfContent(in: bytes)))
        case .endOfDocument: return
        default: break
        }
      }
    } catch {
      self.error = error
      root = open.first ?? root
    }
  }

  private mutating func close(_ open: inout [Element]) {
    let element = open.removeLast()
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(.element(element))
    }
  }
}

extension Element {
  /// The element as one text: attributes sorted by name, adjacent texts joined, without white space
  /// at the ends of texts.
  public var canonicalText: [UInt8] {
    var text: [UInt8] = []
    appendCanonical(to: &text)
    return text
  }

  private func appendCanonical(to text: inout [UInt8]) {
    text += Array("<\(name)".utf8)
    for attribute in attributes.enumerated().sorted(by: {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }) {
      text += Array(" \(attribute.element.name)=\u{1}\(attribute.element.value)\u{1}".utf8)
    }
    text.append(UInt8(ascii: ">"))
    var pending = ""
    func flush() {
      let trimmed = pending.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }
      if !trimmed.isEmpty { text += Array("\u{2}\(String(trimmed.reversed()))".utf8) }
      pending = ""
    }
    for child in children {
      switch child {
      case .text(let part): pending += part
      case .element(let element):
        flush()
        element.appendCanonical(to: &text)
      }
    }
    flush()
    text += Array("</>".utf8)
  }
}
