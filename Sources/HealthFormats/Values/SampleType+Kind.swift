package import HealthModel

extension SampleType {
  /// The type that samples of a kind have by an identifier; of a workout, by that of the activity.
  package init(_ kind: SampleKind, _ identifier: String) {
    switch kind {
    case .quantity: self = .quantity(QuantityType(identifier))
    case .category: self = .category(CategoryType(identifier))
    case .correlation: self = .correlation(CorrelationType(identifier))
    case .workout: self = .workout(WorkoutActivityType(identifier))
    case .clinicalRecord: self = .clinicalRecord(identifier)
    default: self = .other(identifier)
    }
  }
}
