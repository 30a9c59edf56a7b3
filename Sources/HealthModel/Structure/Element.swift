/// A preserved XML element: name, attributes and content, without interpretation.
///
/// Unknown elements are preserved in this form; rare kinds are read from it.
public struct Element: Sendable, Equatable {
  /// An attribute: a name and a value, both exactly as written.
  public struct Attribute: Sendable, Equatable {
    /// The attribute's name.
    public var name: String
    /// Its value.
    public var value: String

    /// An attribute with a value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A part of the content.
  public enum Node: Sendable, Equatable {
    /// A child element.
    case element(Element)
    /// Text.
    case text(String)
  }

  /// The element's name.
  public var name: String
  /// The attributes, in the order written.
  public var attributes: [Attribute]
  /// The content, in the order written.
  public var children: [Node]
  /// Of an unknown sample, the id of its participant.
  public var participant: String?

  /// An element.
  ///
  /// - Parameters:
  ///   - attributes: Its attributes, in order.
  ///   - children: Its content, in order.
  public init(name: String, attributes: [Attribute] = [], children: [Node] = []) {
    self.name = name
    self.attributes = attributes
    self.children = children
  }

  /// The value of the first attribute of a name.
  ///
  /// - Complexity: Linear in the number of attributes.
  public subscript(attribute name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }
}

/// A visitor of the fields that an export writes as elements; fields stored in separate files are skipped.
package protocol ElementVisitor: Sample.FieldVisitor, ~Copyable {}

extension ElementVisitor where Self: ~Copyable {
  package mutating func numbers(_ name: String, _ value: inout [Number]) {}
  package mutating func bytes(_ name: String, _ value: inout [UInt8]) {}
  package mutating func sideFile<S: Sample.FieldStructure>(_ name: String, _ value: inout S?) {}
  package mutating func sideFile(_ name: String, _ value: inout String?) {}
}

/// A visitor of the fields that an export writes as attributes of the element; nested fields are skipped, too.
package protocol AttributeVisitor: ElementVisitor, ~Copyable {}

extension AttributeVisitor where Self: ~Copyable {
  package mutating func metadata(_ value: inout Metadata) {}
  package mutating func list<S: Sample.FieldStructure>(
    _ name: String, element: String, _ value: inout [S]
  ) {}
  package mutating func samples(_ name: String, element: String, _ value: inout [NestedSample]) {}
}

/// What was written with a sample that the model has no field for, kept so that nothing is lost.
///
/// Nearly every sample has none.
public final class Extras: Sendable, Equatable {
  /// Attributes that are not known, or whose value is not of the kind it should be.
  public let attributes: [Element.Attribute]
  /// Content that is not known.
  public let content: [Element.Node]
  /// The order of the children, as runs of a kind and a count, where it is not the usual one: metadata
  /// first, then each kind of child in the order of the fields.
  public let order: [ChildRun]
  /// Fields that were read from an attribute of another name, as the defects of some exports need.
  public let renamed: [Renaming]

  /// Some children of one kind in a row.
  public struct ChildRun: Sendable, Equatable {
    /// The name of a run of any items of ``Extras/content``.
    public static let kept = "#content"

    /// The name of the children's element, or ``kept``.
    public let name: String
    /// How many there are.
    public let count: Int

    /// A run of children.
    public init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// A field that was read from an attribute of another name.
  public struct Renaming: Sendable, Equatable {
    /// The field's proper attribute.
    public let field: String
    /// The attribute it was written as.
    public let writtenAs: String

    /// A field with the attribute it was written as.
    public init(field: String, writtenAs: String) {
      self.field = field
      self.writtenAs = writtenAs
    }
  }

  /// Keeps what has no field.
  public init(
    attributes: [Element.Attribute] = [], content: [Element.Node] = [], order: [ChildRun] = [],
    renamed: [Renaming] = []
  ) {
    self.attributes = attributes
    self.content = content
    self.order = order
    self.renamed = renamed
  }

  /// Whether nothing is kept.
  public var isEmpty: Bool {
    attributes.isEmpty && content.isEmpty && order.isEmpty && renamed.isEmpty
  }

  /// Whether two keep the same.
  public static func == (a: Extras, b: Extras) -> Bool {
    a.attributes == b.attributes && a.content == b.content && a.order == b.order
      && a.renamed == b.renamed
  }
}

extension Element.Node {
  /// The text of an element that has a name and nothing but text.
  package func plainText(of name: String) -> String? {
    guard case .element(let element) = self, element.name == name, element.attributes.isEmpty
    else { return nil }
    switch (element.children.count, element.children.first) {
    case (0, _): return ""
    case (1, .text(let text)): return text
    default: return nil
    }
  }
}
