/// A dose that was taken, or not (`HKMedicationDoseEvent`).
public typealias MedicationDose = StructuredSample<Sample.MedicationDoseFields>

extension Sample {
  /// The fields of a dose.
  public struct MedicationDoseFields: Sample.Fields {
    /// The name of the medication.
    public var medicationConceptIdentifier: String?
    /// As needed or by schedule.
    public var scheduleType: String?
    /// Taken, skipped, snoozed.
    public var logStatus: String?
    /// When it was due.
    public var scheduledDate: Timestamp?
    /// How much was due.
    public var scheduledDoseQuantity: Number?
    /// How much was taken.
    public var doseQuantity: Number?
    /// The unit of both quantities.
    public var unit: String?

    /// An empty value: no field is set.
    public init() {}

    /// Wraps the fields as a ``Sample``.
    public static func sample(_ sample: MedicationDose) -> Sample { .medicationDose(sample) }

    /// All of it: doses of several medications are logged in one instant.
    public static var identifyingFields: Sample.IdentifyingFields { .all }

    /// `unit` is a field.
    public static var hasOwnUnit: Bool { true }

    /// Calls the visitor with each field.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor)
      throws(Visitor.Failure)
    {
      try visitor.text("medicationConceptIdentifier", &medicationConceptIdentifier)
      try visitor.text("scheduleType", &scheduleType)
      try visitor.text("logStatus", &logStatus)
      try visitor.date("scheduledDate", &scheduledDate)
      try visitor.number("scheduledDoseQuantity", &scheduledDoseQuantity)
      try visitor.number("doseQuantity", &doseQuantity)
      try visitor.text("unit", &unit)
    }
  }
}
