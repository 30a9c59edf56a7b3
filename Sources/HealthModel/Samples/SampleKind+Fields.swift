extension SampleKind {
  /// The fields of a structured kind, with nothing in them: what visitors walk who want names; `nil` for the kinds
  /// that are no structure.
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
