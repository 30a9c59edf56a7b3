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
