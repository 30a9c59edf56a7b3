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

  /// One piece of content.
  public enum Node: Sendable, Equatable {
    /// An element inside.
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
