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

extension SampleKind {
  /// Whether the unit is a field of the kind, and not what its samples share.
  package var hasOwnUnit: Bool { self == .electrocardiogram || self == .medicationDose }
}

extension FieldSample {
  /// Whether start and end are exactly those of a field: then they are not written separately.
  package func hasImpliedDates(_ kind: SampleKind) -> Bool {
    guard !kind.hasOwnDates, let date = fields.impliedDate else { return false }
    return header.start.isSame(as: date) && header.end.isSame(as: date)
  }
}
