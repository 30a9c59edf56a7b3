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

    /// One of which nothing is known.
    public init() {}

    /// What it prescribes, but for the pictures: these may be added later.
    public static var identifyingFields: Sample.IdentifyingFields {
      .only("expirationDate", "brand", "rightEye", "leftEye")
    }

    /// When it was issued.
    public var impliedDate: Timestamp? { dateIssued }

    /// Shows the fields to a visitor.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor) {
      visitor.date("dateIssued", &dateIssued)
      visitor.date("expirationDate", &expirationDate)
      visitor.text("brand", &brand)
      visitor.list("rightEye", element: "RightEye", &rightEye)
      visitor.list("leftEye", element: "LeftEye", &leftEye)
      visitor.list("attachments", element: "Attachment", &attachments)
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

    /// One of which nothing is known.
    public init() {}

    /// Shows the fields to a visitor.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor) {
      visitor.number("sphere", &sphere)
      visitor.text("sphereUnit", &sphereUnit)
      visitor.number("cylinder", &cylinder)
      visitor.text("cylinderUnit", &cylinderUnit)
      visitor.number("axis", &axis)
      visitor.text("axisUnit", &axisUnit)
      visitor.number("add", &add)
      visitor.text("addUnit", &addUnit)
      visitor.number("vertex", &vertex)
      visitor.text("vertexUnit", &vertexUnit)
      visitor.number("prismAmount", &prismAmount)
      visitor.text("prismAmountUnit", &prismAmountUnit)
      visitor.number("prismAngle", &prismAngle)
      visitor.text("prismAngleUnit", &prismAngleUnit)
      visitor.number("farPD", &farPD)
      visitor.text("farPDUnit", &farPDUnit)
      visitor.number("nearPD", &nearPD)
      visitor.text("nearPDUnit", &nearPDUnit)
      visitor.number("baseCurve", &baseCurve)
      visitor.text("baseCurveUnit", &baseCurveUnit)
      visitor.number("diameter", &diameter)
      visitor.text("diameterUnit", &diameterUnit)
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

    /// One of which nothing is known.
    public init() {}

    /// Shows the fields to a visitor.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor) {
      visitor.text("identifier", &identifier)
    }
  }
}
