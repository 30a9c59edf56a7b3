extension SampleKind {
  /// The fields of a structured kind, with nothing in them: what visitors walk who want names; `nil` for the kinds
  /// that are no structure.
  package var fields: (any SampleFields)? {
    switch self {
    case .quantity, .category, .correlation, .unknown: nil
    case .workout: WorkoutFields()
    case .activitySummary: ActivitySummaryFields()
    case .audiogram: AudiogramFields()
    case .visionPrescription: VisionPrescriptionFields()
    case .clinicalRecord: ClinicalRecordFields()
    case .electrocardiogram: ElectrocardiogramFields()
    case .heartbeatSeries: HeartbeatSeriesFields()
    case .stateOfMind: StateOfMindFields()
    case .scoredAssessment: ScoredAssessmentFields()
    case .medicationDose: MedicationDoseFields()
    case .document: HealthDocumentFields()
    }
  }
}
