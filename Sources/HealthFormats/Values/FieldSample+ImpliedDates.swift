package import HealthModel

extension FieldSample {
  /// Whether start and end are exactly those of a field: then they are not written separately.
  package func hasImpliedDates(_ kind: SampleKind) -> Bool {
    guard !kind.hasOwnDates, let date = fields.impliedDate else { return false }
    return header.start.isSame(as: date) && header.end.isSame(as: date)
  }
}
