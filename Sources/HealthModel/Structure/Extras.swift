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
