/// A prescription for glasses or contact lenses (`HKVisionPrescription`).
public typealias VisionPrescription = StructuredSample<Sample.VisionPrescriptionFields>

extension Sample {
  /// The fields of a prescription.
  public struct VisionPrescriptionFields: Sample.Fields {
    /// When it was issued.
    public var dateIssued: Timestamp?
    /// When it expires.
    public var expirationDate: Timestamp?
    /// The brand of the contact lenses.
    public var brand: String?
    /// The lens of the right eye.
    public var rightEye: [Sample.EyeLens] = []
    /// The lens of the left eye.
    public var leftEye: [Sample.EyeLens] = []
    /// Pictures of it, as files next to the export.
    public var attachments: [Sample.PrescriptionAttachment] = []

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: VisionPrescription) -> Sample {
      .visionPrescription(sample)
    }

    /// What it prescribes, but for the pictures: these may be added later.
    public static var identifyingFields: Sample.IdentifyingFields {
      .only("expirationDate", "brand", "rightEye", "leftEye")
    }

    /// When it was issued.
    public var impliedDate: Timestamp? { dateIssued }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.date("dateIssued", &dateIssued)
      try visitor.date("expirationDate", &expirationDate)
      try visitor.text("brand", &brand)
      try visitor.list("rightEye", element: "RightEye", &rightEye)
      try visitor.list("leftEye", element: "LeftEye", &leftEye)
      try visitor.list("attachments", element: "Attachment", &attachments)
    }
  }
}

extension Sample {
  /// The lens of one eye (`HKLensSpecification`).
  public struct EyeLens: Sample.FieldStructure {
    /// Lens power.
    public var sphere: Number?
    /// Its unit.
    public var sphereUnit: String?
    /// Lens power for astigmatism.
    public var cylinder: Number?
    /// Its unit.
    public var cylinderUnit: String?
    /// The angle of the astigmatism.
    public var axis: Number?
    /// Its unit.
    public var axisUnit: String?
    /// Power added for reading.
    public var add: Number?
    /// Its unit.
    public var addUnit: String?
    /// Distance from lens to eye.
    public var vertex: Number?
    /// Its unit.
    public var vertexUnit: String?
    /// Strength of the prism.
    public var prismAmount: Number?
    /// Its unit.
    public var prismAmountUnit: String?
    /// Angle of the prism.
    public var prismAngle: Number?
    /// Its unit.
    public var prismAngleUnit: String?
    /// Pupillary distance for far sight.
    public var farPD: Number?
    /// Its unit.
    public var farPDUnit: String?
    /// Pupillary distance for near sight.
    public var nearPD: Number?
    /// Its unit.
    public var nearPDUnit: String?
    /// Curve of a contact lens.
    public var baseCurve: Number?
    /// Its unit.
    public var baseCurveUnit: String?
    /// Diameter of a contact lens.
    public var diameter: Number?
    /// Its unit.
    public var diameterUnit: String?
    /// Content without a field.
    public var extras: Extras?

    /// An empty value: no field is set.
    public init() {}

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.number("sphere", &sphere)
      try visitor.text("sphereUnit", &sphereUnit)
      try visitor.number("cylinder", &cylinder)
      try visitor.text("cylinderUnit", &cylinderUnit)
      try visitor.number("axis", &axis)
      try visitor.text("axisUnit", &axisUnit)
      try visitor.number("add", &add)
      try visitor.text("addUnit", &addUnit)
      try visitor.number("vertex", &vertex)
      try visitor.text("vertexUnit", &vertexUnit)
      try visitor.number("prismAmount", &prismAmount)
      try visitor.text("prismAmountUnit", &prismAmountUnit)
      try visitor.number("prismAngle", &prismAngle)
      try visitor.text("prismAngleUnit", &prismAngleUnit)
      try visitor.number("farPD", &farPD)
      try visitor.text("farPDUnit", &farPDUnit)
      try visitor.number("nearPD", &nearPD)
      try visitor.text("nearPDUnit", &nearPDUnit)
      try visitor.number("baseCurve", &baseCurve)
      try visitor.text("baseCurveUnit", &baseCurveUnit)
      try visitor.number("diameter", &diameter)
      try visitor.text("diameterUnit", &diameterUnit)
    }
  }
}

extension Sample {
  /// A file that belongs to a prescription.
  public struct PrescriptionAttachment: Sample.FieldStructure {
    /// Its identifier.
    public var identifier: String?
    /// Content without a field.
    public var extras: Extras?

    /// An empty value: no field is set.
    public init() {}

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("identifier", &identifier)
    }
  }
}
