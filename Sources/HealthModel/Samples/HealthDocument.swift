/// A document, such as a CDA (`HKCDADocumentSample`); its content is a file.
public typealias HealthDocument = StructuredSample<HealthDocumentFields>

/// What is known of a document.
public struct HealthDocumentFields: FieldStructure {
  /// Its title.
  public var title: String?
  /// Whom it is about.
  public var patientName: String?
  /// Who wrote it.
  public var authorName: String?
  /// Who keeps it.
  public var custodianName: String?
  /// The file of its content, from the folder of the export.
  public var path: String?
  /// What was written of it that it has no field for.
  public var extras: Extras?

  /// One of which nothing is known.
  public init() {}

  /// Shows the fields to a visitor.
  public mutating func visit<Visitor: FieldVisitor & ~Copyable>(_ visitor: inout Visitor) {
    visitor.text("title", &title)
    visitor.text("patientName", &patientName)
    visitor.text("authorName", &authorName)
    visitor.text("custodianName", &custodianName)
    visitor.text("path", &path)
  }
}
