// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

let otherTypeRows: [OtherTypeRow] = [
  OtherTypeRow(
    identifier: "HKActivitySummaryTypeIdentifier", kind: "activitySummary",
    introduced: SystemVersion(9, 3), enumerations: [.activityMoveMode]),
  OtherTypeRow(
    identifier: "HKClinicalTypeIdentifierAllergyRecord", kind: "clinicalRecord",
    introduced: SystemVersion(12, 0)),
  OtherTypeRow(
    identifier: "HKClinicalTypeIdentifierClinicalNoteRecord", kind: "clinicalRecord",
    introduced: SystemVersion(16, 4)),
  OtherTypeRow(
    identifier: "HKClinicalTypeIdentifierConditionRecord", kind: "clinicalRecord",
    introduced: SystemVersion(12, 0)),
  OtherTypeRow(
    identifier: "HKClinicalTypeIdentifierCoverageRecord", kind: "clinicalRecord",
    introduced: SystemVersion(14, 0)),
  OtherTypeRow(
    identifier: "HKClinicalTypeIdentifierImmunizationRecord", kind: "clinicalRecord",
    introduced: SystemVersion(12, 0)),
  OtherTypeRow(
    identifier: "HKClinicalTypeIdentifierLabResultRecord", kind: "clinicalRecord",
    introduced: SystemVersion(12, 0)),
  OtherTypeRow(
    identifier: "HKClinicalTypeIdentifierMedicationRecord", kind: "clinicalRecord",
    introduced: SystemVersion(12, 0)),
  OtherTypeRow(
    identifier: "HKClinicalTypeIdentifierProcedureRecord", kind: "clinicalRecord",
    introduced: SystemVersion(12, 0)),
  OtherTypeRow(
    identifier: "HKClinicalTypeIdentifierVitalSignRecord", kind: "clinicalRecord",
    introduced: SystemVersion(12, 0)),
  OtherTypeRow(
    identifier: "HKDataTypeIdentifierAudiogram", kind: "audiogram",
    introduced: SystemVersion(13, 0),
    enumerations: [.audiogramConductionType, .audiogramSensitivityTestSide]),
  OtherTypeRow(
    identifier: "HKDataTypeIdentifierElectrocardiogram", kind: "electrocardiogram",
    introduced: SystemVersion(14, 0),
    enumerations: [
      .electrocardiogramClassification,
      .electrocardiogramSymptomsStatus,
      .electrocardiogramLead,
    ]),
  OtherTypeRow(
    identifier: "HKDataTypeIdentifierHeartbeatSeries", kind: "heartbeatSeries",
    introduced: SystemVersion(13, 0)),
  OtherTypeRow(identifier: "HKDataTypeSleepDurationGoal", kind: "sleepDurationGoal"),
  OtherTypeRow(
    identifier: "HKDataTypeStateOfMind", kind: "stateOfMind", introduced: SystemVersion(18, 0),
    enumerations: [
      .stateOfMindKind,
      .stateOfMindValenceClassification,
      .stateOfMindLabel,
      .stateOfMindAssociation,
    ]),
  OtherTypeRow(
    identifier: "HKDataTypeUserAnnotatedMedicationConcept", kind: "medication",
    introduced: SystemVersion(26, 0), enumerations: [.medicationGeneralForm]),
  OtherTypeRow(
    identifier: "HKDocumentTypeIdentifierCDA", kind: "document", introduced: SystemVersion(10, 0)),
  OtherTypeRow(
    identifier: "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent",
    kind: "medicationDoseEvent", introduced: SystemVersion(26, 0),
    enumerations: [.medicationDoseEventScheduleType, .medicationDoseEventLogStatus]),
  OtherTypeRow(
    identifier: "HKScoredAssessmentTypeIdentifierGAD7", kind: "scoredAssessment",
    introduced: SystemVersion(18, 0), enumerations: [.gad7AssessmentAnswer, .gad7AssessmentRisk]),
  OtherTypeRow(
    identifier: "HKScoredAssessmentTypeIdentifierPHQ9", kind: "scoredAssessment",
    introduced: SystemVersion(18, 0), enumerations: [.phq9AssessmentAnswer, .phq9AssessmentRisk]),
  OtherTypeRow(
    identifier: "HKVisionPrescriptionTypeIdentifier", kind: "visionPrescription",
    introduced: SystemVersion(16, 0),
    enumerations: [.visionPrescriptionType, .prismBase, .visionEye]),
  OtherTypeRow(
    identifier: "HKWorkoutRouteTypeIdentifier", kind: "workoutRoute",
    introduced: SystemVersion(11, 0)),
  OtherTypeRow(
    identifier: "HKWorkoutTypeIdentifier", kind: "workout", introduced: SystemVersion(8, 0),
    enumerations: [.workoutActivityType]),
]
