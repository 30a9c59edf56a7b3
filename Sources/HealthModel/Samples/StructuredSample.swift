/// A sample of a rarer kind: a header and the fields of its kind.
///
/// Boxed, so that the kinds that occur by the million stay small.
public struct StructuredSample<Fields: Sample.Fields>: HealthSample {
  private final class Box: Sendable {
    let header: SampleHeader
    let fields: Fields

    init(_ header: SampleHeader, _ fields: Fields) {
      var header = header
      if Fields.hasOwnUnit, header.descriptor.unitText != nil {
        header.descriptor = header.descriptor.replacing(type: header.descriptor.type, unitText: nil)
      }
      self.header = header
      self.fields = fields
    }
  }

  private var box: Box

  /// The common header.
  public var header: SampleHeader {
    get { box.header }
    set { box = Box(newValue, box.fields) }
  }

  /// The fields of its kind.
  public var fields: Fields { box.fields }

  /// A sample of its fields.
  public init(header: SampleHeader, fields: Fields) {
    box = Box(header, fields)
  }

  /// The type's identifier, as an export writes it.
  public var type: SampleType { header.descriptor.type }

  /// The identity, which is the same in every format and export.
  ///
  /// - Complexity: Linear in the fields that identify samples of the kind (``Sample/Fields/identifyingFields``).
  public var id: SampleID {
    let identifying = Fields.identifyingFields
    let hash = header.identityHash(hasDates: identifying.hasDates)
    if identifying.isEmpty { return header.identity(of: hash) }
    var visitor = IdentityVisitor(identifying, hash)
    var fields = fields
    fields.visit(&visitor)
    return header.identity(of: visitor.hash)
  }
}

/// A ``StructuredSample`` of any fields.
package protocol FieldSample: HealthSample {
  associatedtype Fields: Sample.Fields
  var fields: Fields { get }
}

extension StructuredSample: FieldSample {}

extension SampleKind {
  /// The fields of a structured kind without values, for visitors that need the names; `nil` for kinds that have no
  /// structure.
  package var fields: (any Sample.Fields)? {
    switch self {
    case .quantity, .category, .correlation, .unknown: nil
    case .workout: Sample.WorkoutFields()
    case .activitySummary: Sample.ActivitySummaryFields()
    case .audiogram: Sample.AudiogramFields()
    case .visionPrescription: Sample.VisionPrescriptionFields()
    case .clinicalRecord: Sample.ClinicalRecordFields()
    case .electrocardiogram: Sample.ElectrocardiogramFields()
    case .heartbeatSeries: Sample.HeartbeatSeriesFields()
    case .stateOfMind: Sample.StateOfMindFields()
    case .scoredAssessment: Sample.ScoredAssessmentFields()
    case .medicationDose: Sample.MedicationDoseFields()
    case .document: Sample.HealthDocumentFields()
    }
  }
}

extension StructuredSample {
  /// The sample as one of any kind.
  public var anySample: Sample { Fields.sample(self) }
}
