/// The type of a sample (`HKSampleType`).
public enum SampleType: Hashable, Sendable {
  /// A quantity, such as heart rate.
  case quantity(QuantityType)
  /// A category, such as sleep analysis.
  case category(CategoryType)
  /// Samples that belong together, such as the two of a blood pressure.
  case correlation(CorrelationType)
  /// A workout of some activity.
  case workout(WorkoutActivityType)
  /// A clinical record: the FHIR resource type.
  case clinicalRecord(String)
  /// A type of its own, such as `HKDataTypeIdentifierAudiogram`.
  case other(String)

  /// The full identifier, as an export writes it.
  public var identifier: String {
    switch self {
    case .quantity(let type): type.identifier
    case .category(let type): type.identifier
    case .correlation(let type): type.identifier
    case .workout(let type): type.identifier
    case .clinicalRecord(let identifier), .other(let identifier): identifier
    }
  }
}
