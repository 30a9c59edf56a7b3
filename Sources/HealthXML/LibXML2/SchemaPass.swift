public import HealthBytes

/// A document held to its schema from beginning to end, a stretch at a time.
///
/// ```swift
/// var pass = try SchemaPass(of: source, against: validator)
/// while let violations = try pass.next() { … }
/// ```
///
/// Streams: memory does not grow with the document. Its document type is skipped, and where the document
/// says its schema is does not matter.
public struct SchemaPass: ~Copyable {
  private var tokenizer: XMLTokenizer
  private var window: Window
  private let stream: SchemaStream
  private var isAtEnd = false

  /// The most violations of a stretch, or some more.
  private static let stretch = 1_000

  /// Begins with a document.
  ///
  /// - Parameters:
  ///   - source: Its bytes, in UTF-8.
  ///   - options: What is allowed; what is repaired is no violation.
  /// - Throws: `ByteError` if there is no memory for it.
  public init(
    of source: any ByteSource, against validator: SchemaValidator,
    options: XMLTokenizer.Options = XMLTokenizer.Options()
  ) throws(ByteError) {
    guard let stream = SchemaStream(validator) else {
      throw ByteError(.io, "", "libxml2 has no memory")
    }
    self.stream = stream
    tokenizer = XMLTokenizer(options)
    window = Window(source: source, capacity: 1 << 17, limit: 1 << 23)
  }

  /// How far the source has been read.
  public var progress: ByteProgress { window.progress }

  /// Goes on through the document.
  ///
  /// - Returns: What was found in the next stretch of it, in order; nothing if all is well there; `nil` at
  ///   the end. That the document is not well-formed is the last that is found.
  public mutating func next() throws(ByteError) -> [SchemaViolation]? {
    if isAtEnd { return nil }
    if !scan() {
      let start = tokenizer.cursor
      try window.refill(keepingFrom: start)
      tokenizer.didDiscard(start)
    }
    defer { stream.violations.removeAll() }
    return stream.violations
  }

  /// Reads tokens until there is enough to tell.
  ///
  /// - Returns: `false` when the bytes ran out.
  private mutating func scan() -> Bool {
    let storage = window.bytes
    let isFinal = window.isFinal
    let bytes = storage.span.extracting(0..<window.end)
    while stream.violations.count < Self.stretch {
      let token: XMLToken
      do throws(XMLError) { token = try tokenizer.next(in: bytes, isFinal: isFinal) } catch {
        isAtEnd = true
        let inside = error.context.map { " inside \($0.subject)" } ?? ""
        stream.violations.append(
          SchemaViolation(
            place: error.place,
            message: "not well-formed: found \(error.found)\(inside), expected \(error.expected)"))
        return true
      }
      if tokenizer.hasRepairs { _ = tokenizer.takeRepairs() }
      switch token {
      case .needsMoreInput: return false
      case .startElement: stream.begin(tokenizer, bytes)
      case .emptyElement:
        stream.begin(tokenizer, bytes)
        stream.end()
      case .endElement: stream.end()
      case .text, .cdata: stream.add(textOf: tokenizer, bytes)
      case .endOfDocument:
        isAtEnd = true
        return true
      case .xmlDeclaration, .doctype, .comment, .processingInstruction: break
      }
    }
    return true
  }
}
