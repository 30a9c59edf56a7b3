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

  /// Where its name is.
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

/// The attributes of a start tag in the order they are written.
public struct XMLAttributes: Sendable {
  /// Kept from tag to tag; only the first `count` are of the current one.
  @usableFromInline var storage: [XMLAttribute]

  /// How many there are.
  public internal(set) var count = 0

  /// Room for as many as a tag may have.
  init(capacity: Int) {
    let none = XMLAttribute(name: 0..<0, value: 0..<0, marks: [])
    storage = [XMLAttribute](repeating: none, count: max(0, capacity))
  }

  /// Whether there are none.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The numbers of the attributes.
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
  /// `<!DOCTYPE …>`, whole; its name is that of the root element, its content all after it.
  case doctype
  /// `<name …>`: name and attributes.
  case startElement
  /// `<name …/>`: name and attributes; no end tag follows.
  case emptyElement
  /// `</name>`.
  case endElement
  /// A stretch of character data between two chunks of markup.
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
