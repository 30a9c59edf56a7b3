/// An attribute of a start tag, as ranges of the bytes the tag was found in.
public struct XMLAttribute: Sendable {
  @usableFromInline var start: Int
  @usableFromInline var nameLength: Int32
  @usableFromInline var valueOffset: Int32
  @usableFromInline var valueLength: Int32
  @usableFromInline var marks: Marks

  @usableFromInline
  struct Marks: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt32
    @usableFromInline init(rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable static var isPlain: Marks { Marks(rawValue: 1) }
    @inlinable static var isDuplicate: Marks { Marks(rawValue: 2) }
    @inlinable static var isMalformedName: Marks { Marks(rawValue: 4) }
  }

  /// Lengths beyond 2 GiB are cut: the tokenizer refuses such a tag when it ends.
  @inline(__always)
  init(name: Range<Int>, value: Range<Int>, marks: Marks) {
    start = name.lowerBound
    nameLength = Int32(truncatingIfNeeded: name.upperBound &- name.lowerBound)
    valueOffset = Int32(truncatingIfNeeded: value.lowerBound &- name.lowerBound)
    valueLength = Int32(truncatingIfNeeded: value.upperBound &- value.lowerBound)
    self.marks = marks
  }

  /// The range of its name.
  @inlinable public var name: Range<Int> { start..<(start + Int(nameLength)) }

  /// The range of its value between the quotes, not decoded.
  @inlinable public var value: Range<Int> {
    let lower = start + Int(valueOffset)
    return lower..<(lower + Int(valueLength))
  }

  /// Whether the bytes of `value` are the value: no references, no white space to normalize, nothing
  /// repaired.
  @inlinable public var isPlain: Bool { marks.contains(.isPlain) }

  /// Whether the element has an attribute of this name before this one (a repair).
  @inlinable public var isDuplicate: Bool { marks.contains(.isDuplicate) }

  /// Whether `name` is not a name in the sense of XML (a repair).
  @inlinable public var isMalformedName: Bool { marks.contains(.isMalformedName) }
}

/// The attributes of a start tag, in the order of the tag.
public struct XMLAttributes: Sendable {
  /// The storage is reused for each tag; only the first `count` attributes are those of the current tag.
  @usableFromInline var storage: [XMLAttribute]

  /// The number of attributes.
  public internal(set) var count = 0

  /// Reserves storage for `capacity` attributes, the most that a tag may have.
  init(capacity: Int) {
    let none = XMLAttribute(name: 0..<0, value: 0..<0, marks: [])
    storage = [XMLAttribute](repeating: none, count: max(0, capacity))
  }

  /// Whether there are none.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The indexes of the attributes.
  @inlinable public var indices: Range<Int> { 0..<count }

  /// An attribute.
  ///
  /// - Parameter index: Its number, in `0..<count`.
  @inlinable public subscript(index: Int) -> XMLAttribute {
    precondition(index < count, "attribute out of range")
    return storage[index]
  }
}

/// A token of a document.
public enum XMLToken: Sendable, Equatable {
  /// More bytes are needed to complete a token: discard those before the cursor, append more, call
  /// again.
  case needsMoreInput
  /// `<?xml version="1.0"?>`; its content is the part after the name.
  case xmlDeclaration
  /// The whole `<!DOCTYPE …>`. Its name is that of the root element; its content is all that follows the name.
  case doctype
  /// `<name …>`: name and attributes.
  case startElement
  /// `<name …/>`: name and attributes; no end tag follows.
  case emptyElement
  /// `</name>`.
  case endElement
  /// Character data between two tags or other markup.
  case text
  /// `<![CDATA[ … ]]>`: character data without references.
  case cdata
  /// `<!-- … -->`.
  case comment
  /// `<?name …?>`: name (the target) and content.
  case processingInstruction
  /// The end of a well-formed document.
  case endOfDocument
}
