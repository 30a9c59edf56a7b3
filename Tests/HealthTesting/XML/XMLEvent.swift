public import HealthXML

/// The content of a document independent of its notation, by which two parsers are compared.
///
/// Owns its text; for tests and small documents. Readers use the tokenizer.
public enum XMLEvent: Sendable, Equatable {
  /// An attribute.
  public struct Attribute: Sendable, Equatable {
    /// Its name as it is written, prefix and all.
    public var name: String
    /// Its value, references replaced and white space normalized.
    public var value: String

    /// An attribute.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A start tag; an empty element is a start and an end.
  case start(name: String, attributes: [Attribute])
  /// An end tag.
  case end(name: String)
  /// All text and CDATA between two other events.
  case text(String)
  /// A comment.
  case comment(String)
  /// A processing instruction.
  case processingInstruction(target: String, data: String)
  /// A document type declaration.
  case doctype(name: String)

  /// All events of a document, by our tokenizer.
  ///
  /// - Parameters:
  ///   - options: What the tokenizer allows; white space is kept whatever they say.
  ///   - pieces: How many bytes the tokenizer gets at a time; all at once if `nil`.
  /// - Throws: What is wrong with the document.
  public static func events(
    of document: [UInt8], options: XMLTokenizer.Options = .init(), pieces: Int? = nil
  ) throws(XMLError) -> [XMLEvent] {
    var options = options
    options.skipsWhitespace = false
    var tokenizer = XMLTokenizer(options)
    var events: [XMLEvent] = []
    var start = 0
    var end = min(pieces ?? document.count, document.count)
    while true {
      let bytes = document.span.extracting(start..<end)
      let token = try tokenizer.next(in: bytes, isFinal: end == document.count)
      switch token {
      case .needsMoreInput:
        let count = tokenizer.cursor
        tokenizer.didDiscard(count)
        start += count
        end = min(end + max(1, pieces ?? 1), document.count)
      case .endOfDocument:
        return events
      default:
        tokenizer.append(token, in: bytes, to: &events)
      }
    }
  }
}

extension XMLTokenizer {
  fileprivate func append(
    _ token: XMLToken, in bytes: Span<UInt8>, to events: inout [XMLEvent]
  ) {
    switch token {
    case .startElement, .emptyElement:
      let name = stringOfName(in: bytes)
      let pairs = attributes.indices.map {
        XMLEvent.Attribute(
          name: string(ofName: attributes[$0], in: bytes),
          value: string(of: attributes[$0], in: bytes))
      }
      events.append(.start(name: name, attributes: pairs))
      if token == .emptyElement { events.append(.end(name: name)) }
    case .endElement:
      events.append(.end(name: stringOfName(in: bytes)))
    case .text, .cdata:
      events.append(text: stringOfContent(in: bytes))
    case .comment:
      events.append(.comment(stringOfContent(in: bytes)))
    case .processingInstruction:
      events.append(
        .processingInstruction(
          target: stringOfName(in: bytes), data: stringOfContent(in: bytes)))
    case .doctype:
      events.append(.doctype(name: stringOfName(in: bytes)))
    case .xmlDeclaration, .needsMoreInput, .endOfDocument:
      break
    }
  }
}

extension [XMLEvent] {
  /// Joins adjacent texts; ignores empty ones.
  mutating func append(text: String) {
    guard !text.isEmpty else { return }
    if case .text(let before) = last {
      self[count - 1] = .text(before + text)
    } else {
      append(.text(text))
    }
  }
}
