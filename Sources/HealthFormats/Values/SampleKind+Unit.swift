package import HealthModel

extension SampleKind {
  /// Whether the unit is a field of the kind, and not what its samples share.
  package var hasOwnUnit: Bool { self == .electrocardiogram || self == .medicationDose }
}
