/// A token of a document.
public enum XMLToken: Sendable, Equatable {
  /// More bytes are needed to complete a token: discard those before the cursor, append more, call
  /// again.
  case needsMoreInput
  /// `<?xml version="1.0"?>`; its content is the part after the name.
  case xmlDeclaration
  /// `<!DOCTYPE …>`, whole; its name is that of the root element, its content all behind it.
  case doctype
  /// `<name …>`: name and attributes.
  case startElement
  /// `<name …/>`: name and attributes; no end tag follows.
  case emptyElement
  /// `</name>`.
  case endElement
  /// A stretch of character data between two pieces of markup.
  case text
  /// `<![CDATA[ … ]]>`: character data without references.
  case cdata
  /// `<!-- … -->`.
  case comment
  /// `<?name …?>`: name (the target) and content.
  case processingInstruction
  /// Everything was well-formed, and nothing follows.
  case endOfDocument
}
