// Written by `swift run generate-catalog` from Schemas/catalog: edit that.

extension ClinicalRecordType {
  /// `AllergyIntolerance`.
  public static var allergyIntolerance: Self { Self(known: 0) }
  /// `Condition`.
  public static var condition: Self { Self(known: 1) }
  /// `Coverage`.
  public static var coverage: Self { Self(known: 2) }
  /// `DiagnosticReport`.
  public static var diagnosticReport: Self { Self(known: 3) }
  /// `DocumentReference`.
  public static var documentReference: Self { Self(known: 4) }
  /// `Immunization`.
  public static var immunization: Self { Self(known: 5) }
  /// `MedicationDispense`.
  public static var medicationDispense: Self { Self(known: 6) }
  /// `MedicationOrder`.
  public static var medicationOrder: Self { Self(known: 7) }
  /// `MedicationRequest`.
  public static var medicationRequest: Self { Self(known: 8) }
  /// `MedicationStatement`.
  public static var medicationStatement: Self { Self(known: 9) }
  /// `Observation`.
  public static var observation: Self { Self(known: 10) }
  /// `Procedure`.
  public static var procedure: Self { Self(known: 11) }
}

let clinicalRecordRows: [ClinicalRecordRow] = [
  ClinicalRecordRow(
    identifier: "AllergyIntolerance", clinicalTypes: ["HKClinicalTypeIdentifierAllergyRecord"]),
  ClinicalRecordRow(
    identifier: "Condition", clinicalTypes: ["HKClinicalTypeIdentifierConditionRecord"]),
  ClinicalRecordRow(
    identifier: "Coverage", clinicalTypes: ["HKClinicalTypeIdentifierCoverageRecord"]),
  ClinicalRecordRow(
    identifier: "DiagnosticReport", clinicalTypes: ["HKClinicalTypeIdentifierClinicalNoteRecord"]),
  ClinicalRecordRow(
    identifier: "DocumentReference", clinicalTypes: ["HKClinicalTypeIdentifierClinicalNoteRecord"]),
  ClinicalRecordRow(
    identifier: "Immunization", clinicalTypes: ["HKClinicalTypeIdentifierImmunizationRecord"]),
  ClinicalRecordRow(
    identifier: "MedicationDispense", clinicalTypes: ["HKClinicalTypeIdentifierMedicationRecord"]),
  ClinicalRecordRow(
    identifier: "MedicationOrder", clinicalTypes: ["HKClinicalTypeIdentifierMedicationRecord"]),
  ClinicalRecordRow(
    identifier: "MedicationRequest", clinicalTypes: ["HKClinicalTypeIdentifierMedicationRecord"]),
  ClinicalRecordRow(
    identifier: "MedicationStatement", clinicalTypes: ["HKClinicalTypeIdentifierMedicationRecord"]),
  ClinicalRecordRow(
    identifier: "Observation",
    clinicalTypes: [
      "HKClinicalTypeIdentifierLabResultRecord",
      "HKClinicalTypeIdentifierVitalSignRecord",
    ]),
  ClinicalRecordRow(
    identifier: "Procedure", clinicalTypes: ["HKClinicalTypeIdentifierProcedureRecord"]),
]
