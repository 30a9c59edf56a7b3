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
