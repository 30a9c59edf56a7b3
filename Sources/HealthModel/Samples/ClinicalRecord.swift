/// A record from a clinic (`HKClinicalRecord`); its content is a FHIR resource in a file of its own.
public typealias ClinicalRecord = StructuredSample<Sample.ClinicalRecordFields>

extension Sample {
  /// Where a clinical record comes from and where its content is.
  public struct ClinicalRecordFields: Sample.Fields {
    /// The resource's identifier at its server.
    public var identifier: String?
    /// The server's address of it.
    public var sourceURL: String?
    /// The version of FHIR, such as `4.0.1`.
    public var fhirVersion: String?
    /// When it was downloaded: not a clinical date.
    public var receivedDate: Timestamp?
    /// The file of its content, from the folder of the export.
    public var resourceFilePath: String?
    /// The content, byte for byte: a FHIR resource as JSON.
    public var resource: String?

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: ClinicalRecord) -> Sample { .clinicalRecord(sample) }

    /// The identifier of the resource and its file: a clinic sends many records in one instant.
    public static var identifyingFields: Sample.IdentifyingFields {
      .only("identifier", "resourceFilePath")
    }

    /// When it was downloaded.
    public var impliedDate: Timestamp? { receivedDate }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("identifier", &identifier)
      try visitor.text("sourceURL", &sourceURL)
      try visitor.text("fhirVersion", &fhirVersion)
      try visitor.date("receivedDate", &receivedDate)
      try visitor.text("resourceFilePath", &resourceFilePath)
      try visitor.sideFile("resource", &resource)
    }
  }
}
