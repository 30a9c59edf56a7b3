/// A dose that was taken, or not (`HKMedicationDoseEvent`).
public typealias MedicationDose = StructuredSample<Sample.MedicationDoseFields>

extension Sample {
  /// The fields of a dose.
  public struct MedicationDoseFields: Sample.Fields {
    /// Which medication.
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
    /// The unit of both.
    public var unit: String?

    /// One of which nothing is known.
    public init() {}

    /// All of it: doses of several medications are logged in one instant.
    public static var identifyingFields: Sample.IdentifyingFields { .all }

    /// `unit` is a field.
    public static var hasOwnUnit: Bool { true }

    /// Shows the fields to a visitor.
    public mutating func visit<Visitor: Sample.FieldVisitor & ~Copyable>(_ visitor: inout Visitor) {
      visitor.text("medicationConceptIdentifier", &medicationConceptIdentifier)
      visitor.text("scheduleType", &scheduleType)
      visitor.text("logStatus", &logStatus)
      visitor.date("scheduledDate", &scheduledDate)
      visitor.number("scheduledDoseQuantity", &scheduledDoseQuantity)
      visitor.number("doseQuantity", &doseQuantity)
      visitor.text("unit", &unit)
    }
  }
}
