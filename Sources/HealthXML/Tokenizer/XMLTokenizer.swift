/// A pull tokenizer for XML 1.0 in UTF-8 that holds its place and owns no bytes.
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
    /// The most elements inside one another.
    public var depth = 256
    /// The most attributes of an element.
    public var attributeCount = 1_000
    /// The most bytes of a name.
    public var nameLength = 1_000
    /// The most bytes of a document type declaration.
    public var doctypeLength = 1 << 20
    /// Whether faults that real health exports have are read past and recorded (`XMLRepair`);
    /// else they are errors.
    public var repairs = false
    /// The most repairs kept until they are taken; one more is an error.
    public var repairCount = 1_000
    /// Whether the bytes were made UTF-8 by the caller, so that the encoding declared is no longer theirs.
    public var isTranscoded = false
    /// Whether text between two pieces of markup that is all white space makes no token.
    public var skipsWhitespace = true
    /// The root element that may be missing: elements without it are read as its children, and it need not
    /// end. With `repairs`, neither need the elements in it. `nil` for whole documents.
    public var missingRoot: String?

    /// The defaults.
    public init() {}
  }

  /// How far the document has come.
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
  var hasByteOrderMark = false
  var contentKind = XMLScanner.TextKind.raw

  /// The index of the first byte not yet consumed.
  public internal(set) var cursor = 0
  /// The name of the current element, processing instruction or document type.
  public internal(set) var name = 0..<0
  /// The attributes of the current start tag.
  public internal(set) var attributes: XMLAttributes
  /// The content of the current text, CDATA, comment, processing instruction or declaration, as it
  /// is written.
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

  /// How many elements are open: behind a start tag with its element, behind an end tag without.
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
  ///   - index: Where it is; before the token is at its start.
  ///   - bytes: The bytes the token was found in.
  public func place(of index: Int, in bytes: Span<UInt8>) -> XMLPlace {
    var lines = tokenLines
    let index = min(max(tokenStart, index), bytes.count)
    lines.advance(over: tokenStart..<index, of: bytes, origin: scanner.origin)
    return lines.place(ofOffset: scanner.origin + index)
  }

  /// Whether something was repaired since the repairs were last taken.
  @inlinable public var hasRepairs: Bool { !scanner.repairs.isEmpty }

  /// Takes the repairs, which are forgotten.
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
