/// What a parser of YAML found next.
package struct YAMLEvent: Sendable {
  /// What is found. Tags and styles are not reported: in maps and configurations, all text is text.
  package enum Kind: Sendable, Equatable {
    /// The start of a document.
    case document
    /// A scalar, decoded.
    case text(String)
    /// The start of a list, up to its `end`.
    case list
    /// The start of a mapping: keys and values in turn, up to its `end`.
    case mapping
    /// A repetition of what has the anchor.
    case alias
    /// The end of a list, a mapping, a document, or of everything.
    case end
  }

  /// What was found.
  package let kind: Kind
  /// The anchor in front of it; of an alias, the one that it refers to.
  package let anchor: String?
  /// Where it begins.
  package let place: YAMLPlace
}

/// A location in a text: line and column, in characters, from 1.
package struct YAMLPlace: Sendable, Equatable {
  package let line: Int
  package let column: Int
}

/// Why a text is not YAML.
package struct YAMLError: Error, Sendable, Equatable {
  /// The words of libyaml.
  package let message: String
  package let place: YAMLPlace
}
