// `--fragment` is an option of the tokenizer: the root element may be missing. The tokenizer then puts it on the
// stack of open elements before the first other element, so that readers need no special case. An element without
// its end tag ends before the next one of the same name, which is a repair.
//
// The tokenizer (`XMLTokenizer`) stores its position and owns no bytes; the `Window` owns them; the reader turns
// tokens into samples. Tokenizer and readers contain no `unsafe`. Records have a fast path from attribute ranges to
// sample, and most of them a faster one: a record that differs from one of those before only in the address of the
// device, the dates and the number is compared with the bytes of that one (`RecordTemplates`), not tokenized.
// Unusual records and all other elements are first read as an `Element` and then decoded field by field.
//
// Documents in other encodings are transcoded before the tokenizer. A document type is checked for grammar and
// skipped, never expanded; a reference to an entity that it declares is an error. libxml2 is the oracle of
// differential tests: for every sample file and some twenty thousand mutations both give the same events or both
// fail, except for the differences that the tests list.

import HealthBytes

/// A pull tokenizer for XML 1.0 in UTF-8 that stores its position and owns no bytes.
///
/// It checks that the document is well-formed: characters, names, tags, attributes, references, one
/// root. It expands the five entities and character references and nothing else; a document type
/// declaration is skipped, its entities are never expanded and nothing is ever fetched.
/// Namespaces are not processed, and default attributes are not added.
///
///     var tokenizer = XMLTokenizer()
///     while true {
///       switch try tokenizer.next(in: bytes.span, isFinal: isFinal) {
///       case .needsMoreInput:
///         // discard the bytes before tokenizer.cursor, append more
///         tokenizer.didDiscard(count)
///       case .startElement, .emptyElement: // tokenizer.name, tokenizer.attributes
///       case .endOfDocument: return
///       default: break
///       }
///     }
///
/// A token is returned when all of its bytes are available, so the owner of the bytes limits its
/// length. Tokens, errors and repairs are independent of how the bytes are split.
public struct XMLTokenizer: Sendable {
  /// The limits and options of a tokenizer.
  public struct Options: Sendable, Hashable {
    /// The greatest depth of nested elements.
    public var depth = 256
    /// The most attributes of an element.
    public var attributeCount = 1_000
    /// The most bytes of a name.
    public var nameLength = 1_000
    /// The most bytes of a document type declaration.
    public var doctypeLength = 1 << 20
    /// Whether faults of real health exports are repaired and recorded (`XMLRepair`); otherwise they are errors.
    public var repairs = false
    /// The most recorded repairs that the caller has not taken yet; one more is an error.
    public var repairCount = 1_000
    /// Whether the caller has transcoded the bytes to UTF-8, so that the declared encoding is ignored.
    public var isTranscoded = false
    /// Whether text that is only white space, between two tags or other markup, is skipped.
    public var skipsWhitespace = true
    /// The name of a root element that may be missing: elements outside of it are read as its children, and its end tag may be
    /// missing. With `repairs`, the end tags of its descendants may be missing, too. `nil` for whole documents.
    public var missingRoot: String?

    /// The defaults.
    public init() {}
  }

  /// The part of the document that is being read.
  enum Phase {
    case start
    case beforeDoctype
    case beforeRoot
    case content
    case afterRoot
  }

  var phase = Phase.start
  @usableFromInline var scanner: XMLScanner
  @usableFromInline var elements = ElementStack()
  var openings = OpeningCache()
  @usableFromInline var tokenLines = LinePosition()
  @usableFromInline var tokenStart = 0
  var tokenRepairs = 0
  /// Whether markup, such as a comment or the XML declaration, was read.
  var hasMarkup = false
  var hasByteOrderMark = false
  var contentKind = XMLScanner.TextKind.raw

  /// The index of the first byte not yet consumed.
  public internal(set) var cursor = 0
  /// The name of the current element, processing instruction or document type.
  public internal(set) var name = 0..<0
  /// The attributes of the current start tag.
  public internal(set) var attributes: XMLAttributes
  /// The range of the content of the current text, CDATA, comment, processing instruction or declaration, not decoded.
  public internal(set) var content = 0..<0
  /// Whether the bytes of `content` are the content: no references, no line ends to normalize,
  /// nothing repaired.
  public internal(set) var contentIsPlain = true

  /// A tokenizer at the start of a document.
  public init(_ options: Options = Options()) {
    scanner = XMLScanner(options: options)
    attributes = XMLAttributes(capacity: options.attributeCount)
  }

  // Properties read for every token are inlinable: a call would copy the whole tokenizer.

  /// How many elements are open. A start tag counts its element; an end tag does not.
  @inlinable public var depth: Int { elements.depth }

  /// Where the current token begins, in bytes from the start of the document.
  @inlinable public var offset: Int64 { Int64(scanner.origin + tokenStart) }

  /// Where the current token ends, in bytes from the start of the document.
  @inlinable public var endOffset: Int64 { Int64(scanner.origin + cursor) }

  /// Where the current token begins.
  @inlinable public var place: XMLPlace {
    tokenLines.place(ofOffset: scanner.origin + tokenStart)
  }

  /// The place of a byte of the current token, in time proportional to the distance from its start.
  ///
  /// - Parameters:
  ///   - index: The index of the byte; one before the token means its start.
  ///   - bytes: The bytes the token was found in.
  public func place(of index: Int, in bytes: Span<UInt8>) -> XMLPlace {
    var lines = tokenLines
    let index = min(max(tokenStart, index), bytes.count)
    lines.advance(over: tokenStart..<index, of: bytes, origin: scanner.origin)
    return lines.place(ofOffset: scanner.origin + index)
  }

  /// Whether something was repaired since the repairs were last taken.
  @inlinable public var hasRepairs: Bool { !scanner.repairs.isEmpty }

  /// Removes and returns the repairs.
  public mutating func takeRepairs() -> [XMLRepair] {
    let taken = scanner.repairs
    scanner.repairs = []
    return taken
  }

  /// Informs the tokenizer that bytes before the cursor were discarded.
  ///
  /// - Parameter count: How many: all indexes drop by it. At most `cursor`.
  public mutating func didDiscard(_ count: Int) {
    precondition(count >= 0 && count <= cursor, "bytes discarded that were not consumed")
    cursor -= count
    scanner.origin += count
  }
}

extension XMLTokenizer {
  /// The next token of the document.
  ///
  /// - Parameter bytes: All available bytes; indexes are relative to the first.
  /// - Returns: The token, whose name, attributes and content are valid until the next call. Or, unless `isFinal`,
  ///   `.needsMoreInput` if the bytes end within a token, which is then not consumed.
  /// - Throws: What is wrong with the document. Reading cannot continue after that.
  /// - Complexity: Linear in the length of the token. An incomplete token is read again from its start.
  public mutating func next(
    in bytes: Span<UInt8>, isFinal: Bool
  ) throws(XMLError) -> XMLToken {
    if phase == .content {
      if let token = try nextInContent(bytes) { return token }
    } else {
      if let token = try nextOutside(bytes, isFinal: isFinal) { return token }
    }
    guard !isFinal else {
      guard isEndOfFragment(bytes) else { throw unexpectedEnd(bytes) }
      if elements.depth == 1 { return .endOfDocument }
      try endInnermost()
      name = bytes.count..<bytes.count
      return .endElement
    }
    return .needsMoreInput
  }

  /// Whether a fragment was read to its end. Unlike a document, it may end with open elements.
  private func isEndOfFragment(_ bytes: Span<UInt8>) -> Bool {
    guard phase == .content, scanner.options.missingRoot != nil,
      scanner.options.repairs || elements.depth == 1
    else { return false }
    var rest = scanner
    return rest.skipSpace(bytes, from: cursor) == nil
  }

  /// The next token inside the root element.
  @inline(__always)
  private mutating func nextInContent(_ bytes: Span<UInt8>) throws(XMLError) -> XMLToken? {
    begin(at: cursor)
    guard let index = scanner.skipSpace(bytes, from: cursor) else { return retry() }
    guard bytes[index] == UInt8(ascii: "<"), index == cursor || scanner.options.skipsWhitespace
    else {
      scanner.lines = tokenLines
      return try complete(text(bytes))
    }
    cursor = index
    begin(at: index)
    return try complete(markup(bytes, at: index))
  }

  /// The next token before or after the root element.
  @inline(never)
  private mutating func nextOutside(
    _ bytes: Span<UInt8>, isFinal: Bool
  ) throws(XMLError) -> XMLToken? {
    begin(at: cursor)
    if phase == .start {
      guard try skipStart(bytes, isFinal: isFinal) else { return nil }
      begin(at: cursor)
    }
    let markupStart = scanner.skipSpace(bytes, from: cursor)
    let index = markupStart ?? spaceEnd(bytes, isFinal: isFinal)
    cursor = index
    begin(at: index)
    guard markupStart != nil else {
      return isFinal && phase == .afterRoot ? .endOfDocument : nil
    }
    guard bytes[index] == UInt8(ascii: "<") else {
      throw scanner.error(
        .contentOutsideRoot, at: index,
        found: phase == .afterRoot ? "text after the root element" : "text before any element",
        expected: phase == .afterRoot ? "the end of the document" : "'<'")
    }
    let token = try complete(markup(bytes, at: index))
    if token != nil { hasMarkup = true }
    return token
  }

  /// The end of the white space that can be consumed, if it reaches the end of the bytes: all of it except a last CR, which
  /// an LF may follow.
  private mutating func spaceEnd(_ bytes: Span<UInt8>, isFinal: Bool) -> Int {
    let end = bytes.count
    guard end > cursor, bytes[end - 1] == .carriageReturn else { return end }
    guard isFinal else { return end - 1 }
    scanner.lines.beginLine(at: scanner.origin + end)
    return end
  }

  mutating func begin(at index: Int) {
    tokenStart = index
    tokenLines = scanner.lines
    tokenRepairs = scanner.repairs.count
  }

  /// Returns a complete token; for an incomplete one, goes back to its start and returns `nil`.
  @inline(__always)
  private mutating func complete(_ token: XMLToken?) -> XMLToken? {
    token ?? retry()
  }

  /// Goes back to the start of an incomplete token.
  @inline(never)
  private mutating func retry() -> XMLToken? {
    scanner.lines = tokenLines
    scanner.repairs.removeSubrange(tokenRepairs...)
    return nil
  }

  /// Tokenizes the markup after `<`.
  @inline(__always)
  private mutating func markup(
    _ bytes: Span<UInt8>, at index: Int
  ) throws(XMLError) -> XMLToken? {
    guard index &+ 1 < bytes.count else { return nil }
    switch bytes[index &+ 1] {
    case UInt8(ascii: "/"): return try endTag(bytes, at: index)
    case UInt8(ascii: "!"): return try declaration(bytes, at: index)
    case UInt8(ascii: "?"): return try processingInstruction(bytes, at: index)
    default: return try startTag(bytes, at: index)
    }
  }
}

extension XMLTokenizer {
  /// The decoded form of a part of an attribute's value, the same as that of `appendValue`.
  ///
  /// For callers that compare a value part by part, and make strings only of the parts that they have not cached.
  ///
  /// - Parameters:
  ///   - part: The part, as indexes into `bytes`; it must not begin or end inside a reference.
  ///   - bytes: The bytes the tag was found in.
  public func string(ofPart part: Range<Int>, in bytes: Span<UInt8>) -> String {
    let plainEnd = ByteScan.firstQuoteOrSpecial(
      quote: UInt8(ascii: "&"), in: bytes, from: part.lowerBound, to: part.upperBound)
    if plainEnd == part.upperBound { return Self.string(bytes, part) }
    var value: [UInt8] = []
    decode(bytes, part, in: .attributeValue, to: &value)
    return String(decoding: value, as: UTF8.self)
  }
}
