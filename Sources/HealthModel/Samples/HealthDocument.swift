/// A document, such as a CDA (`HKCDADocumentSample`), or any other file next to an export.
///
/// A long one comes as several samples that follow one another, each with a part of its bytes: no sample
/// is larger than memory should be.
public typealias HealthDocument = StructuredSample<Sample.HealthDocumentFields>

extension Sample {
  /// The fields of a document.
  public struct HealthDocumentFields: Sample.Fields {
    /// Its title.
    public var title: String?
    /// Whom it is about.
    public var patientName: String?
    /// The author of the document.
    public var authorName: String?
    /// The organization that keeps it.
    public var custodianName: String?
    /// The file of its content, from the folder of the export.
    public var path: String?
    /// Where in the file these bytes begin; nothing for the first part.
    public var offset: Number?
    /// The size of the whole file in bytes, if known.
    public var size: Number?
    /// The bytes, at most ``longestData``.
    public var data: [UInt8] = []

    /// The most bytes that one sample holds: 192 KiB, a multiple of three for Base64.
    public static let longestData = 196_608

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: HealthDocument) -> Sample { .document(sample) }

    /// None: a document of an export has no dates.
    public var impliedDate: Timestamp? { .unknown }

    /// The path, the part and its bytes: a document has no date of its own.
    public static var identifyingFields: Sample.IdentifyingFields {
      .only("path", "offset", "data", hasDates: false)
    }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("title", &title)
      try visitor.text("patientName", &patientName)
      try visitor.text("authorName", &authorName)
      try visitor.text("custodianName", &custodianName)
      try visitor.text("path", &path)
      try visitor.number("offset", &offset)
      try visitor.number("size", &size)
      try visitor.bytes("data", &data)
    }
  }
}
