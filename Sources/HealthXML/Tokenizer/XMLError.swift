/// Why reading stops: the document is not well-formed or exceeds a limit.
///
/// Never holds text or attribute values of the document, names only.
public struct XMLError: Error, Sendable, Equatable {
  /// The kinds of fault.
  public enum Code: String, Sendable, CaseIterable {
    /// The document ends too early.
    case unexpectedEnd = "unexpected-end"
    /// Markup that XML does not know, or that does not belong here.
    case malformedMarkup = "malformed-markup"
    /// An attribute without name, value or quotes, or with `<` in it.
    case malformedAttribute = "malformed-attribute"
    /// An attribute that the element has already.
    case duplicateAttribute = "duplicate-attribute"
    /// An end tag for another element than the one that is open.
    case mismatchedTag = "mismatched-tag"
    /// A character that XML does not allow, raw or as a reference.
    case illegalCharacter = "illegal-character"
    /// Bytes that are not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// An encoding that is not UTF-8: see `XMLError.encoding`.
    case unsupportedEncoding = "unsupported-encoding"
    /// An `&` that begins no reference.
    case malformedReference = "malformed-reference"
    /// A reference to an entity that is not one of the five of XML.
    case entityReference = "entity-reference"
    /// A document type declaration that is not grammatical.
    case malformedDoctype = "malformed-doctype"
    /// Something other than comments, processing instructions and white space around the root.
    case contentOutsideRoot = "content-outside-root"
    /// More than a limit allows.
    case limit
  }

  /// The element, or other construct, inside which the document ended.
  public struct Context: Sendable, Equatable {
    /// Its description, as in "element 'Record'".
    public var subject: String
    /// Where it began.
    public var place: XMLPlace
  }

  /// The kind of fault.
  public var code: Code
  /// Where it is.
  public var place: XMLPlace
  /// What was found.
  public var found: String
  /// What was expected.
  public var expected: String
  /// The construct in which the document ended (`Code.unexpectedEnd`).
  public var context: Context?
  /// The name of the encoding the document is in (`Code.unsupportedEncoding`): a caller that knows
  /// it can transcode to UTF-8 and begin again.
  public var encoding: String?

  init(_ code: Code, at place: XMLPlace, found: String, expected: String) {
    self.code = code
    self.place = place
    self.found = found
    self.expected = expected
  }
}

extension XMLError: CustomStringConvertible {
  /// `line:column: found …, expected …`.
  public var description: String {
    let inside = context.map { " inside \($0.subject), which began at \($0.place)" } ?? ""
    return "\(place): found \(found)\(inside), expected \(expected)"
  }
}

/// A fault that the tokenizer repaired (with `Options.repairs`); its kind states how.
public struct XMLRepair: Sendable, Hashable {
  /// The kinds of repair: faults that exports of Apple Health and files made from them really have.
  public enum Kind: String, Sendable, CaseIterable {
    /// The document type declaration is not grammatical; it was skipped up to the first `]>`.
    case brokenDTD = "broken-dtd"
    /// A character that XML does not allow was read as U+FFFD.
    case illegalCharacter = "illegal-character"
    /// Bytes that are not UTF-8 were read as U+FFFD, one for each maximal subpart
    /// (Unicode 16, section 3.9).
    case invalidUTF8 = "invalid-utf8"
    /// An element has an attribute twice; both were handed over, the second one marked.
    case duplicateAttribute = "duplicate-attribute"
    /// The name of an attribute is not one, as with spaces in it; everything up to `=` was used as
    /// the name.
    case malformedAttributeName = "malformed-attribute-name"
    /// An element of a fragment has no end tag; it was ended before the next element of its name, or at the end.
    case missingEndTag = "missing-end-tag"
    /// An `&` that begins no reference was read as an ampersand.
    case bareAmpersand = "bare-ampersand"
    /// White space before the XML declaration was skipped.
    case leadingSpace = "leading-space"
  }

  /// What was done.
  public var kind: Kind
  /// Where the fault is.
  public var place: XMLPlace
}

/// The current line, from which the column of a byte is computed.
///
/// Kept up to date where a newline or a multi-byte character occurs, at which the tokenizer stops
/// anyway: plain bytes cost nothing.
@usableFromInline struct LinePosition: Sendable {
  /// The line, from 1.
  @usableFromInline var line = 1
  /// The offset of its first byte in the document.
  @usableFromInline var start = 0
  /// Continuation bytes of multi-byte characters in the line so far; they do not count as columns.
  @usableFromInline var continuationBytes = 0

  /// Begins the line after a newline that ends before `offset`.
  @inline(__always)
  mutating func beginLine(at offset: Int) {
    line &+= 1
    start = offset
    continuationBytes = 0
  }

  /// The place of a byte on this line, after all continuation bytes counted.
  @inlinable func place(ofOffset offset: Int) -> XMLPlace {
    XMLPlace(
      offset: Int64(offset), line: line, column: offset - start - continuationBytes + 1)
  }

  /// Advances over a part of the document from `origin` on; `part` is the relative position at its end.
  mutating func advance(over part: LinePosition, origin: Int) {
    if part.line > 1 {
      line &+= part.line &- 1
      start = origin &+ part.start
      continuationBytes = part.continuationBytes
    } else {
      continuationBytes &+= part.continuationBytes
    }
  }

  /// Advances over `range` of bytes; `origin` is the offset of their first byte in the document.
  mutating func advance(over range: Range<Int>, of bytes: Span<UInt8>, origin: Int) {
    for index in range {
      let byte = bytes[index]
      if byte == .lineFeed {
        if index > range.lowerBound, bytes[index - 1] == .carriageReturn { line -= 1 }
        beginLine(at: origin + index + 1)
      } else if byte == .carriageReturn {
        beginLine(at: origin + index + 1)
      } else if byte & 0xC0 == 0x80 {
        continuationBytes += 1
      }
    }
  }
}

/// A place in a document.
public struct XMLPlace: Sendable, Hashable {
  /// Bytes from the start of the document, from 0.
  public var offset: Int64
  /// The line, from 1. Lines end with LF, CR LF or CR, as XML 1.0 has it (section 2.11).
  public var line: Int
  /// The character (Unicode scalar) in its line, from 1. A byte order mark does not count.
  public var column: Int

  /// A place.
  ///
  /// - Parameters:
  ///   - offset: Bytes from the start of the document.
  ///   - line: The line, from 1.
  ///   - column: The character in its line, from 1.
  public init(offset: Int64, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }
}

extension XMLPlace: CustomStringConvertible {
  /// `line:column`, as compilers write it.
  public var description: String { "\(line):\(column)" }
}
