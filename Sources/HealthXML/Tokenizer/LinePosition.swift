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
